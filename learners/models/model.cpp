#include "assay/learners/models/model.h"

#include "assay/learners/models/gcn_lstm_model.h"
#include "assay/learners/models/lstm_model.h"
#include "assay/learners/models/mlstm_model.h"
#include "assay/learners/models/transformer_model.h"

namespace assay::learners {

void DecodeState::select(const Tensor& rows) {
  for (Tensor& tensor : tensors) tensor = tensor.index_select(0, rows.to(tensor.device()));
}

std::unique_ptr<Model> make_model(const LearnerRecipe& recipe, std::int64_t words,
                                  std::uint64_t seed, const at::TensorOptions& options) {
  if (recipe.model == "lstm") return make_lstm_model(recipe, words, seed, options);
  if (recipe.model == "mlstm") return make_mlstm_model(recipe, words, seed, options);
  if (recipe.model == "gcn_lstm") return make_gcn_lstm_model(recipe, words, seed, options);
  return make_transformer_model(recipe, words, seed, options);
}

Tensor token_tensor(const std::vector<std::int64_t>& tokens, std::int64_t rows) {
  const Tensor made = at::empty({rows, static_cast<std::int64_t>(tokens.size()) / rows}, at::kLong);
  std::copy(tokens.begin(), tokens.end(), made.data_ptr<std::int64_t>());
  return made;
}

Tensor length_tensor(const std::vector<std::int64_t>& lengths) {
  return token_tensor(lengths, static_cast<std::int64_t>(lengths.size())).view({-1});
}

}  // namespace assay::learners
