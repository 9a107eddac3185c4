// gSCAN and ReaSCAN by brute force: what a command means in a world, both read from the text of a
// row, and what actions do there.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "decision.h"

namespace brute_force {

class Errand {
 public:
  // The input of a row and its target.
  Errand(std::string_view input, std::string_view reference);

  // What is wrong with the row: the command means no thing or several, or the reference does not
  // bring the agent to the one it means, or leaves it where it could go further. Empty when
  // nothing.
  const std::string& flaw() const { return flaw_; }

  // Right is "row R, column C" of the thing that is meant, and every list of actions that can be
  // carried out, leaves agent and things where the reference leaves them, and keeps the manner in
  // every step.
  Decision decide(std::string_view answer) const;

  struct Cell {
    int row = 0;
    int column = 0;
    friend bool operator==(const Cell&, const Cell&) = default;
  };

  // What mutants are made of: where agent and target stand, how far the grid reaches, and the
  // actions of one deed in the manner of the command.
  Cell agent() const { return agent_; }
  int facing() const { return facing_; }  // 0 east, 1 south, 2 west, 3 north
  Cell goal() const;
  int grid() const { return grid_; }
  std::vector<Cell> cells() const;  // of all things
  // "turn left,walk" and so on: `turns` of L and R, then the deed: W walk, P push, U pull.
  std::string in_manner(const std::string& turns, char deed) const;

 private:
  struct Thing {
    std::string colour;
    std::string shape;
    int size = 1;
    Cell cell;
    bool is_box() const { return shape == "box"; }
  };
  struct Phrase {
    std::string size;
    std::string colour;
    std::string noun;
    std::string relation;  // to the phrase `parent`: row, column, size, color, shape, inside
    std::size_t parent = 0;
  };
  struct Run {
    bool possible = true;
    Cell agent;
    int facing = 0;
    std::vector<Cell> things;
    std::vector<std::pair<Cell, Cell>> steps;  // from and to, of walking
  };

  void read_command(std::string_view command);
  void read_world(std::string_view text);
  bool fits(const Phrase& phrase, const Thing& thing) const;
  static bool related(const std::string& relation, const Thing& one, const Thing& other);
  bool can_complete(std::vector<std::size_t>& chosen) const;
  void find_target();
  void look_at_reference(std::string_view reference);
  Run run(const std::string& actions) const;
  bool keeps_manner(const std::string& actions) const;
  bool zigzags(const Run& run) const;

  std::string verb_;
  std::string manner_;
  std::vector<Phrase> phrases_;
  int grid_ = 0;
  Cell agent_;
  int facing_ = 0;
  std::vector<Thing> things_;
  std::size_t target_ = 0;
  Run wanted_;
  std::string flaw_;
};

}  // namespace brute_force
