#include "assay/store/row.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "assay/base/random.h"
#include "assay/store/fake_task_testing.h"
#include "assay/store/manifest.h"

namespace assay {
namespace {

std::string row_text(const Example& example, bool with_rules = true) {
  static const FakeTask kTask;
  std::string out;
  RowWriter(row_shape(kTask), with_rules).append(out, example);
  return out;
}

Example parse_row(std::string_view line) {
  static const FakeTask kTask;
  RowReader reader(row_shape(kTask));
  Example example;
  reader.parse(line, example);
  return example;
}

Example sample_row() {
  Example example;
  example.stamp = "a4d70b7c";  // of "fake", version 1, without parameters
  example.seed = 7;
  example.address = {1234, 5};
  example.fields = {std::string("jump"),
                    std::string("I_JUMP"),
                    true,
                    std::int64_t{-3},
                    0.5,
                    std::vector<std::string>{"a", "b\"c"},
                    std::vector<std::int64_t>{1, -2},
                    std::vector<double>{}};
  example.rules.apply(0, {});
  example.rules.apply(1, {});
  example.rules.apply(2, {0, 1});
  return example;
}

constexpr std::string_view kSampleText =
    R"({"id":"fake:a4d70b7c:7:1234:5","input":"jump","target":"I_JUMP","flag":true,"number":-3,"real":0.5,)"
    R"("texts":["a","b\"c"],"numbers":[1,-2],"reals":[],)"
    R"~("rules":["leaf","f(x)()","say \"größer\"(0,1)"]})~"
    "\n";

// The sample with one piece of its text replaced.
std::string changed(std::string_view from, std::string_view to) {
  std::string text(kSampleText);
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(Row, IsWrittenInFixedOrder) { EXPECT_EQ(row_text(sample_row()), kSampleText); }

// Answers about one grid size or rule space must not be read as rows of another.
TEST(Row, IdsOfOtherDataAreRefused) {
  EXPECT_THAT([&] { parse_row(changed("a4d70b7c", "a4d70b7d")); },
              fails(ErrorKind::kInput,
                    "is the id of other data: its stamp is a4d70b7d, that of "
                    "this data set a4d70b7c"));
  EXPECT_THAT([&] { parse_row(changed("a4d70b7c:", "")); },
              fails(ErrorKind::kInput, "its stamp is missing"));
}

TEST(Row, AnImportedRowHasANumberInPlaceOfAnAddress) {
  Example row = sample_row();
  row.imported = true;
  row.seed = 0;
  row.address = {17, 0};
  const std::string text = row_text(row);
  EXPECT_THAT(text, testing::StartsWith("{\"id\":\"fake:a4d70b7c:17\","));
  EXPECT_EQ(parse_row(text), row);
}

TEST(Row, LeavesRulesOutWhenAsked) {
  const std::string text = row_text(sample_row(), false);
  EXPECT_THAT(text, testing::EndsWith("\"reals\":[]}\n"));
  Example expected = sample_row();
  expected.rules.clear();
  EXPECT_EQ(parse_row(text), expected);
}

TEST(Row, ReadsBack) {
  EXPECT_EQ(parse_row(kSampleText), sample_row());
  EXPECT_EQ(parse_row(kSampleText.substr(0, kSampleText.size() - 1)), sample_row()) << "no newline";
}

TEST(Row, SkipsRulesThatAreNotWanted) {
  const FakeTask task;
  RowReader reader(row_shape(task), {.rules = false});
  Example read = sample_row();
  Example expected = sample_row();
  expected.rules.clear();
  reader.parse(kSampleText, read);
  EXPECT_EQ(read, expected);
}

TEST(Row, IsReadWithoutATableOfRules) {
  RowShape shape = row_shape(FakeTask());
  shape.rules = nullptr;
  RowReader reader(shape);
  Example read;
  reader.parse(kSampleText, read);
  Example expected = sample_row();
  expected.rules.clear();
  EXPECT_EQ(read, expected);
  EXPECT_THAT(reader.rule_texts(), testing::ElementsAre("leaf", "f(x)()", "say \"größer\"(0,1)"));
  reader.parse(row_text(sample_row(), false), read);
  EXPECT_THAT(reader.rule_texts(), testing::IsEmpty());
}

TEST(Row, ReadsKeysInAnyOrderAndBlanks) {
  EXPECT_EQ(parse_row(R"~( { "rules" : ["leaf","f(x)()","say \"größer\"(0,1)"], "reals":[],
      "numbers":[1,-2], "texts":["a","b\"c"], "real":0.5, "number":-3, "flag":true,
      "target":"I_JUMP", "input":"jump", "id":"fake:a4d70b7c:7:1234:5" } )~"),
            sample_row());
}

std::string random_text(Stream& stream) {
  static const std::vector<std::string> kPieces = {
      "a",    "Z",    " ",      "\"", "\\", "/",    "\n", "\t", "\r", std::string(1, '\0'),
      "\x01", "\x1f", "\x7f",   "é",  "日", "🙂", "{",  "}",  "[",  ",",
      ":",    "null", "\\u0041"};
  std::string text;
  const std::uint64_t count = stream.below(40);
  for (std::uint64_t i = 0; i < count; ++i) text += kPieces[stream.below(kPieces.size())];
  return text;
}

std::int64_t random_integer(Stream& stream) {
  const auto number = static_cast<std::int64_t>(stream.next64());
  return number >> stream.below(64);
}

double random_real(Stream& stream) {
  for (;;) {
    const auto number = std::bit_cast<double>(stream.next64());
    if (std::isfinite(number)) return number;
  }
}

Example random_example(Stream& stream) {
  Example example;
  example.stamp = "a4d70b7c";
  example.seed = stream.next64();
  example.address = {stream.next64(), stream.next()};
  std::vector<std::string> texts(stream.below(4));
  for (auto& text : texts) text = random_text(stream);
  std::vector<std::int64_t> numbers(stream.below(4));
  for (auto& number : numbers) number = random_integer(stream);
  std::vector<double> reals(stream.below(4));
  for (auto& real : reals) real = random_real(stream);
  std::string input = random_text(stream);
  std::string target = random_text(stream);
  const bool flag = stream.below(2) == 1;
  const std::int64_t number = random_integer(stream);
  const double real = random_real(stream);
  example.fields = {input, target, flag, number, real, texts, numbers, reals};
  const std::uint64_t nodes = stream.below(8);
  for (NodeId node = 0; node < nodes; ++node) {
    std::vector<NodeId> inputs(node == 0 ? 0 : stream.below(3));
    for (NodeId& each : inputs) each = static_cast<NodeId>(stream.below(node));
    example.rules.apply(static_cast<RuleId>(stream.below(3)), inputs);
  }
  return example;
}

// One reader for all rows: nothing of a row may be left in the next.
TEST(Row, ReadsBackAnyValues) {
  const FakeTask task;
  const RowWriter writer(row_shape(task), true);
  RowReader reader(row_shape(task));
  Example read;
  const Key key = stream_key(1, "rows");
  for (std::uint64_t i = 0; i < 3000; ++i) {
    Stream stream(key, {.purpose = Purpose::kUnit, .unit = i});
    const Example example = random_example(stream);
    std::string text;
    writer.append(text, example);
    ASSERT_EQ(std::count(text.begin(), text.end(), '\n'), 1) << "one line a row";
    reader.parse(text, read);
    ASSERT_EQ(read, example) << text;
  }
}

TEST(Row, ReadsBackTheLargestWholeNumbers) {
  for (const std::int64_t number :
       {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max(),
        std::int64_t{-1}, std::int64_t{0}}) {
    Example example = sample_row();
    example.fields[3] = number;
    example.fields[6] = std::vector<std::int64_t>{number, number};
    EXPECT_EQ(parse_row(row_text(example)), example);
  }
}

// Reals that look whole, among them some that no 64-bit whole number holds.
TEST(Row, ReadsBackRealsThatLookWhole) {
  for (const double real :
       {0.0, 1.0, -1.0, 1e15, 9007199254740993.0, 9.3e18, 1.8446744073709552e19,
        12345678901234567000.0, 123456789012345680000.0, -123456789012345680000.0,
        1.2345678901234567e21, 1e22, std::numeric_limits<double>::max(),
        std::numeric_limits<double>::denorm_min()}) {
    Example example = sample_row();
    example.fields[4] = real;
    example.fields[7] = std::vector<double>{real};
    const std::string text = row_text(example);
    EXPECT_NO_THROW(EXPECT_EQ(parse_row(text), example)) << text;
  }
}

TEST(Row, KeepsTheSignOfZero) {
  Example example = sample_row();
  example.fields[4] = -0.0;
  const Example read = parse_row(row_text(example));
  EXPECT_TRUE(std::signbit(std::get<double>(read.fields[4])));
}

TEST(Row, RefusesDamagedRows) {
  struct Case {
    std::string line;
    std::string message;
  };
  const Case cases[] = {
      {changed(R"("number":-3,)", ""), R"(the key "number" is missing)"},
      {changed(R"("id":"fake:a4d70b7c:7:1234:5",)", ""), R"(the key "id" is missing)"},
      {changed(R"(,"reals":[])", ""), R"(the key "reals" is missing)"},
      {"{}", R"(the key "id" is missing)"},
      {changed(R"("flag")", R"("flagg")"), R"(unknown key "flagg")"},
      {changed(R"("flag")", R"("extra":null,"flag")"), R"(unknown key "extra")"},
      {changed(R"("flag")", R"("\u001b[31m":1,"flag")"), R"(unknown key "\x1b[31m")"},
      {changed(R"("input":"jump")", R"("input":5)"), R"("input" is not a text)"},
      {changed(R"("input":"jump")", R"("input":null)"), R"("input" is not a text)"},
      {changed(R"("flag":true)", R"("flag":"true")"), R"("flag" is not a bool)"},
      {changed(R"("flag":true)", R"("flag":1)"), R"("flag" is not a bool)"},
      {changed(R"("number":-3)", R"("number":-3.5)"), R"("number" is not a integer)"},
      {changed(R"("number":-3)", R"("number":"3")"), R"("number" is not a integer)"},
      {changed(R"("number":-3)", R"("number":9223372036854775808)"), R"("number" is not a)"},
      {changed(R"("real":0.5)", R"("real":"0.5")"), R"("real" is not a real)"},
      {changed(R"("texts":["a",)", R"("texts":[1,)"), R"("texts" is not a list of texts)"},
      {changed(R"("texts":["a","b\"c"])", R"("texts":"a")"), R"("texts" is not a list of texts)"},
      {changed(R"("numbers":[1,)", R"("numbers":[0.5,)"), R"("numbers" is not a list of integers)"},
      {changed(R"("reals":[])", R"("reals":[[]])"), R"("reals" is not a list of reals)"},
      {changed("fake:a4", "scan:a4"), R"("scan:a4d70b7c:7:1234:5" is not an id of task fake)"},
      {changed("7c:7", "7c:x"), R"("fake:a4d70b7c:x:1234:5" is not an id of task fake)"},
      {changed("leaf", "loaf"), R"("rules" is not a rule graph)"},
      {changed("(0,1)", "(0,2)"), R"("rules" is not a rule graph)"},
      {"", "is not a JSON object"},
      {"   ", "is not a JSON object"},
      {"[]", "is not a JSON object"},
      {"\"text\"", "is not a JSON object"},
      {"null", "is not a JSON object"},
      {"not json", "is not a JSON object"},
      {std::string(kSampleText) + std::string(kSampleText), "is not a JSON object"},
      {changed("jump", "ju\xff"), "is not a JSON object"},
      {changed("jump", "ju\nmp"), "is not a JSON object"},
  };
  for (const Case& c : cases) {
    EXPECT_THAT([&] { parse_row(c.line); }, fails(ErrorKind::kInput, c.message)) << c.line;
  }
}

TEST(Row, SaysWhichKeyHasTheWrongType) {
  EXPECT_THAT([] { parse_row(changed(R"("id":"fake:a4d70b7c:7:1234:5")", R"("id":5)")); },
              fails(ErrorKind::kInput, R"("id")"));
  EXPECT_THAT([] { parse_row(changed(R"("rules":["leaf")", R"("rules":[5)")); },
              fails(ErrorKind::kInput, R"("rules")"));
}

TEST(Row, RefusesEveryTruncation) {
  const std::string_view whole = kSampleText.substr(0, kSampleText.size() - 1);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    // A copy of its own, so that a read beyond the end is seen by the sanitizer.
    const std::string part(whole.substr(0, length));
    EXPECT_THAT([&] { parse_row(part); }, fails(ErrorKind::kInput, "is not a JSON object")) << part;
  }
}

TEST(Row, ReaderGoesOnAfterARefusal) {
  const FakeTask task;
  RowReader reader(row_shape(task));
  Example example;
  EXPECT_THROW(reader.parse(changed("leaf", "loaf"), example), Error);
  EXPECT_THROW(reader.parse("{", example), Error);
  reader.parse(kSampleText, example);
  EXPECT_EQ(example, sample_row());
}

}  // namespace
}  // namespace assay
