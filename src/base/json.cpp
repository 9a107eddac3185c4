#include "assay/base/json.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

#include "assay/base/byte_lanes.h"
#include "assay/base/error.h"

namespace assay {

namespace {

bool needs_escape(char letter) {
  const auto byte = static_cast<unsigned char>(letter);
  return byte < 0x20 || byte == '"' || byte == '\\';
}

auto lanes_to_escape(const char* text) {
  const ByteLanes bytes = load_lanes(text);
  return (bytes < 0x20) | (bytes == '"') | (bytes == '\\');
}

std::size_t plain_prefix(std::string_view text) {
  std::size_t at = 0;
  for (; at + 4 * kByteLanes <= text.size(); at += 4 * kByteLanes) {
    const char* bytes = text.data() + at;
    if (any_lane(lanes_to_escape(bytes) | lanes_to_escape(bytes + kByteLanes) |
                 lanes_to_escape(bytes + 2 * kByteLanes) |
                 lanes_to_escape(bytes + 3 * kByteLanes))) {
      break;
    }
  }
  for (; at + kByteLanes <= text.size(); at += kByteLanes) {
    if (any_lane(lanes_to_escape(text.data() + at))) break;
  }
  // The rest together with what was seen before it, as long as there are sixteen bytes at all.
  if (at < text.size() && text.size() - at < kByteLanes && text.size() >= kByteLanes &&
      !any_lane(lanes_to_escape(text.data() + text.size() - kByteLanes))) {
    return text.size();
  }
  while (at < text.size() && !needs_escape(text[at])) ++at;
  return at;
}

void append_escape(std::string& out, char letter) {
  switch (letter) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\t':
      out += "\\t";
      return;
    case '\r':
      out += "\\r";
      return;
    default:
      out += fmt::format("\\u{:04x}", static_cast<unsigned char>(letter));
  }
}

template <typename Number>
void append_digits(std::string& out, Number number) {
  std::array<char, 32> digits{};
  const auto [end, problem] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  ASSAY_CHECK(problem == std::errc());
  out.append(digits.data(), end);
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    const std::size_t plain = plain_prefix(text);
    out.append(text.substr(0, plain));
    text.remove_prefix(plain);
    if (text.empty()) break;
    append_escape(out, text.front());
    text.remove_prefix(1);
  }
  out += '"';
}

void append_json_number(std::string& out, std::int64_t number) { append_digits(out, number); }
void append_json_number(std::string& out, std::uint64_t number) { append_digits(out, number); }

void append_json_number(std::string& out, double number) {
  ASSAY_CHECK(std::isfinite(number));
  const std::size_t begin = out.size();
  append_digits(out, number);
  // A real stays a real, also when it is whole: readers keep its type, its size and its sign.
  if (out.find_first_of(".e", begin) == std::string::npos) out += ".0";
}

}  // namespace assay
