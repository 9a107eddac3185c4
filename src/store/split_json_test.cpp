#include "assay/store/split_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "assay/base/error_testing.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;
const CompoundDefinition kUsual = {.name = "usual",
                                   .most_nodes = 4,
                                   .kept = 10,
                                   .ordered = true,
                                   .most_sets = 7,
                                   .sample = 5'000'000'000,
                                   .grouped = true};

TEST(CompoundDefinition, IsTheSameAfterATripThroughJson) {
  for (const CompoundShape shape : {CompoundShape::kConnected, CompoundShape::kChains}) {
    for (const Weighing weights : {Weighing::kTelling, Weighing::kEven}) {
      for (const std::uint32_t least_nodes : {1U, 2U, 4U}) {
        for (const bool flag : {false, true}) {
          CompoundDefinition definition = kUsual;
          definition.shape = shape;
          definition.weights = weights;
          definition.least_nodes = least_nodes;
          definition.ordered = flag;
          definition.grouped = !flag;
          EXPECT_EQ(definition_from_json(Json::parse(to_json(definition).dump())), definition);
        }
      }
    }
  }
}

// Files of others, and those written before there were other shapes and weights.
TEST(CompoundDefinition, SaysNothingOfWhatIsUsual) {
  const std::string text =
      R"({"name":"usual","most_nodes":4,"kept":10,"ordered":true,"most_sets":7,"sample":5000000000,"grouped":true})";
  EXPECT_EQ(to_json(kUsual).dump(), text);
  EXPECT_EQ(definition_from_json(Json::parse(text)), kUsual);
}

TEST(CompoundDefinition, IsRefusedWhenItsJsonMakesNoSense) {
  const auto expect_refused = [](const char* key, const Json& value, const char* says) {
    Json json = to_json(kUsual);
    json[key] = value;
    EXPECT_THAT([&] { definition_from_json(json); }, fails(ErrorKind::kInput, says));
  };
  expect_refused("shape", "stars", "\"definition\": shape is \"stars\"; it is connected or chains");
  expect_refused("shape", 1, "is not one of compounds");
  expect_refused("weights", "odd", "weights is \"odd\"; it is telling or even");
  expect_refused("least_nodes", 0, "least is 0; with nodes 4 it goes from 1 to 4");
  expect_refused("least_nodes", 5, "least is 5; with nodes 4 it goes from 1 to 4");
  expect_refused("least_nodes", "two", "is not one of compounds");
  expect_refused("most_nodes", 17, "from 1 to 16 nodes");
}

}  // namespace
}  // namespace assay
