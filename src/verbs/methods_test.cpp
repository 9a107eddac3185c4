#include "assay/verbs/methods.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace assay::verbs {
namespace {

TEST(MethodsDocument, NamesWhatEachTakes) {
  const auto document = to_json(methods());
  EXPECT_EQ(document[0]["name"], "random");
  for (const auto& method : document) {
    if (method["name"] != "import") continue;
    EXPECT_EQ(method["params"][0]["name"], "index");
    EXPECT_EQ(method["params"][0]["needed"], true);
    EXPECT_FALSE(method["params"][0]["summary"].get<std::string>().empty());
  }
}

TEST(MethodsDocument, IsAListOfObjects) {
  EXPECT_EQ(
      to_json(
          {{"m",
            "wherever",
            {{ParamSpec::of_kind(ParamKind::kText, "p", "x", "what"), Recorded::kNever, true}}}})
          .dump(),
      R"([{"name":"m","summary":"wherever",)"
      R"("params":[{"name":"p","default":"x","summary":"what","needed":true}]}])");
}

}  // namespace
}  // namespace assay::verbs
