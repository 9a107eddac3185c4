// Answers of gSCAN and ReaSCAN and ways to spoil them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>

#include "grounded_brute_force.h"
#include "trials.h"

namespace assay::judges {
namespace {

using brute_force::Dice;
using brute_force::Errand;

// Turns by the shortest way; L, R, LL or none.
std::string turns_between(int from, int to) {
  const std::vector<std::string> turns{"", "R", "LL", "L"};
  return turns[static_cast<std::size_t>((to - from + 4) % 4)];
}

// Some way to what is meant, in the manner asked for: steps across and along in any order, now and
// then with a step aside and back, or a push on the way.
std::string some_way(const Errand& errand, Dice& dice) {
  const auto [row, column] = errand.goal();
  const int across = column - errand.agent().column;
  const int along = row - errand.agent().row;
  std::vector<int> steps;
  for (int i = std::abs(across); i > 0; --i) steps.push_back(across > 0 ? 0 : 2);
  for (int i = std::abs(along); i > 0; --i) steps.push_back(along > 0 ? 1 : 3);
  if (!dice.one_in(3)) dice.shuffle(steps);
  if (dice.one_in(4)) {
    const auto aside = static_cast<int>(dice.below(4));
    const auto at = static_cast<std::ptrdiff_t>(dice.below(steps.size() + 1));
    steps.insert(steps.begin() + at, {aside, (aside + 2) % 4});
  }
  std::string way;
  int facing = errand.facing();
  for (const int direction : steps) {
    if (!way.empty()) way += ',';
    way += errand.in_manner(turns_between(facing, direction), 'W');
    facing = direction;
    if (dice.one_in(40)) way += "," + errand.in_manner("", dice.one_in(2) ? 'P' : 'U');
  }
  return way;
}

// As many pushes or pulls as the answer has, or one more or less.
std::string another_way(const Errand& errand, const std::string& answer, Dice& dice) {
  std::string way = some_way(errand, dice);
  std::size_t pushes = 0;
  for (const char* deed : {"push", "pull"}) {
    for (std::size_t at = 0; (at = answer.find(deed, at)) != std::string::npos; ++at) ++pushes;
  }
  if (dice.one_in(10)) ++pushes;
  if (dice.one_in(10) && pushes > 0) --pushes;
  const char deed = answer.find("push") != std::string::npos ? 'P' : 'U';
  for (; pushes > 0; --pushes) way += "," + errand.in_manner("", deed);
  return way;
}

std::string some_cell(const Errand& errand, Dice& dice) {
  const auto cells = errand.cells();
  Errand::Cell cell = dice.one_in(2) ? errand.goal() : dice.pick(cells);
  if (dice.one_in(6)) cell.row = static_cast<int>(dice.below(20));
  const std::vector<std::string> between{", column ", " column ", ",column ", ", Column "};
  const std::size_t form = dice.one_in(4) ? dice.below(between.size()) : 0;
  return "row " + std::to_string(cell.row) + between[form] + std::to_string(cell.column);
}

Trial grounded_trial(const std::string& task) {
  const auto check = [](const Example& row) {
    const auto errand = std::make_shared<Errand>(row.input(), row.target());
    EXPECT_EQ(errand->flaw(), "") << row.input() << '\n' << row.target();
    return CheckedRow{
        [errand](std::string_view answer) { return errand->decide(answer); },
        {{"another way", [errand](const std::string& answer, const std::string&,
                                  Dice& dice) { return another_way(*errand, answer, dice); }},
         {"a cell", [errand](const std::string&, const std::string&, Dice& dice) {
            return some_cell(*errand, dice);
          }}}};
  };
  return {task,
          {",", {"walk", "push", "pull", "stay", "turn left", "turn right", "turn", "jump", ""}},
          check,
          {"other white space", "another way"}};
}

}  // namespace

Trial gscan_trial() { return grounded_trial("gscan"); }
Trial reascan_trial() { return grounded_trial("reascan"); }

}  // namespace assay::judges
