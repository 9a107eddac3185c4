#include "assay/tasks/curi/instructions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <string_view>

#include "assay/tasks/curi/scenes/thing.h"

namespace assay::curi {

namespace {

constexpr std::string_view kRules =
    R"(A hidden rule holds in some scenes and not in others. Find it from 25 scenes with labels, yes where
it holds and no where it does not, and say of 25 further scenes whether it holds there.

Scenes
A scene has 2 to 5 things. Each has
- a size: {0};
- a color: {1};
- a material: {2};
- a shape: {3};
- a place (column, row): columns from the left, rows from the top, counted from {4}.

Rules
A rule speaks of some thing X of the scene ("there is a thing X such that ...") or of every thing X
("for every thing X ..."), or of the scene as a whole. It is one test, or
{5}.
A test is one of these:
- X has a value: X is red, a cube, in column 3. Or one that is compared: X is larger than small, the
  row of X is greater than 2, 5 is greater than the column of X.
- The column and the row of X are equal, or one is greater than the other.
- All things, at least one thing, all other things than X, at least one other thing than X have a
  value, or have the same as X: all other things are metal, some other thing is in the column of X.
  A column may also be compared with the row of X, and a row with its column.
- A number of things, or of other things than X, that have a value or the same as X: it is exactly 1, 2
  or 3, or more or less than one of these, or it is equal to or more than another such number: there
  are more cubes than red things, exactly 2 other things have the size of X.
{6}

Which rule
A rule holds in few scenes: in at most one of ten that are drawn at random. Short rules are likelier
than long ones. Often several rules explain all labels; then answer for each scene what most of the
likely ones say.)";

constexpr std::string_view kShallow = R"(two tests joined by "and" or "or", or "not" and a test)";
constexpr std::string_view kDeep =
    R"(tests joined by "and", "or" and "not": up to two of these words one inside the other)";

constexpr std::string_view kPublishedPlaces =
    "Places in rules are 1 to 8, so no rule names the place 0.";

constexpr std::string_view kForm =
    "25 words, yes or no for each of the further scenes in their order, in small letters with one "
    "space between them.";

}  // namespace

Instructions curi_instructions(const Settings& settings) {
  const bool published = settings.space.edition == Edition::kPublished;
  constexpr unsigned kNestingDepth = 6;
  Instructions told;
  told.rules = fmt::format(kRules, fmt::join(kSizeWords, ", "), fmt::join(kColorWords, ", "),
                           fmt::join(kMaterialWords, ", "), fmt::join(kShapeWords, ", "),
                           published ? "0 to 7" : "1 to 8",
                           settings.space.depth < kNestingDepth ? kShallow : kDeep,
                           published ? kPublishedPlaces : "Places in rules are 1 to 8, too.");
  told.vocabulary = {"yes", "no"};
  told.form = kForm;
  return told;
}

}  // namespace assay::curi
