#include "assay/tasks/cscan/text_reader.h"

#include "assay/base/error.h"
#include "assay/tasks/cscan/context_reading.h"
#include "assay/tasks/cscan/row.h"

namespace assay::cscan {

namespace {

// Productions whose own rule stands in the context, which may be empty.
ProductionSet told_in(std::string_view context, const RuleSpace& space) {
  if (context.empty()) return 0;
  ContextReading reading(space);
  reading.read(context);
  if (!reading.problem().empty()) fail(ErrorKind::kInput, "{}", reading.problem());
  return reading.told();
}

}  // namespace

std::vector<std::string> CscanReader::readings(std::string_view input) const {
  return {solver_.solve(input)};
}

void CscanReader::derive(std::string_view input, Example& out) const {
  const auto answer = reader_.answer(solver_.solve(input));
  ASSAY_CHECK(answer.has_value());
  const auto request = reader_.request(request_in(input));
  if (!request) fail(ErrorKind::kInput, "the request cannot be read");
  const ProductionSet told = told_in(context_in(input), phrases_.space());
  reset(out, cscan_schema());
  out.fields[kInput] = std::string(input);
  out.fields[kRequest] = std::string(request_in(input));
  write_columns(*request, *answer, phrases_, told, out);
  out.fields[kInputLength] = static_cast<std::int64_t>(tokens_.count(input));
  out.fields[kLeader] = std::int64_t{-1};
  write_rules(request->rule.left, phrases_, out.rules);
}

}  // namespace assay::cscan
