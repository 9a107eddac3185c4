#include "assay/base/hash.h"

#include <openssl/evp.h>

#include <array>

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

struct Sha256::State {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { EVP_MD_CTX_free(context); }
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
  ASSAY_CHECK(EVP_DigestInit_ex(state_->context, EVP_sha256(), nullptr) == 1);
}

Sha256::~Sha256() = default;

void Sha256::update(std::string_view bytes) {
  ASSAY_CHECK(EVP_DigestUpdate(state_->context, bytes.data(), bytes.size()) == 1);
}

std::string Sha256::hex() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned length = 0;
  ASSAY_CHECK(EVP_DigestFinal_ex(state_->context, digest.data(), &length) == 1);
  std::string text;
  for (unsigned i = 0; i < length; ++i) text += fmt::format("{:02x}", digest[i]);
  return text;
}

std::string sha256_hex(std::string_view bytes) {
  Sha256 hash;
  hash.update(bytes);
  return hash.hex();
}

}  // namespace assay
