#include "assay/grounded/errand.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "assay/base/text.h"
#include "assay/movement/simulation.h"

namespace assay::grounded {

namespace {

using world::Action;
using world::Cell;
using world::Manner;
using world::World;

// "row 3, column 2"
std::optional<Cell> read_cell(std::string_view text, int grid) {
  const auto words = split_words(text);
  if (words.size() != 4 || words[0] != "row" || words[2] != "column") return std::nullopt;
  std::string_view row = words[1];
  if (row.ends_with(',')) row.remove_suffix(1);
  const auto down = parse_number(row);
  const auto right = parse_number(words[3]);
  const auto limit = static_cast<std::uint64_t>(grid);
  if (!down || !right || *down >= limit || *right >= limit) return std::nullopt;
  return Cell{static_cast<int>(*down), static_cast<int>(*right)};
}

// ["walk", "turn left"] -> walk,turn left; absent where it is no list of texts.
std::optional<std::string> text_of_list(std::string_view text) {
  const auto trim = [](std::string_view& part) {
    constexpr std::string_view kBlank = " \t\r\n";
    part.remove_prefix(std::min(part.find_first_not_of(kBlank), part.size()));
    part = part.substr(0, part.find_last_not_of(kBlank) + 1);
  };
  trim(text);
  if (!text.starts_with('[') || !text.ends_with(']')) return std::nullopt;
  std::string plain;
  for (std::string_view part : split_text(text.substr(1, text.size() - 2), ',')) {
    trim(part);
    if (part.size() < 2 || part.front() != '"' || part.back() != '"') return std::nullopt;
    if (!plain.empty()) plain += ',';
    plain += part.substr(1, part.size() - 2);
  }
  return plain;
}

std::string_view plain_turns(std::string_view turns, Manner manner, bool moves) {
  constexpr std::string_view kSpin = "LLLL";
  constexpr std::string_view kLook = "LRRL";
  if (manner == Manner::kSpinning) {
    if (!turns.starts_with(kSpin)) return "?";
    turns.remove_prefix(kSpin.size());
  }
  if (manner == Manner::kCautiously) {
    if (!turns.ends_with(kLook)) return "?";
    turns.remove_suffix(kLook.size());
  }
  return moves || turns.empty() ? turns : "?";
}

// Agents turn by the shortest way, and only to walk.
bool is_short(std::string_view turns) {
  return turns.empty() || turns == "L" || turns == "R" || turns == "LL" || turns == "RR";
}

// Steps across and along take turns until agent and target are in line, then all go one way.
bool zigzags(const Errand& errand, std::span<const Action> actions) {
  const world::Simulated run = world::simulate(errand.world, actions);
  const Cell target = errand.world.things[errand.target].cell;
  std::optional<bool> last;
  for (std::size_t i = 0; i < run.done; ++i) {
    if (actions[i] != Action::kWalk) continue;
    const Cell before = run.cells[i];
    const Cell after = i + 1 < run.done ? run.cells[i + 1] : run.world.agent;
    const bool across = before.row == after.row;
    const bool in_line = before.row == target.row || before.column == target.column;
    if (last && !in_line && across == *last) return false;
    last = across;
  }
  return true;
}

// What stands where the agent ended, if that is not the target, and why.
void mark_ending(const Errand& errand, const World& world, Cell end, Verdict& verdict) {
  for (std::size_t i = 0; i < errand.roles.size(); ++i) {
    const world::Thing& thing = world.things[i];
    if (i == errand.target || thing.is_box() || thing.cell != end) continue;
    for (std::size_t role = 0; role < kThingRoles; ++role) {
      const bool own = errand.roles[i] == static_cast<ThingRole>(role);
      verdict.marks.emplace_back(fmt::format("ended_on_{}", name_of(static_cast<ThingRole>(role))),
                                 own ? 1.0 : 0.0);
    }
  }
}

}  // namespace

bool keeps_manner(const Errand& errand, std::span<const Action> actions) {
  std::string turns;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    switch (actions[i]) {
      case Action::kTurnLeft:
        turns += 'L';
        continue;
      case Action::kTurnRight:
        turns += 'R';
        continue;
      case Action::kStay:
        return false;
      default:
        break;
    }
    if (!is_short(plain_turns(turns, errand.manner, actions[i] == Action::kWalk))) return false;
    turns.clear();
    if (errand.manner != Manner::kHesitantly) continue;
    if (++i == actions.size() || actions[i] != Action::kStay) return false;
  }
  if (!turns.empty()) return false;
  return errand.manner != Manner::kZigzagging || zigzags(errand, actions);
}

Verdict judge(const Errand& errand, std::string_view reference, std::string_view answer) {
  if (split_words(answer).empty()) {
    return {Status::kNoAnswer, std::nullopt, "the answer is empty", {}};
  }
  Verdict verdict{Status::kWrong, 0.0, "", {{"strict", answer == reference ? 1.0 : 0.0}}};
  const auto right = [&] {
    verdict.status = Status::kRight;
    verdict.score = 1.0;
    return verdict;
  };
  const Cell goal = errand.world.things[errand.target].cell;
  if (const auto cell = read_cell(answer, errand.world.grid)) {
    verdict.marks.emplace_back("referent", *cell == goal ? 1.0 : 0.0);
    if (*cell == goal) {
      verdict.why = "it names the target's cell; actions are asked for";
      return verdict;
    }
    mark_ending(errand, errand.world, *cell, verdict);
    verdict.why = fmt::format("the command does not mean what is at row {}, column {}", cell->row,
                              cell->column);
    return verdict;
  }
  std::vector<Action> wanted;
  std::vector<Action> given;
  world::read_actions(reference, wanted);
  const auto list = text_of_list(answer);
  if (!world::read_actions(list ? *list : answer, given)) {
    return {Status::kUnparsable, 0.0, "not all words are actions", std::move(verdict.marks)};
  }
  const world::Simulated should = world::simulate(errand.world, wanted);
  const world::Simulated does = world::simulate(errand.world, given);
  const bool reached = does.done == given.size() && does.world.agent == should.world.agent;
  verdict.marks.emplace_back("reached", reached ? 1.0 : 0.0);
  if (does.done < given.size()) {
    verdict.why =
        fmt::format("action {}, {}, is impossible", does.done + 1, name_of(given[does.done]));
  } else if (!reached) {
    verdict.why =
        fmt::format("it ends at row {}, column {}, not at row {}, column {}", does.world.agent.row,
                    does.world.agent.column, should.world.agent.row, should.world.agent.column);
    mark_ending(errand, does.world, does.world.agent, verdict);
  } else if (does.world.things != should.world.things) {
    verdict.why = "it leaves a thing elsewhere";
  } else if (!keeps_manner(errand, given)) {
    verdict.why = errand.manner == Manner::kPlainly
                      ? "it does more than it is told"
                      : fmt::format("it is not done {}", name_of(errand.manner));
  } else {
    return right();
  }
  std::size_t step = does.done;
  if (does.done == given.size()) {
    step = static_cast<std::size_t>(
        std::mismatch(given.begin(), given.end(), wanted.begin(), wanted.end()).first -
        given.begin());
  }
  verdict.marks.emplace_back("first_wrong_step", static_cast<double>(step + 1));
  return verdict;
}

}  // namespace assay::grounded
