#include "assay/pipeline/shots.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "assay/base/permutation.h"
#include "assay/store/read_row.h"

namespace assay {

namespace {

constexpr std::uint64_t kMostDraws = 20'000;

// What of the candidates so far decides whether one more is of use.
class Chosen {
 public:
  explicit Chosen(std::uint64_t most) : most_(most) {}

  bool has_form(const std::string& form) const { return forms_.contains(form); }
  bool has_kin(std::uint64_t unit, const std::string& group) const {
    return units_.contains(unit) || (!group.empty() && groups_.contains(group));
  }

  void add(std::uint64_t unit, const std::string& group, std::string form) {
    forms_.insert(std::move(form));
    of_one_unit_ = std::max(of_one_unit_, ++units_[unit]);
    if (!group.empty()) of_one_group_ = std::max(of_one_group_, ++groups_[group]);
  }

  // A question takes away one unit, one group and one form at worst.
  bool suffice() const { return forms_.size() >= most_ + of_one_unit_ + of_one_group_ + 1; }

 private:
  std::uint64_t most_;
  std::set<std::string> forms_;
  std::map<std::uint64_t, std::uint64_t> units_;
  std::map<std::string, std::uint64_t> groups_;
  std::uint64_t of_one_unit_ = 0;
  std::uint64_t of_one_group_ = 0;
};

}  // namespace

ShotPool::ShotPool(const Task& task, std::vector<Example> candidates, std::uint64_t most)
    : task_(&task), most_(most) {
  for (Example& example : candidates) {
    std::string group = task.features(example).group;
    std::string form = task.canonical(example);
    candidates_.push_back({std::move(example), std::move(group), std::move(form)});
  }
}

std::vector<const Example*> ShotPool::usual() const {
  std::vector<const Example*> shots;
  for (std::size_t i = 0; i < candidates_.size() && i < most_; ++i) {
    shots.push_back(&candidates_[i].example);
  }
  return shots;
}

std::vector<const Example*> ShotPool::shots_of(const Example& row) const {
  std::vector<const Example*> shots;
  if (candidates_.empty() || most_ == 0) return shots;
  const std::string group = task_->features(row).group;
  const std::string form = task_->canonical(row);
  for (const Candidate& candidate : candidates_) {
    if (shots.size() == most_) break;
    // Units of different seeds may be the same command, so seeds are not looked at.
    const bool is_kin = candidate.example.address.unit == row.address.unit ||
                        (!group.empty() && candidate.group == group);
    if (!is_kin && candidate.form != form) shots.push_back(&candidate.example);
  }
  return shots;
}

std::vector<Example> draw_candidates(const DataSet& data, const Task& task,
                                     const std::vector<std::uint64_t>& rows,
                                     const IsAsked& is_asked, const ShotDraw& draw) {
  std::vector<Example> found;
  if (rows.empty() || draw.most == 0) return found;
  const Permutation order(stream_key(draw.seed, task.info().name), rows.size());
  const std::uint64_t draws = std::min<std::uint64_t>(rows.size(), kMostDraws);
  const RowIndex index(data);
  RowReader reader(row_shape(task, data.manifest()), {.rules = false});
  Chosen chosen(draw.most);
  for (const bool kin_is_welcome : {false, true}) {
    for (std::uint64_t i = 0; i < draws && !chosen.suffice(); ++i) {
      Example row;
      const std::uint64_t number = rows[order.at(i)];
      read_row(
          reader, index.line(number), [&] { return index.place(number); }, row);
      const std::string group = task.features(row).group;
      if (!kin_is_welcome && chosen.has_kin(row.address.unit, group)) continue;
      std::string form = task.canonical(row);
      if (chosen.has_form(form) || is_asked(form)) continue;
      chosen.add(row.address.unit, group, std::move(form));
      found.push_back(std::move(row));
    }
  }
  return found;
}

}  // namespace assay
