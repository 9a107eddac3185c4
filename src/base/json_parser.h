// simdjson, held to our limits.
#pragma once

#include <simdjson.h>

#include <string>

namespace assay {

// Refuses what is nested more than kMostNesting deep.
simdjson::dom::parser make_json_parser();

// What was wrong, for a message. Throws std::bad_alloc when it was not the text but memory.
std::string json_problem(simdjson::error_code code);
inline std::string json_problem(const simdjson::simdjson_error& problem) {
  return json_problem(problem.error());
}

}  // namespace assay
