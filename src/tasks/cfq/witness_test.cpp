// The rules of CFQ and the compiler that shares nothing with them agree: on published questions, on
// generated ones and on broken ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/random.h"
#include "assay/base/text.h"
#include "assay/tasks/cfq/compiler/compiler.h"
#include "assay/tasks/cfq/compiler/random_questions_testing.h"
#include "assay/tasks/cfq/language/language.h"
#include "assay/tasks/cfq/language/patterns.h"
#include "assay/tasks/cfq/query/query_testing.h"

namespace assay::cfq {
namespace {

using compiler::compile;
using compiler::Meaning;
using compiler::Readings;
using Meanings = std::vector<Meaning>;

const Language& language() {
  static const Language kLanguage(own_rules());
  return kLanguage;
}

// What a query of the rules says, read by the compiler from its text.
Meaning meaning_of(const std::string& query) {
  const auto meaning = compiler::read_query(query);
  EXPECT_TRUE(meaning) << query;
  return meaning.value_or(Meaning{});
}

// The queries of a question by the rules; none for what is not in the language.
std::vector<std::string> queries_by_rules(std::string_view question) {
  std::vector<std::string> queries;
  try {
    for (const Reading& reading : language().read(question)) {
      queries.push_back(to_text(reading.query));
    }
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput) << error.what();
  }
  return queries;
}

Meanings meanings_of(const std::vector<std::string>& queries) {
  Meanings meanings;
  for (const std::string& query : queries) {
    Meaning meaning = meaning_of(query);
    const auto is_same = [&](const Meaning& known) { return same(known, meaning); };
    if (std::none_of(meanings.begin(), meanings.end(), is_same)) {
      meanings.push_back(std::move(meaning));
    }
  }
  return meanings;
}

// Both lists have no meaning twice.
bool agree(const Meanings& a, const Meanings& b) {
  return a.size() == b.size() && std::all_of(a.begin(), a.end(), [&](const Meaning& meaning) {
           return std::any_of(b.begin(), b.end(),
                              [&](const Meaning& other) { return same(meaning, other); });
         });
}

// Whether the rules read a question without bending types.
bool is_sound_by_rules(std::string_view question) {
  Language::Loan loan(language());
  return (*loan).parser.parse(language().cut(question).ids);
}

std::string to_text(const Meanings& meanings) {
  std::string text;
  for (const Meaning& meaning : meanings) text += to_text(meaning) + "\n--\n";
  return text.empty() ? "nothing\n" : text;
}

std::string differing(std::string_view question, const Meanings& rules, const Meanings& compiled) {
  return std::string(question) + "\nby the rules:\n" + to_text(rules) + "by the compiler:\n" +
         to_text(compiled);
}

TEST(CfqWitnessPublished, AgreesWithTheAuthorsAndWithTheRules) {
  const auto questions = published_questions();
  const auto queries = published_queries();
  if (queries.empty()) GTEST_SKIP() << kNotAtHand;
  ASSERT_EQ(questions.size(), 11968U);
  ASSERT_EQ(queries.size(), questions.size());
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const Meanings expected{meaning_of(queries[i])};
    const Readings compiled = compile(questions[i]);
    ASSERT_TRUE(agree(compiled.sound, expected)) << questions[i] << '\n'
                                                 << to_text(compiled.sound) << queries[i];
    ASSERT_EQ(compiler::objection(questions[i], queries[i]), "");
    ASSERT_TRUE(is_sound_by_rules(questions[i])) << questions[i];
    const auto by_rules = queries_by_rules(questions[i]);
    const Meanings rules = meanings_of(by_rules);
    ASSERT_TRUE(agree(rules, expected)) << differing(questions[i], rules, compiled.sound);
    ASSERT_TRUE(same_meaning(read(by_rules.front()), read(queries[i]))) << questions[i];
  }
}

// Levels and relative clauses of which questions are made.
constexpr std::array<PatternLimits, 5> kLimits{
    {{9, 50, 1}, {9, 20, 0}, {30, 50, 0}, {20, 50, 2}, {40, 70, 3}}};

void compare_on_patterns(std::uint64_t count) {
  std::uint64_t made = 0;
  std::uint64_t differ = 0;
  for (std::size_t kind = 0; kind < kLimits.size(); ++kind) {
    const PatternMaker maker(language(), kLimits[kind]);
    const Key key = stream_key(kind, "cfq witness");
    Pattern pattern;
    for (std::uint64_t unit = 0; unit < count / kLimits.size(); ++unit) {
      if (!maker.make(key, unit, pattern, nullptr)) continue;
      ++made;
      const std::string query = to_text(pattern.query);
      const Readings compiled = compile(pattern.question);
      const Meanings rules{meaning_of(query)};
      if (agree(rules, compiled.sound)) continue;
      if (++differ <= 5) ADD_FAILURE() << differing(pattern.question, rules, compiled.sound);
    }
  }
  EXPECT_EQ(differ, 0U) << "of " << made;
  EXPECT_GT(made, count * 9 / 10);
}

TEST(CfqWitness, AgreesOnGeneratedQuestions) { compare_on_patterns(3000); }

TEST(CfqWitnessSlow, AgreesOnGeneratedQuestions) { compare_on_patterns(100'000); }

// The other way round: what the compiler's grammar says is read by the rules.
void compare_on_questions(std::uint64_t count) {
  const Key key = stream_key(2, "cfq witness");
  std::size_t differ = 0;
  std::size_t ambiguous = 0;
  std::size_t sound = 0;
  std::size_t meaningless = 0;  // "Was M0 M1", "played by M0"
  for (std::uint64_t unit = 0; unit < count; ++unit) {
    Stream stream(key, {Purpose::kUnit, unit, 0, 0});
    const std::string question = compiler::QuestionMaker(stream).make(unit % 4);
    const auto by_rules = queries_by_rules(question);
    const Meanings rules = meanings_of(by_rules);
    const Readings compiled = compile(question);
    ambiguous += compiled.best().size() > 1 ? 1 : 0;
    meaningless += compiled.best().empty() ? 1 : 0;
    sound += compiled.sound.empty() ? 0 : 1;
    const bool same_types = rules.empty() || is_sound_by_rules(question) == !compiled.sound.empty();
    if (agree(rules, compiled.best()) && same_types) continue;
    if (++differ <= 5) {
      ADD_FAILURE() << differing(question, rules, compiled.best())
                    << (same_types ? "" : "one of them bends types");
    }
  }
  EXPECT_EQ(differ, 0U) << "of " << count;
  EXPECT_GT(ambiguous, 0U);
  EXPECT_LT(meaningless, count / 4);
  EXPECT_GT(sound, count / 50);
}

TEST(CfqWitness, AgreesOnQuestionsOfItsOwn) { compare_on_questions(3000); }

TEST(CfqWitnessSlow, AgreesOnQuestionsOfItsOwn) { compare_on_questions(100'000); }

constexpr std::array<std::string_view, 64> kWords{
    "did",        "was",      "were",     "who",      "what",      "which",     "a",
    "of",         "'s",       "by",       "and",      ",",         "that",      "whose",
    "M0",         "M1",       "M7",       "an",       "the",       "directed",  "direct",
    "edited",     "wrote",    "write",    "written",  "produced",  "produce",   "executive",
    "star",       "starred",  "played",   "play",     "married",   "marry",     "employed",
    "founded",    "acquired", "acquire",  "director", "editor",    "writer",    "producer",
    "actor",      "costume",  "designer", "art",      "employee",  "founder",   "spouse",
    "sibling",    "child",    "gender",   "country",  "sequel",    "film",      "company",
    "person",     "male",     "French",   "Spanish",  "character", "influence", "found",
    "distributor"};

// One word changed, dropped, or exchanged with the next.
std::string broken(std::string_view question, Stream& stream) {
  std::vector<std::string> words;
  for (const auto word : split_words(question)) words.emplace_back(word);
  const std::size_t at = stream.below(words.size());
  switch (stream.below(3)) {
    case 0:
      words[at] = kWords[stream.below(kWords.size())];
      break;
    case 1:
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
      break;
    default:
      std::swap(words[at], words[(at + 1) % words.size()]);
  }
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : " ") + word;
  if (text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 32);
  return text;
}

TEST(CfqWitness, AgreesOnWhatIsNoQuestion) {
  const PatternMaker maker(language(), {9, 40, 1});
  const Key key = stream_key(1, "cfq broken");
  Pattern pattern;
  std::size_t refused = 0;
  std::size_t read = 0;
  std::size_t differ = 0;
  for (std::uint64_t unit = 0; refused < 3000; ++unit) {
    if (!maker.make(key, unit, pattern, nullptr)) continue;
    Stream stream(key, {Purpose::kItem, unit, 0, 0});
    const std::string question = broken(pattern.question, stream);
    const auto by_rules = queries_by_rules(question);
    const Meanings rules = meanings_of(by_rules);
    const Readings compiled = compile(question);
    ++(rules.empty() ? refused : read);
    if (agree(rules, compiled.best())) continue;
    if (++differ <= 5) ADD_FAILURE() << differing(question, rules, compiled.best());
  }
  EXPECT_EQ(differ, 0U);
  EXPECT_GT(read, 100U);  // words that fit as well
}

}  // namespace
}  // namespace assay::cfq
