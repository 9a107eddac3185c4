#include "printed_text.h"

#include <cstdint>
#include <cstdio>

namespace assay::campaign {

namespace {

struct Decoded {
  std::uint32_t code = 0;
  std::size_t length = 0;  // 0: no UTF-8
};

Decoded decode(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const std::uint32_t lead = byte(at);
  if (lead < 0x80) return {lead, 1};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4) return {};
  std::uint32_t code = lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0U) != 0x80U) return {};
    code = code << 6U | (byte(at + i) & 0x3FU);
  }
  return {code, length};
}

bool is_dangerous(std::uint32_t code) {
  const auto between = [&](std::uint32_t low, std::uint32_t high) {
    return low <= code && code <= high;
  };
  if (code == '\n' || code == '\t') return false;
  return code < 0x20 || between(0x7F, 0x9F) || code == 0x061C || between(0x200E, 0x200F) ||
         between(0x202A, 0x202E) || between(0x2066, 0x2069) || between(0xD800, 0xDFFF);
}

}  // namespace

std::string raw_character(const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const Decoded found = decode(text, at);
    if (found.length == 0) return "a byte that is no UTF-8";
    if (is_dangerous(found.code)) {
      char name[16];
      std::snprintf(name, sizeof name, "U+%04X", found.code);
      return std::string(name) + " as it is";
    }
    at += found.length;
  }
  return "";
}

}  // namespace assay::campaign
