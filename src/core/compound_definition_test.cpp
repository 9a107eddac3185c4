#include "assay/core/compound_definition.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/base/error_testing.h"

namespace assay {
namespace {

const CompoundDefinition kUsual = {.name = "usual",
                                   .most_nodes = 4,
                                   .kept = 10,
                                   .ordered = true,
                                   .most_sets = 7,
                                   .sample = 5'000'000'000,
                                   .grouped = true};

TEST(Redefined, ChangesWhatItIsTold) {
  const CompoundDefinition changed = redefined(kUsual, {{"shape", "chains"},
                                                        {"nodes", "3"},
                                                        {"least", "2"},
                                                        {"weights", "even"},
                                                        {"order", "unordered"},
                                                        {"kept", "0"},
                                                        {"sets", "1"},
                                                        {"sample", "2"},
                                                        {"groups", "apart"}});
  const CompoundDefinition wanted = {.name = "usual, changed",
                                     .most_nodes = 3,
                                     .kept = 0,
                                     .ordered = false,
                                     .most_sets = 1,
                                     .sample = 2,
                                     .grouped = false,
                                     .shape = CompoundShape::kChains,
                                     .least_nodes = 2,
                                     .weights = Weighing::kEven};
  EXPECT_EQ(changed, wanted);
  CompoundDefinition back = redefined(changed, {{"shape", "connected"},
                                                {"nodes", "4"},
                                                {"least", "1"},
                                                {"weights", "telling"},
                                                {"order", "ordered"},
                                                {"kept", "10"},
                                                {"sets", "7"},
                                                {"groups", "together"}});
  back.name = kUsual.name;
  back.sample = kUsual.sample;
  EXPECT_EQ(back, kUsual);
  EXPECT_EQ(redefined(kUsual, {}), kUsual);
}

TEST(Redefined, SaysWhatCanBe) {
  const struct {
    std::map<std::string, std::string> changes;
    const char* says;
  } cases[] = {
      {{{"shapes", "chains"}}, "has no \"shapes\"; did you mean \"shape\"?"},
      {{{"shape", "chain"}}, "shape is \"chain\"; it is connected or chains"},
      {{{"weights", "1"}}, "weights is \"1\"; it is telling or even"},
      {{{"order", ""}}, "order is \"\"; it is ordered or unordered"},
      {{{"groups", "no"}}, "groups is \"no\"; it is together or apart"},
      {{{"least", "some"}}, "least is \"some\"; it must be a whole number"},
      {{{"least", "0"}}, "least is 0; with nodes 4 it goes from 1 to 4"},
      {{{"least", "5"}}, "least is 5; with nodes 4 it goes from 1 to 4"},
      {{{"least", "4"}, {"nodes", "3"}}, "least is 4; with nodes 3 it goes from 1 to 3"},
      {{{"nodes", "0"}}, "nodes is 0; a compound has from 1 to 16 nodes"},
      {{{"nodes", "17"}}, "nodes is 17; a compound has from 1 to 16 nodes"},
  };
  for (const auto& each : cases) {
    EXPECT_THAT([&] { redefined(kUsual, each.changes); }, fails(ErrorKind::kUsage, each.says));
  }
  EXPECT_EQ(redefined(kUsual, {{"least", "6"}, {"nodes", "6"}}).least_nodes, 6U);
}

}  // namespace
}  // namespace assay
