// Properties of queries on all published ones at hand, or on the samples; and garbage.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <numeric>
#include <set>

#include "assay/tasks/cfq/query/query.h"
#include "assay/tasks/cfq/query/query_errors.h"
#include "assay/tasks/cfq/query/query_preprocessing.h"
#include "assay/tasks/cfq/query/query_testing.h"

namespace assay::cfq {
namespace {

Stream published_stream(std::uint64_t unit) {
  return {stream_key(2, "cfq queries"), {.unit = unit}};
}

TEST(PublishedQueries, AreReadWrittenAndReproduced) {
  const std::vector<std::string> texts = published_queries();
  if (texts.empty()) GTEST_SKIP() << kNotAtHand;
  EXPECT_EQ(texts.size(), 11968U);
  std::size_t reproduced = 0;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    Stream stream = published_stream(i);
    const Query query = read(texts[i]);
    ASSERT_EQ(to_text(query), texts[i]);
    ASSERT_EQ(read(preprocess_query(texts[i])), query);
    const Query other = shuffled(query, stream);
    const Query form = canonicalise(other);
    ASSERT_EQ(canonicalise(query), form) << texts[i];
    ASSERT_EQ(canonicalise(form), form) << texts[i];
    ASSERT_TRUE(same_meaning(query, other)) << texts[i];
    ASSERT_EQ(find_errors(query, other), QueryErrors{}) << texts[i];
    reproduced += form == query ? 1 : 0;
  }
  std::cout << reproduced << " of " << texts.size() << " published queries are canonical\n";
  EXPECT_EQ(reproduced, 11967U);
}

TEST(PublishedQueries, HaveTheMeaningOfNoOther) {
  const std::vector<std::string> texts = published_queries();
  if (texts.empty()) GTEST_SKIP() << kNotAtHand;
  std::set<std::string> forms;
  const std::set<std::string> distinct(texts.begin(), texts.end());
  for (const std::string& text : distinct) forms.insert(to_text(canonicalise(read(text))));
  EXPECT_EQ(forms.size(), distinct.size());
  for (std::size_t i = 0; i + 1 < texts.size(); ++i) {
    ASSERT_EQ(same_meaning(read(texts[i]), read(texts[i + 1])), texts[i] == texts[i + 1]);
  }
}

std::vector<std::string> texts_at_hand() {
  std::vector<std::string> texts = published_queries();
  if (texts.empty()) texts.assign(kSamples.begin(), kSamples.end());
  return texts;
}

// One thing made wrong that no renaming makes right: a node or property that the query has not, a
// clause fewer, the other header.
bool make_wrong(Query& query, Stream& stream) {
  Clause& clause = query.clauses[stream.below(query.clauses.size())];
  switch (stream.below(5)) {
    case 0:
      clause.subject = "M77";
      return true;
    case 1:
      clause.object = stream.below(2) == 0 ? "M77" : "ns:m.other";
      return true;
    case 2:
      clause.predicate += "/ns:other.property";
      return clause.kind == ClauseKind::kTriple;
    case 3:
      if (std::count(query.clauses.begin(), query.clauses.end(), clause) > 1) return false;
      query.clauses.erase(query.clauses.begin() + (&clause - query.clauses.data()));
      return !query.clauses.empty();
    default:
      query.kind = query.kind == QueryKind::kCount ? QueryKind::kSelect : QueryKind::kCount;
      query.answer = query.kind == QueryKind::kCount ? "" : "?x0";
      return true;
  }
}

TEST(Mutants, AreNeverRight) {
  const std::vector<std::string> texts = texts_at_hand();
  int judged = 0;
  for (std::uint64_t round = 0; judged < 100'000; ++round) {
    Stream stream = published_stream(round);
    const Query query = read(texts[stream.below(texts.size())]);
    Query wrong = query;
    if (!make_wrong(wrong, stream)) continue;
    ++judged;
    const Query answer = shuffled(wrong, stream);
    ASSERT_FALSE(same_meaning(query, answer)) << to_text(query) << "\n" << to_text(answer);
    const QueryErrors errors = find_errors(query, answer);
    ASSERT_FALSE(errors == QueryErrors{}) << to_text(query) << "\n" << to_text(answer);
  }
}

// Bytes changed, dropped, doubled, exchanged; words exchanged; the end cut.
std::string garble(std::string text, Stream& stream) {
  const std::uint64_t changes = 1 + stream.below(4);
  for (std::uint64_t i = 0; i < changes && !text.empty(); ++i) {
    const std::size_t at = stream.below(text.size());
    const std::size_t other = stream.below(text.size());
    switch (stream.below(6)) {
      case 0:
        text[at] = static_cast<char>(stream.below(256));
        break;
      case 1:
        text.erase(at, 1 + stream.below(8));
        break;
      case 2:
        text.insert(at, text.substr(other, stream.below(40)));
        break;
      case 3:
        std::swap(text[at], text[other]);
        break;
      case 4:
        text[at] = "?M. {}()!=|/^:\n"[stream.below(15)];
        break;
      default:
        if (stream.below(8) == 0) text.resize(at);
    }
  }
  return text;
}

TEST(Garbage, IsReadOrRefusedAndNeverMore) {
  const std::vector<std::string> texts = texts_at_hand();
  std::uint64_t malformed = 0;
  for (std::uint64_t round = 0; round < 100'000; ++round) {
    Stream stream = published_stream(round);
    const std::string& text = texts[stream.below(texts.size())];
    const Query query = read(text);
    const bool short_form = stream.below(2) == 0;
    const std::string garbled = garble(short_form ? preprocess_query(text) : text, stream);
    const ParsedQuery parsed = parse_query(garbled);
    ASSERT_NE(parsed.query.has_value(), !parsed.problem.empty());
    const QueryErrors errors = find_errors(query, garbled);
    malformed += errors.malformed ? 1 : 0;
    ASSERT_EQ(errors.malformed, !parsed.query);
    if (!parsed.query) {
      ASSERT_EQ(parsed.problem.find('\n'), std::string::npos);
      continue;
    }
    const Query& answer = *parsed.query;
    ASSERT_EQ(read(to_text(answer)), answer);
    ASSERT_EQ(canonicalise(canonicalise(answer)), canonicalise(answer)) << to_text(answer);
    ASSERT_TRUE(errors != QueryErrors{} || same_meaning(query, answer)) << to_text(answer);
    measure(answer);
    anonymise_properties(answer);
    preprocess_question(garbled);
  }
  EXPECT_GT(malformed, 1000U);
  EXPECT_LT(malformed, 99'000U);
}

}  // namespace
}  // namespace assay::cfq
