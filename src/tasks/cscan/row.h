// The columns of Conceptual SCAN, and what can be said of a row from its texts.
#pragma once

#include <string>
#include <string_view>

#include "assay/core/example.h"
#include "assay/core/rule_graph.h"
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

// The columns that a request, its answer and the productions told by the context settle: all but
// the input, its request and length, and how the row was made.
void write_columns(const Request& request, const Answer& answer, const PhraseTable& phrases,
                   ProductionSet told, Example& out);
// The rules of a row: the request's parse, where variables leave no node.
void write_rules(const Tree& left, const PhraseTable& phrases, RuleGraph& out);

// A request by levels: words of the lowest are the names of theirs, "W around X thrice".
std::string request_pattern(std::string_view request, const RuleSpace& space);
// A reply up to renaming of actions: "0 0 1 0".
std::string reply_pattern(std::string_view reply);

}  // namespace assay::cscan
