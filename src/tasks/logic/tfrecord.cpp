#include "assay/tasks/logic/tfrecord.h"

#include <array>
#include <cstdint>

namespace assay::logic {

namespace {

constexpr std::uint32_t kCastagnoli = 0x82F63B78;  // reflected

constexpr std::array<std::uint32_t, 256> make_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t value = byte;
    for (int bit = 0; bit < 8; ++bit) {
      value = (value & 1U) != 0 ? (value >> 1U) ^ kCastagnoli : value >> 1U;
    }
    table[byte] = value;
  }
  return table;
}

// CRC-32C, turned and shifted so that checksums of checksums stay good ones (TFRecord's mask).
std::uint32_t masked_checksum(std::string_view bytes) {
  static constexpr std::array<std::uint32_t, 256> kTable = make_table();
  std::uint32_t value = 0xFFFF'FFFF;
  for (const char c : bytes) {
    value = kTable[(value ^ static_cast<unsigned char>(c)) & 0xFFU] ^ (value >> 8U);
  }
  value = ~value;
  return ((value >> 15U) | (value << 17U)) + 0xA282'EAD8U;
}

template <typename Number>
void append_little_endian(std::string& out, Number value) {
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    out += static_cast<char>(value >> (8 * i) & 0xFFU);
  }
}

void append_varint(std::string& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7U) out += static_cast<char>((value & 0x7FU) | 0x80U);
  out += static_cast<char>(value);
}

// A field of a protocol buffer that holds bytes or another message.
void append_field(std::string& out, std::uint32_t number, std::string_view bytes) {
  append_varint(out, number << 3U | 2U);
  append_varint(out, bytes.size());
  out += bytes;
}

// One entry of the map `feature`: its key, and a bytes_list with one value.
void append_feature(std::string& out, std::string_view key, std::string_view value) {
  std::string list;
  append_field(list, 1, value);
  std::string feature;
  append_field(feature, 1, list);
  std::string entry;
  append_field(entry, 1, key);
  append_field(entry, 2, feature);
  append_field(out, 1, entry);
}

}  // namespace

void append_tfrecord(std::string& out, std::string_view inputs, std::string_view targets) {
  std::string features;
  append_feature(features, "inputs", inputs);
  append_feature(features, "targets", targets);
  std::string example;
  append_field(example, 1, features);
  std::string length;
  append_little_endian(length, std::uint64_t{example.size()});
  out += length;
  append_little_endian(out, masked_checksum(length));
  out += example;
  append_little_endian(out, masked_checksum(example));
}

}  // namespace assay::logic
