#include "assay/learners/fewshot/prototypes.h"

namespace assay::learners {

namespace {

Tensor mean_by(const Tensor& features, const Tensor& is_member) {
  const Tensor weights = is_member / is_member.sum(1, true).clamp_min(1);
  return at::bmm(weights.unsqueeze(1), features).squeeze(1);
}

// Of the squared lengths, what tells the two apart.
Tensor threshold_of(const Prototypes& prototypes) {
  return (prototypes.no * prototypes.no - prototypes.yes * prototypes.yes).sum(1);
}

}  // namespace

Prototypes prototypes_of(const Tensor& features, const Tensor& labels) {
  return {.no = mean_by(features, 1 - labels), .yes = mean_by(features, labels)};
}

Tensor yes_scores(const Prototypes& prototypes, const Tensor& queries) {
  const Tensor toward = 2 * (prototypes.yes - prototypes.no);
  return at::baddbmm(threshold_of(prototypes).view({-1, 1, 1}), queries, toward.unsqueeze(-1))
      .squeeze(-1);
}

Tensor pool_scores(const Prototypes& prototypes, const Tensor& pool) {
  const Tensor toward = 2 * (prototypes.yes - prototypes.no);
  return at::addmm(threshold_of(prototypes).unsqueeze(1), toward, pool.t());
}

Tensor label_loss(const Tensor& scores, const Tensor& labels) {
  return at::softplus((1 - 2 * labels) * scores).mean();
}

}  // namespace assay::learners
