#include "assay/tasks/reascan/text_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "assay/base/error.h"
#include "assay/tasks/reascan/solver/solver.h"
#include "assay/world/world_text.h"

namespace assay::reascan {
namespace {

using enum SizeReading;
using testing::ElementsAre;
using testing::IsEmpty;
using world::Colour;
using world::Shape;

class ReascanReaderTest : public testing::Test {
 protected:
  // Red circles of sizes 1, 2 and 4; a blue square beside the second one.
  static world::World crowd() {
    world::World world;
    world.agent = {0, 0};
    world.things = {{Shape::kCircle, Colour::kRed, 1, {1, 1}},
                    {Shape::kCircle, Colour::kRed, 2, {2, 2}},
                    {Shape::kSquare, Colour::kBlue, 3, {2, 5}},
                    {Shape::kCircle, Colour::kRed, 4, {4, 4}}};
    return world;
  }
  static std::string input_of(std::string_view command, const world::World& world = crowd()) {
    std::string input;
    append_input(input, command, world);
    return input;
  }
  std::string problem_of(const std::string& input) const {
    Example row;
    try {
      reader_.derive(input, row);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kInput);
      return error.what();
    }
    return "";
  }

  static Rows rows_of(Edition edition) {
    Settings settings;
    settings.edition = edition;
    settings.pattern = "release";
    return Rows(settings);
  }

  Rows rows_ = rows_of(Edition::kSound);
  Derivations derivations_;
  ReascanReader reader_{rows_, derivations_};
};

TEST_F(ReascanReaderTest, TellsCommandPatternAndStructure) {
  const std::string input =
      input_of("pull the circle that is in the same row as the blue square hesitantly");
  Example row;
  reader_.derive(input, row);
  EXPECT_EQ(row.input(), input);
  EXPECT_EQ(row.target(), solve(input, kExtreme));
  EXPECT_EQ(text_at(row, kPattern), "$OBJ_0 ^ $OBJ_1");
  const Structure structure = rows_.structure_of(row);
  EXPECT_EQ(text_of(structure.phrases[0]), "circle");
  EXPECT_EQ(text_of(structure.phrases[1]), "blue square");
  EXPECT_EQ(structure.clauses[0], (Clause{0, Relation::kSameRow}));
  EXPECT_EQ(derivations_.rules().name(row.rules.rule(row.rules.root())), "JOIN");
  EXPECT_EQ(text_at(row, kSet), "");
  for (const Column column : {kWorld, kRoles, kBooks}) {
    EXPECT_THAT(numbers_at(row, column), IsEmpty());
  }
}

// Of three sizes, two are small to the release, and one to the sound edition.
TEST_F(ReascanReaderTest, ReadsSizesAsTheEditionDoes) {
  const std::string three_sizes = input_of("walk to the small circle");
  EXPECT_THAT(reader_.readings(three_sizes), ElementsAre(solve(three_sizes, kExtreme)));
  EXPECT_EQ(problem_of(three_sizes), "the command means 2 things in this world");

  const Rows published = rows_of(Edition::kPublished);
  const ReascanReader reader(published, derivations_);
  const std::string not_the_smallest =
      input_of("walk to the small circle that is in the same row as the blue square");
  EXPECT_THAT(reader.readings(not_the_smallest), ElementsAre(solve(not_the_smallest, kSomeLarger)));
  EXPECT_THROW(reader_.readings(not_the_smallest), Error);
  EXPECT_EQ(problem_of(not_the_smallest), "");
}

TEST_F(ReascanReaderTest, SaysWhatItCannotRead) {
  EXPECT_EQ(problem_of("walk to the circle"), "there is no \"The grid has \"");
  EXPECT_EQ(problem_of(input_of("walk to the moon")),
            "word 4 of the command is \"moon\": expected circle or cylinder or square or object");
  EXPECT_EQ(problem_of(input_of("walk to the circle")), "the command means 3 things in this world");
  EXPECT_EQ(problem_of(input_of("walk to the circle that is in the same row as a square")),
            "ReaSCAN has no such command: \"walk to the circle that is in the same row as a "
            "square\"");
  EXPECT_EQ(problem_of(input_of("walk to the circle that is in the same row as the blue square "
                                "that is in the same column as a red cylinder")),
            "no pattern of this data set has the clauses of the command: see the parameter "
            "pattern");
}

}  // namespace
}  // namespace assay::reascan
