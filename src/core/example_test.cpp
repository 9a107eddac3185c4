#include "assay/core/example.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "assay/base/random.h"

namespace assay {
namespace {

constexpr ValueType kTypes[] = {ValueType::kText, ValueType::kBool,  ValueType::kInteger,
                                ValueType::kReal, ValueType::kTexts, ValueType::kIntegers,
                                ValueType::kReals};

Schema schema_of_all_types() {
  Schema schema;
  for (const ValueType type : kTypes) {
    Field field;
    field.name = name_of(type);
    field.type = type;
    schema.fields.push_back(field);
  }
  return schema;
}

std::vector<Value> empty_values() {
  return {std::string(),
          false,
          std::int64_t{0},
          0.0,
          std::vector<std::string>(),
          std::vector<std::int64_t>(),
          std::vector<double>()};
}

TEST(Shape, GivesEmptyFieldsOfTheRightTypes) {
  Example example;
  reset(example, schema_of_all_types());
  EXPECT_EQ(example.fields, empty_values());
}

TEST(Shape, EmptiesAUsedExample) {
  Example example;
  example.fields = {std::string("text"),
                    true,
                    std::int64_t{-5},
                    2.5,
                    std::vector<std::string>{"a"},
                    std::vector<std::int64_t>{1},
                    std::vector<double>{0.5}};
  example.rules.apply(0, {});
  reset(example, schema_of_all_types());
  EXPECT_EQ(example.fields, empty_values());
  EXPECT_TRUE(example.rules.empty());
}

TEST(Shape, ChangesTypesAndNumberOfFields) {
  Example example;
  example.fields.assign(20, Value(std::int64_t{3}));
  reset(example, schema_of_all_types());
  EXPECT_EQ(example.fields, empty_values());
}

TEST(Shape, KeepsTheMemoryOfTexts) {
  Example example;
  reset(example, schema_of_all_types());
  auto& text = std::get<std::string>(example.fields[0]);
  text.assign(1000, 'x');
  const char* memory = text.data();
  reset(example, schema_of_all_types());
  EXPECT_EQ(std::get<std::string>(example.fields[0]).data(), memory);
}

TEST(Example, HasInputThenTarget) {
  Example example;
  example.fields = {std::string("jump twice"), std::string("I_JUMP I_JUMP")};
  EXPECT_EQ(example.input(), "jump twice");
  EXPECT_EQ(example.target(), "I_JUMP I_JUMP");
}

TEST(Names, AreThereAndDistinct) {
  std::set<std::string_view> names;
  for (const ValueType type : kTypes) names.insert(name_of(type));
  for (const Role role : {Role::kInput, Role::kTarget, Role::kMetadata})
    names.insert(name_of(role));
  EXPECT_EQ(names.size(), 10U);
  EXPECT_FALSE(names.contains(""));
}

TEST(Id, NamesTaskStampSeedUnitAndItem) {
  Example example;
  example.seed = 7;
  example.address = {1234, 5};
  EXPECT_EQ(id_of("scan", example), "scan:7:1234:5") << "format 1";
  example.stamp = "5f0e2a91";
  EXPECT_EQ(id_of("scan", example), "scan:5f0e2a91:7:1234:5");
  std::string out = "\"";
  append_id(out, "scan", example);
  EXPECT_EQ(out, "\"scan:5f0e2a91:7:1234:5");
  example.imported = true;
  EXPECT_EQ(id_of("table", example), "table:5f0e2a91:1234");
}

TEST(Id, ReadsBack) {
  Stream stream(stream_key(1, "ids"), {});
  for (int i = 0; i < 1000; ++i) {
    Example example;
    if (i % 2 == 0) example.stamp = fmt::format("{:08x}", stream.next());
    example.imported = i % 4 == 0;
    example.address.unit = stream.next64() >> stream.below(64);
    if (!example.imported) {
      example.seed = stream.next64() >> stream.below(64);
      example.address.item = stream.next() >> stream.below(32);
    }
    const std::string id = id_of("task_1", example);
    const auto parsed = parse_id(id);
    ASSERT_TRUE(parsed.has_value()) << id;
    EXPECT_EQ(parsed->task, "task_1");
    EXPECT_EQ(parsed->stamp, example.stamp);
    EXPECT_EQ(parsed->seed, example.seed);
    EXPECT_EQ(parsed->address, example.address);
    EXPECT_EQ(parsed->imported, example.imported);
  }
}

TEST(Id, ReadsTheLargest) {
  const auto id = parse_id("x:18446744073709551615:18446744073709551615:4294967295");
  ASSERT_TRUE(id.has_value());
  EXPECT_EQ(id->seed, ~0ULL);
  EXPECT_EQ(id->address, (Address{~0ULL, ~0U}));
}

// Servers that take batches allow no longer names. Seeds end at 2^63, unit times items at 2^64.
TEST(Id, HasAtMost64Characters) {
  Example example;
  example.stamp = "5f0e2a91";
  example.seed = 9'223'372'036'854'775'807ULL;
  for (const auto& [unit, item] : {std::pair{~0ULL, 0U}, std::pair{1ULL << 32U, ~0U},
                                   std::pair{9'999'999'999ULL, 999'999'999U}}) {
    example.address = {unit, item};
    EXPECT_LE(id_of(std::string(kMostTaskName, 'x'), example).size(), kMostIdLength);
  }
}

TEST(Id, RefusesWhatIsNone) {
  for (const char* id : {"",
                         ":",
                         ":::",
                         "scan",
                         "scan:1:2",
                         "scan:1:2:3:4",
                         ":1:2:3",
                         "scan::2:3",
                         "scan:1::3",
                         "scan:1:2:",
                         "scan:-1:2:3",
                         "scan:1:2:x",
                         "scan:1: 2:3",
                         "scan:1:2:3 ",
                         "scan:1:2:3\n",
                         "scan:1.0:2:3",
                         "scan:1:2:4294967296",
                         "scan:18446744073709551616:2:3",
                         "scan:1:18446744073709551616:3",
                         "scan:5f0e2a9:1:2:3",
                         "scan:5F0E2A91:1:2:3",
                         "scan:5f0e2a91x:1:2:3",
                         "scan:5f0e2a91:1:2:3:4",
                         "scan:5f0e2a91:",
                         "scan:5f0e2a91:x",
                         ":5f0e2a91:1:2:3",
                         "scan::1:2:3"}) {
    EXPECT_FALSE(parse_id(id).has_value()) << id;
  }
}

}  // namespace
}  // namespace assay
