#include "assay/learners/training/grounded_metrics.h"

#include <algorithm>
#include <numeric>

namespace assay::learners {

namespace {

constexpr std::size_t kRowsPerBatch = 256;

bool is_equal_to_cut(std::span<const Token> target, std::span<const Token> prediction) {
  const auto cut = [](std::span<const Token> all) {
    return all.first(std::min(all.size(), kPublishedCut));
  };
  // A word that training never showed is never right.
  const bool is_known = std::ranges::find(target, kUnknown) == target.end();
  return is_known && std::ranges::equal(cut(target), cut(prediction));
}

// Rows whose cell the model names.
std::optional<std::uint64_t> count_cells(Model& model, const Examples& examples,
                                         const Control& control) {
  std::vector<std::uint32_t> numbers(examples.size());
  std::iota(numbers.begin(), numbers.end(), 0U);
  std::uint64_t right = 0;
  for (std::size_t begin = 0; begin < numbers.size(); begin += kRowsPerBatch) {
    if (control.cancelled()) throw Interrupted("stopped on request");
    const std::size_t count = std::min(kRowsPerBatch, numbers.size() - begin);
    const Batch batch = make_batch(examples, std::span(numbers).subspan(begin, count), {});
    const Tensor scores = model.cell_scores(batch);
    if (!scores.defined()) return std::nullopt;
    const Tensor is_right = scores.argmax(1).cpu() == length_tensor(batch.target_cells);
    right += static_cast<std::uint64_t>(is_right.sum().item<std::int64_t>());
  }
  return right;
}

}  // namespace

void count_grounded(PartResult& result, Model& model, const Examples& examples,
                    const std::vector<Tokens>& predictions, const Control& control) {
  if (examples.grid() == 0) return;
  std::uint64_t equal = 0;
  for (std::size_t i = 0; i < predictions.size(); ++i)
    equal += is_equal_to_cut(examples.target(i), predictions[i]) ? 1 : 0;
  result.exact_30 = equal;
  result.cells = count_cells(model, examples, control);
}

}  // namespace assay::learners
