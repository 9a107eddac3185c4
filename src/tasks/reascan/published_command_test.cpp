#include "assay/tasks/reascan/published_command.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "assay/grounded/published_record.h"
#include "assay/grounded/published_records_testing.h"
#include "assay/tasks/reascan/worlds/resolver.h"

namespace assay::reascan {
namespace {

// Each record's structure is one of ours, and means its first thing and nothing else.
TEST(PublishedReascan, CommandsMeanTheFirstThingAlone) {
  const std::vector<std::string> all = grounded::published_records();
  if (all.empty()) GTEST_SKIP() << grounded::kNotAtHand;
  simdjson::dom::parser parser;
  for (const std::string& text : all) {
    const auto record = grounded::parse_record(parser, text);
    const world::World world = grounded::read_situation(record).world;
    const auto [pattern, structure] = read_command(record);
    EXPECT_TRUE(StructureSpace(pattern).rank(structure).has_value()) << record.text("command");
    const Resolver resolver(world);
    EXPECT_EQ(resolver.referents(structure), 1U) << record.text("command");
  }
}

}  // namespace
}  // namespace assay::reascan
