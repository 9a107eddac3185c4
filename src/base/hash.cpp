#include "assay/base/hash.h"

// The calls that replace these keep their state on the heap, and some of it when first used.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

#include <array>
#include <new>
#include <span>

#include "assay/base/error.h"
#include "assay/base/text.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace assay {

std::uint64_t hash64(std::string_view bytes, std::uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

void ContentHash::add(std::string_view row) {
  const XXH128_hash_t hash = XXH3_128bits(row.data(), row.size());
  sum_ += Wide{hash.high64} << 64 | hash.low64;
}

std::string ContentHash::hex() const {
  return fmt::format("{:016x}{:016x}", static_cast<std::uint64_t>(sum_ >> 64),
                     static_cast<std::uint64_t>(sum_));
}

ContentHash ContentHash::from_hex(std::string_view hex) {
  ContentHash result;
  if (hex.size() != 32) fail(ErrorKind::kInput, "\"{}\" is not a content hash", printable(hex));
  for (const char digit : hex) {
    unsigned value = 0;
    if (digit >= '0' && digit <= '9') {
      value = static_cast<unsigned>(digit - '0');
    } else if (digit >= 'a' && digit <= 'f') {
      value = static_cast<unsigned>(digit - 'a') + 10;
    } else {
      fail(ErrorKind::kInput, "\"{}\" is not a content hash", printable(hex));
    }
    result.sum_ = result.sum_ << 4 | value;
  }
  return result;
}

namespace {

SHA256_CTX* context_in(std::span<std::byte> state) {
  return std::launder(reinterpret_cast<SHA256_CTX*>(state.data()));
}

}  // namespace

Sha256::Sha256() {
  static_assert(sizeof(SHA256_CTX) <= kStateBytes && alignof(SHA256_CTX) <= alignof(Sha256));
  auto* const context = new (state_.data()) SHA256_CTX;
  ASSAY_CHECK(SHA256_Init(context) == 1);
}

void Sha256::update(std::string_view bytes) {
  ASSAY_CHECK(SHA256_Update(context_in(state_), bytes.data(), bytes.size()) == 1);
}

std::string Sha256::hex() {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
  ASSAY_CHECK(SHA256_Final(digest.data(), context_in(state_)) == 1);
  std::string text;
  for (const unsigned char byte : digest) text += fmt::format("{:02x}", byte);
  return text;
}

std::string sha256_hex(std::string_view bytes) {
  Sha256 hash;
  hash.update(bytes);
  return hash.hex();
}

}  // namespace assay
