#include "assay/tasks/cfq/formats.h"

#include <memory>

#include "assay/tasks/cfq/query/query_preprocessing.h"

namespace assay::cfq {

namespace {

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

}  // namespace

std::vector<Format> cfq_formats() {
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

}  // namespace assay::cfq
