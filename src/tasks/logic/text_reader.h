// Understands questions that were not made here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/core/abilities.h"
#include "assay/inference/inference_rules.h"
#include "assay/tasks/logic/derivation.h"
#include "assay/tasks/logic/vocabulary/question.h"

namespace assay::logic {

// Book and derivations must outlive it.
class LogicReader : public TextReader {
 public:
  LogicReader(const RuleBook& book, const Derivations& derivations, AnswerPlace place)
      : book_(book), derivations_(derivations), place_(place) {}

  // The reader of questions knows no text with two meanings.
  std::vector<std::string> readings(std::string_view input) const override;
  // The answer is the solver's, and the rules are those of its steps. Where a chain shows it, the
  // generator may have had another: the solver's is a shortest or nearly shortest one. The number
  // of the problem stays open, and so does whether "James is rich" was made as a proposition where
  // nothing else is said of James or of being rich: it is derived as one.
  void derive(std::string_view input, Example& out) const override;

 private:
  const RuleBook& book_;
  const Derivations& derivations_;
  AnswerPlace place_;
};

}  // namespace assay::logic
