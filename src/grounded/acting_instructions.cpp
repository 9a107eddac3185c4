#include "assay/grounded/acting_instructions.h"

#include <fmt/format.h>

#include <string_view>

namespace assay::grounded {

namespace {

constexpr std::string_view kActions = R"(Actions
- walk: go one cell ahead, the way you face. You may walk over things.
- turn left, turn right: turn by a quarter and stay in the cell.)";

constexpr std::string_view kPushPull = R"(
- push: move the thing in your cell one cell ahead, the way you face, and go with it.
- pull: move it one cell back, against the way you face, and go with it.)";

constexpr std::string_view kStay = R"(
- stay: do nothing.)";

constexpr std::string_view kWay = R"(

The way
Go to the cell of the target: first along your row until you are in the column of the target, then
along that column. Before a step face its direction: turn left or turn right if that is a quarter
away, turn left twice if it lies behind you. Do not turn where you face the right way.
"walk to" asks for no more than this.)";

constexpr std::string_view kMoving = R"(
"push" and "pull" ask to go there and then to push or pull the target as far as it goes: until the
next cell in its direction is outside of the grid or holds another thing.{} You keep facing the
way of your last step. A target of size 1 or 2 is light and moves one cell with each push or pull. One
of size 3 or 4 is heavy and needs two for each cell. If it cannot move at all, do nothing more.)";

constexpr std::string_view kManners = R"(

Manners
- while zigzagging: on the way to the target take steps along the row and along the column in turn,
  the first one along the row, until you are in the row or in the column of the target; then go
  straight on.
- while spinning: turn left four times before each walk, push and pull. The turns that a step needs
  come after these four.
- cautiously: turn left, turn right, turn right, turn left just before each walk, push and pull,
  that is after the turns that a step needs.
- hesitantly: stay once after each walk, push and pull.)";

}  // namespace

std::string acting_rules(const Asked& asked) {
  std::string text(kActions);
  if (asked.moving) text += kPushPull;
  if (asked.manners) text += kStay;
  text += kWay;
  if (asked.moving) {
    text += fmt::format(kMoving, asked.boxes ? " Boxes are never in the way." : "");
  }
  if (asked.manners) text += kManners;
  return text;
}

void tell_answers(const Asked& asked, Instructions& told) {
  told.vocabulary = {"walk", "turn", "left", "right"};
  if (asked.moving) told.vocabulary.insert(told.vocabulary.end(), {"push", "pull"});
  if (asked.manners) told.vocabulary.emplace_back("stay");
  told.form =
      "All actions in order, in small letters, with a comma between them and no other words: "
      "turn left,walk,walk";
  told.punctuation = ",";
}

std::string tell_target(const world::Thing& target) {
  return fmt::format("The command means the {} {} of size {} at row {}, column {}.",
                     name_of(target.colour), name_of(target.shape), target.size, target.cell.row,
                     target.cell.column);
}

}  // namespace assay::grounded
