#include "assay/base/json_parser.h"

#include <new>

#include "assay/base/limits.h"
#include "assay/base/nesting.h"

namespace assay {

namespace {

// The first that simdjson refuses; it does not count an empty list or object.
constexpr std::size_t kDepth = kMostNesting + 1;

void check_memory(simdjson::error_code code) {
  if (code == simdjson::MEMALLOC) throw std::bad_alloc();
}

}  // namespace

simdjson::dom::parser make_json_parser() {
  simdjson::dom::parser parser;
  check_memory(parser.allocate(0, kDepth));
  return parser;
}

std::string json_problem(simdjson::error_code code) {
  check_memory(code);
  return code == simdjson::DEPTH_ERROR ? nesting_problem() : simdjson::error_message(code);
}

}  // namespace assay
