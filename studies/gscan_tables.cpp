// Of gSCAN's squares that are described by colour: how often both words are needed to find them,
// and how long the actions of all rows are. Without a model, by leaving words out.
//
//   gscan_tables DIR
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/text.h"
#include "assay/catalog/catalog.h"
#include "grounded_rows.h"

namespace assay::studies {
namespace {

// What a phrase of gSCAN means when some of its words are not heard.
std::vector<std::size_t> meant(const world::World& world, std::string_view colour,
                               std::string_view size, std::string_view noun) {
  std::vector<std::size_t> things;
  int least = 9;
  int most = 0;
  for (std::size_t i = 0; i < world.things.size(); ++i) {
    const world::Thing& thing = world.things[i];
    if (!colour.empty() && world::name_of(thing.colour) != colour) continue;
    if (!noun.empty() && world::name_of(thing.shape) != noun) continue;
    things.push_back(i);
    least = std::min<int>(least, thing.size);
    most = std::max<int>(most, thing.size);
  }
  if (!size.empty()) {
    std::erase_if(things, [&](std::size_t i) {
      return world.things[i].size != (size == "small" ? least : most);
    });
  }
  return things;
}

void gscan_tables(const DataSet& data, const Task& task) {
  Sufficiency yellow, red;
  Sufficiency yellow_rivals, red_rivals;
  Tally lengths;
  visit_rows(data, task, nullptr, [&](const Example& row) {
    lengths.add(length_bin(actions_of(row)));
    const std::string& set = text_of(row, task, "set");
    if (set != "visual_easier" && set != "visual") return;
    std::string_view colour;
    std::string_view size;
    for (const auto word : split_words(text_of(row, task, "command"))) {
      if (word == "red" || word == "yellow") colour = word;
      if (word == "small" || word == "big") size = word;
    }
    if (colour.empty()) return;
    const world::World world = world_of(row, task);
    const auto [other_squares, others_of_colour] = rivals(world, world.things.front());
    (set == "visual" ? red_rivals : yellow_rivals).add(other_squares, others_of_colour);
    const bool colour_needed = meant(world, "", size, "square").size() != 1;
    const bool shape_needed = meant(world, colour, size, "").size() != 1;
    (set == "visual" ? red : yellow).add(colour_needed, shape_needed);
  });
  lengths.print("action lengths");
  yellow_rivals.print("yellow squares, needed for rivals", "the colour", "the shape");
  red_rivals.print("red squares that are called red, the same", "the colour", "the shape");
  yellow.print("yellow squares, needed to find the target", "the colour", "the shape");
  red.print("red squares that are called red, the same", "the colour", "the shape");
}

}  // namespace
}  // namespace assay::studies

int main(int argc, char** argv) try {
  if (argc != 2) {
    fmt::print(stderr, "usage: gscan_tables DIR\n");
    return 2;
  }
  const assay::DataSet data(argv[1]);
  const auto& recipe = data.manifest().recipe;
  assay::studies::gscan_tables(data, *assay::make_task(recipe.task, recipe.params));
  return 0;
} catch (const assay::Error& problem) {
  fmt::print(stderr, "gscan_tables: {}\n", problem.what());
  return 3;
}
