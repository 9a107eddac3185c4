#include "assay/base/line_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <vector>

#include "assay/base/error_testing.h"

namespace assay {
namespace {

using testing::ElementsAre;

std::vector<std::string> lines_of(const std::string& text, bool& is_cut) {
  ByteSource source("text", text);
  LineSource lines(source, {1000, 100});
  std::vector<std::string> all;
  std::string_view line;
  while (lines.next(line)) {
    all.emplace_back(line);
    EXPECT_EQ(lines.number(), all.size());
  }
  is_cut = lines.is_cut();
  return all;
}

TEST(LineSource, GivesLinesWithoutTheirNewlines) {
  bool is_cut = false;
  EXPECT_THAT(lines_of("", is_cut), ElementsAre());
  EXPECT_THAT(lines_of("a\n\nbc\n", is_cut), ElementsAre("a", "", "bc"));
  EXPECT_FALSE(is_cut);
  EXPECT_THAT(lines_of("a\nbc", is_cut), ElementsAre("a", "bc"));
  EXPECT_TRUE(is_cut);
}

TEST(LineSource, BeginsWithoutTakingAnythingAway) {
  ByteSource source("text", "first\nsecond");
  LineSource lines(source, {1000, 100});
  EXPECT_EQ(lines.beginning(), "first\nsecond");
  std::string_view line;
  EXPECT_TRUE(lines.next(line));
  EXPECT_EQ(line, "first");
  EXPECT_EQ(lines.rest(100), "second");
  EXPECT_FALSE(lines.next(line));
}

TEST(LineSource, RefusesWhatIsTooLong) {
  const auto read = [](const std::string& text) {
    bool is_cut = false;
    lines_of(text, is_cut);
  };
  EXPECT_THAT([&] { read("a\n" + std::string(101, 'x')); },
              fails(ErrorKind::kInput, "text:2: the line is longer than 100 bytes"));
  EXPECT_THAT([&] { read("a\n" + std::string(101, 'x') + "\nb"); },
              fails(ErrorKind::kInput, "text:2: the line is longer than 100 bytes"));
  std::string many;
  for (int i = 0; i < 501; ++i) many += "x\n";
  EXPECT_THAT([&] { read(many); }, fails(ErrorKind::kInput, "text: is larger than 1,000 bytes"));
}

TEST(LineSource, PassesOverAByteOrderMark) {
  bool is_cut = false;
  EXPECT_THAT(lines_of("\xEF\xBB\xBF"
                       "a\n\xEF\xBB\xBF"
                       "b",
                       is_cut),
              ElementsAre("a",
                          "\xEF\xBB\xBF"
                          "b"));
  EXPECT_THAT(lines_of("\xEF\xBB\xBF", is_cut), ElementsAre());
  EXPECT_THAT(lines_of("\xEF\xBB", is_cut), ElementsAre("\xEF\xBB"));
  EXPECT_THAT(lines_of("\xEF", is_cut), ElementsAre("\xEF"));
  ByteSource source("text", "\xEF\xBB\xBF[]");
  LineSource lines(source, {1000, 100});
  EXPECT_EQ(lines.beginning(), "[]");
  EXPECT_EQ(lines.rest(100), "[]");
}

// What lies at hand with its newline comes whole.
TEST(LineSource, GivesTheBeginningOfALongLineWhereThatIsAskedFor) {
  constexpr std::size_t kLong = 1'000'000;
  ByteSource source("text", "a\n" + std::string(kLong, 'x') + "\nb\n" + std::string(kLong, 'y'));
  LineSource lines(source, {UINT64_MAX, 100}, LineSource::LongLines::kCut);
  std::vector<std::string> all;
  std::vector<std::uint64_t> numbers;
  std::string some;
  while (lines.next_lines(some)) {
    all.push_back(some);
    numbers.push_back(lines.number());
  }
  EXPECT_THAT(
      all, ElementsAre("a\n", std::string(101, 'x') + "\n", "b\n", std::string(101, 'y') + "\n"));
  EXPECT_THAT(numbers, ElementsAre(1, 2, 3, 4));
}

TEST(LineSource, LongFilesComeInPieces) {
  std::string text;
  for (int i = 0; i < 300'000; ++i) text += std::to_string(i) + "\n";
  ByteSource source("text", text);
  LineSource lines(source, {UINT64_MAX, 100});
  std::string all;
  std::string some;
  std::uint64_t count = 0;
  while (lines.next_lines(some)) {
    EXPECT_EQ(lines.number(), count + 1);
    count += static_cast<std::uint64_t>(std::count(some.begin(), some.end(), '\n'));
    all += some;
  }
  EXPECT_EQ(all, text);
}

// Whoever sends a line and waits must not wait for more.
TEST(LineSource, LinesAtHandAreGivenBeforeMoreIsWaitedFor) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ByteSource source("/dev/fd/" + std::to_string(ends[0]) +
                    (::write(ends[1], "{}\nhal", 6) < 0 ? "x" : ""));
  LineSource lines(source, {UINT64_MAX, 100});
  std::string some;
  ASSERT_TRUE(lines.next_lines(some));
  EXPECT_EQ(some, "{}\n");
  ASSERT_EQ(::write(ends[1], "f\nlast", 6), 6);
  ASSERT_TRUE(lines.next_lines(some));
  EXPECT_EQ(some, "half\n");
  EXPECT_EQ(lines.number(), 2U);
  ::close(ends[1]);
  ASSERT_TRUE(lines.next_lines(some));
  EXPECT_EQ(some, "last");
  EXPECT_FALSE(lines.next_lines(some));
  ::close(ends[0]);
}

}  // namespace
}  // namespace assay
