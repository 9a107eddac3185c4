// CFQ with entities: what becomes of patterns on a knowledge base, and what a data set of them is
// made of, beside Table 2(a), Table 5 and Figure 3 of Keysers et al. 2020.
//
//   cfq_tables DIR             a data set made with target=query or target=answer
//   cfq_tables outcomes UNITS [NAME=VALUE...]   why addresses are empty, with these parameters
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/parallel.h"
#include "assay/base/text.h"
#include "assay/catalog/catalog.h"
#include "assay/tasks/cfq/cfq_task.h"
#include "assay/tasks/cfq/row.h"
#include "grounded_rows.h"

namespace assay::studies {
namespace {

using cfq::FillingOutcome;
using OutcomeCounts = std::array<std::uint64_t, cfq::kFillingOutcomes>;

constexpr std::size_t kLevelWidth = 10;

std::string percent(std::uint64_t part, std::uint64_t whole) {
  return fmt::format(
      "{:.1f}", whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

// What becomes of each unit, by its level.
void outcome_table(std::uint64_t units, const std::map<std::string, std::string>& params) {
  const cfq::CfqTask task(Params(cfq::CfqTask::static_info().params, params, "cfq"));
  const cfq::PatternMaker maker(task.language(), {});
  const Key key = stream_key(1, "cfq");
  std::map<std::size_t, OutcomeCounts> by_level;
  Control control;
  control.jobs = 2;
  constexpr std::uint64_t kBlock = 64;
  using Block = std::vector<std::pair<std::size_t, FillingOutcome>>;
  ordered_parallel<Block>(
      0, (units + kBlock - 1) / kBlock, control,
      [&](std::uint64_t block, Block& seen) {
        for (std::uint64_t unit = block * kBlock; unit < std::min(units, (block + 1) * kBlock);
             ++unit) {
          cfq::Pattern pattern;
          Example row;
          reset(row, task.schema());
          if (!maker.make(key, unit, pattern, nullptr)) {
            seen.emplace_back(0, FillingOutcome::kNoPattern);
            continue;
          }
          const std::size_t level = pattern.level;
          seen.emplace_back(level, task.grounded().fill(key, {unit, 0}, pattern, row));
        }
      },
      [&](std::uint64_t, const Block& seen) {
        for (const auto& [level, outcome] : seen) {
          ++by_level[level / kLevelWidth][static_cast<std::size_t>(outcome)];
        }
      });
  fmt::print("level");
  for (std::size_t at = 0; at < cfq::kFillingOutcomes; ++at) {
    fmt::print("\t{} %", name_of(static_cast<FillingOutcome>(at)));
  }
  OutcomeCounts all{};
  const auto print = [](const std::string& name, const OutcomeCounts& counts) {
    std::uint64_t sum = 0;
    for (const std::uint64_t count : counts) sum += count;
    fmt::print("\n{}", name);
    for (const std::uint64_t count : counts) fmt::print("\t{}", percent(count, sum));
  };
  for (const auto& [level, counts] : by_level) {
    print(fmt::format("{} to {}", level * kLevelWidth, level * kLevelWidth + kLevelWidth - 1),
          counts);
    for (std::size_t at = 0; at < counts.size(); ++at) all[at] += counts[at];
  }
  print("all", all);
  fmt::print("\n");
}

// Counts different texts by their hashes.
class DistinctTexts {
 public:
  void add(std::string_view text) { seen_.insert(hash64(text)); }
  std::size_t size() const { return seen_.size(); }

 private:
  std::unordered_set<std::uint64_t> seen_;
};

// Of a data set of questions with names.
class CfqTables {
 public:
  void add(const Example& row, bool is_answer) {
    ++rows_;
    questions_.add(row.input());
    patterns_.add(text_at(row, cfq::kPatternColumn));
    templates_.add(text_at(row, cfq::kTemplate));
    queries_.add(is_answer ? text_at(row, cfq::kQueryColumn) : row.target());
    query_patterns_.add(text_at(row, cfq::kPatternQueryColumn));
    anonymous_.add(text_at(row, cfq::kQueryPattern));
    const auto& answers = texts_at(row, cfq::kAnswersColumn);
    const std::string answer = cfq::answer_text(answers);
    if (texts_at(row, cfq::kAnswerEntitiesColumn).empty()) {
      ++(answer == "Yes" ? yes_ : no_);
    } else {
      ++open_;
      ++answer_sizes_[answers.size()];
    }
    ++answers_[answer];
    ++levels_[static_cast<std::uint64_t>(number_at(row, cfq::kLevel))];
    longest_ = std::max(longest_, number_at(row, cfq::kLeaves));
    clauses_ = std::max(clauses_, number_at(row, cfq::kConstraints));
    words_ += static_cast<std::uint64_t>(number_at(row, cfq::kLeaves));
  }

  void print() const {
    const auto line = [](std::string_view what, std::uint64_t ours, std::string_view theirs) {
      fmt::print("| {} | {} | {} |\n", what, with_commas(ours), theirs);
    };
    fmt::print("| | here | CFQ |\n|---|---|---|\n");
    line("questions", rows_, "239,357");
    line("different questions", questions_.size(), "239,357");
    line("question patterns (mod entities)", patterns_.size(), "239,357");
    line("question patterns (mod entities, verbs, etc.)", templates_.size(), "49,320");
    line("different queries", queries_.size(), "228,149");
    line("query patterns (mod entities)", query_patterns_.size(), "123,262");
    line("query patterns (mod entities and properties)", anonymous_.size(), "34,921");
    line("open questions", open_, "108,786");
    line("closed questions with answer yes", yes_, "65,092");
    line("closed questions with answer no", no_, "65,479");
    fmt::print("\nwords of a pattern: mean {:.1f}, most {}; most clauses {}\n",
               static_cast<double>(words_) / static_cast<double>(std::max<std::uint64_t>(rows_, 1)),
               longest_, clauses_);
    fmt::print("open questions by number of answers:");
    for (const auto& [size, count] : answer_sizes_) fmt::print(" {}: {}", size, with_commas(count));
    fmt::print("\n\nmost frequent answers\n");
    std::vector<std::pair<std::string, std::uint64_t>> frequent(answers_.begin(), answers_.end());
    std::ranges::stable_sort(frequent,
                             [](const auto& a, const auto& b) { return a.second > b.second; });
    for (std::size_t at = 0; at < std::min<std::size_t>(20, frequent.size()); ++at) {
      fmt::print("{}\t{}\n", with_commas(frequent[at].second), frequent[at].first);
    }
    fmt::print("\nquestions by level\n");
    for (const auto& [level, count] : levels_) fmt::print("{}\t{}\n", level, with_commas(count));
  }

 private:
  std::uint64_t rows_ = 0;
  std::uint64_t open_ = 0;
  std::uint64_t yes_ = 0;
  std::uint64_t no_ = 0;
  std::uint64_t words_ = 0;
  std::int64_t longest_ = 0;
  std::int64_t clauses_ = 0;
  DistinctTexts questions_;
  DistinctTexts patterns_;
  DistinctTexts templates_;
  DistinctTexts queries_;
  DistinctTexts query_patterns_;
  DistinctTexts anonymous_;
  std::map<std::string, std::uint64_t> answers_;
  std::map<std::size_t, std::uint64_t> answer_sizes_;
  std::map<std::uint64_t, std::uint64_t> levels_;
};

void data_tables(const DataSet& data, const Task& task) {
  const bool is_answer = task.params().text("target") == "answer";
  if (task.params().text("target") == "pattern") {
    fail(ErrorKind::kUsage, "the questions have no names; make them with target=query");
  }
  CfqTables tables;
  visit_rows(data, task, nullptr, [&](const Example& row) { tables.add(row, is_answer); });
  tables.print();
}

}  // namespace
}  // namespace assay::studies

int main(int argc, char** argv) try {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() >= 2 && words[0] == "outcomes") {
    std::map<std::string, std::string> params = {{"target", "query"}};
    for (std::size_t at = 2; at < words.size(); ++at) {
      const std::size_t equals = words[at].find('=');
      params[words[at].substr(0, equals)] = words[at].substr(equals + 1);
    }
    assay::studies::outcome_table(assay::parse_number(words[1]).value_or(1000), params);
    return 0;
  }
  if (words.size() != 1) {
    fmt::print(stderr, "usage: cfq_tables DIR | cfq_tables outcomes UNITS [NAME=VALUE...]\n");
    return 2;
  }
  const assay::DataSet data(words[0]);
  const auto& recipe = data.manifest().recipe;
  assay::studies::data_tables(data, *assay::make_task(recipe.task, recipe.params));
  return 0;
} catch (const assay::Error& problem) {
  fmt::print(stderr, "cfq_tables: {}\n", problem.what());
  return 3;
}
