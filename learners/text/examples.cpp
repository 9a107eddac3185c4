#include "assay/learners/text/examples.h"

#include "assay/core/example.h"
#include "assay/store/row_pass.h"

namespace assay::learners {

TextRows read_texts(const DataSet& data, std::span<const std::uint64_t> rows,
                    const Control& control) {
  TextRows texts;
  const std::string& task = data.manifest().recipe.task;
  const RowIndex index(data);
  for_rows<TextRows>(
      index, rows,
      {.shape = row_shape(data.manifest()), .want = {.rules = false}, .control = control},
      [&](Example& row, std::string_view, TextRows& out) {
        out.ids.push_back(id_of(task, row));
        out.inputs.push_back(row.input());
        out.targets.push_back(row.target());
      },
      [&](TextRows& some) {
        texts.ids.insert(texts.ids.end(), some.ids.begin(), some.ids.end());
        texts.inputs.insert(texts.inputs.end(), some.inputs.begin(), some.inputs.end());
        texts.targets.insert(texts.targets.end(), some.targets.begin(), some.targets.end());
      });
  return texts;
}

Examples::Examples(const TextRows& texts, const Vocabulary& vocabulary) {
  std::vector<Token> source;
  std::vector<Token> target;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    source.clear();
    target.clear();
    vocabulary.append_tokens(texts.inputs[i], source);
    vocabulary.append_tokens(texts.targets[i], target);
    add(source, target);
  }
}

void Examples::add(std::span<const Token> source, std::span<const Token> target) {
  for (const std::span<const Token> piece : {source, target}) {
    starts_.push_back(tokens_.size());
    tokens_.insert(tokens_.end(), piece.begin(), piece.end());
  }
}

std::span<const Token> Examples::piece(std::size_t number) const {
  const std::size_t end = number + 1 < starts_.size() ? starts_[number + 1] : tokens_.size();
  return std::span(tokens_).subspan(starts_[number], end - starts_[number]);
}

}  // namespace assay::learners
