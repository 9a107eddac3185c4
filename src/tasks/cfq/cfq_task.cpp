#include "assay/tasks/cfq/cfq_task.h"

#include <fmt/format.h>

#include "assay/base/error.h"
#include "assay/base/json.h"
#include "assay/base/text.h"
#include "assay/tasks/cfq/compiler/compiler.h"
#include "assay/tasks/cfq/query/query_errors.h"
#include "assay/tasks/cfq/query/query_preprocessing.h"

namespace assay::cfq {

namespace {

enum Column : std::size_t {
  kForm = 2,
  kTemplate,
  kQueryPattern,
  kLevel,
  kLeaves,
  kChain,
  kDegree,
  kConstraints,
  kVariables
};

const Schema& cfq_schema() {
  const auto number = [](const char* name, const char* summary, const char* published) {
    return Field{name, ValueType::kInteger, Role::kMetadata, summary, {published}};
  };
  static const Schema kSchema{
      {{"input",
        ValueType::kText,
        Role::kInput,
        "the question, entities as M0, M1 ... in the order of the text",
        {"questionPatternModEntities", "question"}},
       {"target",
        ValueType::kText,
        Role::kTarget,
        "the SPARQL query, one clause a line",
        {"sparqlPatternModEntities", "sparql", "query"}},
       {"logical_form", ValueType::kText, Role::kMetadata, "concept of the description logic", {}},
       {"template",
        ValueType::kText,
        Role::kMetadata,
        "the question with one placeholder for each lexical unit",
        {"questionTemplate"}},
       {"query_pattern",
        ValueType::kText,
        Role::kMetadata,
        "the query with properties and entities anonymised",
        {"sparqlPattern"}},
       number("level", "grammar rules applied, and the join", "parseTreeRuleCount"),
       number("leaves", "words of the question", "parseTreeLeafCount"),
       number("chain", "nodes on the longest path of the query", "sparqlMaximumChainLength"),
       number("degree", "most clauses at one node of the query", "sparqlMaximumDegree"),
       number("constraints", "clauses of the query", "sparqlNumConstraints"),
       number("variables", "variables of the query", "sparqlNumVariables")}};
  return kSchema;
}

void fill(Example& out, Pattern& pattern) {
  const QueryMeasures measures = measure(pattern.query);
  const auto number = [&](Column column, std::size_t value) {
    out.fields[column] = static_cast<std::int64_t>(value);
  };
  out.fields[kInputField] = std::move(pattern.question);
  out.fields[kTargetField] = to_text(pattern.query);
  out.fields[kForm] = std::move(pattern.form);
  out.fields[kTemplate] = std::move(pattern.question_template);
  out.fields[kQueryPattern] = to_text(anonymise_properties(pattern.query));
  number(kLevel, pattern.level);
  number(kLeaves, pattern.leaves);
  number(kChain, measures.maximum_chain_length);
  number(kDegree, measures.maximum_degree);
  number(kConstraints, measures.constraints);
  number(kVariables, measures.variables);
}

class CfqUnit : public Unit {
 public:
  CfqUnit(const PatternMaker& maker, Key key, std::uint64_t seed, std::uint64_t index)
      : maker_(maker), key_(key), seed_(seed), index_(index) {}

  bool make(std::uint32_t item, Wanted want, Example& out) const override {
    reset(out, cfq_schema());
    out.seed = seed_;
    out.address = {index_, item};
    Pattern pattern;
    if (!maker_.make(key_, index_, pattern, want.rules ? &out.rules : nullptr)) return false;
    fill(out, pattern);
    return true;
  }

 private:
  const PatternMaker& maker_;
  Key key_;
  std::uint64_t seed_;
  std::uint64_t index_;
};

class CfqSource : public Source {
 public:
  CfqSource(const Language& language, PatternLimits limits, std::uint64_t seed)
      : maker_(language, limits), key_(stream_key(seed, "cfq")), seed_(seed) {}
  std::optional<std::uint64_t> unit_count() const override { return std::nullopt; }
  std::uint32_t items_per_unit() const override { return 1; }
  std::unique_ptr<Unit> unit(std::uint64_t index) const override {
    return std::make_unique<CfqUnit>(maker_, key_, seed_, index);
  }

 private:
  PatternMaker maker_;
  Key key_;
  std::uint64_t seed_;
};

class Vocabulary : public RowSummary {
 public:
  void add(const Example& row) override {
    counter_.add(preprocess_question(row.input()));
    counter_.add(preprocess_query(row.target()));
  }
  std::string text() const override {
    std::string lines;
    for (const std::string& token : counter_.tokens()) lines += token + '\n';
    return lines;
  }

 private:
  VocabularyCounter counter_;
};

Query reference_of(const Example& row) {
  ParsedQuery parsed = parse_query(row.target());
  if (!parsed.query) {
    fail(ErrorKind::kInput, "{}: the target is not a query: {}", id_of("cfq", row), parsed.problem);
  }
  return std::move(*parsed.query);
}

}  // namespace

const TaskInfo& CfqTask::static_info() {
  static const TaskInfo kInfo{
      .name = "cfq",
      .version = "1.0.0",
      .title = "CFQ: questions to SPARQL",
      .summary =
          "Questions about films, people and companies become SPARQL queries. Question patterns "
          "with placeholders for entities are made from rules that people can read (rules/cfq), "
          "with their logical forms and the graph of all rules; the same rules read questions "
          "back.",
      .unit = "question pattern",
      .params = {ParamSpec::number("lowest_level", 9, 9, 100,
                                   "the fewest rules of a question (the paper's complexity)"),
                 ParamSpec::number("highest_level", 50, 9, 100, "the most rules of a question"),
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
  return std::make_unique<CfqSource>(
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
  fill(out, pattern);
}

std::string CfqTask::defect(const Example& row) const {
  if (info_.witness != Witness::kCompiler) return {};
  return compiler::objection(row.input(), row.target());
}

Verdict CfqTask::judge(const Example& row, std::string_view answer) const {
  if (split_words(answer).empty()) {
    return {Status::kNoAnswer, std::nullopt, "the answer is empty", {}};
  }
  const Query reference = reference_of(row);
  const ParsedQuery given = parse_query(answer);
  Verdict verdict{Status::kRight, 1.0, "", {{"strict", answer == row.target() ? 1.0 : 0.0}}};
  if (!given.query) {
    verdict.status = Status::kUnparsable;
    verdict.score = 0.0;
    verdict.why = given.problem;
    verdict.marks.emplace_back("malformed", 1.0);
    return verdict;
  }
  if (same_meaning(reference, *given.query)) return verdict;
  const QueryErrors errors = find_errors(reference, *given.query);
  verdict.status = Status::kWrong;
  verdict.score = 0.0;
  const auto mark = [&](const char* name, std::size_t count) {
    if (count == 0) return;
    verdict.marks.emplace_back(name, static_cast<double>(count));
    if (!verdict.why.empty()) verdict.why += ", ";
    verdict.why += fmt::format("{} {}", count, name);
  };
  mark("other_header", errors.other_header ? 1 : 0);
  mark("clause_inserted", errors.inserted);
  mark("clause_deleted", errors.deleted);
  mark("clause_wrong_property", errors.wrong_property);
  mark("clause_wrong_node", errors.wrong_node);
  mark("clause_wrong_both", errors.wrong_both);
  mark("filter_inserted", errors.filters_inserted);
  mark("filter_deleted", errors.filters_deleted);
  mark("filter_wrong", errors.filters_wrong);
  if (errors.has_clause_error()) verdict.marks.emplace_back("any_clause_error", 1.0);
  if (errors.has_filter_error()) verdict.marks.emplace_back("any_filter_error", 1.0);
  return verdict;
}

Features CfqTask::features(const Example& row) const {
  const auto number = [&](Column column) {
    return static_cast<std::uint32_t>(std::get<std::int64_t>(row.fields[column]));
  };
  return {row.input(), std::get<std::string>(row.fields[kTemplate]),
          std::get<std::string>(row.fields[kQueryPattern]), number(kLeaves), number(kConstraints)};
}

std::vector<Format> CfqTask::formats() const {
  const RowFile questions{"{part}/{part}_encode.txt", [](const Example& row, std::string& out) {
                            out += preprocess_question(row.input()) + '\n';
                          }};
  const RowFile queries{"{part}/{part}_decode.txt", [](const Example& row, std::string& out) {
                          out += preprocess_query(row.target()) + '\n';
                        }};
  const GatheredFile vocabulary{"vocab.cfq.tokens", [] { return std::make_unique<Vocabulary>(); }};
  return {{.name = "cfq",
           .summary = "the official preprocessing: {part}_encode.txt, {part}_decode.txt and "
                      "vocab.cfq.tokens",
           .files = {questions, vocabulary, queries}},
          {.name = "cfq-decode",
           .summary = "the queries as the official preprocessing writes them",
           .files = {queries}}};
}

Abilities CfqTask::abilities() const { return {.reader = this, .auditor = this}; }

}  // namespace assay::cfq
