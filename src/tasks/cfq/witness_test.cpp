// The rules of CFQ against a compiler that shares nothing with them, on published questions, on
// generated ones and on broken ones.
#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/random.h"
#include "assay/base/text.h"
#include "assay/tasks/cfq/language.h"
#include "assay/tasks/cfq/patterns.h"
#include "assay/tasks/cfq/query_samples.h"
#include "assay/tasks/cfq/witness_compiler.h"
#include "assay/tasks/cfq/witness_questions.h"

namespace assay::cfq {
namespace {

using Canonical = std::vector<std::string>;
using witness::Findings;
using witness::Meanings;

const Language& language() {
  static const Language kLanguage(own_rules());
  return kLanguage;
}

// A query in the canonical form of the witness, with repeated clauses.
Canonical canonical(const Query& query) {
  witness::Meaning meaning{.open = query.kind == QueryKind::kSelect};
  const auto variables = variables_of(query);
  meaning.variables = variables.size();
  std::vector<std::string> names;
  for (std::size_t i = 0; i < variables.size(); ++i) names.push_back('?' + std::to_string(i));
  for (const Clause& clause : renamed(query, variables, names).clauses) {
    meaning.clauses.push_back(to_text(clause));
  }
  return witness::canonical(meaning);
}

// What the rules make of a question; nothing for what is not in the language.
Meanings by_rules(std::string_view question, std::optional<Query>* first = nullptr) {
  Meanings meanings;
  try {
    const auto readings = language().read(question);
    for (const Reading& reading : readings) meanings.insert(canonical(reading.query));
    if (first != nullptr) *first = readings.front().query;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput) << error.what();
  }
  return meanings;
}

// Whether the rules read a question without bending types.
bool is_sound_by_rules(std::string_view question) {
  Language::Loan loan(language());
  return (*loan).parser.parse(language().cut(question).ids);
}

std::string to_text(const Meanings& meanings) {
  std::string text;
  for (const auto& meaning : meanings) {
    for (const auto& line : meaning) text += line + '\n';
    text += "--\n";
  }
  return text.empty() ? "nothing\n" : text;
}

std::string differing(std::string_view question, const Meanings& rules, const Meanings& witness) {
  return std::string(question) + "\nby the rules:\n" + to_text(rules) + "by the witness:\n" +
         to_text(witness);
}

TEST(CfqWitnessPublished, AgreesWithTheAuthorsAndWithTheRules) {
  const auto questions = published_questions();
  const auto queries = published_queries();
  if (queries.empty()) GTEST_SKIP() << kNotAtHand;
  ASSERT_EQ(questions.size(), 11968U);
  ASSERT_EQ(queries.size(), questions.size());
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const Query published = read(queries[i]);
    const Meanings expected{canonical(published)};
    const Meanings witness = witness::compile(questions[i]).sound;
    ASSERT_EQ(witness, expected) << questions[i] << '\n' << to_text(witness) << queries[i];
    ASSERT_TRUE(is_sound_by_rules(questions[i])) << questions[i];
    std::optional<Query> first;
    const Meanings rules = by_rules(questions[i], &first);
    ASSERT_EQ(rules, witness) << differing(questions[i], rules, witness);
    ASSERT_TRUE(same_meaning(*first, published)) << questions[i];
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
      const Meanings rules{canonical(pattern.query)};
      const Meanings witness = witness::compile(pattern.question).sound;
      if (rules == witness) continue;
      if (++differ <= 5) ADD_FAILURE() << differing(pattern.question, rules, witness);
    }
  }
  EXPECT_EQ(differ, 0U) << "of " << made;
  EXPECT_GT(made, count * 9 / 10);
}

TEST(CfqWitness, AgreesOnGeneratedQuestions) { compare_on_patterns(3000); }

TEST(CfqWitnessSlow, AgreesOnGeneratedQuestions) { compare_on_patterns(100'000); }

// The other way round: what the witness's grammar says is read by the rules.
void compare_on_questions(std::uint64_t count) {
  const Key key = stream_key(2, "cfq witness");
  std::size_t differ = 0;
  std::size_t ambiguous = 0;
  std::size_t sound = 0;
  std::size_t meaningless = 0;  // "Was M0 M1", "played by M0"
  for (std::uint64_t unit = 0; unit < count; ++unit) {
    Stream stream(key, {Purpose::kUnit, unit, 0, 0});
    const std::string question = witness::QuestionMaker(stream).make(unit % 4);
    const Meanings rules = by_rules(question);
    const Findings witness = witness::compile(question);
    ambiguous += witness.best().size() > 1 ? 1 : 0;
    meaningless += witness.best().empty() ? 1 : 0;
    sound += witness.sound.empty() ? 0 : 1;
    const bool same_types = rules.empty() || is_sound_by_rules(question) == !witness.sound.empty();
    if (rules == witness.best() && same_types) continue;
    if (++differ <= 5) {
      ADD_FAILURE() << differing(question, rules, witness.best())
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
    const Meanings rules = by_rules(question);
    const Meanings witness = witness::compile(question).best();
    ++(rules.empty() ? refused : read);
    if (rules == witness) continue;
    if (++differ <= 5) ADD_FAILURE() << differing(question, rules, witness);
  }
  EXPECT_EQ(differ, 0U);
  EXPECT_GT(read, 100U);  // words that fit as well
}

}  // namespace
}  // namespace assay::cfq
