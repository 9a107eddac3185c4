// Answers of a model, by the first two bytes to which task and which of its rows.
#include <algorithm>

#include "assay/base/text.h"
#include "fuzz_subjects.h"
#include "fuzz_targets.h"

namespace assay::fuzz {

namespace {

bool is_equal(const Verdict& one, const Verdict& other) {
  return one.status == other.status && one.score == other.score && one.why == other.why &&
         one.marks == other.marks;
}

void require_metrics(const Subject& subject, const Example& row, std::string_view answer,
                     const Verdict& verdict) {
  for (const MetricSpec& spec : subject.task->abilities().metrics) {
    const bool asks_for_a_file = std::ranges::any_of(
        spec.params, [](const ParamSpec& param) { return param.default_text.empty(); });
    if (asks_for_a_file) continue;
    const auto metric = spec.make(Params(spec.params, {}, spec.name));
    metric->see(row, answer, verdict);
    metric->report({});
    metric->list(
        [](std::string_view line) { require(is_one_line(line), "a text a line is listed"); });
  }
}

}  // namespace

void answers(std::string_view bytes) {
  Input input(bytes);
  const Subject& subject = choose_subject(input);
  const Example& row = subject.rows[input.choose(subject.rows.size())];
  const std::string_view answer = input.rest();
  const Verdict verdict = subject.task->judge(row, answer);
  require_sound(verdict);
  require(is_equal(subject.task->judge(row, answer), verdict), "a judge does not change its mind");
  if (subject.task->info().one_answer && split_words(answer) == split_words(row.target())) {
    require(verdict.status == Status::kRight, "the target is right however it is spaced");
  }
  if (verdict.status != Status::kNoAnswer) require_metrics(subject, row, answer, verdict);
}

}  // namespace assay::fuzz
