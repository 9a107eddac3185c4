#include "grounded_brute_force.h"

#include <algorithm>
#include <map>
#include <optional>

#include "text.h"

namespace brute_force {

namespace {

using Words = std::vector<std::string>;
using Cell = Errand::Cell;

const std::map<std::string, char> kLetterOf{{"walk", 'W'}, {"push", 'P'},      {"pull", 'U'},
                                            {"stay", 'S'}, {"turn left", 'L'}, {"turn right", 'R'}};

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(kWhite);
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(kWhite) - first + 1);
}

// A letter for each action; nothing when some piece is none.
std::optional<std::string> letters_of(std::string_view answer) {
  std::string letters;
  for (const std::string& piece : pieces(answer, ",")) {
    const std::size_t before = letters.size();
    for (const std::string& line : pieces(piece, "\n")) {
      if (trimmed(line).empty()) continue;
      const auto known = kLetterOf.find(trimmed(line));
      if (known == kLetterOf.end()) return std::nullopt;
      letters += known->second;
    }
    if (letters.size() == before) return std::nullopt;
  }
  return letters;
}

Cell beside(Cell cell, int direction) {
  switch (direction) {
    case 0:
      return {cell.row, cell.column + 1};
    case 1:
      return {cell.row + 1, cell.column};
    case 2:
      return {cell.row, cell.column - 1};
    default:
      return {cell.row - 1, cell.column};
  }
}

bool is_inside(Cell cell, int grid) {
  return std::min(cell.row, cell.column) >= 0 && std::max(cell.row, cell.column) < grid;
}

}  // namespace

Errand::Errand(std::string_view input, std::string_view reference) {
  const std::string_view end = ". The grid has ";
  read_command(input.substr(0, input.find(end)));
  read_world(input.substr(input.find(end)));
  find_target();
  if (flaw_.empty()) look_at_reference(reference);
}

// push the big circle that is in the same row as a red square and inside of a box while spinning
void Errand::read_command(std::string_view command) {
  Words said = words(command);
  verb_ = said[0];
  for (const char* manner : {"spinning", "zigzagging", "cautiously", "hesitantly"}) {
    if (said.back() == manner) manner_ = manner;
  }
  if (!manner_.empty()) said.pop_back();
  if (said.back() == "while") said.pop_back();
  phrases_.emplace_back();
  for (std::size_t i = 1; i < said.size(); ++i) {
    const std::string& word = said[i];
    if (word == "that" || word == "and") {
      const std::size_t before = phrases_.size() - 1;
      Phrase& clause = phrases_.emplace_back();
      clause.parent = word == "that" ? before : phrases_[before].parent;
      i += word == "that" ? 2 : 1;  // past "is"
      clause.relation = said[i] == "inside" ? "inside" : said[i + 3];
      i += said[i] == "inside" ? 1 : 4;  // at "of" or "as"
    } else if (word == "big" || word == "small") {
      phrases_.back().size = word;
    } else if (word == "red" || word == "green" || word == "blue" || word == "yellow") {
      phrases_.back().colour = word;
    } else if (word != "to" && word != "a" && word != "the") {
      phrases_.back().noun = word;
    }
  }
}

// ... 6 rows from the north and 6 columns ... at row 2, column 1, facing east. Things: red circle
// of size 1 at row 3, column 2; blue box of size 2 over rows 0 to 1, columns 4 to 5.
void Errand::read_world(std::string_view text) {
  const Words said = words(text, " ,.;:");
  const auto behind = [&](std::size_t from, const char* word) {
    while (said[from] != word) ++from;
    return from + 1;
  };
  grid_ = std::stoi(said[behind(0, "has")]);
  std::size_t at = behind(0, "agent");
  agent_ = {std::stoi(said[behind(at, "row")]), std::stoi(said[behind(at, "column")])};
  const Words directions{"east", "south", "west", "north"};
  const auto facing = std::find(directions.begin(), directions.end(), said[behind(at, "facing")]);
  facing_ = static_cast<int>(facing - directions.begin());
  for (at = behind(at, "Things"); at < said.size();) {
    Thing& thing = things_.emplace_back();
    thing.colour = said[at];
    thing.shape = said[at + 1];
    thing.size = std::stoi(said[behind(at, "size")]);
    const std::size_t row = behind(at, thing.is_box() ? "rows" : "row");
    const std::size_t column = behind(at, thing.is_box() ? "columns" : "column");
    thing.cell = {std::stoi(said[row]), std::stoi(said[column])};
    at = column + (thing.is_box() ? 3 : 1);
  }
}

// Small is the smallest and big the largest of all that the other words fit, and not all are alike.
bool Errand::fits(const Phrase& phrase, const Thing& thing) const {
  const auto is_of_class = [&](const Thing& one) {
    return (phrase.noun == "object" || one.shape == phrase.noun) &&
           (phrase.colour.empty() || one.colour == phrase.colour);
  };
  if (!is_of_class(thing)) return false;
  if (phrase.size.empty()) return true;
  bool larger = false;
  bool smaller = false;
  for (const Thing& other : things_) {
    if (!is_of_class(other)) continue;
    larger = larger || other.size > thing.size;
    smaller = smaller || other.size < thing.size;
  }
  return phrase.size == "small" ? larger && !smaller : smaller && !larger;
}

bool Errand::related(const std::string& relation, const Thing& one, const Thing& other) {
  if (relation == "row") return one.cell.row == other.cell.row;
  if (relation == "column") return one.cell.column == other.cell.column;
  if (relation == "size") return one.size == other.size;
  if (relation == "color") return one.colour == other.colour;
  if (relation == "shape") return one.shape == other.shape;
  const int down = one.cell.row - other.cell.row;
  const int right = one.cell.column - other.cell.column;
  return other.is_box() && std::min(down, right) >= 0 && std::max(down, right) < other.size;
}

// Whether other things, all different, can be found for the phrases that have none yet.
bool Errand::can_complete(std::vector<std::size_t>& chosen) const {
  if (chosen.size() == phrases_.size()) return true;
  const Phrase& phrase = phrases_[chosen.size()];
  for (std::size_t i = 0; i < things_.size(); ++i) {
    if (std::find(chosen.begin(), chosen.end(), i) != chosen.end()) continue;
    if (!related(phrase.relation, things_[chosen[phrase.parent]], things_[i])) continue;
    if (!fits(phrase, things_[i])) continue;
    chosen.push_back(i);
    const bool found = can_complete(chosen);
    chosen.pop_back();
    if (found) return true;
  }
  return false;
}

void Errand::find_target() {
  std::vector<std::size_t> meant;
  for (std::size_t i = 0; i < things_.size(); ++i) {
    std::vector<std::size_t> chosen{i};
    if (fits(phrases_[0], things_[i]) && can_complete(chosen)) meant.push_back(i);
  }
  if (meant.size() != 1) {
    flaw_ = "the command means " + std::to_string(meant.size()) + " things";
    return;
  }
  target_ = meant[0];
}

void Errand::look_at_reference(std::string_view reference) {
  const auto actions = letters_of(reference);
  if (!actions) {
    flaw_ = "the reference is no list of actions";
    return;
  }
  wanted_ = run(*actions);
  const Cell goal = things_[target_].cell;
  const Run way = run(actions->substr(0, actions->find_first_of("PU")));
  const char deed = verb_ == "push" ? 'P' : 'U';
  if (!wanted_.possible || !keeps_manner(*actions)) {
    flaw_ = "the reference cannot be carried out as the command says";
  } else if (!(way.agent == goal)) {
    flaw_ = "the reference does not lead to what is meant";
  } else if (verb_ != "walk" && run(*actions + deed).possible) {
    flaw_ = "the reference could go further";
  } else if (verb_ == "walk" && !(wanted_.agent == goal)) {
    flaw_ = "the reference walks past what is meant";
  }
}

Errand::Run Errand::run(const std::string& actions) const {
  Run now{true, agent_, facing_, cells(), {}};
  std::string half;  // the deed and direction of a heavy thing's first push
  for (const char action : actions) {
    if (action == 'L') now.facing = (now.facing + 3) % 4;
    if (action == 'R') now.facing = (now.facing + 1) % 4;
    if (action == 'L' || action == 'R' || action == 'S') continue;
    const Cell ahead = beside(now.agent, action == 'U' ? (now.facing + 2) % 4 : now.facing);
    now.possible = is_inside(ahead, grid_);
    if (action == 'W') {
      if (!now.possible) return now;
      now.steps.emplace_back(now.agent, ahead);
      now.agent = ahead;
      half.clear();
      continue;
    }
    std::size_t here = things_.size();
    for (std::size_t i = 0; i < things_.size(); ++i) {
      if (things_[i].is_box()) continue;
      if (now.things[i] == now.agent) here = i;
      if (now.things[i] == ahead) now.possible = false;
    }
    now.possible = now.possible && here < things_.size();
    if (!now.possible) return now;
    const std::string deed = action + std::to_string(now.facing);
    const bool is_first_half = things_[here].size > 2 && half != deed;
    half = is_first_half ? deed : "";
    if (!is_first_half) now.agent = now.things[here] = ahead;
  }
  return now;
}

std::vector<Cell> Errand::cells() const {
  std::vector<Cell> all;
  for (const Thing& thing : things_) all.push_back(thing.cell);
  return all;
}

Cell Errand::goal() const { return things_[target_].cell; }

// Tries every division of the actions into deeds that the manner allows.
bool Errand::keeps_manner(const std::string& actions) const {
  const std::string before = manner_ == "spinning" ? "LLLL" : "";
  const std::string close_before = manner_ == "cautiously" ? "LRRL" : "";
  const std::string after = manner_ == "hesitantly" ? "S" : "";
  Words deeds;
  for (const char* turns : {"", "L", "R", "LL", "RR"})
    deeds.push_back(
        std::string(before).append(turns).append(close_before).append("W").append(after));
  for (const char* deed : {"P", "U"})
    deeds.push_back(std::string(before).append(close_before).append(deed).append(after));
  std::vector<bool> reached(actions.size() + 1, false);
  reached[0] = true;
  for (std::size_t at = 0; at < actions.size(); ++at) {
    if (!reached[at]) continue;
    for (const std::string& deed : deeds) {
      if (actions.compare(at, deed.size(), deed) == 0) reached[at + deed.size()] = true;
    }
  }
  return reached.back() && (manner_ != "zigzagging" || zigzags(run(actions)));
}

// No two steps in a row go the same way, across or along, while the agent is not in line with what
// is meant.
bool Errand::zigzags(const Run& run) const {
  const Cell goal = things_[target_].cell;
  const auto goes_across = [](const auto& step) { return step.first.row == step.second.row; };
  for (std::size_t i = 1; i < run.steps.size(); ++i) {
    const Cell from = run.steps[i].first;
    if (from.row == goal.row || from.column == goal.column) continue;
    if (goes_across(run.steps[i]) == goes_across(run.steps[i - 1])) return false;
  }
  return true;
}

Decision Errand::decide(std::string_view answer) const {
  if (is_silent(answer)) return Decision::kSilent;
  const auto actions = letters_of(answer);
  if (!actions) return Decision::kWrong;
  const Run done = run(*actions);
  const bool right = done.possible && done.agent == wanted_.agent &&
                     done.things == wanted_.things && keeps_manner(*actions);
  return right ? Decision::kRight : Decision::kWrong;
}

std::string Errand::in_manner(const std::string& turns, char deed) const {
  std::string letters = manner_ == "spinning" ? "LLLL" : "";
  letters += turns;
  if (manner_ == "cautiously") letters += "LRRL";
  letters += deed;
  if (manner_ == "hesitantly") letters += 'S';
  Words named;
  for (const char letter : letters) {
    for (const auto& [name, own] : kLetterOf) {
      if (own == letter) named.push_back(name);
    }
  }
  return joined(named, ",");
}

}  // namespace brute_force
