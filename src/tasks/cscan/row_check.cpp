#include "assay/tasks/cscan/row_check.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <memory>

#include "assay/tasks/cscan/row.h"

namespace assay::cscan {

RowCheck::RowCheck(const PhraseTable& phrases, const Reader& reader, const TokenCounter& tokens)
    : phrases_(phrases),
      reader_(reader),
      tokens_(tokens),
      contexts_([&phrases] { return std::make_unique<ContextReading>(phrases.space()); }) {}

std::string RowCheck::defect_of(const Example& row) const {
  ObjectPool<ContextReading>::Loan reading(contexts_);
  reading->read(context_in(row.input()));
  if (!reading->problem().empty()) return reading->problem();
  const auto request = reader_.request(request_in(row.input()));
  if (!request) return "the request cannot be read";
  if (text_at(row, kRequest) != request_in(row.input())) {
    return "the field \"request\" is not the first line of the input";
  }
  const auto answer = reader_.answer(row.target());
  if (!answer) return "the target cannot be read";
  std::string target = text_at(row, kReply);
  fmt::format_to(std::back_inserter(target), " (Reasoning: {})", text_at(row, kQualifier));
  if (target != row.target()) return "reply and qualifier are not those of the target";
  if (name_of(class_of(*request, *answer)) != text_at(row, kClass)) {
    return fmt::format("the class is {}", name_of(class_of(*request, *answer)));
  }
  const RequestFigures figures = figures_of(*request, phrases_, reading->told());
  const bool figures_agree = figures.rules == number_at(row, kRules) &&
                             figures.variables == number_at(row, kVariables) &&
                             figures.level == number_at(row, kLevel) &&
                             std::popcount(reading->told()) == number_at(row, kContextRules) &&
                             std::abs(figures.explicit_share - real_at(row, kExplicitShare)) < 1e-9;
  if (!figures_agree) return "the counts of the request are not what the texts say";
  const auto length = static_cast<std::int64_t>(tokens_.count(row.input()));
  if (length != number_at(row, kInputLength)) {
    return fmt::format("the input has {} tokens", length);
  }
  if (length > phrases_.space().limits.most_input ||
      tokens_.count(row.target()) > phrases_.space().limits.most_output) {
    return "the example is longer than its rule space allows";
  }
  return {};
}

}  // namespace assay::cscan
