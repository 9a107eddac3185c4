#include "assay/store/card.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/store/fake_task_testing.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

Manifest described_set() {
  Manifest manifest;
  manifest.tool_version = "0.1.0";
  manifest.tool_commit = "abcdef";
  manifest.task_version = "1.2.3";
  manifest.recipe.task = "fake";
  manifest.recipe.seed = 7;
  manifest.parts = {{"train", 20'910, {83'641, 9, 300'000, 48}}, {"test", 0, {}}};
  manifest.files = {{"data/train-00000-of-00002.jsonl", "train", 0, 0, 0, 0, ""},
                    {"data/train-00001-of-00002.jsonl", "train", 0, 0, 0, 0, ""},
                    {"data/test-00000-of-00001.jsonl", "test", 0, 0, 0, 0, ""}};
  manifest.content_hash = "0123456789abcdeffedcba9876543210";
  return manifest;
}

std::string card(const Manifest& manifest) { return card_text(manifest, FakeTask()); }

TEST(Card, NamesEveryFileForLoaders) {
  EXPECT_THAT(card(described_set()), StartsWith("---\n"));
  EXPECT_THAT(card(described_set()), HasSubstr("  data_files:\n"
                                               "  - split: train\n"
                                               "    path:\n"
                                               "    - data/train-00000-of-00002.jsonl\n"
                                               "    - data/train-00001-of-00002.jsonl\n"
                                               "  - split: test\n"
                                               "    path:\n"
                                               "    - data/test-00000-of-00001.jsonl\n"
                                               "---\n"));
}

// In YAML "pretty_name: Fake: a task" is an error that hides the whole card.
TEST(Card, QuotesATitleWithAColon) {
  EXPECT_THAT(card(described_set()), HasSubstr("\npretty_name: \"Fake: a task for tests\"\n"));
}

TEST(Card, ShowsTheMeasuredNumbers) {
  EXPECT_THAT(card(described_set()), HasSubstr("| train | 20,910 | 4.00 | 9 | 14.35 | 48 |\n"));
  EXPECT_THAT(card(described_set()), HasSubstr("| test | 0 | - | 0 | - | 0 |\n"));
}

TEST(Card, SpeaksOfEmptyAddressesOnlyWhenThereAreSome) {
  EXPECT_THAT(card(described_set()), Not(HasSubstr("addresses are empty")));
  Manifest manifest = described_set();
  manifest.empty = 1234;
  EXPECT_THAT(card(manifest), HasSubstr("1,234 addresses are empty"));
}

TEST(Card, DescribesTheColumns) {
  EXPECT_THAT(card(described_set()), HasSubstr("| input | text | input | what input is |\n"));
  EXPECT_THAT(card(described_set()),
              HasSubstr("| reals | list of reals | metadata | what reals is |\n"));
  EXPECT_THAT(card(described_set()), HasSubstr("| rules | list of texts |"));
  Manifest manifest = described_set();
  manifest.recipe.with_rules = false;
  EXPECT_THAT(card(manifest), Not(HasSubstr("| rules |")));
}

TEST(Card, SaysHowToMakeItAgain) {
  const std::string text = card(described_set());
  EXPECT_THAT(text, HasSubstr("assay 0.1.0 (abcdef), task fake 1.2.3"));
  EXPECT_THAT(text, HasSubstr("content hash `0123456789abcdeffedcba9876543210`"));
  EXPECT_THAT(text, HasSubstr("- It differs from everything.\n"));
  EXPECT_THAT(text, HasSubstr("```bibtex\n@misc{fake}\n```\n"));

  const std::string fence = "```toml\n";
  const std::size_t begin = text.find(fence) + fence.size();
  const std::string recipe = text.substr(begin, text.find("```", begin) - begin);
  EXPECT_EQ(recipe_toml(parse_recipe(recipe, "card", {})), recipe_toml(described_set().recipe));
}

}  // namespace
}  // namespace assay
