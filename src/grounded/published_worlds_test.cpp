#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "assay/grounded/published_record.h"
#include "assay/grounded/published_records_testing.h"
#include "assay/movement/simulation.h"

namespace assay::grounded {
namespace {

TEST(PublishedWorlds, ActionsAreThoseOfTheAuthors) {
  const std::vector<std::string> all = published_records();
  if (all.empty()) GTEST_SKIP() << kNotAtHand;
  EXPECT_EQ(all.size(), 300U);
  simdjson::dom::parser parser;
  for (const std::string& text : all) {
    const PublishedObject record = parse_record(parser, text);
    const PublishedSituation situation = read_situation(record);
    const std::string_view actions = record.text("target_commands");
    EXPECT_EQ(actions_problem(situation, read_verb(record.text("verb_in_command")),
                              read_manner(record.text("adverb_in_command")), actions),
              "");
    EXPECT_EQ(situation_problem(situation), "");
    std::vector<world::Action> read;
    ASSERT_TRUE(world::read_actions(actions, read));
    EXPECT_EQ(world::simulate(situation.world, read).done, read.size());
  }
}

}  // namespace
}  // namespace assay::grounded
