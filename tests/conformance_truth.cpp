#include <algorithm>
#include <map>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "conformance_laws.h"

namespace assay::conformance {

namespace {

// Whether solve() must answer every target.
bool has_solver(const Task& task) {
  const Witness witness = task.info().witness;
  return witness != Witness::kRow && witness != Witness::kNone;
}

bool is_right(const Task& task, const Example& row, std::string_view answer) {
  return task.judge(row, answer).status == Status::kRight;
}

}  // namespace

Complaints witness_confirms_targets(const Subject& subject) {
  Complaints complaints;
  const Task& task = subject.task();
  const Witness witness = task.info().witness;
  const Auditor* auditor = task.abilities().auditor;
  for (const Example& example : subject.rows()) {
    const std::string defect =
        witness == Witness::kNone || auditor == nullptr ? "" : auditor->defect(example);
    if (!defect.empty()) complaints.add("{}: {}", example.input(), defect);
    const std::string answer = task.solve(example.input());
    const Status status = task.judge(example, answer).status;
    if (status == Status::kUnparsable || status == Status::kNoAnswer) {
      complaints.add("{}: the solver's answer is {}: {}", example.input(), name_of(status), answer);
    } else if (has_solver(task) && status != Status::kRight) {
      complaints.add("{}: the solver answers {}, not {}", example.input(), answer,
                     example.target());
    }
  }
  return complaints;
}

Complaints witness_objects_to_other_targets(const Subject& subject) {
  Complaints complaints;
  const Task& task = subject.task();
  const Witness witness = task.info().witness;
  if (witness != Witness::kCompiler && witness != Witness::kRow) return complaints;
  const Auditor* auditor = task.abilities().auditor;
  const std::vector<Example> rows = subject.some(60);
  std::size_t asked = 0;
  for (std::size_t i = 0; auditor != nullptr && i + 1 < rows.size(); ++i) {
    const std::string& other = rows[i + 1].target();
    if (task.judge(rows[i], other).status != Status::kWrong) continue;
    Example spoiled = rows[i];
    spoiled.fields[kTargetField] = other;
    ++asked;
    if (auditor->defect(spoiled).empty())
      complaints.add("{}: nothing is said against {}", spoiled.input(), other);
  }
  if (asked == 0) complaints.add("there are no two rows with other targets, or no auditor");
  return complaints;
}

Complaints target_is_right_and_silence_is_no_answer(const Subject& subject) {
  Complaints complaints;
  for (const Example& example : subject.rows()) {
    const Verdict right = subject.task().judge(example, example.target());
    if (right.status != Status::kRight || right.score != 1.0) {
      complaints.add("{}: the target is {}: {}", example.input(), name_of(right.status), right.why);
    }
    for (const char* silence : {"", " ", "\n"}) {
      const Verdict verdict = subject.task().judge(example, silence);
      if (verdict.status != Status::kNoAnswer || verdict.score) {
        complaints.add("{}: silence is {}", example.input(), name_of(verdict.status));
      }
    }
  }
  return complaints;
}

Complaints target_buried_in_text_is_not_right(const Subject& subject) {
  Complaints complaints;
  for (const Example& example : subject.some(100)) {
    for (const std::string& answer :
         {"I think it is " + example.target(), example.target() + " \x01",
          std::string(100'000, '(') + example.target()}) {
      const Verdict verdict = subject.task().judge(example, answer);
      if (verdict.status == Status::kRight) {
        complaints.add("{}: right is {}", example.input(), printable(answer).substr(0, 200));
      }
    }
  }
  return complaints;
}

namespace {

// What models and attackers may send, about a target or not.
std::vector<std::string> hostile_answers(const std::string& target) {
  std::vector<std::string> answers{target,
                                   target + target,
                                   target.substr(0, target.size() / 2),
                                   target + " " + target,
                                   std::string("\0", 1) + target,
                                   "\xEF\xBB\xBF" + target,
                                   "nan",
                                   "inf",
                                   "-1",
                                   "1e999",
                                   "99999999999999999999999999",
                                   "row 99999999999999999999, column -1",
                                   "null",
                                   "{\"score\": 2}",
                                   "%s%n%1000000d",
                                   "../../etc/passwd",
                                   "\xED\xA0\x80\xC3(\xFF\xFE",
                                   "\x1B[2J\x1B]0;title\x07",
                                   "\xE2\x80\xAE" + target,
                                   std::string(1, '\0'),
                                   std::string(20'000, '['),
                                   std::string(20'000, '~') + "p",
                                   std::string(20'000, ','),
                                   std::string(200'000, ' ') + "x"};
  std::string reversed(target.rbegin(), target.rend());
  answers.push_back(std::move(reversed));
  std::string many;
  while (many.size() < 20'000) many += target + ",";
  answers.push_back(std::move(many));
  return answers;
}

}  // namespace

// A score is a number from 0 to 1, and there is none exactly where there is no answer.
Complaints scores_of_hostile_answers_are_within_bounds(const Subject& subject) {
  Complaints complaints;
  for (const Example& example : subject.some(20)) {
    for (const std::string& answer : hostile_answers(example.target())) {
      const auto complain = [&](std::string_view what) {
        complaints.add("{}: {} of {}", example.input(), what, printable(answer).substr(0, 200));
      };
      try {
        const Verdict verdict = subject.task().judge(example, answer);
        if (verdict.score && !(*verdict.score >= 0 && *verdict.score <= 1)) {
          complain(fmt::format("the score is {}", *verdict.score));
        }
        if (verdict.score.has_value() == (verdict.status == Status::kNoAnswer)) {
          complain(fmt::format("{} {} a score", name_of(verdict.status),
                               verdict.score ? "has" : "has not"));
        }
      } catch (const std::exception& problem) {
        complain(problem.what());
      }
    }
  }
  return complaints;
}

// Some targets mean the same though their texts differ: two ways through a grid, two chains of
// inferences. Where a task says that it has one answer, that cannot be; elsewhere it is rare, and
// does not depend on which of the right answers stands in the row. A release with wrong targets has
// bare ones, too, such as "No, that contradicts the premises", which fit many rows.
Complaints target_of_another_row_is_wrong(const Subject& subject) {
  constexpr std::size_t kOthers = 12;
  Complaints complaints;
  const Task& task = subject.task();
  const bool one_answer = task.info().one_answer;
  const std::size_t rarity = has_solver(task) ? 500 : 50;  // at most one pair in this many
  const auto& rows = subject.rows();
  std::size_t pairs = 0;
  std::vector<std::string> found;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Example solved = rows[i];
    const bool by_solver = !one_answer && has_solver(task) && i % 4 == 0;
    if (by_solver) solved.fields[kTargetField] = task.solve(rows[i].input());
    for (std::size_t step = 1; step <= kOthers; ++step) {
      // The next ones, which may be of the same unit, and others far away.
      const std::size_t other = (i + (step <= 4 ? step : step * step * 7)) % rows.size();
      const std::string& answer = rows[other].target();
      if (answer == rows[i].target()) continue;
      ++pairs;
      const bool right = is_right(task, rows[i], answer);
      if (by_solver && is_right(task, solved, answer) != right) {
        complaints.add("{}: \"{}\" is {} with the solver's answer for the target, not with its own",
                       rows[i].input(), answer, right ? "wrong" : "right");
      }
      if (right) {
        found.push_back(fmt::format("{}: right is \"{}\", though the target is \"{}\"",
                                    rows[i].input(), answer, rows[i].target()));
      }
    }
  }
  if (pairs < rows.size()) complaints.add("only {} pairs of rows have other targets", pairs);
  if (one_answer || found.size() * rarity > pairs) {
    for (const std::string& text : found) complaints.add("{}", text);
  }
  return complaints;
}

Complaints first_reading_is_the_solvers(const Subject& subject) {
  Complaints complaints;
  const TextReader* reader = subject.task().abilities().reader;
  if (reader == nullptr) return complaints;
  for (const Example& example : subject.some(100)) {
    auto readings = reader->readings(example.input());
    if (readings.empty() || readings.front() != subject.task().solve(example.input())) {
      complaints.add("{}: the first reading is \"{}\"", example.input(),
                     readings.empty() ? "missing" : readings.front());
    }
    std::ranges::sort(readings);
    if (std::ranges::adjacent_find(readings) != readings.end()) {
      complaints.add("{}: a reading stands there twice", example.input());
    }
  }
  return complaints;
}

namespace {

// Forms of one rule are told apart by a number; a text may fit several of them.
std::string_view without_number(std::string_view rule) {
  const std::size_t end = rule.find_last_not_of("0123456789");
  return end != rule.size() - 1 && rule[end] == ' ' ? rule.substr(0, end) : rule;
}

struct RuleNode {
  std::string_view rule;
  std::vector<std::uint32_t> inputs;
  friend bool operator==(const RuleNode&, const RuleNode&) = default;
};

// A rule graph whatever the order of its nodes: they are numbered from the root down.
std::vector<RuleNode> from_root(const RuleGraph& graph, const RuleTable& rules) {
  std::map<NodeId, std::uint32_t> numbers;
  std::vector<NodeId> order;
  const auto visit = [&](const auto& self, NodeId node) -> void {
    if (!numbers.emplace(node, static_cast<std::uint32_t>(order.size())).second) return;
    order.push_back(node);
    for (const NodeId input : graph.inputs(node)) self(self, input);
  };
  visit(visit, graph.root());
  std::vector<RuleNode> nodes;
  for (const NodeId node : order) {
    nodes.push_back({without_number(rules.name(graph.rule(node))), {}});
    for (const NodeId input : graph.inputs(node)) nodes.back().inputs.push_back(numbers[input]);
  }
  return nodes;
}

bool is_in_another_order(const Value& one, const Value& other) {
  const auto* const numbers = std::get_if<std::vector<std::int64_t>>(&one);
  const auto* const others = std::get_if<std::vector<std::int64_t>>(&other);
  return numbers != nullptr && others != nullptr && std::ranges::is_permutation(*numbers, *others);
}

// What a text does not tell is empty. It may leave open the order of a list, such as that of the
// things of a world: then the made row with the derived list in place is as good as it was.
bool tells_the_same(const Task& task, const Example& made, const Example& derived,
                    std::size_t column) {
  Example other;
  reset(other, task.schema());
  const Value& told = derived.fields[column];
  const bool is_needed = column == kInputField || column == kTargetField;
  if (told == made.fields[column] || is_needed) return told == made.fields[column];
  if (told == other.fields[column]) return true;
  const Auditor* auditor = task.abilities().auditor;
  if (auditor == nullptr || !is_in_another_order(told, made.fields[column])) return false;
  other = made;
  other.fields[column] = told;
  return auditor->defect(other).empty() && is_right(task, other, made.target());
}

// Where several answers are right, a text may have another row with another of them: one that holds
// by itself, and answers the row that was made.
bool is_another_answer(const Task& task, const Example& made, const Example& derived) {
  if (task.info().one_answer || derived.target() == made.target()) return false;
  const Auditor* auditor = task.abilities().auditor;
  return derived.input() == made.input() && is_right(task, made, derived.target()) &&
         task.canonical(derived) == task.canonical(made) &&
         (auditor == nullptr || auditor->defect(derived).empty());
}

}  // namespace

Complaints derived_rows_are_those_made(const Subject& subject) {
  Complaints complaints;
  const TextReader* reader = subject.task().abilities().reader;
  if (reader == nullptr) return complaints;
  const auto rows = subject.some(100);
  std::size_t others = 0;
  for (const Example& example : rows) {
    Example derived;
    try {
      reader->derive(example.input(), derived);
    } catch (const Error& problem) {
      complaints.add("{}: {}", example.input(), problem.what());
      continue;
    }
    const auto& columns = subject.task().schema().fields;
    if (derived.fields.size() != columns.size()) {
      complaints.add("{}: a row of {} columns is derived", example.input(), derived.fields.size());
      continue;
    }
    if (is_another_answer(subject.task(), example, derived)) {
      ++others;
      continue;
    }
    for (std::size_t column = 0; column < columns.size(); ++column) {
      if (tells_the_same(subject.task(), example, derived, column)) continue;
      complaints.add("{}: another {} is derived", example.input(), columns[column].name);
    }
    const RuleTable& rules = subject.task().rules();
    if (derived.rules.empty() ||
        from_root(derived.rules, rules) != from_root(example.rules, rules)) {
      complaints.add("{}: other rules are derived", example.input());
    }
  }
  if (others * 2 > rows.size()) complaints.add("{} of {} have another answer", others, rows.size());
  return complaints;
}

}  // namespace assay::conformance
