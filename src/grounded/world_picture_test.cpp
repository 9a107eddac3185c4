#include "assay/grounded/world_picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "assay/grounded/thing_forms.h"
#include "assay/movement/movement.h"

namespace assay::grounded {
namespace {

using ::testing::Contains;
using ::testing::IsSupersetOf;
using ::testing::Not;
using world::Colour;
using world::Manner;
using world::Shape;
using world::Verb;
using world::World;

World small_world() {
  World world;
  world.agent = {2, 1};
  world.things = {{Shape::kCylinder, Colour::kYellow, 2, {2, 4}},
                  {Shape::kBox, Colour::kBlue, 3, {0, 0}},
                  {Shape::kBox, Colour::kRed, 3, {0, 1}},
                  {Shape::kCircle, Colour::kRed, 3, {1, 1}},
                  {Shape::kSquare, Colour::kGreen, 1, {1, 3}}};
  return world;
}

std::vector<world::Action> actions_of(const World& world, Verb verb) {
  std::vector<world::Action> actions;
  plan(world, 0, verb, Manner::kPlainly, actions);
  return actions;
}

template <typename Form>
std::vector<Mark> marks_of(const Picture& picture) {
  std::vector<Mark> found;
  for (const Mark& mark : picture.marks) {
    if (std::holds_alternative<Form>(mark.form)) found.push_back(mark);
  }
  return found;
}

std::vector<std::string> texts_of(const Picture& picture) {
  std::vector<std::string> texts;
  for (const Mark& mark : marks_of<Writing>(picture)) {
    texts.push_back(std::get<Writing>(mark.form).text);
  }
  return texts;
}

std::size_t arrows_of(const Picture& picture) {
  const auto lines = marks_of<Polyline>(picture);
  return static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), [](const Mark& mark) {
    return std::get<Polyline>(mark.form).arrow;
  }));
}

TEST(WorldPicture, TellsEveryThingByColourAndSize) {
  const World world = small_world();
  const Picture picture = draw({.world = world, .command = "walk to a cylinder"});
  EXPECT_THAT(texts_of(picture), IsSupersetOf({"walk to a cylinder", "y2", "b3", "r3", "r3", "g1",
                                               "0", "5", "agent", "target"}));
  EXPECT_EQ(picture.title, "walk to a cylinder");
  EXPECT_THAT(picture.description,
              ::testing::HasSubstr("red box of size 3 over rows 0 to 2, columns 1 to 3"));
  EXPECT_THAT(picture.description,
              ::testing::HasSubstr("target is the yellow cylinder of size 2 at row 2, column 4."));
}

TEST(WorldPicture, NoBoxHidesAnother) {
  World world = small_world();
  world.things.push_back({Shape::kBox, Colour::kGreen, 3, {0, 2}});
  world.things.push_back({Shape::kBox, Colour::kGreen, 1, {0, 3}});
  std::vector<double> insets;
  for (const Mark& mark : marks_of<Rectangle>(draw({.world = world, .command = ""}))) {
    const auto& form = std::get<Rectangle>(mark.form);
    if (mark.style.fill || !mark.style.stroke || form.width != form.height) continue;
    const double cells = form.width > 2 * kCellSide ? 3 : 1;
    insets.push_back((cells * kCellSide - form.width) / 2);
  }
  ASSERT_EQ(insets.size(), 4U);
  std::sort(insets.begin(), insets.end());
  for (std::size_t i = 1; i < insets.size(); ++i) EXPECT_GE(insets[i] - insets[i - 1], 2.4);
}

TEST(WorldPicture, ShowsTheWayAndWhereAThingIsMovedTo) {
  const World world = small_world();
  const auto walked = actions_of(world, Verb::kWalk);
  const auto pushed = actions_of(world, Verb::kPush);
  const Picture walk = draw({.world = world, .command = "", .actions = walked});
  const Picture push = draw({.world = world, .command = "", .actions = pushed});
  EXPECT_EQ(arrows_of(walk), 2U);  // and one in the legend
  EXPECT_EQ(arrows_of(push), 4U);
  EXPECT_THAT(texts_of(walk), IsSupersetOf({"walked", "walk ×3"}));
  EXPECT_THAT(texts_of(push), IsSupersetOf({"walked", "pushed to", "walk ×3, push"}));
  EXPECT_THAT(texts_of(walk), Not(Contains("pushed to")));
}

std::size_t place_of(const Picture& picture, const std::function<bool(const Mark&)>& is_meant) {
  const auto found = std::find_if(picture.marks.begin(), picture.marks.end(), is_meant);
  EXPECT_NE(found, picture.marks.end());
  return static_cast<std::size_t>(found - picture.marks.begin());
}

TEST(WorldPicture, TheWayLiesOverThingsAndUnderTheirLabels) {
  World world = small_world();
  world.things.push_back({Shape::kSquare, Colour::kBlue, 1, {2, 2}});  // on the way
  const auto walked = actions_of(world, Verb::kWalk);
  const Picture picture = draw({.world = world, .command = "", .actions = walked});
  const auto blue = colour_of(Colour::kBlue);
  const std::size_t thing = place_of(picture, [&](const Mark& mark) {
    const auto* form = std::get_if<Rectangle>(&mark.form);
    return form != nullptr && mark.style.fill == blue;
  });
  const std::size_t way = place_of(picture, [](const Mark& mark) {
    const auto* form = std::get_if<Polyline>(&mark.form);
    return form != nullptr && form->arrow;
  });
  const std::size_t label = place_of(picture, [](const Mark& mark) {
    const auto* form = std::get_if<Writing>(&mark.form);
    return form != nullptr && form->text == "b1";
  });
  EXPECT_LT(thing, way);
  EXPECT_LT(way, label);
}

TEST(WorldPicture, TheGhostOfAPulledThingLiesOverTheAgent) {
  World world = small_world();
  world.things[0].size = 1;
  world.facing = world::Direction::kEast;
  const auto pulled = actions_of(world, Verb::kPull);
  const Picture picture = draw({.world = world, .command = "", .actions = pulled});
  const std::size_t agent = place_of(
      picture, [](const Mark& mark) { return std::holds_alternative<Polygon>(mark.form); });
  const std::size_t ghost = place_of(picture, [](const Mark& mark) {
    return std::holds_alternative<Ellipse>(mark.form) && mark.style.dash == 3 &&
           mark.style.width == 1.8;
  });
  EXPECT_LT(agent, ghost);
}

TEST(WorldPicture, TheQuestionGivesNothingAway) {
  World world = small_world();
  const auto actions = actions_of(world, Verb::kPull);
  const std::vector<ThingRole> roles{ThingRole::kMentioned, ThingRole::kRandom, ThingRole::kSize,
                                     ThingRole::kRelation, ThingRole::kAttribute};
  const WorldScene scene{world, "pull a cylinder", 0, actions, roles, true};
  EXPECT_THAT(texts_of(draw(scene)), IsSupersetOf({"M", "in the command", "X", "random", "A"}));
  WorldScene question = scene;
  question.answer = false;
  const Picture asked = draw(question);
  EXPECT_EQ(arrows_of(asked), 0U);
  EXPECT_THAT(texts_of(asked), Not(Contains("M")));
  EXPECT_THAT(texts_of(asked), Not(Contains("target")));
  EXPECT_EQ(asked.description.find("target"), std::string::npos);
  // Nor does the order in which things are drawn.
  const auto before = texts_of(asked);
  std::reverse(world.things.begin(), world.things.end());
  EXPECT_EQ(texts_of(draw({world, "pull a cylinder", 0, {}, {}, false})), before);
}

TEST(WorldPicture, EverythingLiesOnThePage) {
  for (const int grid : {4, 6, 16}) {
    World world = small_world();
    world.grid = grid;
    world.things[0].cell = {grid - 1, grid - 1};
    world.agent = {grid - 1, grid - 1};
    const std::vector<ThingRole> roles(world.things.size(), ThingRole::kIsomorphism);
    const auto actions = actions_of(world, Verb::kPull);
    const Picture picture =
        draw({world,
              "pull the small cylinder that is in the same column as a big square and in "
              "the same shape as a red circle and inside of the small yellow box hesitantly",
              0, actions, roles, true});
    const auto expect_inside = [&](Point point) {
      EXPECT_GE(point.x, 0);
      EXPECT_GE(point.y, 0);
      EXPECT_LE(point.x, picture.width);
      EXPECT_LE(point.y, picture.height);
    };
    for (const Mark& mark : marks_of<Writing>(picture)) {
      const auto& form = std::get<Writing>(mark.form);
      expect_inside(form.at);
      if (form.anchor == Anchor::kStart) {
        expect_inside({form.at.x + 0.5 * form.size * static_cast<double>(form.text.size()), 0});
      }
    }
    for (const Mark& mark : marks_of<Rectangle>(picture)) {
      const auto& form = std::get<Rectangle>(mark.form);
      expect_inside(form.corner);
      expect_inside({form.corner.x + form.width, form.corner.y + form.height});
    }
  }
}

}  // namespace
}  // namespace assay::grounded
