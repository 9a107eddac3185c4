// What a prediction asserts: a rule request answered 1 asserts its rule, a command answered with
// actions asserts that it means them. Every other answer asserts nothing.
#pragma once

#include <optional>

#include "assay/tasks/cscan/theory/text.h"

namespace assay::cscan {

struct Assertion {
  Rule rule;
  Form form = Form::kRule;
  Qualifier qualifier = Qualifier::kMonotonic;
  friend bool operator==(const Assertion&, const Assertion&) = default;
};

inline std::optional<Assertion> asserted_by(const Request& request, const Answer& answer) {
  if (request.form == Form::kRule && answer.reply.kind == Reply::Kind::kYes) {
    return Assertion{request.rule, request.form, answer.qualifier};
  }
  if (request.form == Form::kCommand && answer.reply.kind == Reply::Kind::kActions) {
    return Assertion{{request.rule.left, answer.reply.actions}, request.form, answer.qualifier};
  }
  return std::nullopt;
}

}  // namespace assay::cscan
