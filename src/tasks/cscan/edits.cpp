#include "assay/tasks/cscan/edits.h"

#include <utility>

namespace assay::cscan {

namespace {

constexpr std::uint64_t kVariablePercent = 60;  // of the tokens put in

char draw_token(const Tokens& tokens, Stream& stream) {
  const bool variable = tokens.variables > 0 && stream.below(100) < kVariablePercent;
  if (variable) return variable_byte(stream.below(tokens.variables));
  return action_byte(tokens.actions[stream.below(tokens.actions.size())]);
}

enum class Edit : std::uint8_t { kInsert, kDelete, kSubstitute, kSwap };

void apply(Edit edit, Output& output, const Tokens& tokens, Stream& stream) {
  if (edit == Edit::kInsert) {
    const std::size_t at = stream.below(output.size() + 1);
    output.insert(at, 1, draw_token(tokens, stream));
    return;
  }
  if (output.empty()) return;
  const std::size_t at = stream.below(output.size());
  if (edit == Edit::kDelete) {
    output.erase(at, 1);
  } else if (edit == Edit::kSubstitute) {
    output[at] = draw_token(tokens, stream);
  } else if (at + 1 < output.size()) {
    std::swap(output[at], output[at + 1]);
  }
}

}  // namespace

Output edited(const Output& output, const Tokens& tokens, Stream& stream) {
  Output result = output;
  while (result == output) {
    result = output;
    apply(static_cast<Edit>(stream.below(4)), result, tokens, stream);
  }
  return result;
}

}  // namespace assay::cscan
