// Carries out a command in a world, both read from text: a second witness for the generator, with
// which it shares how a world is told, but neither grammar nor search nor movement.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/random.h"
#include "assay/world/world.h"

namespace assay::reascan {

// What makes a thing small or big among its class: all that the phrase's other words fit. Boxes are
// objects, too.
enum class SizeReading : std::uint8_t {
  kSomeLarger,  // small: something is larger, big: something is smaller; as the release has it
  kExtreme      // small: nothing is smaller, big: nothing is larger; and not all are of one size
};

// A command word by word. Words outlive the text that they were read from; "" stands for none.
struct Parsed {
  struct Phrase {
    std::string_view determiner;  // the, a
    std::string_view size;        // big, small
    std::string_view colour;
    std::string_view noun;
  };
  // "that is" speaks of the object just before it, "and" of the one that the clause before spoke
  // of. Phrase i + 1 stands at the end of clause i.
  struct Clause {
    std::size_t parent = 0;     // the phrase that it speaks of
    std::string_view relation;  // inside, or what is the same: row, column, size, color, shape
  };

  std::string_view verb;    // walk, push, pull
  std::string_view manner;  // spinning, zigzagging, cautiously, hesitantly
  std::vector<Phrase> phrases;
  std::vector<Clause> clauses;
};

// Throws Error(kInput), which names the word that it did not expect.
Parsed parse_command(std::string_view text);

// An input with its command and its world read. The text refers to the input.
struct Understood {
  std::string_view text;  // of the command
  Parsed command;
  world::World world;
};

// Throws Error(kInput) when the input cannot be read or tells of more than 32 things.
Understood understand(std::string_view input);

// Whether what is meant has "the", and all others have it when nothing else fits their phrase, but
// "a" when something does; clauses play no part.
bool determiners_hold(const Parsed& command, const world::World& world, SizeReading reading);

// What a world should make a command need.
struct Needs {
  bool clauses = true;  // each of them
  bool word = true;     // one at least
};

// What an input lacks of that, in words; empty when nothing. A clause is left out together with all
// that hangs on its object; a shape word leaves "object". Either is needed when the command does
// not mean the same then. With a word left out, small and big are read as kSomeLarger; in a world
// of the sound edition all readings agree on what its clauses say. Throws Error(kInput) as solve
// does.
std::string unmet_need(std::string_view input, const Needs& needs);

// How much of a command is heard, besides its verb and its manner.
enum class Heard : std::uint8_t {
  kNoClauses,     // the first phrase
  kNoAttributes,  // no words of size and colour
  kNoun           // the first noun
};

// The actions of somebody who hears only that much, and goes to one of the things that it fits,
// drawn with equal chances. Throws Error(kInput) as understand does, or when it fits nothing.
std::string solve_partly(std::string_view input, SizeReading reading, Heard heard, Stream& chance);

// The actions, separated by commas. Throws Error(kInput) as understand does, or when the command
// means nothing or several things. Determiners are not looked at.
std::string solve(std::string_view input, SizeReading reading);

}  // namespace assay::reascan
