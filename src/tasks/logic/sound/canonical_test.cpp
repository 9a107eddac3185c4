#include "assay/tasks/logic/sound/canonical.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "assay/base/text.h"
#include "assay/logic/notation.h"

namespace assay::logic {
namespace {

std::uint64_t hash_of(std::string_view premises, std::string_view asked = "") {
  FormulaStore store;
  Names names;
  std::vector<FormulaId> ids;
  for (const auto text : split_text(premises, ';')) {
    ids.push_back(parse_formula(text, store, names).id);
  }
  return canonical_hash(store, ids,
                        asked.empty() ? kNoFormula : parse_formula(asked, store, names).id);
}

TEST(Canonical, ForgetsNamesAndOrder) {
  EXPECT_EQ(hash_of("p -> q; p", "q"), hash_of("s_2; s_2 -> r", "r"));
  EXPECT_EQ(hash_of("forall x: P(x); Q(a) or ~P(a)"), hash_of("R(b) or ~T(b); forall y: T(y)"));
}

TEST(Canonical, TellsProblemsApart) {
  EXPECT_NE(hash_of("p -> q; p", "q"), hash_of("p -> q; q", "p"));
  EXPECT_NE(hash_of("p -> q; p", "q"), hash_of("p -> q; p", "p"));
  EXPECT_NE(hash_of("p -> q; q -> r"), hash_of("p -> q; r -> q"));
  EXPECT_NE(hash_of("p; q", "p"), hash_of("p; q", "r"));
  EXPECT_NE(hash_of("P(a); P(b)"), hash_of("P(a); Q(a)"));
  EXPECT_NE(hash_of("p; q"), hash_of("p", "q"));
  EXPECT_NE(hash_of("forall x: P(x)"), hash_of("exists x: P(x)"));
}

}  // namespace
}  // namespace assay::logic
