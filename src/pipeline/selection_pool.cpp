#include "assay/pipeline/selection_pool.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/text.h"
#include "assay/core/selection_record.h"
#include "assay/dbca/rule_hashes.h"
#include "assay/store/row_pass.h"

namespace assay {

namespace {

// What tells the level of a row.
class LevelOf {
 public:
  LevelOf(const Task& task, const std::string& by) : by_(by) {
    if (by == kLevelByRules) return;
    const auto& fields = task.schema().fields;
    const auto found = std::ranges::find(fields, by, &Field::name);
    if (found == fields.end() || found->type != ValueType::kInteger) {
      std::vector<std::string> names{kLevelByRules};
      for (const Field& field : fields) {
        if (field.type == ValueType::kInteger) names.push_back(field.name);
      }
      fail(ErrorKind::kUsage, "select: levels cannot be told by \"{}\"; there are: {}",
           printable(by), fmt::join(names, ", "));
    }
    column_ = static_cast<std::size_t>(found - fields.begin());
  }

  std::uint32_t operator()(const Example& row) const {
    if (!column_) return static_cast<std::uint32_t>(row.rules.size());
    const std::int64_t level = number_at(row, *column_);
    if (level < 0 || level > std::numeric_limits<std::uint32_t>::max()) {
      fail(ErrorKind::kInput, "{} {} is no level", by_, level);
    }
    return static_cast<std::uint32_t>(level);
  }

 private:
  std::string by_;
  std::optional<std::size_t> column_;  // absent: the number of rules
};

}  // namespace

std::string usual_level(const Task& task) {
  const auto& fields = task.schema().fields;
  const auto found = std::ranges::find(fields, std::string("level"), &Field::name);
  return found != fields.end() && found->type == ValueType::kInteger ? "level" : kLevelByRules;
}

CompoundDefinition counting_all(CompoundDefinition definition) {
  definition.kept = 0;
  definition.sample = 0;
  definition.grouped = false;
  definition.weights = Weighing::kEven;
  return definition;
}

SelectionPool read_selection_pool(const DataSet& data, const Task& task, const std::string& by,
                                  const CompoundDefinition& definition, const Control& control) {
  const LevelOf level_of(task, by);
  const std::vector<std::uint64_t> rule_hashes = hashes_of(task.rules());
  struct Found {
    std::unique_ptr<Subgraphs> subgraphs;
    std::vector<CompoundKey> scratch;
    std::vector<CompoundKey> keys;  // of all rows
    std::vector<std::size_t> ends;
    std::vector<std::uint32_t> levels;
    std::vector<std::uint64_t> forms;
  };
  SelectionPool all;
  for_rows<Found>(
      data,
      {.shape = row_shape(task, data.manifest()),
       .control = control,
       .progress = {"read rows", 0, data.rows(), 0}},
      [&](const Example& row, std::string_view, Found& found) {
        if (!found.subgraphs)
          found.subgraphs = std::make_unique<Subgraphs>(definition, rule_hashes);
        compound_keys(row.rules, *found.subgraphs, found.scratch);
        found.keys.insert(found.keys.end(), found.scratch.begin(), found.scratch.end());
        found.ends.push_back(found.keys.size());
        found.levels.push_back(level_of(row));
        found.forms.push_back(hash64(task.canonical(row)));
      },
      [&](const Found& found) {
        std::size_t begin = 0;
        for (std::size_t i = 0; i < found.ends.size(); ++i) {
          const auto keys = std::span(found.keys).subspan(begin, found.ends[i] - begin);
          all.rows.push_back({all.rows.size(), all.lists.add(keys), found.levels[i]});
          begin = found.ends[i];
        }
        all.forms.insert(all.forms.end(), found.forms.begin(), found.forms.end());
      });
  return all;
}

std::vector<Candidate> different_rows(const SelectionPool& pool) {
  KeyTable seen;
  std::vector<Candidate> rows;
  for (const Candidate& row : pool.rows) {
    const std::size_t before = seen.size();
    seen.insert(pool.forms[row.row]);
    if (seen.size() > before) rows.push_back(row);
  }
  return rows;
}

}  // namespace assay
