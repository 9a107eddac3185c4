// Questions of users, by the first byte to which task: to its solver and its reader, and as a file
// of them.
#include <algorithm>

#include "assay/base/text.h"
#include "assay/pipeline/solve.h"
#include "assay/render/rule_tree.h"
#include "fuzz_subjects.h"
#include "fuzz_targets.h"

namespace assay::fuzz {

namespace {

void require_readings(const TextReader& reader, std::string_view question,
                      const std::string& answer) {
  std::vector<std::string> readings = reader.readings(question);
  require(!readings.empty() && readings.front() == answer, "the first reading is the solver's");
  std::ranges::sort(readings);
  require(std::ranges::adjacent_find(readings) == readings.end(), "no reading stands there twice");
}

// Readers may space a question as the task does: "M0's" is "M0 's".
std::string without_blanks(std::string_view text) {
  std::string letters;
  for (const std::string_view word : split_words(text)) letters += word;
  return letters;
}

void require_derivation(const Subject& subject, std::string_view question) {
  Example row;
  subject.task->abilities().reader->derive(question, row);
  require(without_blanks(row.input()) == without_blanks(question),
          "a row that is derived has the text of the question");
  row.stamp = kStamp;
  std::string written;
  RowWriter(subject.shape, true).append(written, row);
  Example again;
  RowReader(subject.shape).parse(written, again);
  require(again == row, "a row that was derived and written reads equal");
  const Verdict verdict = subject.task->judge(row, row.target());
  require_sound(verdict);
  require(verdict.status == Status::kRight, "the answer that is derived is right");
  require(rule_tree_text(row.rules, subject.task->rules()).empty() == row.rules.empty(),
          "rules can be drawn");
}

void solve_file(const Task& task, std::string_view text) {
  std::uint64_t lines = 0;
  const SolveResult result =
      solve_lines(task, text, {.file_name = "questions.jsonl", .all_readings = true}, {},
                  [&](std::string_view out) {
                    lines += static_cast<std::uint64_t>(std::ranges::count(out, '\n'));
                  });
  require(result.unsolved <= lines && lines <= result.count, "every line gets an answer");
  for (const std::string& problem : result.problems) {
    require(is_one_line(problem), "a problem is told on one line");
  }
}

}  // namespace

void questions(std::string_view bytes) {
  Input input(bytes);
  const Subject& subject = choose_subject(input);
  const std::string_view question = input.rest();
  std::string answer;
  const bool solved = takes([&] { answer = subject.task->solve(question); });
  if (const TextReader* reader = subject.task->abilities().reader) {
    if (solved) require_readings(*reader, question, answer);
    takes([&] { require_derivation(subject, question); });
  }
  takes([&] { solve_file(*subject.task, question); });
}

}  // namespace assay::fuzz
