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

class Conformance : public ::testing::TestWithParam<Variant> {};
class ConformanceSlow : public Conformance {};

TEST_P(Conformance, KeepsEveryLaw) {
  const auto task = make(GetParam());
  EXPECT_EQ(task->info().name, GetParam().task);
  SCOPED_TRACE(fmt::format("{} with {}", GetParam().task, fmt::join(GetParam().params, ", ")));
  const Subject subject(*task);
  for (const Law& law : laws()) {
    const Complaints complaints = law.ask(subject);
    EXPECT_TRUE(complaints.empty()) << law.name << ": " << complaints.text();
  }
}

TEST_P(ConformanceSlow, FindingsHaveNames) {
  const auto task = make(GetParam());
  const Complaints complaints = findings_have_names(Subject(*task, 1));
  EXPECT_TRUE(complaints.empty()) << complaints.text();
}

constexpr auto kName = [](const auto& variant) { return variant.param.name; };

INSTANTIATE_TEST_SUITE_P(EveryTask, Conformance, ::testing::ValuesIn(all_variants()), kName);
INSTANTIATE_TEST_SUITE_P(EveryTask, ConformanceSlow, ::testing::ValuesIn(all_variants()), kName);

}  // namespace
}  // namespace assay::conformance
