#include "assay/tasks/cscan/cscan_task.h"

#include <fmt/format.h>

#include <algorithm>

#include "assay/base/hash.h"
#include "assay/base/text.h"
#include "assay/tasks/cscan/consistency/consistency_sum.h"
#include "assay/tasks/cscan/consistency_metric.h"
#include "assay/tasks/cscan/derivation.h"
#include "assay/tasks/cscan/formats.h"
#include "assay/tasks/cscan/holdouts.h"
#include "assay/tasks/cscan/instructions.h"
#include "assay/tasks/cscan/judge.h"
#include "assay/tasks/cscan/row.h"
#include "assay/tasks/cscan/settings.h"
#include "assay/tasks/cscan/shortcuts.h"

namespace assay::cscan {

namespace {

constexpr std::uint64_t kCertified = 1200;  // contexts whose answers are compared with each other

// "S=T_and_T": the levels and words of a production.
std::string rule_name(const Production& production, const RuleSpace& space) {
  std::string name = space.levels[production.result] + "=";
  std::size_t slot = 0;
  for (const std::string& word : production.pattern) {
    if (!name.ends_with('=')) name += '_';
    name += word.empty() ? space.levels[production.slots[slot++]] : word;
  }
  return name;
}

}  // namespace

const TaskInfo& CscanTask::static_info() {
  static const TaskInfo kInfo{
      .name = "cscan",
      .version = "1.0.0",
      .title = "Conceptual SCAN: learning with and about rules",
      .summary =
          "A context of rules and examples, different each time, and a request: what does a "
          "command mean, or does a rule hold? The answer says whether it follows from the context "
          "(Monotonic) or only from what the context lets one assume (Defeasible); what cannot be "
          "known is answered with a question mark. Rule spaces are files: b and x are those of the "
          "paper, scan has the meaning of SCAN.",
      .unit = "context",
      .params = param_specs(),
      .difficulty = difficulty_levels(),
      .compounds = {"cscan: productions of the request", 4, 0, true, 0, 0, false},
      .citation =
          "@article{conceptualscan2022,\n"
          "  title={Conceptual SCAN: Learning With and About Rules},\n"
          "  author={Anonymous},\n"
          "  journal={Submission to ICLR 2023, OpenReview 2iu9NhxX23},\n"
          "  year={2022}\n}",
      .licence = "Apache-2.0",
      .notes = {"No code or data of the paper were released; what it leaves open is decided in the "
                "card.",
                "Answers follow the paper's axioms; six of the 22 labels printed in its Figure 8 "
                "contradict them."},
      .one_answer = true,
  };
  return kInfo;
}

CscanTask::CscanTask(Params given, Workplace workplace)
    : Task(std::move(given), std::move(workplace)),
      space_(read_rule_space(params().text("space"))),
      phrases_(space_),
      reader_(phrases_),
      tokens_(params().text("vocabulary")),
      solver_(space_),
      text_reader_(solver_, phrases_, reader_, tokens_),
      row_check_(phrases_, reader_, tokens_),
      settings_(settings_from(params())) {
  for (const Production& production : space_.productions) {
    rules_.add(rule_name(production, space_), RuleKind::kGrammar, "[" + production.name + "]");
  }
}

const Schema& CscanTask::schema() const { return cscan_schema(); }

std::unique_ptr<Source> CscanTask::open(std::uint64_t seed) const {
  return open_cscan(space_, tokens_, settings_, seed, workplace().control);
}

std::string CscanTask::solve(std::string_view input) const { return solver_.solve(input); }

Verdict CscanTask::judge(const Example& row, std::string_view answer) const {
  return cscan::judge(row.target(), answer, reader_);
}

std::string CscanTask::defect(const Example& row) const { return row_check_.defect_of(row); }

std::string CscanTask::canonical(const Example& row) const {
  auto lines = split_text(context_in(row.input()), '\n');
  std::ranges::sort(lines);
  std::string form(request_in(row.input()));
  for (const std::string_view line : lines) {
    form += '\n';
    form += line;
  }
  return form;
}

Features CscanTask::features(const Example& row) const {
  return {fmt::format("{:016x}", hash64(context_in(row.input()))),
          request_pattern(request_in(row.input()), space_),
          reply_pattern(text_at(row, kReply)),
          static_cast<std::uint32_t>(number_at(row, kInputLength)),
          static_cast<std::uint32_t>(count_words(text_at(row, kReply))),
          number_at(row, kLeader) < 0
              ? std::nullopt
              : std::optional(static_cast<std::uint32_t>(number_at(row, kLeader)))};
}

// Appendix D.6 of the paper: the answers of a context must not contradict each other, nor one of
// them be less sure than what it follows from.
std::vector<Finding> CscanTask::certify(std::uint64_t seed) const {
  const auto source = open(seed);
  const std::uint64_t contexts = std::min(source->unit_count().value_or(kCertified), kCertified);
  ConsistencySum sum(phrases_, reader_, ConsistencyReading::kPaper);
  Example row;
  for (std::uint64_t number = 0; number < contexts; ++number) {
    const auto unit = source->unit(number);
    for (std::uint32_t item = 0; item < source->items_per_unit(); ++item) {
      if (!unit->make(item, {.rules = false}, row)) continue;
      sum.add(context_in(row.input()), id_of(info().name, row), request_in(row.input()),
              row.target());
    }
    workplace().control.report({"certify contexts", number + 1, contexts, 0});
  }
  const ConsistencyCounts counts = sum.report(workplace().control).counts;
  return {{"consistency",
           fmt::format("the answers of the first {} imply each other in {} ways and contradict "
                       "each other in {}",
                       counted(contexts, "context"), with_commas(counts.implications),
                       with_commas(counts.contradictions())),
           counts.contradictions() > 0}};
}

std::vector<Holdout> CscanTask::holdouts() const { return cscan_holdouts(settings_); }

std::vector<Format> CscanTask::formats() const { return cscan_formats(); }

Instructions CscanTask::instructions() const { return cscan_instructions(space_); }

std::string CscanTask::steps(const Example& row) const {
  return derive_answer(row.input(), space_, solver_.induce(context_in(row.input()))).text;
}

Abilities CscanTask::abilities() const {
  return {.reader = &text_reader_,
          .instructor = this,
          .auditor = this,
          .metrics = {consistency_metric(phrases_, reader_)},
          .shortcuts = cscan_shortcuts(solver_)};
}

}  // namespace assay::cscan
