// The published edition against the paper's appendix D and against digests of the authors' data.
#include "assay/tasks/logic/published/edition.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/text.h"
#include "assay/tasks/logic/published/edition_testing.h"

namespace assay::logic::published {
namespace {

using Counts = std::map<std::size_t, std::size_t>;

std::string digest(const Edition& edition, bool test, std::size_t most = ~std::size_t{0}) {
  Sha256 sha;
  for (const Example& example : edition.examples()) {
    if (example.test != test) continue;
    if (most-- == 0) break;
    sha.update(example.input);
    sha.update("\t");
    sha.update(example.target);
    sha.update("\n");
  }
  return sha.hex();
}

std::size_t count_tests(const Edition& edition) {
  std::size_t result = 0;
  for (const Example& example : edition.examples()) result += example.test ? 1 : 0;
  return result;
}

Edition edition_of(Set set, bool answer_first = false) {
  Settings settings;
  settings.set = set;
  settings.answer_first = answer_first;
  return Edition(settings);
}

const Edition& iid() {
  static const Edition kEdition = edition_of(Set::kIid);
  return kEdition;
}

const Edition& sample() {
  static const Edition kEdition{sample_settings()};
  return kEdition;
}

class PublishedProblems : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    Twister random(0);
    const Settings settings;
    const ProblemSettings wanted{settings.lengths, static_cast<std::size_t>(settings.problems)};
    problems_ = make_problems(workshop_, wanted, random, {});
  }

  static inline Workshop workshop_;
  static inline std::vector<Problem> problems_;
};

TEST_F(PublishedProblems, HaveTheCountsOfAppendixD) {
  Counts premises;
  Counts chains;
  std::size_t contradictory = 0;
  for (const Problem& problem : problems_) {
    ++premises[problem.premises.size()];
    for (const Chain& chain : problem.inferences) ++chains[chain.steps.size()];
    for (const Chain& chain : problem.contradictions) ++chains[chain.steps.size()];
    if (problem.contradictory) ++contradictory;
  }
  EXPECT_EQ(problems_.size(), 4814U);
  EXPECT_EQ(contradictory, 168U);
  EXPECT_EQ(chains, (Counts{{0, 1079}, {1, 607}, {2, 1347}, {3, 4227}, {4, 2127}, {5, 852}}));
  EXPECT_EQ(premises, (Counts{{1, 31}, {2, 652}, {3, 1749}, {4, 1733}, {5, 562}, {6, 81}, {7, 6}}));
}

TEST_F(PublishedProblems, AreThoseOfTheAuthors) {
  Sha256 sha;
  for (const Problem& problem : problems_) {
    std::string line;
    for (const Clause premise : problem.premises) {
      line += (line.empty() ? "" : ". ") + text(workshop_.clauses, premise);
    }
    sha.update(line + (problem.contradictory ? "\t1\n" : "\t0\n"));
  }
  EXPECT_EQ(sha.hex(), "4bfa2d9b8ec191ba75fa2d6ac5cdd77b861eacd9c3bb59eb458144b737c2cc36");
}

TEST_F(PublishedProblems, EndTheirChainsInTheirClause) {
  for (const Problem& problem : problems_) {
    for (const Chain& chain : problem.inferences) {
      if (chain.steps.empty()) {
        EXPECT_NE(std::find(problem.premises.begin(), problem.premises.end(), chain.clause),
                  problem.premises.end());
      } else {
        EXPECT_EQ(chain.steps.back().conclusion, chain.clause);
      }
    }
  }
}

TEST(PublishedSample, IsMadeWithTheAuthorsSettings) {
  EXPECT_EQ(sample().problems().size(), 50U);
  EXPECT_EQ(sample().variations(), 743U);
  EXPECT_EQ(sample().examples().size(), 498U);
  EXPECT_EQ(count_tests(sample()), 50U);
}

TEST(PublishedSample, IsTheSameEveryTime) {
  const Edition again{sample_settings()};
  EXPECT_EQ(digest(again, false), digest(sample(), false));
  Settings other = sample_settings();
  other.seed = 1;
  EXPECT_NE(digest(Edition(other), false), digest(sample(), false));
}

// A clause of the example's problem under its names.
std::string text(const Example& example, Clause clause) {
  Naming naming = sample().make_naming();
  sample().set_names(example, naming);
  std::string result;
  append_notation(sample().clauses(), clause, naming, result);
  return result;
}

// "1", "2a", "2a-cont" and so on, as the authors' code calls them.
std::string_view sub_type_text(SubType type) {
  constexpr std::string_view kTexts[] = {
      "1",       "2a",         "2a-cont",      "2a-empty", "3a",          "3a-cont",  "3a-premise",
      "3a-no",   "3a-no-1",    "3a-unrelated", "2b",       "2b-cont",     "2b-empty", "3b",
      "3b-cont", "3b-premise", "3b-no",        "3b-no-1",  "3b-unrelated"};
  return kTexts[static_cast<std::size_t>(type)];
}

// Premises, order and names put together again give the input's own text.
TEST(PublishedSample, ExamplesTellWhatTheyShow) {
  std::size_t compared = 0;
  for (const Example& example : sample().examples()) {
    if (!sub_type_text(example.type).starts_with("2a") &&
        !sub_type_text(example.type).starts_with("3a")) {
      continue;
    }
    const Problem& problem = sample().problems()[example.problem];
    ASSERT_EQ(example.premises, problem.premises.size());
    std::string premises;
    for (const std::uint8_t place : example.shown()) {
      premises += " " + text(example, problem.premises[place]) + ".";
    }
    EXPECT_NE(example.input.find(premises), std::string_view::npos) << example.input;
    ++compared;
  }
  EXPECT_GT(compared, 150U);
}

TEST(PublishedSample, AnswersAreThoseOfTheTarget) {
  std::size_t compared = 0;
  Naming naming = sample().make_naming();
  for (const Example& example : sample().examples()) {
    sample().set_names(example, naming);
    const std::vector<Answer> answers = sample().answers(example, naming);
    EXPECT_TRUE(is_one_step(example.type) || answers.empty());
    if (example.type != SubType::k2a) continue;
    std::string target;
    for (const Answer& answer : answers) {
      target += (target.empty() ? "" : ". ") + text(example, answer.clause);
      if (!example.rule_names) continue;
      target += " can be inferred via the " + sample().rules()[answer.rule].name + " rule";
    }
    EXPECT_EQ(target + ".", example.target);
    ++compared;
  }
  EXPECT_GT(compared, 50U);
}

TEST(PublishedSample, AskedClausesAreInTheInput) {
  for (const Example& example : sample().examples()) {
    if (!sub_type_text(example.type).starts_with("3a")) continue;
    const Problem& problem = sample().problems()[example.problem];
    const Clause asked =
        example.asked_of == AskedOf::kInferences ? problem.inferences[example.asked].clause
        : example.asked_of == AskedOf::kContradictions
            ? problem.contradictions[example.asked].clause
        : example.asked_of == AskedOf::kUnrelated ? problem.unrelated[example.asked]
                                                  : problem.premises[example.asked];
    const std::string question = "Can we infer " + text(example, asked) + " from them?";
    EXPECT_NE(example.input.find(question), std::string_view::npos) << example.input;
  }
}

TEST(PublishedEdition, StopsWhenCancelled) {
  const std::atomic<bool> cancel = true;
  Control control;
  control.cancel = &cancel;
  EXPECT_THROW(Edition(Settings{}, control), Interrupted);
}

TEST(PublishedEdition, ReportsProgress) {
  std::map<std::string, std::uint64_t> last;
  Control control;
  control.progress = [&](const Progress& progress) {
    EXPECT_GE(progress.done, last[progress.what]);
    last[progress.what] = progress.done;
  };
  const Edition edition(sample_settings(), control);
  EXPECT_EQ(last["examples"], 500U);
}

TEST(PublishedEdition, RejectsSettingsThatGiveNothing) {
  Settings settings;
  settings.lengths = {};
  EXPECT_THROW(Edition{settings}, Error);
  settings.lengths = {1.0, -0.5};
  EXPECT_THROW(Edition{settings}, Error);
  settings.lengths = {1, 1, 1, 1, 1, 1};
  EXPECT_THROW(Edition{settings}, Error);
  settings = Settings{};
  settings.examples = 0;
  EXPECT_THROW(Edition{settings}, Error);
}

TEST(PublishedEdition, RefusesToTestWhatWasNotTrained) {
  Settings settings = sample_settings();
  settings.set = Set::kOod;
  settings.problems = 10;
  try {
    const Edition edition(settings);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("would be tested but not trained"), std::string::npos);
  }
}

TEST(PublishedIidSlow, HasTheBytesOfTheAuthors) {
  EXPECT_EQ(digest(iid(), false, 1).substr(0, 16), "d899c7432ca3aa35");
  EXPECT_EQ(digest(iid(), false, 10).substr(0, 16), "76763e5e379784c2");
  EXPECT_EQ(digest(iid(), false, 100).substr(0, 16), "f7ef4503194a2994");
  EXPECT_EQ(digest(iid(), false, 1000).substr(0, 16), "43f135deb8546e4e");
  EXPECT_EQ(digest(iid(), false, 10000).substr(0, 16), "2f0e10ff1022e5d0");
  EXPECT_EQ(digest(iid(), false),
            "fb74a57e0fe6dbbb07a5c63d0af12b8fdf1c6650ed7f7be66ff440be10e9f091");
}

// From here on digests are of our own making: they tell that nothing changed, no more.
TEST(PublishedIidSlow, HasTheSameTestHalfAsBefore) {
  EXPECT_EQ(digest(iid(), true),
            "664482dfa0ad054b01661a692bbe60f54784ce78bd6c790348f921d1ccb507a0");
}

TEST(PublishedIidSlow, HasTheCountsOfAppendixD) {
  EXPECT_EQ(iid().variations(), 77199U);
  EXPECT_EQ(iid().examples().size(), 177543U + 19728U);
  EXPECT_EQ(count_tests(iid()), 19728U);
  std::map<std::string_view, std::size_t> types;
  Counts premises;
  for (const Example& example : iid().examples()) {
    ++types[sub_type_text(example.type)];
    ++premises[example.premises];
  }
  const std::map<std::string_view, std::size_t> expected = {
      {"1", 24019},           {"2a", 45503},        {"2a-cont", 1204},     {"2a-empty", 1715},
      {"2b", 35420},          {"2b-cont", 940},     {"2b-empty", 1434},    {"3a", 19014},
      {"3a-cont", 1114},      {"3a-no", 15853},     {"3a-no-1", 4431},     {"3a-premise", 3811},
      {"3a-unrelated", 5490}, {"3b", 14306},        {"3b-cont", 852},      {"3b-no", 11944},
      {"3b-no-1", 3496},      {"3b-premise", 2800}, {"3b-unrelated", 3925}};
  EXPECT_EQ(types, expected);
  EXPECT_EQ(
      premises,
      (Counts{{1, 1351}, {2, 29622}, {3, 75241}, {4, 68965}, {5, 19579}, {6, 2373}, {7, 140}}));
}

TEST(PublishedIidSlow, HasTheLengthsOfTheAuthors) {
  std::size_t inputs = 0;
  std::size_t targets = 0;
  std::size_t longest_input = 0;
  std::size_t longest_target = 0;
  for (const Example& example : iid().examples()) {
    inputs += example.input.size();
    targets += example.target.size();
    longest_input = std::max(longest_input, example.input.size());
    longest_target = std::max(longest_target, example.target.size());
  }
  EXPECT_EQ((inputs + iid().examples().size() / 2) / iid().examples().size(), 260U);
  EXPECT_EQ((targets + iid().examples().size() / 2) / iid().examples().size(), 258U);
  EXPECT_EQ(longest_input, 645U);
  EXPECT_EQ(longest_target, 1657U);
}

TEST(PublishedOodSlow, HasTheCountsOfAppendixD) {
  const Edition edition = edition_of(Set::kOod);
  EXPECT_EQ(edition.variations(), 77083U);
  EXPECT_EQ(edition.examples().size(), 177578U + 19743U);
  EXPECT_EQ(count_tests(edition), 19743U);
  for (const Example& example : edition.examples()) {
    ASSERT_EQ(example.test, example.problem >= 4332);
  }
  EXPECT_EQ(digest(edition, false),
            "2b7f1fc5a77d793e3b57f4d1a2e713b69e59a5bcfdeef63f3af2b92242ecf008");
  EXPECT_EQ(digest(edition, true),
            "39c5c5aa5c7ddf602aca0060186f6dcdba35fc3f56c1e339a486081ab49516ec");
}

TEST(PublishedLengthSlow, HasTheCountsOfAppendixD) {
  const Edition edition = edition_of(Set::kLength);
  EXPECT_EQ(edition.examples().size(), 175179U + 22092U);
  EXPECT_EQ(count_tests(edition), 22092U);
  EXPECT_EQ(digest(edition, false),
            "01fa544b42d95a23ac31537cc68ac8fe5442c7bbaff5616098de7e361dd53b75");
  EXPECT_EQ(digest(edition, true),
            "bf1d3aa95bf829f6f4690e326c7db9c172c19a41fdafc48e057eb579eb6334b9");
}

// The answer's place changes the words about it, and no draw.
TEST(PublishedAnswerFirstSlow, AsksTheSameQuestions) {
  const Edition edition = edition_of(Set::kIid, true);
  ASSERT_EQ(edition.examples().size(), iid().examples().size());
  std::size_t changed = 0;
  for (std::size_t i = 0; i < edition.examples().size(); ++i) {
    const Example& first = edition.examples()[i];
    const Example& last = iid().examples()[i];
    ASSERT_EQ(first.input, last.input);
    if (first.target == last.target) continue;
    ++changed;
    ASSERT_TRUE(first.target.starts_with("Yes, ") || first.target.starts_with("No, "))
        << first.target;
    ASSERT_TRUE(last.target.ends_with("the answer is yes.") ||
                last.target.ends_with("the answer is no.") ||
                last.target.ends_with("we can infer anything from them."))
        << last.target;
  }
  EXPECT_GT(changed, 70000U);
  EXPECT_EQ(digest(edition, false),
            "ea07d336f3c93a08407383dd37672a7d25479e4946d9f40a4103e803316e1d2d");
}

}  // namespace
}  // namespace assay::logic::published
