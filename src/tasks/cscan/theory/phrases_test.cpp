#include "assay/tasks/cscan/theory/phrases.h"

#include <gtest/gtest.h>

#include "assay/tasks/cscan/theory/text.h"

namespace assay::cscan {
namespace {

Level level(const RuleSpace& space, std::string_view name) {
  for (std::size_t i = 0; i < space.levels.size(); ++i) {
    if (space.levels[i] == name) return static_cast<Level>(i);
  }
  return 0xFF;
}

std::size_t grounded(const PhraseTable& phrases, Level slot) {
  std::size_t count = 0;
  for (const PhraseId id : phrases.choices(slot)) count += phrases[id].variables == 0 ? 1 : 0;
  return count;
}

TEST(CscanPhrases, BHasAsManyAsCounted) {
  const RuleSpace space = read_rule_space("b");
  const PhraseTable phrases(space);
  EXPECT_EQ(space.productions.size(), 14U);
  EXPECT_EQ(phrases.choices(level(space, "X")).size(), 3U);
  EXPECT_EQ(phrases.choices(level(space, "U")).size(), 60U);
  const std::size_t trees = phrases.choices(level(space, "T")).size();
  EXPECT_EQ(trees, 180U);
  EXPECT_EQ(2 * trees * trees + trees, 64'980U);
  const std::size_t commands = grounded(phrases, level(space, "T"));
  EXPECT_EQ(2 * commands * commands + commands, 22'155U);
}

TEST(CscanPhrases, XHasAsManyAsCounted) {
  const RuleSpace space = read_rule_space("x");
  const PhraseTable phrases(space);
  EXPECT_EQ(space.productions.size(), 37U);
  EXPECT_EQ(phrases.choices(level(space, "T")).size(), 13'860U);
}

TEST(CscanPhrases, TextsAreReadBack) {
  const RuleSpace space = read_rule_space("b");
  const PhraseTable phrases(space);
  const Reader reader(phrases);
  std::string text;
  for (const ProductionId top : space.start_productions) {
    for (const PhraseId left : phrases.choices(level(space, "T"))) {
      for (const PhraseId right : phrases.choices(level(space, "T"))) {
        const Tree tree{top, {left, right}};
        text.clear();
        phrases.append_text(text, tree);
        ASSERT_EQ(reader.tree(text), tree) << text;
      }
    }
  }
}

TEST(CscanPhrases, VariablesTakeTheTypeOfTheirSlot) {
  const RuleSpace space = read_rule_space("b");
  const PhraseTable phrases(space);
  const Reader reader(phrases);
  const Tree general = reader.tree("x1 and x2 twice").value();
  Binding binding;
  EXPECT_TRUE(
      phrases.match(general, reader.tree("look thrice and run left twice").value(), binding));
  ASSERT_EQ(binding.size(), 2U);
  EXPECT_EQ(phrases.tree(binding[0]), reader.tree("look thrice"));
  EXPECT_EQ(phrases.tree(binding[1]), reader.tree("run left"));
  EXPECT_FALSE(reader.tree("look thrice twice"));
  EXPECT_FALSE(reader.tree("walk and run and jump"));
  EXPECT_FALSE(reader.tree("x1 and x1"));
  EXPECT_FALSE(reader.tree("x1"));
}

TEST(CscanPhrases, LinesAreReadBack) {
  const RuleSpace space = read_rule_space("b");
  const PhraseTable phrases(space);
  const Reader reader(phrases);
  for (const char* line :
       {"[x1 twice and run] = [x1] [x1] RUN", "[left] = PURPLE", "walk twice RUN RUN",
        "[run around x1 thrice] = EMPTY_STRING", "look thrice and run EMPTY_STRING"}) {
    const auto item = reader.item(line);
    ASSERT_TRUE(item) << line;
    std::string text;
    append_item(text, *item, phrases);
    EXPECT_EQ(text, line);
  }
  EXPECT_FALSE(reader.item("walk twice"));
  EXPECT_FALSE(reader.item("left PURPLE"));
  EXPECT_FALSE(reader.item("[walk x1] = [x2]"));
  EXPECT_EQ(reader.rule("[x3 and x1] = [x1] [x3]"), reader.rule("[x1 and x2] = [x2] [x1]"));
  for (const char* line :
       {"1 (Reasoning: Monotonic)", "? (Reasoning: Defeasible)", "RUN RUN (Reasoning: Defeasible)",
        "EMPTY_STRING (Reasoning: Monotonic)"}) {
    const auto answer = reader.answer(line);
    ASSERT_TRUE(answer) << line;
    std::string text;
    append_answer(text, *answer, space);
    EXPECT_EQ(text, line);
  }
  EXPECT_FALSE(reader.answer("1"));
  EXPECT_FALSE(reader.answer("1 (Reasoning: Maybe)"));
}

}  // namespace
}  // namespace assay::cscan
