#include "assay/base/json_parser.h"

#include <algorithm>
#include <charconv>
#include <new>

#include "assay/base/limits.h"
#include "assay/base/nesting.h"
#include "assay/base/unicode.h"

namespace assay {

namespace {

// The first that simdjson refuses; it does not count an empty list or object.
constexpr std::size_t kDepth = kMostNesting + 1;

void check_memory(simdjson::error_code code) {
  if (code == simdjson::MEMALLOC) throw std::bad_alloc();
}

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr std::size_t kUnitBytes = 6;  // \uNNNN

// Of \uNNNN that a text begins with; 0 when it does not.
std::uint32_t code_unit(std::string_view text) {
  if (text.size() < kUnitBytes || !text.starts_with("\\u")) return 0;
  std::uint32_t unit = 0;
  const char* const end = text.data() + kUnitBytes;
  return std::from_chars(text.data() + 2, end, unit, 16).ptr == end ? unit : 0;
}

bool is_first_half(std::uint32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_second_half(std::uint32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

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

std::optional<std::string> mended_json(std::string_view json) {
  std::string mended;
  bool is_mended = false;
  while (!json.empty()) {
    std::size_t bytes = 1;
    bool is_broken = false;
    if (json.front() == '\\') {
      const std::uint32_t unit = code_unit(json);
      const bool is_pair =
          is_first_half(unit) && is_second_half(code_unit(json.substr(kUnitBytes)));
      is_broken = !is_pair && (is_first_half(unit) || is_second_half(unit));
      bytes = is_pair ? 2 * kUnitBytes : std::min(is_broken ? kUnitBytes : 2, json.size());
    } else if (static_cast<unsigned char>(json.front()) >= 0x80) {
      const CodePoint found = first_code_point(json);
      is_broken = found.bytes == 0;
      bytes = std::max<std::size_t>(found.bytes, 1);
    }
    mended += is_broken ? kReplacement : json.substr(0, bytes);
    is_mended = is_mended || is_broken;
    json.remove_prefix(bytes);
  }
  if (!is_mended) return std::nullopt;
  return mended;
}

simdjson::error_code parse_mended(simdjson::dom::parser& parser, std::string_view json,
                                  simdjson::dom::element& out, bool& is_mended) {
  is_mended = false;
  const auto problem = parser.parse(json.data(), json.size()).get(out);
  if (problem != simdjson::UTF8_ERROR && problem != simdjson::STRING_ERROR) return problem;
  const std::optional<std::string> mended = mended_json(json);
  if (!mended) return problem;
  is_mended = true;
  return parser.parse(mended->data(), mended->size()).get(out);
}

}  // namespace assay
