#include "assay/pipeline/baselines.h"

#include <algorithm>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/random.h"
#include "assay/base/text.h"
#include "assay/pipeline/training_targets.h"
#include "assay/store/row_pass.h"

namespace assay {

namespace {

using RowNumbers = std::vector<std::uint64_t>;

constexpr std::string_view kConstant = "constant";
constexpr std::string_view kMajority = "majority";
constexpr std::string_view kRandom = "random";
constexpr std::string_view kNearest = "nearest";
constexpr std::string_view kSolver = "solver";

// How rows are answered. Threads may share it.
using Answerer = std::function<std::optional<std::string>(const Example& row, Stream& chance)>;

RowPass pass_over(const RowNumbers& rows, const DataSet& data, const Task& task,
                  const Control& control, std::string what) {
  return {.shape = row_shape(task, data.manifest()),
          .want = {.rules = false},
          .control = control,
          .progress = {std::move(what), 0, rows.size(), 0},
          .rows_per_block = 32};
}

// What the best constant answer says: it has seen the targets of the rows that are asked about.
std::string commonest_target(const DataSet& data, const Task& task, const RowNumbers& rows,
                             const Control& control) {
  TargetCounts counts;
  using Texts = std::vector<std::string>;
  const RowIndex index(data);
  for_rows<Texts>(
      index, rows, pass_over(rows, data, task, control, "read rows"),
      [](const Example& row, std::string_view, Texts& texts) { texts.push_back(row.target()); },
      [&](const Texts& texts) {
        for (const std::string& text : texts) counts.add(text);
      });
  return counts.commonest();
}

Answerer always(std::string answer) {
  return [answer = std::move(answer)](const Example&, Stream&) { return answer; };
}

// Nothing where `answer` throws Error(kInput).
template <typename Answer>
std::optional<std::string> if_any(const Answer& answer) {
  try {
    return answer();
  } catch (const Error& problem) {
    if (problem.kind() != ErrorKind::kInput) throw;
    return std::nullopt;
  }
}

// One baseline after the other, over the same rows.
class Runner {
 public:
  Runner(const DataSet& data, const Task& task, const BaselineRequest& request,
         const Control& control)
      : data_(data),
        task_(task),
        request_(request),
        control_(control),
        shortcuts_(task.abilities().shortcuts) {
    TrainingTargets::Wanted wanted;
    bool learns = false;
    for (const BaselineKind& kind : baseline_kinds(task)) {
      if (!asks_for(kind.name)) continue;
      learns = learns || kind.learns;
      wanted.words = wanted.words || kind.name == kNearest;
    }
    for (const Shortcut& shortcut : shortcuts_) {
      if (asks_for(shortcut.name) && !shortcut.column.empty()) {
        wanted.columns.push_back(shortcut.column);
      }
    }
    if (learns) training_.emplace(data, task, request.train, wanted, control);
  }

  BaselineScore run(const BaselineKind& kind,
                    const std::function<void(const BaselineAnswer&)>& take) const {
    struct Judged {
      std::string id;
      std::uint64_t unit;
      std::optional<std::string> answer;
      Verdict verdict;
    };
    const Answerer answer = answerer_of(kind.name);
    const Key key = stream_key(request_.seed, task_.info().name + '/' + kind.name);
    BaselineScore score{kind, {}, {}};
    const RowIndex index(data_);
    for_rows<std::vector<Judged>>(
        index, request_.asked,
        pass_over(request_.asked, data_, task_, control_, "baseline " + kind.name),
        [&](const Example& row, std::string_view, std::vector<Judged>& some) {
          Stream chance(key, {Purpose::kSelect, row.address.unit, row.address.item});
          auto said = answer(row, chance);
          Verdict verdict = said ? task_.judge(row, *said) : Verdict{};
          some.push_back({id_of(task_.info().name, row), row.address.unit, std::move(said),
                          std::move(verdict)});
        },
        [&](const std::vector<Judged>& some) {
          for (const Judged& each : some) {
            score.tally.add(each.verdict, each.unit);
            if (take) take({kind.name, each.id, each.answer});
          }
        });
    score.tally.settle();
    score.interval = score.tally.accuracy_of_all_interval();
    return score;
  }

 private:
  bool asks_for(const std::string& kind) const {
    return std::ranges::find(request_.kinds, kind) != request_.kinds.end();
  }

  Answerer answerer_of(const std::string& kind) const {
    if (kind == kConstant) {
      return always(commonest_target(data_, task_, request_.asked, control_));
    }
    if (kind == kSolver) {
      return [this](const Example& row, Stream&) {
        return if_any([&] { return task_.solve(row.input()); });
      };
    }
    if (kind == kMajority) return always(training_->commonest());
    if (kind == kRandom) {
      return [this](const Example&, Stream& chance) {
        return training_->target(chance.below(training_->size()));
      };
    }
    if (kind == kNearest) {
      return [this](const Example& row, Stream&) { return training_->of_nearest(row.input()); };
    }
    const auto found = std::ranges::find(shortcuts_, kind, &Shortcut::name);
    ASSAY_CHECK(found != shortcuts_.end());
    if (found->column.empty()) {
      return [answer = found->answer](const Example& row, Stream& chance) {
        return if_any([&] { return answer(row, chance); });
      };
    }
    const auto& fields = task_.schema().fields;
    const auto column = std::ranges::find(fields, found->column, &Field::name) - fields.begin();
    return [this, name = found->column, column](const Example& row, Stream&) {
      return training_->commonest_with(name, text_at(row, static_cast<std::size_t>(column)));
    };
  }

  const DataSet& data_;
  const Task& task_;
  const BaselineRequest& request_;
  const Control& control_;
  std::vector<Shortcut> shortcuts_;
  std::optional<TrainingTargets> training_;
};

BaselineKind find_kind(const Task& task, const std::string& name) {
  std::vector<std::string> names;
  for (BaselineKind& kind : baseline_kinds(task)) {
    if (kind.name == name) return std::move(kind);
    names.push_back(kind.name);
  }
  fail(ErrorKind::kUsage, "task {} has no baseline \"{}\"{}", task.info().name, printable(name),
       did_you_mean(name, names));
}

}  // namespace

std::vector<BaselineKind> baseline_kinds(const Task& task) {
  std::vector<BaselineKind> kinds{
      {std::string(kConstant), "one answer to all: the one that is right most often here"},
      {std::string(kMajority), "one answer to all: the commonest of the training rows", true},
      {std::string(kRandom), "the answer of a training row drawn at random", true},
      {std::string(kNearest), "the answer of the training row whose input shares most words",
       true}};
  for (const Shortcut& shortcut : task.abilities().shortcuts) {
    kinds.push_back({shortcut.name, shortcut.summary, !shortcut.column.empty()});
  }
  kinds.push_back({std::string(kSolver), "the reference solver, which sees only the input"});
  return kinds;
}

std::vector<BaselineScore> run_baselines(const DataSet& data, const Task& task,
                                         const BaselineRequest& request, const Control& control,
                                         const std::function<void(const BaselineAnswer&)>& take) {
  std::vector<BaselineKind> kinds;
  for (const std::string& name : request.kinds) {
    kinds.push_back(find_kind(task, name));
    if (kinds.back().learns && request.train.empty()) {
      fail(ErrorKind::kUsage,
           "baseline {} needs training rows; name a split with --split, or a data set that has a "
           "part train",
           name);
    }
  }
  const Runner runner(data, task, request, control);
  std::vector<BaselineScore> scores;
  for (const BaselineKind& kind : kinds) scores.push_back(runner.run(kind, take));
  return scores;
}

}  // namespace assay
