// The columns of Conceptual SCAN, and what can be said of a row from its texts.
#pragma once

#include <string>
#include <string_view>

#include "assay/core/example.h"
#include "assay/tasks/cscan/examples.h"

namespace assay::cscan {

enum Column : std::uint8_t {
  kInput,
  kTarget,
  kRequest,
  kReply,
  kQualifier,
  kClass,
  kFalsehood,
  kRules,
  kVariables,
  kLevel,
  kExplicitShare,
  kContextRules,
  kInputLength,
  kLeader,
};
const Schema& cscan_schema();

const std::string& text_of(const Example& row, Column column);
std::int64_t number_of(const Example& row, Column column);

// The request is the first line of an input, the context the others.
std::string_view request_in(std::string_view input);
std::string_view context_in(std::string_view input);

// What appendix M.5 of the paper tells examples apart by.
struct RequestFigures {
  std::int64_t rules = 0;      // different productions
  std::int64_t variables = 0;  // in the left side
  std::int64_t level = 0;      // compositions
  double explicit_share = 0;   // of its productions, those that the context tells as they are
};
RequestFigures figures_of(const Request& request, const PhraseTable& phrases, ProductionSet told);

}  // namespace assay::cscan
