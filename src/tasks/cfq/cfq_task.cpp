#include "assay/tasks/cfq/cfq_task.h"

#include "assay/base/error.h"
#include "assay/tasks/cfq/compiler/compiler.h"
#include "assay/tasks/cfq/formats.h"
#include "assay/tasks/cfq/instructions.h"
#include "assay/tasks/cfq/judge.h"
#include "assay/tasks/cfq/row.h"
#include "assay/tasks/cfq/source.h"

namespace assay::cfq {

const TaskInfo& CfqTask::static_info() {
  static const TaskInfo kInfo{
      .name = "cfq",
      .version = "2.0.0",
      .title = "CFQ: questions to SPARQL",
      .summary =
          "Questions about films, people and companies become SPARQL queries. Question patterns "
          "with placeholders for entities are made from rules that people can read (rules/cfq), "
          "with their logical forms and the graph of all rules; the same rules read questions "
          "back.",
      .unit = "question pattern",
      .params = {ParamSpec::number(
                     "lowest_level", 9, 9, 100,
                     "the fewest grammar rules of a question (the paper's complexity)"),
                 ParamSpec::number("highest_level", 50, 9, 100,
                                   "the most grammar rules of a question"),
                 ParamSpec::number("relative_clauses", 1, 0, 5,
                                   "how many relative clauses a question may have"),
                 {"domain", "", "rule files to add, separated by commas", {}, {}, {}, added_rules}},
      .compounds = {"cfq: grammar, inference, resolution and knowledge rules under one join", 4,
                    50'000, true, 0, 20'000},
      .citation =
          "@inproceedings{keysers2020measuring,\n"
          "  title={Measuring Compositional Generalization: A Comprehensive Method on Realistic "
          "Data},\n"
          "  author={Keysers, Daniel and Sch{\\\"a}rli, Nathanael and Scales, Nathan and others},\n"
          "  booktitle={International Conference on Learning Representations},\n"
          "  year={2020}\n}",
      .licence = "Apache-2.0 (this generator); the published CFQ files are CC-BY 4.0",
      .notes =
          {"The authors' generator and most of its rules were never published. Rules are ours, "
           "written to read every published question and to give its published query; where "
           "appendix M prints a rule it is used, with the repairs named in rules/cfq.",
           "Entities are numbered in the order of the text. The published order is unknown.",
           "Questions are patterns; entities are not filled in.",
           "Questions that can be read in two ways are left out."},
      .witness = Witness::kCompiler,
  };
  return kInfo;
}

CfqTask::CfqTask(Params given, Workplace workplace)
    : Task(std::move(given), std::move(workplace)),
      info_(static_info()),
      language_(rules_with(params().text("domain"))) {
  // The independent compiler knows no word that a user's rules add.
  if (!params().text("domain").empty()) info_.witness = Witness::kSameRules;
  if (params().number("lowest_level") > params().number("highest_level")) {
    fail(ErrorKind::kUsage, "task cfq: lowest_level {} is above highest_level {}",
         params().number("lowest_level"), params().number("highest_level"));
  }
}

const Schema& CfqTask::schema() const { return cfq_schema(); }

std::unique_ptr<Source> CfqTask::open(std::uint64_t seed) const {
  const auto limit = [&](const char* name) {
    return static_cast<std::uint32_t>(params().number(name));
  };
  return open_cfq(
      language_,
      PatternLimits{limit("lowest_level"), limit("highest_level"), limit("relative_clauses")},
      seed);
}

std::string CfqTask::solve(std::string_view input) const {
  return to_text(language_.read(input).front().query);
}

std::vector<std::string> CfqTask::readings(std::string_view input) const {
  std::vector<std::string> texts;
  for (const Reading& reading : language_.read(input)) texts.push_back(to_text(reading.query));
  return texts;
}

void CfqTask::derive(std::string_view input, Example& out) const {
  reset(out, cfq_schema());
  Pattern pattern;
  language_.derive(input, pattern, out.rules);
  write_row(pattern, out);
}

std::string CfqTask::defect(const Example& row) const {
  if (info_.witness != Witness::kCompiler) return {};
  return compiler::objection(row.input(), row.target());
}

Verdict CfqTask::judge(const Example& row, std::string_view answer) const {
  return cfq::judge(row, answer);
}

Features CfqTask::features(const Example& row) const {
  const auto number = [&](Column column) {
    return static_cast<std::uint32_t>(number_at(row, column));
  };
  return {row.input(), text_at(row, kTemplate), text_at(row, kQueryPattern), number(kLeaves),
          number(kConstraints)};
}

std::vector<Format> CfqTask::formats() const { return cfq_formats(); }

Instructions CfqTask::instructions() const { return cfq_instructions(); }

Abilities CfqTask::abilities() const {
  const bool explains = params().text("domain").empty();
  return {.reader = this, .instructor = explains ? this : nullptr, .auditor = this};
}

}  // namespace assay::cfq
