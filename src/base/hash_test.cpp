#include "assay/base/hash.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>

#include "assay/base/error.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::Property;
using testing::Throws;

ContentHash hash_of_rows(const std::vector<std::string>& rows) {
  ContentHash hash;
  for (const std::string& row : rows) hash.add(row);
  return hash;
}

// Streams are keyed by this hash: other numbers are other data sets.
TEST(Hash64, IsXxh3) {
  EXPECT_EQ(hash64(""), 0x2d06800538d394c2U);
  EXPECT_EQ(hash64("abc"), 0x78af5f94892f3950U);
  EXPECT_EQ(hash64("abc", 7), 0x48ff56f569e39912U);
}

TEST(Sha256, GivesThePublishedAnswers) {
  struct Case {
    std::string_view text;
    std::string_view hex;
  };
  const Case cases[] = {
      {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
      {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
      {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
       "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
  };
  for (const Case& c : cases) EXPECT_EQ(sha256_hex(c.text), c.hex);
}

TEST(Sha256, TakesAMillionLettersInPieces) {
  for (const std::size_t piece : {1000U, 64U, 63U, 4097U}) {
    Sha256 hash;
    std::size_t left = 1'000'000;
    while (left > 0) {
      const std::size_t length = std::min(left, piece);
      hash.update(std::string(length, 'a'));
      left -= length;
    }
    EXPECT_EQ(hash.hex(), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  }
}

TEST(ContentHash, IsTheSameInAnyOrder) {
  EXPECT_TRUE(rc::check("sorted rows hash like unsorted", [](std::vector<std::string> rows) {
    const std::string hex = hash_of_rows(rows).hex();
    std::sort(rows.begin(), rows.end());
    RC_ASSERT(hash_of_rows(rows).hex() == hex);
  }));
}

TEST(ContentHash, AddsUpOverParts) {
  EXPECT_TRUE(rc::check("two parts",
                        [](const std::vector<std::string>& a, const std::vector<std::string>& b) {
                          ContentHash sum = hash_of_rows(a);
                          sum.add(hash_of_rows(b));
                          std::vector<std::string> both = a;
                          both.insert(both.end(), b.begin(), b.end());
                          RC_ASSERT(sum.hex() == hash_of_rows(both).hex());
                        }));
}

TEST(ContentHash, TellsBagsApart) {
  const std::vector<std::vector<std::string>> bags = {
      {}, {""}, {"", ""}, {"a"}, {"a", "a"}, {"a", "a", "a"}, {"b"}, {"a", "b"}, {"ab"}};
  for (std::size_t i = 0; i < bags.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_NE(hash_of_rows(bags[i]).hex(), hash_of_rows(bags[j]).hex()) << i << ' ' << j;
    }
  }
}

TEST(ContentHash, ReadsItsHexBack) {
  EXPECT_EQ(ContentHash().hex(), "00000000000000000000000000000000");
  EXPECT_EQ(hash_of_rows({"abc"}).hex(), "06b05ab6733a618578af5f94892f3950");
  for (const std::string hex :
       {"00000000000000000000000000000000", "0123456789abcdeffedcba9876543210",
        "ffffffffffffffffffffffffffffffff", "00000000000000010000000000000000"}) {
    EXPECT_EQ(ContentHash::from_hex(hex).hex(), hex);
  }
}

TEST(ContentHash, RefusesBadHex) {
  for (const char* hex :
       {"", "0", "0123456789abcdeffedcba987654321", "0123456789abcdeffedcba98765432100",
        "0123456789ABCDEFfedcba9876543210", "0123456789abcdeffedcba987654321g",
        " 123456789abcdeffedcba9876543210", "0x23456789abcdeffedcba9876543210"}) {
    EXPECT_THAT([&] { ContentHash::from_hex(hex); },
                Throws<Error>(AllOf(Property(&Error::kind, ErrorKind::kInput),
                                    Property(&Error::what, HasSubstr("is not a content hash")))))
        << hex;
  }
}

TEST(ContentHash, ShowsBadHexWithoutControlCharacters) {
  for (const std::string& hex : {std::string("\x1b[31m"), std::string(32, '\x1b')}) {
    EXPECT_THAT(
        [&] { ContentHash::from_hex(hex); },
        Throws<Error>(Property(&Error::what, AllOf(HasSubstr("\\x1b"), Not(HasSubstr("\x1b"))))));
  }
}

}  // namespace
}  // namespace assay
