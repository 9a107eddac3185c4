// simdjson, held to our limits.
#pragma once

#include <simdjson.h>

#include <optional>
#include <string>
#include <string_view>

namespace assay {

// Refuses what is nested more than kMostNesting deep.
simdjson::dom::parser make_json_parser();

// What was wrong, for a message. Throws std::bad_alloc when it was not the text but memory.
std::string json_problem(simdjson::error_code code);
inline std::string json_problem(const simdjson::simdjson_error& problem) {
  return json_problem(problem.error());
}

// The same JSON with U+FFFD for each byte that is no UTF-8 and for each \uNNNN that is half of a
// pair, as texts of models may have where they were cut; absent when there is none.
std::optional<std::string> mended_json(std::string_view json);
// Parses, and where a text is broken, what is mended; `is_mended` says so.
simdjson::error_code parse_mended(simdjson::dom::parser& parser, std::string_view json,
                                  simdjson::dom::element& out, bool& is_mended);
inline simdjson::error_code parse_mended(simdjson::dom::parser& parser, std::string_view json,
                                         simdjson::dom::element& out) {
  bool is_mended = false;
  return parse_mended(parser, json, out, is_mended);
}

}  // namespace assay
