#include "assay/pipeline/verify_published.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/base/error.h"
#include "assay/base/scratch_folder_testing.h"
#include "assay/pipeline/example_cutter.h"

namespace assay {
namespace {

using testing::HasSubstr;

constexpr std::string_view kDocument = R"( {"grid_size": 6, "say": "a \"examples\": {[ \\",
  "examples": {"train": [{"a": "}\\\"]\\\\", "b": [1, {"c": "{"}]},
     {"a": "\\"}],
   "empty": [], "test": [ {} ]},
  "nouns": {"circle": "circle"}, "count": 12 }
)";
constexpr std::string_view kLines = "{\"a\": \"\\\\\\\"}\"}\n{}\r\n\n {\"b\":\n[\"]\"]}";

struct Cut {
  std::vector<std::string> examples;  // "train 0: {...}"
  DocumentValues values;
};

// Reads `step` bytes at a time into a window that grows by `chunk`.
Cut cut(std::string_view text, std::size_t step, std::size_t chunk) {
  std::size_t at = 0;
  ExampleCutter cutter(
      [&](char* to, std::size_t most) {
        const std::size_t count = std::min({most, step, text.size() - at});
        text.copy(to, count, at);
        at += count;
        return count;
      },
      chunk);
  cutter.open();
  Cut found;
  CutExample example;
  while (cutter.next(example)) {
    EXPECT_EQ(text.substr(example.offset, example.text.size()), example.text);
    found.examples.push_back(std::string(example.set) + " " + std::to_string(example.index) + ": " +
                             std::string(example.text));
  }
  found.values = cutter.values();
  return found;
}

TEST(ExampleCutter, CutsDocumentsAtAnyEdge) {
  for (std::size_t step = 1; step < kDocument.size() + 2; ++step) {
    for (const std::size_t chunk : {step, std::size_t{1'000}}) {
      const Cut found = cut(kDocument, step, chunk);
      ASSERT_EQ(found.examples,
                (std::vector<std::string>{R"(train 0: {"a": "}\\\"]\\\\", "b": [1, {"c": "{"}]})",
                                          R"(train 1: {"a": "\\"})", "test 0: {}"}));
      ASSERT_EQ(found.values, (DocumentValues{{"grid_size", "6"},
                                              {"say", R"("a \"examples\": {[ \\")"},
                                              {"nouns", R"({"circle": "circle"})"},
                                              {"count", "12"}}));
    }
  }
}

TEST(ExampleCutter, CutsLinesAtAnyEdge) {
  for (std::size_t step = 1; step < kLines.size() + 2; ++step) {
    const Cut found = cut(kLines, step, step);
    ASSERT_EQ(found.examples, (std::vector<std::string>{" 0: {\"a\": \"\\\\\\\"}\"}", " 1: {}",
                                                        " 2: {\"b\":\n[\"]\"]}"}));
  }
  EXPECT_TRUE(cut("", 1, 1).examples.empty());
  EXPECT_TRUE(cut(" \n", 1, 1).examples.empty());
}

TEST(ExampleCutter, NamesThePlaceOfWhatIsWrong) {
  const auto problem = [](std::string_view text) -> std::string {
    try {
      cut(text, 3, 5);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kInput);
      return error.what();
    }
    return "none";
  };
  EXPECT_EQ(problem("hello"), "byte 0: 'h' where '{' should be; is this a published file?");
  EXPECT_EQ(problem("{}\n[]"), "byte 3: '[' where '{' should be; is this a published file?");
  EXPECT_THAT(problem("{\"examples\": {\"train\": [{}} "), HasSubstr("byte 26: '}' where ','"));
  // Cut short anywhere, a document is never taken for a whole one.
  const std::size_t end = kDocument.rfind('}');
  for (std::size_t size = 2; size <= end; ++size) {
    EXPECT_THAT(problem(kDocument.substr(0, size)),
                HasSubstr("the text ends in the middle; copy or download the file again"))
        << size;
  }
  EXPECT_THAT(problem(std::string(kDocument) + "{}"), HasSubstr("more text behind the document"));
}

// Finds of a record what it says of itself.
class FakeChecker : public PublishedChecker {
 public:
  const std::vector<std::string>& aspects() const override {
    static const std::vector<std::string> kNames{"one", "two"};
    return kNames;
  }
  void begin(const DocumentValues& before) override { seen = before.size(); }
  void check(std::string_view record, std::vector<AspectFinding>& out) const override {
    if (record.find("broken") != std::string_view::npos) {
      fail(ErrorKind::kInput, "is no JSON object");
    }
    out.assign(2, {});
    if (record.find("wrong") != std::string_view::npos) {
      out[1] = {AspectFinding::State::kDiffers, std::string(record)};
    }
    if (record.find("absent") != std::string_view::npos) {
      out[0].state = AspectFinding::State::kAbsent;
    }
  }
  std::string end(const DocumentValues& all) const override {
    return all.contains("odd") ? "is odd" : "";
  }
  std::size_t seen = 0;
};

class VerifyPublished : public testing::Test {
 protected:
  PublishedReport verify(const std::string& text, unsigned jobs = 2) {
    const std::string path = folder_.put("file.json", text);
    Control control;
    control.jobs = jobs;
    return verify_published(path, checker_, control);
  }
  static std::string reason(const PublishedReport& report) {
    try {
      std::rethrow_exception(report.stopped_by);
    } catch (const Error& error) {
      return error.what();
    }
  }

  FakeChecker checker_;
  ScratchFolder folder_;
};

TEST_F(VerifyPublished, CountsInOrderOnAnyNumberOfThreads) {
  std::string text;
  const std::string filling(50'000, 'x');
  for (int i = 0; i < 300; ++i) {
    text += i % 7 == 3 ? "{\"wrong\": 1, " : i % 5 == 0 ? "{\"absent\": 1, " : "{";
    text += "\"text\": \"" + filling + "\"}\n";
  }
  for (const unsigned jobs : {1U, 2U, 5U}) {
    const PublishedReport report = verify(text, jobs);
    EXPECT_EQ(report.records, 300U);
    EXPECT_EQ(report.aspects[0].of, 300U - 60 + 9);
    EXPECT_EQ(report.aspects[0].matches, report.aspects[0].of);
    EXPECT_EQ(report.aspects[1].of, 300U);
    EXPECT_EQ(report.aspects[1].matches, 257U);
    EXPECT_FALSE(report.holds);
    ASSERT_EQ(report.mismatches.size(), kNamedMismatches);
    for (std::size_t i = 0; i < kNamedMismatches; ++i) {
      EXPECT_EQ(report.mismatches[i].record, 4 + 7 * i);
      EXPECT_LT(report.mismatches[i].why.size(), 300U);
    }
  }
}

TEST_F(VerifyPublished, TellsTheSetOfADocument) {
  const PublishedReport report =
      verify(R"({"a": 1, "examples": {"train": [{}, {}], "test": [{}, {"wrong": 1}]}, "odd": 1})");
  EXPECT_EQ(checker_.seen, 1U);
  EXPECT_EQ(report.records, 4U);
  ASSERT_EQ(report.mismatches.size(), 2U);
  EXPECT_EQ(report.mismatches[0].why, "is odd");
  EXPECT_EQ(report.mismatches[1].record, 4U);
  EXPECT_EQ(report.mismatches[1].set, "test");
  EXPECT_EQ(report.mismatches[1].index, 1U);
}

TEST_F(VerifyPublished, KeepsWhatWasCountedBeforeTheDamage) {
  const PublishedReport cut = verify("{}\n{}\n{\"a\"");
  EXPECT_EQ(cut.records, 2U);
  EXPECT_FALSE(cut.holds);
  EXPECT_THAT(reason(cut), HasSubstr("file.json: behind 2 records, at byte 10: the text ends"));
  const PublishedReport broken = verify("{}\n{}\n{}\n{broken}\n{}");
  EXPECT_EQ(broken.records, 3U);
  EXPECT_THAT(reason(broken),
              HasSubstr("file.json: record 4, at byte 9: is no JSON object; copy or download"));
  EXPECT_THROW(verify("{\"a\""), Error);
  EXPECT_THROW(verify(""), Error);
  EXPECT_THROW(verify("{\"examples\": {}}"), Error);
}

TEST_F(VerifyPublished, StopsOnRequest) {
  std::string text;
  for (int i = 0; i < 400; ++i) text += "{\"text\": \"" + std::string(50'000, 'x') + "\"}\n";
  const std::string path = folder_.put("file.json", text);
  std::atomic<bool> cancel = false;
  Control control;
  control.jobs = 2;
  control.cancel = &cancel;
  control.progress = [&](const Progress&) { cancel = true; };
  const PublishedReport report = verify_published(path, checker_, control);
  EXPECT_GT(report.records, 0U);
  EXPECT_LT(report.records, 400U);
  EXPECT_THROW(std::rethrow_exception(report.stopped_by), Interrupted);
}

}  // namespace
}  // namespace assay
