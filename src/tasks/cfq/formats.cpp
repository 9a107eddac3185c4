#include "assay/tasks/cfq/formats.h"

#include <fmt/format.h>

#include <memory>
#include <string>

#include "assay/base/tab_separated.h"
#include "assay/tasks/cfq/published_record.h"
#include "assay/tasks/cfq/query/query_preprocessing.h"
#include "assay/tasks/cfq/row.h"

namespace assay::cfq {

namespace {

// Which columns hold the question and the query with placeholders.
struct PatternColumns {
  std::size_t question = kInputField;
  std::size_t query = kTargetField;
};

class Vocabulary : public RowSummary {
 public:
  explicit Vocabulary(PatternColumns columns) : columns_(columns) {}
  void add(const Example& row) override {
    counter_.add(preprocess_question(text_at(row, columns_.question)));
    counter_.add(preprocess_query(text_at(row, columns_.query)));
  }
  std::string text() const override {
    std::string lines;
    for (const std::string& token : counter_.tokens()) lines += token + '\n';
    return lines;
  }

 private:
  PatternColumns columns_;
  VocabularyCounter counter_;
};

RowFile encoded(PatternColumns columns) {
  return {"{part}/{part}_encode.txt", [columns](const Example& row, std::string& out) {
            out += preprocess_question(text_at(row, columns.question)) + '\n';
          }};
}

RowFile decoded(PatternColumns columns) {
  return {"{part}/{part}_decode.txt", [columns](const Example& row, std::string& out) {
            out += preprocess_query(text_at(row, columns.query)) + '\n';
          }};
}

GatheredFile vocabulary(PatternColumns columns) {
  return {"vocab.cfq.tokens", [columns] { return std::make_unique<Vocabulary>(columns); }};
}

using AppendRow = std::function<void(const Example& row, std::string& out)>;

// Rows that were stored without their rules get them again from the question.
AppendRow record_appender(Target target, const Language& language) {
  return [target, &language](const Example& row, std::string& out) {
    if (!row.rules.empty()) {
      append_record(row, target, row.rules, language.rules(), out);
      return;
    }
    Pattern pattern;
    RuleGraph rules;
    language.derive(text_at(row, kPatternColumn), pattern, rules);
    append_record(row, target, rules, language.rules(), out);
  };
}

RowFile dataset_file(const AppendRow& append) {
  return {"dataset.json", append,
          [](FormatEdge edge, std::span<const FormatPart> parts, std::size_t at, std::string& out) {
            const bool follows = edge == FormatEdge::kPartBegin && at > 0 && parts[at].rows > 0;
            if (edge == FormatEdge::kFileBegin) out += "[\n";
            if (edge == FormatEdge::kBetweenRows || follows) out += ",\n";
            if (edge == FormatEdge::kFileEnd) out += "\n]\n";
          }};
}

// Records stand part after part, so each part is a range of them.
RowFile split_file() {
  return {"split.json", [](const Example&, std::string&) {},
          [](FormatEdge edge, std::span<const FormatPart> parts, std::size_t at, std::string& out) {
            if (edge == FormatEdge::kFileBegin) out += '{';
            if (edge == FormatEdge::kFileEnd) out += "}\n";
            if (edge != FormatEdge::kPartBegin) return;
            std::uint64_t first = 0;
            for (std::size_t before = 0; before < at; ++before) first += parts[before].rows;
            out += fmt::format("{}\"{}Idxs\":[", at > 0 ? "," : "", parts[at].name);
            for (std::uint64_t row = 0; row < parts[at].rows; ++row) {
              if (row > 0) out += ',';
              out += fmt::format("{}", first + row);
            }
            out += ']';
          }};
}

using OpenStore = std::function<const KnowledgeBase&()>;

// A line for each entity with a name that no other has, or for each of the others.
FixedFile names_file(const char* name, bool is_unique, const OpenStore& knowledge) {
  return {name, [is_unique, knowledge] {
            const KnowledgeBase& base = knowledge();
            std::string lines;
            for (const Node node : base.store().dictionary().by_name()) {
              if (base.has_own_name(node) != is_unique) continue;
              append_tab_separated(lines, base.store().dictionary().name(node),
                                   base.store().key(node));
            }
            return lines;
          }};
}

}  // namespace

std::vector<Format> pattern_formats() {
  const PatternColumns columns;
  return {{.name = "cfq",
           .summary = "the official preprocessing: {part}_encode.txt, {part}_decode.txt and "
                      "vocab.cfq.tokens",
           .files = {encoded(columns), vocabulary(columns), decoded(columns)}},
          {.name = "cfq-decode",
           .summary = "the queries as the official preprocessing writes them",
           .files = {decoded(columns)}}};
}

std::vector<Format> grounded_formats(Target target, const Language& language, bool lists_names,
                                     const OpenStore& knowledge) {
  const PatternColumns columns{kPatternColumn, kPatternQueryColumn};
  const AppendRow append = record_appender(target, language);
  const RowFile lines{"{part}.jsonl", [append](const Example& row, std::string& out) {
                        append(row, out);
                        out += '\n';
                      }};
  const RowFile answers{"{part}.tsv", [](const Example& row, std::string& out) {
                          append_tab_separated(out, row.input(),
                                               answer_text(texts_at(row, kAnswersColumn)));
                        }};
  Format published{.name = "cfq",
                   .summary =
                       "the published files: dataset.json with its twelve keys, split.json, the "
                       "official preprocessing ({part}_encode.txt, {part}_decode.txt, "
                       "vocab.cfq.tokens), and which names belong to one entity or to several",
                   .files = {dataset_file(append), split_file(), encoded(columns),
                             vocabulary(columns), decoded(columns)}};
  if (lists_names) {
    published.files.emplace_back(names_file("unique_names.tsv", true, knowledge));
    published.files.emplace_back(names_file("shared_names.tsv", false, knowledge));
  }
  return {std::move(published),
          {.name = "cfq-records",
           .summary = "the records of dataset.json, one per line",
           .files = {lines}},
          {.name = "cfq-answer", .summary = "question, tab, answer in words", .files = {answers}},
          {.name = "cfq-decode",
           .summary = "the queries as the official preprocessing writes them",
           .files = {decoded(columns)}}};
}

}  // namespace assay::cfq
