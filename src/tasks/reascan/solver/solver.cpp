#include "assay/tasks/reascan/solver/solver.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <utility>

#include "assay/acting/acting_out.h"
#include "assay/acting/relation.h"
#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/world/world_text.h"

namespace assay::reascan {

namespace {

using acting::is_related;
using world::Thing;
using world::World;

constexpr std::size_t kMostPhrases = 6;
constexpr std::size_t kMostThingsToSearch = 32;  // many more could take for ever

class Parser {
 public:
  explicit Parser(std::string_view command) : words_(split_words(command)) {}

  Parsed parse() {
    Parsed found;
    found.verb = demand({"walk", "push", "pull"});
    if (found.verb == "walk") demand({"to"});
    found.phrases.push_back(phrase({"circle", "cylinder", "square", "object"}));
    while (at_ < words_.size()) {
      if (!accept({"that"}).empty()) {
        demand({"is"});
        add_clause(found, found.phrases.size() - 1);
      } else if (!found.clauses.empty() && !accept({"and"}).empty()) {
        add_clause(found, found.clauses.back().parent);
      } else {
        found.manner = manner();
        if (at_ < words_.size()) refuse("the end");
      }
    }
    return found;
  }

 private:
  using Choice = std::initializer_list<std::string_view>;

  void add_clause(Parsed& found, std::size_t parent) {
    if (found.phrases.size() == kMostPhrases) {
      refuse(fmt::format("no more than {} phrases", kMostPhrases));
    }
    found.clauses.push_back({parent, relation()});
    found.phrases.push_back(found.clauses.back().relation == "inside"
                                ? phrase({"box"})
                                : phrase({"circle", "cylinder", "square", "object"}));
  }

  std::string_view manner() {
    if (const auto found = accept({"cautiously", "hesitantly"}); !found.empty()) return found;
    if (accept({"while"}).empty()) refuse("a clause, a manner or the end");
    return demand({"spinning", "zigzagging"});
  }

  std::string_view relation() {
    const auto first = demand({"in", "inside"});
    if (first == "inside") {
      demand({"of"});
      return first;
    }
    demand({"the"});
    demand({"same"});
    const auto same = demand({"row", "column", "size", "color", "shape"});
    demand({"as"});
    return same;
  }

  Parsed::Phrase phrase(Choice nouns) {
    Parsed::Phrase found;
    found.determiner = demand({"the", "a"});
    found.size = accept({"big", "small"});
    found.colour = accept({"red", "green", "blue", "yellow"});
    found.noun = demand(nouns);
    return found;
  }

  // The word, or "" when the next one is none of them.
  std::string_view accept(Choice wanted) {
    if (at_ == words_.size()) return "";
    const auto* const word = std::find(wanted.begin(), wanted.end(), words_[at_]);
    if (word == wanted.end()) return "";
    ++at_;
    return *word;
  }
  std::string_view demand(Choice wanted) {
    const auto word = accept(wanted);
    if (word.empty()) refuse(fmt::format("{}", fmt::join(wanted, " or ")));
    return word;
  }
  [[noreturn]] void refuse(std::string_view wanted) const {
    if (at_ == words_.size()) {
      fail(ErrorKind::kInput, "the command ends before word {}: expected {}", at_ + 1, wanted);
    }
    fail(ErrorKind::kInput, "word {} of the command is \"{}\": expected {}", at_ + 1,
         printable(words_[at_].substr(0, 20)), wanted);
  }

  std::vector<std::string_view> words_;
  std::size_t at_ = 0;
};

using Things = std::vector<const Thing*>;

Things satisfying(const Parsed::Phrase& phrase, const World& world, SizeReading reading) {
  Things fitting;
  for (const Thing& thing : world.things) {
    if (phrase.noun != "object" && world::name_of(thing.shape) != phrase.noun) continue;
    if (!phrase.colour.empty() && world::name_of(thing.colour) != phrase.colour) continue;
    fitting.push_back(&thing);
  }
  if (phrase.size.empty() || fitting.empty()) return fitting;
  const auto smaller = [](const Thing* a, const Thing* b) { return a->size < b->size; };
  const auto [least, most] = std::minmax_element(fitting.begin(), fitting.end(), smaller);
  const int smallest = (*least)->size;
  const int biggest = (*most)->size;
  std::erase_if(fitting, [&](const Thing* thing) {
    if (smallest == biggest) return true;
    if (reading == SizeReading::kExtreme) {
      return thing->size != (phrase.size == "small" ? smallest : biggest);
    }
    return thing->size == (phrase.size == "small" ? biggest : smallest);
  });
  return fitting;
}

class Search {
 public:
  Search(const Parsed& command, const World& world, SizeReading reading) : command_(command) {
    for (const Parsed::Phrase& phrase : command.phrases) {
      candidates_.push_back(satisfying(phrase, world, reading));
    }
    // Clauses come after what they speak of. So backwards, each clause finds only things left that
    // have what their own clauses ask for; then nothing can go wrong but two phrases for one thing.
    for (std::size_t i = command.clauses.size(); i-- > 0;) {
      const Parsed::Clause& clause = command.clauses[i];
      const Things& partners = candidates_[i + 1];
      std::erase_if(candidates_[clause.parent], [&](const Thing* thing) {
        return std::none_of(partners.begin(), partners.end(), [&](const Thing* partner) {
          return partner != thing && is_related(clause.relation, *thing, *partner);
        });
      });
    }
  }

  Things meant() {
    Things found;
    for (const Thing* thing : candidates_.front()) {
      chosen_.assign(1, thing);
      if (can_choose_rest()) found.push_back(thing);
    }
    return found;
  }

 private:
  // Whether there is another thing for each phrase that has none yet.
  bool can_choose_rest() {
    if (chosen_.size() == candidates_.size()) return true;
    const auto& [parent, relation] = command_.clauses[chosen_.size() - 1];
    for (const Thing* thing : candidates_[chosen_.size()]) {
      if (std::find(chosen_.begin(), chosen_.end(), thing) != chosen_.end()) continue;
      if (!is_related(relation, *chosen_[parent], *thing)) continue;
      chosen_.push_back(thing);
      if (can_choose_rest()) return true;
      chosen_.pop_back();
    }
    return false;
  }

  const Parsed& command_;
  std::vector<Things> candidates_;  // of each phrase
  Things chosen_;                   // for the first phrases
};

}  // namespace

Parsed parse_command(std::string_view text) { return Parser(text).parse(); }

Understood understand(std::string_view input) {
  world::InputText text = world::read_input(input);
  if (!text.problem.empty()) fail(ErrorKind::kInput, "{}", text.problem);
  Parsed command = parse_command(text.command);
  if (text.world.things.size() > kMostThingsToSearch) {
    fail(ErrorKind::kInput, "the world has {}: expected no more than {}",
         counted(text.world.things.size(), "thing"), kMostThingsToSearch);
  }
  return {text.command, std::move(command), std::move(text.world)};
}

bool determiners_hold(const Parsed& command, const World& world, SizeReading reading) {
  for (std::size_t i = 0; i < command.phrases.size(); ++i) {
    const Parsed::Phrase& phrase = command.phrases[i];
    const bool definite = i == 0 || satisfying(phrase, world, reading).size() <= 1;
    if (phrase.determiner != (definite ? "the" : "a")) return false;
  }
  return true;
}

namespace {

// The one thing that is meant.
const Thing& find_target(const Understood& understood, SizeReading reading) {
  const Things meant = Search(understood.command, understood.world, reading).meant();
  if (meant.size() != 1) {
    fail(ErrorKind::kInput, "the command means {} in this world", counted(meant.size(), "thing"));
  }
  return *meant.front();
}

// Less that clause, and the clauses that speak of what it ends at.
Parsed leave_out_clause(const Parsed& command, std::size_t left_out) {
  Parsed rest;
  rest.phrases.push_back(command.phrases.front());
  std::vector<std::optional<std::size_t>> places(command.phrases.size());  // in the rest
  places[0] = 0;
  for (std::size_t i = 0; i < command.clauses.size(); ++i) {
    const auto parent = places[command.clauses[i].parent];
    if (i == left_out || !parent) continue;
    places[i + 1] = rest.phrases.size();
    rest.phrases.push_back(command.phrases[i + 1]);
    rest.clauses.push_back({*parent, command.clauses[i].relation});
  }
  return rest;
}

// The command in all ways to say one word less.
std::vector<Parsed> leave_out_words(const Parsed& command) {
  std::vector<Parsed> shorter;
  for (std::size_t i = 0; i < command.phrases.size(); ++i) {
    const Parsed::Phrase& phrase = command.phrases[i];
    if (!phrase.size.empty()) shorter.emplace_back(command).phrases[i].size = "";
    if (!phrase.colour.empty()) shorter.emplace_back(command).phrases[i].colour = "";
    if (phrase.noun != "object" && phrase.noun != "box") {
      shorter.emplace_back(command).phrases[i].noun = "object";
    }
  }
  return shorter;
}

std::string clause_text(const Parsed& command, std::size_t clause) {
  const std::string_view relation = command.clauses[clause].relation;
  const auto& [determiner, size, colour, noun] = command.phrases[clause + 1];
  std::string text =
      relation == "inside" ? "inside of" : fmt::format("in the same {} as", relation);
  for (const std::string_view word : {determiner, size, colour, noun}) {
    if (!word.empty()) text += fmt::format(" {}", word);
  }
  return text;
}

}  // namespace

std::string unmet_need(std::string_view input, const Needs& needs) {
  const Understood understood = understand(input);
  const Parsed& command = understood.command;
  const Thing* const target = &find_target(understood, SizeReading::kExtreme);
  const auto is_same = [&](const Parsed& shorter, SizeReading reading) {
    return Search(shorter, understood.world, reading).meant() == Things{target};
  };
  for (std::size_t i = 0; needs.clauses && i < command.clauses.size(); ++i) {
    if (is_same(leave_out_clause(command, i), SizeReading::kExtreme)) {
      return fmt::format("clause {} is not needed: {}", i + 1, clause_text(command, i));
    }
  }
  if (!needs.word) return "";
  const std::vector<Parsed> shorter = leave_out_words(command);
  const bool none = std::ranges::all_of(
      shorter, [&](const Parsed& each) { return is_same(each, SizeReading::kSomeLarger); });
  return none ? "none of the words is needed" : "";
}

namespace {

Parsed heard_of(Parsed command, Heard heard) {
  if (heard != Heard::kNoAttributes) {
    command.phrases.resize(1);
    command.clauses.clear();
  }
  if (heard != Heard::kNoClauses) {
    for (Parsed::Phrase& phrase : command.phrases) phrase.size = phrase.colour = "";
  }
  return command;
}

}  // namespace

std::string solve_partly(std::string_view input, SizeReading reading, Heard heard, Stream& chance) {
  const Understood understood = understand(input);
  const Parsed command = heard_of(understood.command, heard);
  const Things meant = Search(command, understood.world, reading).meant();
  if (meant.empty()) fail(ErrorKind::kInput, "nothing in this world fits the command");
  const Thing& target = *meant[chance.below(meant.size())];
  return acting::act_out(understood.world, target, command.verb, command.manner);
}

std::string solve(std::string_view input, SizeReading reading) {
  const Understood understood = understand(input);
  const Thing& target = find_target(understood, reading);
  return acting::act_out(understood.world, target, understood.command.verb,
                         understood.command.manner);
}

}  // namespace assay::reascan
