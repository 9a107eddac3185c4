#include "assay/base/json.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

#include "assay/base/error.h"

namespace assay {

namespace {

constexpr std::uint64_t kOnes = 0x0101010101010101U;
constexpr std::uint64_t kHighs = 0x8080808080808080U;

// Non-zero when one of eight bytes equals `wanted` or lies below 0x20 (exact for bytes < 0x80,
// and bytes from 0x80 on are never escaped).
std::uint64_t bytes_equal(std::uint64_t bytes, unsigned char wanted) {
  const std::uint64_t difference = bytes ^ (kOnes * wanted);
  return (difference - kOnes) & ~difference & kHighs;
}

std::uint64_t needs_escape(std::uint64_t bytes) {
  const std::uint64_t control = (bytes - kOnes * 0x20) & ~bytes & kHighs;
  return control | bytes_equal(bytes, '"') | bytes_equal(bytes, '\\');
}

std::size_t plain_prefix(std::string_view text) {
  std::size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, text.data() + at, 8);
    if (needs_escape(bytes) != 0) break;
  }
  for (; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x20 || byte == '"' || byte == '\\') break;
  }
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
  append_digits(out, number);
}

}  // namespace assay
