#include "assay/verbs/list.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace assay::verbs {
namespace {

TEST(ListDocument, NamesParametersAndHoldouts) {
  EXPECT_EQ(to_json(list())[0].dump(),
            R"({"name":"scan","version":"2.0.0","title":"SCAN: commands to action sequences",)"
            R"("parameters":["conjunctions","meanings","least_modifiers","most_modifiers"],)"
            R"("holdouts":["primitive","template","filler"]})");
}

}  // namespace
}  // namespace assay::verbs
