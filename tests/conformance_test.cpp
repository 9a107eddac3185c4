// What holds for every task in the catalog, with every choice it offers. A new task is tested here
// without a line of its own.
//
// A variant is one test, so that its task and rows are made once and shared by all laws.
#include <gtest/gtest.h>

#include <ostream>

#include "conformance_laws.h"
#include "conformance_variants.h"

namespace assay::conformance {

// GoogleTest looks for this name.
void PrintTo(const Variant& variant, std::ostream* out) {  // NOLINT(readability-identifier-naming)
  *out << variant.name;
}

namespace {

// A thread sanitizer takes ten times as long, and sees nothing in a law that starts no thread.
#ifdef __SANITIZE_THREAD__
constexpr bool kOnlyThreads = true;
#else
constexpr bool kOnlyThreads = false;
#endif

bool is_asked(const Law& law) { return !kOnlyThreads || law.threads == Threads::kSome; }

class Conformance : public ::testing::TestWithParam<Variant> {};
class ConformanceSlow : public Conformance {};

TEST_P(Conformance, KeepsEveryLaw) {
  const auto task = make(GetParam());
  EXPECT_EQ(task->info().name, GetParam().task);
  SCOPED_TRACE(fmt::format("{} with {}", GetParam().task, fmt::join(GetParam().params, ", ")));
  const Subject subject(*task);
  for (const Law& law : laws()) {
    if (!is_asked(law)) continue;
    const Complaints complaints = law.ask(subject);
    EXPECT_TRUE(complaints.empty()) << law.name << ": " << complaints.text();
  }
}

TEST_P(ConformanceSlow, FindingsHaveNames) {
  const auto task = make(GetParam());
  const Complaints complaints = findings_have_names(Subject(*task, 1));
  EXPECT_TRUE(complaints.empty()) << complaints.text();
}

// Rows are what matters here, and most parameters change none of their words.
std::vector<Variant> editions() {
  std::vector<Variant> chosen;
  for (Variant& variant : all_variants()) {
    const auto edition = variant.params.find("edition");
    const std::string name = edition == variant.params.end()
                                 ? variant.task
                                 : fmt::format("{}_{}", variant.task, edition->second);
    if (variant.name == name) chosen.push_back(std::move(variant));
  }
  return chosen;
}

class PromptsSlow : public Conformance {};

TEST_P(PromptsSlow, StateTheWordsOfManyAnswers) {
  const auto task = make(GetParam());
  const Complaints complaints = answers_have_stated_words(Subject(*task, 1), 10'000);
  EXPECT_TRUE(complaints.empty()) << complaints.text();
}

constexpr auto kName = [](const auto& variant) { return variant.param.name; };

INSTANTIATE_TEST_SUITE_P(EveryTask, Conformance, ::testing::ValuesIn(all_variants()), kName);
INSTANTIATE_TEST_SUITE_P(EveryTask, PromptsSlow, ::testing::ValuesIn(editions()), kName);
INSTANTIATE_TEST_SUITE_P(EveryTask, ConformanceSlow, ::testing::ValuesIn(all_variants()), kName);

}  // namespace
}  // namespace assay::conformance
