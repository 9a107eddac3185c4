#include "assay/rules_engine/feature_parser.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "assay/base/text.h"
#include "assay/rules_engine/feature_grammar_testing.h"

namespace assay::rules {
namespace {

using Trees = std::map<std::string, std::set<std::string>>;

RuleSet rules_of(const std::string& text) {
  const RuleSource source{"r", text};
  return read_rules(std::span(&source, 1));
}

// The parser with a grammar of its own.
class Parsed {
 public:
  explicit Parsed(const std::string& text, const FeatureGrammarOptions& options = {})
      : Parsed(rules_of(text), options) {}
  Parsed(RuleSet rules, const FeatureGrammarOptions& options)
      : rules_(std::move(rules)), grammar_(rules_, options), parser_(grammar_) {}

  bool parse(std::string_view text) {
    text_.clear();
    for (const auto word : split_words(text)) text_.emplace_back(word);
    std::vector<WordId> ids;
    for (const std::string& word : text_)
      ids.push_back(grammar_.find_word(word).value_or(kNothing));
    return parser_.parse(ids);
  }

  // All trees of the last text with at most so many rules; each must be there once.
  std::set<std::string> trees(std::size_t most_rules = 1'000'000) {
    DerivationTree trees;
    std::set<std::string> found;
    for (const auto root : parser_.derivations(1'000'000, trees)) {
      check_places(trees, root, 0);
      if (trees.node(root).size > most_rules) continue;
      const std::string tree = witness::tree_text(rules_, trees, root);
      EXPECT_TRUE(found.insert(tree).second) << "twice: " << tree;
    }
    return found;
  }

  FeatureParser& parser() { return parser_; }
  const FeatureGrammar& grammar() const { return grammar_; }

 private:
  // Every node begins where it says, and spells the words that stand there.
  std::size_t check_places(const DerivationTree& trees, std::uint32_t id, std::size_t at) {
    const auto& node = trees.node(id);
    EXPECT_EQ(node.begin, at);
    std::size_t part = 0;
    std::uint32_t size = 1;
    for (const Constituent& constituent : rules_.grammar[node.rule].right) {
      for (const std::string& word : constituent.words) EXPECT_EQ(text_.at(at++), word);
      if (constituent.category.empty()) continue;
      const std::uint32_t child = trees.constituents(id)[part++];
      EXPECT_LT(child, id);
      EXPECT_EQ(rules_.grammar[trees.node(child).rule].left.category, constituent.category);
      size += trees.node(child).size;
      at = check_places(trees, child, at);
    }
    EXPECT_EQ(part, trees.constituents(id).size());
    EXPECT_EQ(node.size, size);
    return at;
  }

  RuleSet rules_;
  FeatureGrammar grammar_;
  FeatureParser parser_;
  std::vector<std::string> text_;
};

std::vector<std::string> all_texts(std::size_t most) {
  std::vector<std::string> texts;
  std::vector<std::string> last{""};
  for (std::size_t n = 0; n < most; ++n) {
    std::vector<std::string> longer;
    for (const std::string& text : last) {
      for (const std::string& word : witness::words()) {
        longer.push_back(fmt::format("{}{}{}", text, text.empty() ? "" : " ", word));
      }
    }
    texts.insert(texts.end(), longer.begin(), longer.end());
    last = std::move(longer);
  }
  return texts;
}

struct Tally {
  int compared = 0;
  int refused = 0;
  int trees = 0;
  int ambiguous = 0;
  int rejected = 0;
};

void compare(const RuleSet& rules, const FeatureGrammarOptions& options, const RuleSet& plain,
             const std::string& what, Tally& tally) {
  const witness::Limits limits;
  const witness::FeatureWitness witness(plain, limits);
  if (witness.too_many()) return;
  Trees expected = witness.trees("S");
  try {
    Parsed parsed(rules, options);
    for (const std::string& text : all_texts(limits.words)) {
      const bool fits = parsed.parse(text);
      const std::set<std::string> found = parsed.trees(limits.rules);
      ASSERT_EQ(found, expected[text]) << what << "\ntext: " << text;
      ASSERT_TRUE(fits || found.empty()) << what << "\ntext: " << text;
      if (!fits) ++tally.rejected;
      if (found.size() > 1) ++tally.ambiguous;
      tally.trees += static_cast<int>(found.size());
    }
    ++tally.compared;
  } catch (const Error& error) {
    ++tally.refused;
    const std::string message = error.what();
    if (message.find("no text can be made") != std::string::npos) {
      ASSERT_TRUE(expected.empty()) << what << message;
    } else {
      ASSERT_NE(message.find("leads back to where it began"), std::string::npos) << what << message;
    }
  }
}

TEST(FeatureParser, FindsWhatTheWitnessFinds) {
  Tally tally;
  for (std::uint32_t i = 0; i < 3000; ++i) {
    Stream stream(stream_key(3, "feature_parser_test"), {Purpose::kItem, 0, i, 0});
    const std::string text = witness::random_grammar(stream);
    const RuleSet rules = rules_of(text);
    compare(rules, {}, rules, text, tally);
    if (HasFatalFailure()) return;
  }
  // Enough of each, or the comparison would say little.
  EXPECT_GT(tally.compared, 1800);
  EXPECT_GT(tally.refused, 100);
  EXPECT_GT(tally.trees, 7000);
  EXPECT_GT(tally.ambiguous, 600);
  EXPECT_GT(tally.rejected, 100'000);
}

// An attribute that is not asked for is as good as not written.
TEST(FeatureParser, IgnoresAttributes) {
  Tally tally;
  for (std::uint32_t i = 0; i < 500; ++i) {
    Stream stream(stream_key(4, "feature_parser_test"), {Purpose::kItem, 0, i, 0});
    const std::string text = witness::random_grammar(stream);
    const RuleSet rules = rules_of(text);
    RuleSet plain = rules;
    const auto drop = [](Constituent& part) {
      std::erase_if(part.features, [](const Feature& f) { return f.attribute == "b"; });
    };
    for (GrammarRule& rule : plain.grammar) {
      drop(rule.left);
      std::for_each(rule.right.begin(), rule.right.end(), drop);
    }
    compare(rules, {.start = "S", .ignored = {"b"}}, plain, text, tally);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(tally.compared, 300);
  EXPECT_GT(tally.trees, 1200);
}

// One variable for two attributes: both have the same value, whichever it is.
TEST(FeatureParser, KeepsSharedValuesTogether) {
  const std::string rules =
      "%grammar\n"
      "ONE:\n  S/_x → 'one' B(a:x, b:y)/_x\n"
      "TWO:\n  S/_x → 'two' B(a:y, b:y)/_x\n"
      "SAME:\n  S/_x → 'same' D(d:$v) B(a:$v, b:$v)/_x\n"
      "B:\n  B(a:$v, b:$v)/_x → C(c:$v)/_x\n"
      "C:\n  C(c:x|y)/K → 'w'\n"
      "D:\n  D(d:x|z)/K → 'd'\n"
      "E:\n  D(d:z)/K → 'e'\n";
  Parsed parsed(rules);
  EXPECT_FALSE(parsed.parse("one w"));
  EXPECT_TRUE(parsed.parse("two w"));
  EXPECT_EQ(parsed.trees(), std::set<std::string>{"TWO(B(C))"});
  EXPECT_TRUE(parsed.parse("same d w"));
  EXPECT_FALSE(parsed.parse("same e w"));
}

TEST(FeatureParser, FollowsTheExamplesOfThePaper) {
  // (form:gerund|infinitive), (subject:_none_, object:yes) and (-form:gerund|infinitive) of J.1.
  const std::string verbs =
      "G:\n  V(form:gerund)/K → 'gerund'\n"
      "I:\n  V(form:infinitive)/K → 'infinitive'\n"
      "P:\n  V(form:past_participle)/K → 'participle'\n"
      "N:\n  V(form:_none_)/K → 'none'\n"
      "A:\n  V/K → 'absent'\n"
      "O:\n  V(object:yes)/K → 'object'\n"
      "SO:\n  V(subject:yes, object:yes)/K → 'both'\n"
      "NO:\n  V(subject:_none_, object:yes)/K → 'not subject'\n";
  struct Case {
    std::string asked;
    std::set<std::string> fits;
  };
  const std::vector<Case> cases = {
      {"(form:gerund|infinitive)", {"gerund", "infinitive"}},
      {"(subject:_none_, object:yes)", {"object", "not subject"}},
      {"(-form:gerund|infinitive)",
       {"participle", "none", "absent", "object", "both", "not subject"}},
      {"(form:_none_)", {"none", "absent", "object", "both", "not subject"}},
      {"",
       {"gerund", "infinitive", "participle", "none", "absent", "object", "both", "not subject"}},
  };
  for (const Case& one : cases) {
    Parsed parsed("%grammar\nS:\n  S/K → V" + one.asked + "\n" + verbs);
    std::set<std::string> fits;
    for (const char* text : {"gerund", "infinitive", "participle", "none", "absent", "object",
                             "both", "not subject"}) {
      if (parsed.parse(text)) fits.insert(text);
    }
    EXPECT_EQ(fits, one.fits) << one.asked;
  }
}

TEST(FeatureParser, InheritsFromTheHead) {
  Parsed parsed(
      "%grammar\n"
      "S:\n  S/K → P(number:plural, person:third)\n"
      "P:\n  P(person:third)[_h]/K → D(number:$n) N(number:$n)/_h\n"
      "THE:\n  D(number:singular|plural)/K → 'the'\n"
      "A:\n  D(number:singular)/K → 'a'\n"
      "DOG:\n  N(number:singular, person:first)/K → 'dog'\n"
      "DOGS:\n  N(number:plural, person:first)/K → 'dogs'\n");
  EXPECT_TRUE(parsed.parse("the dogs"));
  EXPECT_FALSE(parsed.parse("the dog"));
  EXPECT_FALSE(parsed.parse("a dogs"));
}

TEST(FeatureParser, RecursesOnEitherSide) {
  const std::string left = "%grammar\nMORE:\n  S/K → S 'a'\nEND:\n  S/K → 'a'\n";
  const std::string right = "%grammar\nMORE:\n  S/K → 'a' S\nEND:\n  S/K → 'a'\n";
  const std::string both = "%grammar\nMORE:\n  S/K → S S\nEND:\n  S/K → 'a'\n";
  const std::string inside = "%grammar\nMORE:\n  S/K → 'a' S 'a'\nEND:\n  S/K → 'a'\n";
  std::string text = "a";
  std::size_t catalan = 1;
  for (std::size_t n = 1; n <= 8; ++n) {
    Parsed l(left);
    Parsed r(right);
    Parsed b(both);
    Parsed i(inside);
    EXPECT_TRUE(l.parse(text));
    EXPECT_EQ(l.trees().size(), 1U);
    EXPECT_TRUE(r.parse(text));
    EXPECT_EQ(r.trees().size(), 1U);
    EXPECT_TRUE(b.parse(text));
    EXPECT_EQ(b.trees().size(), catalan) << n;
    EXPECT_EQ(i.parse(text), n % 2 == 1);
    text += " a";
    catalan = catalan * 2 * (2 * n - 1) / (n + 1);
  }
}

TEST(FeatureParser, GivesAtMostSoManyTrees) {
  Parsed parsed("%grammar\nMORE:\n  S/K → S S\nEND:\n  S/K → 'a'\n");
  std::string text;
  for (int i = 0; i < 60; ++i) text += "a ";
  ASSERT_TRUE(parsed.parse(text));  // about 10^32 trees
  DerivationTree trees;
  const auto ten = parsed.parser().derivations(10, trees);
  ASSERT_EQ(ten.size(), 10U);
  std::set<std::uint32_t> different(ten.begin(), ten.end());
  EXPECT_EQ(different.size(), 10U);
  for (const auto root : ten) EXPECT_EQ(trees.node(root).size, 119U);
  ASSERT_TRUE(parsed.parse("a a a"));
  EXPECT_EQ(parsed.trees().size(), 2U);
}

TEST(FeatureParser, TakesLongTexts) {
  for (const char* more : {"S 'a'", "'a' S"}) {
    Parsed parsed(fmt::format("%grammar\nMORE:\n  S/K → {}\nEND:\n  S/K → 'a'\n", more));
    std::string text;
    for (int i = 0; i < 1500; ++i) text += "a ";
    ASSERT_TRUE(parsed.parse(text));
    DerivationTree trees;
    const auto roots = parsed.parser().derivations(2, trees);
    ASSERT_EQ(roots.size(), 1U);
    EXPECT_EQ(trees.node(roots[0]).size, 1500U);
  }
}

TEST(FeatureParser, SaysWhereItIsStuck) {
  Parsed parsed(
      "%grammar\n"
      "S:\n  S/K → D(number:$n) N(number:$n) V\n"
      "THE:\n  D(number:singular|plural)/K → 'the'\n"
      "A:\n  D(number:singular)/K → 'a'\n"
      "DOG:\n  N(number:singular)/K → 'dog'\n"
      "HOT:\n  N(number:plural)/K → 'hot dogs'\n"
      "RAN:\n  V/K → 'ran'\n"
      "AWAY:\n  V/K → 'ran away'\n");
  struct Case {
    std::string text;
    std::size_t place;
    std::vector<std::string> expected;
  };
  const std::vector<Case> cases = {
      {"", 0, {"a", "the"}},
      {"dog ran", 0, {"a", "the"}},
      {"nonsense", 0, {"a", "the"}},
      {"the", 1, {"dog", "hot"}},
      {"the ran", 1, {"dog", "hot"}},
      {"the nonsense", 1, {"dog", "hot"}},
      {"the hot dog", 2, {"dogs"}},
      {"the hot", 2, {"dogs"}},
      {"the dog", 2, {"ran"}},
      {"the dog dog", 2, {"ran"}},
      {"the dog ran ran", 3, {"away"}},
  };
  for (const Case& one : cases) {
    EXPECT_FALSE(parsed.parse(one.text)) << one.text;
    EXPECT_EQ(parsed.parser().stuck_at(), one.place) << one.text;
    EXPECT_EQ(parsed.parser().expected(), one.expected) << one.text;
  }
  // What is known of one text is forgotten with the next.
  EXPECT_TRUE(parsed.parse("the hot dogs ran away"));
  EXPECT_EQ(parsed.trees(), std::set<std::string>{"S(THE, HOT, AWAY)"});
  EXPECT_FALSE(parsed.parse("a hot dogs ran"));
  EXPECT_TRUE(parsed.trees().empty());
  EXPECT_TRUE(parsed.parse("a dog ran"));
}

}  // namespace
}  // namespace assay::rules
