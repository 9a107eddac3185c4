#include "assay/tasks/cscan/theory/decision.h"

#include <utility>

namespace assay::cscan {

namespace {

// Whether the theory answers a question about a rule, and how.
bool settles(const Theory& theory, const Rule& rule, Reply& reply) {
  Output value;
  if (theory.evaluate(rule.left, value) == Known::kYes) {
    reply.kind = value == rule.right ? Reply::Kind::kYes : Reply::Kind::kNo;
    return true;
  }
  reply.kind = Reply::Kind::kNo;
  return theory.conflicts_with(rule);
}

bool settles(const Theory& theory, const Tree& command, Reply& reply) {
  reply.kind = Reply::Kind::kActions;
  return theory.evaluate(command, reply.actions) == Known::kYes;
}

}  // namespace

Answer decide(const Knowledge& knowledge, const Request& request) {
  Answer answer;
  const auto is_settled_by = [&](const Theory& theory) {
    return request.form == Form::kRule ? settles(theory, request.rule, answer.reply)
                                       : settles(theory, request.rule.left, answer.reply);
  };
  answer.qualifier = Qualifier::kMonotonic;
  if (is_settled_by(knowledge.monotonic)) return answer;
  answer.qualifier = Qualifier::kDefeasible;
  if (is_settled_by(knowledge.defeasible)) return answer;
  answer.reply = {Reply::Kind::kUnknown, {}};
  return answer;
}

}  // namespace assay::cscan
