#include "assay/tasks/curi/episode_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "assay/tasks/curi/language/spelling.h"
#include "assay/tasks/curi/row.h"
#include "assay/tasks/curi/scenes/scene_picture.h"
#include "assay/tasks/curi/scenes/scene_sketch.h"

namespace assay::curi {

namespace {

constexpr double kGap = 12;
constexpr double kCaption = 18;
constexpr std::size_t kColumns = 5;
constexpr std::size_t kLines = kSetScenes / kColumns;
constexpr double kBlockWidth = static_cast<double>(kColumns) * (kPanelWidth + kGap);
constexpr double kBlockHeight = static_cast<double>(kLines) * (kPanelHeight + kCaption + kGap);
constexpr double kHeadingSize = 20;
constexpr double kHeading = 40;
constexpr std::size_t kShownExplanations = 5;

constexpr Rgb kInk{30, 30, 30};
constexpr Rgb kPaper{255, 255, 255};
constexpr Rgb kHolds{29, 105, 20};
constexpr Rgb kFails{173, 35, 35};

std::uint8_t first_bin(const ConceptSpace& space) {
  return space.settings().edition == Edition::kPublished ? 0 : 1;
}

Mark writing(Point at, std::string text, double size, Rgb colour, bool bold = false) {
  Style style;
  style.fill = colour;
  return {Writing{at, std::move(text), size, Anchor::kStart, bold}, style};
}

// Rows of five panels, each with its number and, where it may be told, its label.
void append_panels(std::vector<Mark>& out, const Example& row, const ConceptSpace& space,
                   Column scenes, Column labels, bool tell, Point corner) {
  const auto& numbers = numbers_at(row, scenes);
  const auto& given = numbers_at(row, labels);
  for (std::size_t at = 0; at < numbers.size(); ++at) {
    const double across = corner.x + static_cast<double>(at % kColumns) * (kPanelWidth + kGap);
    const double down =
        corner.y + static_cast<double>(at / kColumns) * (kPanelHeight + kCaption + kGap);
    const bool yes = given[at] == 1;
    out.push_back(writing(
        {across, down + kCaption - 4},
        tell ? fmt::format("{}. {}", at + 1, yes ? "yes" : "no") : fmt::format("{}.", at + 1), 14,
        tell ? (yes ? kHolds : kFails) : kInk, tell && yes));
    append_scene_marks(out, space.looks(static_cast<std::uint64_t>(numbers[at])),
                       {{across, down + kCaption}, first_bin(space)});
  }
}

// The likeliest concepts that explain the support, and the rule wherever it stands among them.
std::string explanations(const Example& row, const ConceptSpace& space) {
  const auto& valid = numbers_at(row, kValidColumn);
  const auto& posterior = reals_at(row, kPosteriorColumn);
  std::vector<std::size_t> order(valid.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return posterior[a] > posterior[b]; });
  std::string text =
      fmt::format("What explains all labels ({} in all), log-probability:\n", valid.size());
  for (std::size_t at = 0; at < order.size(); ++at) {
    const bool is_rule = valid[order[at]] == number_at(row, kNumberColumn);
    if (at >= kShownExplanations && !is_rule) continue;
    const auto index = static_cast<std::size_t>(valid[order[at]]);
    fmt::format_to(std::back_inserter(text), "{:8.3f}  {}{}\n", posterior[order[at]],
                   english_gloss(space.concepts()[index].words), is_rule ? "  (the rule)" : "");
  }
  return text;
}

}  // namespace

Picture episode_picture(const Example& row, const ConceptSpace& space, Reveal reveal) {
  expect_fit(row, space);
  const bool tell = reveal == Reveal::kAnswer;
  const double right = kBlockWidth + 3 * kGap;
  Picture picture;
  picture.width = 2 * kBlockWidth + 4 * kGap;
  picture.title = "An episode of CURI";
  picture.description =
      "25 scenes, each labelled by whether a hidden rule holds, and 25 to be labelled.";
  auto& marks = picture.marks;
  marks.push_back({});  // the page, whose height is not known yet
  double y = kGap;
  if (tell) {
    marks.push_back(writing({kGap, y + kHeadingSize},
                            fmt::format("The rule: {}", text_at(row, kGlossColumn)), kHeadingSize,
                            kInk, true));
    y += kHeading;
  }
  marks.push_back(
      writing({kGap, y + kHeadingSize}, "Scenes with labels", kHeadingSize, kInk, true));
  marks.push_back(
      writing({right, y + kHeadingSize}, "Does the rule hold in these?", kHeadingSize, kInk, true));
  y += kHeading;
  append_panels(marks, row, space, kSupportScenesColumn, kSupportLabelsColumn, true, {kGap, y});
  append_panels(marks, row, space, kQueryScenesColumn, kQueryLabelsColumn, tell, {right, y});
  y += kBlockHeight;
  append_legend_marks(marks, {kGap, y});
  picture.height = y + kLegendHeight + kGap;
  marks.front() = {Rectangle{{0, 0}, picture.width, picture.height, 0}, {.fill = kPaper}};
  return picture;
}

std::string episode_sketch(const Example& row, const ConceptSpace& space, Reveal reveal) {
  expect_fit(row, space);
  const auto& scenes = numbers_at(row, kSupportScenesColumn);
  const auto& labels = numbers_at(row, kSupportLabelsColumn);
  std::vector<std::string> blocks;
  for (std::size_t at = 0; at < scenes.size(); ++at) {
    if (labels[at] != 1) continue;
    blocks.push_back(fmt::format("{}. yes\n", at + 1) +
                     sketch(space.looks(static_cast<std::uint64_t>(scenes[at])), first_bin(space)));
  }
  std::string text = "Where the rule holds:\n" + side_by_side(blocks);
  if (reveal == Reveal::kAnswer) text += '\n' + explanations(row, space);
  return text;
}

}  // namespace assay::curi
