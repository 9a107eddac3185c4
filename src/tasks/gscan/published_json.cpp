#include "assay/tasks/gscan/published_json.h"

#include <fmt/format.h>

#include <algorithm>

#include "assay/base/json.h"
#include "assay/tasks/gscan/derivation.h"

namespace assay::gscan {

namespace {

using world::Cell;
using world::Thing;

// Objects inside of objects, each member on its own line.
class Indented {
 public:
  Indented(std::string& out, std::size_t depth) : out_(out), depth_(depth) {}

  void open(std::string_view key) {
    begin(key);
    out_ += '{';
    ++depth_;
    first_ = true;
  }
  void close() {
    --depth_;
    line();
    out_ += '}';
    first_ = false;
  }
  void text(std::string_view key, std::string_view value) {
    begin(key);
    append_json_string(out_, value);
  }
  void raw(std::string_view key, std::string_view value) {
    begin(key);
    out_ += value;
  }
  // Numbers as texts, as the authors have them.
  void digits(std::string_view key, int value) { text(key, fmt::format("{}", value)); }

 private:
  void line() {
    out_ += '\n';
    out_.append(4 * depth_, ' ');
  }
  void begin(std::string_view key) {
    if (!first_) out_ += ',';
    first_ = false;
    line();
    if (key.empty()) return;
    append_json_string(out_, key);
    out_ += ": ";
  }

  std::string& out_;
  std::size_t depth_;
  bool first_ = true;
};

std::string vector_of(const Thing& thing) {
  std::string bits(world::kLargestSize + kNouns.size() + kColourWords.size(), '0');
  const auto place = [](const auto& words, auto word) {
    return static_cast<std::size_t>(std::find(words.begin(), words.end(), word) - words.begin());
  };
  bits[thing.size - 1U] = '1';
  bits[world::kLargestSize + place(kNouns, thing.shape)] = '1';
  bits[world::kLargestSize + kNouns.size() + place(kColourWords, thing.colour)] = '1';
  return bits;
}

void write_cell(Indented& json, std::string_view key, Cell cell) {
  json.open(key);
  json.digits("row", cell.row);
  json.digits("column", cell.column);
  json.close();
}

void write_thing(Indented& json, std::string_view key, const Thing& thing) {
  json.open(key);
  json.text("vector", vector_of(thing));
  write_cell(json, "position", thing.cell);
  json.open("object");
  json.text("shape", world::name_of(thing.shape));
  json.text("color", world::name_of(thing.colour));
  json.digits("size", thing.size);
  json.close();
  json.close();
}

void write_situation(Indented& json, const world::World& world) {
  const Cell target = world.things.front().cell;
  json.open("situation");
  json.raw("grid_size", fmt::format("{}", world.grid));
  write_cell(json, "agent_position", world.agent);
  json.raw("agent_direction", fmt::format("{}", static_cast<int>(world.facing)));
  write_thing(json, "target_object", world.things.front());
  json.digits("distance_to_target", distance(world.agent, target));
  json.text("direction_to_target", bearing(world.agent, target));
  json.open("placed_objects");
  for (std::size_t i = 0; i < world.things.size(); ++i) {
    write_thing(json, fmt::format("{}", i), world.things[i]);
  }
  json.close();
  json.raw("carrying_object", "null");
  json.close();
}

// Words joined by commas; an adverb of two words is one.
std::string published_text(const Command& command) {
  std::string text = text_of(command);
  const std::string_view manner = world::name_of(command.manner);
  const std::size_t end = text.size() - manner.size();
  std::replace(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), ' ', ',');
  return text;
}

template <typename Words>
void write_words(Indented& json, std::string_view key, const Words& words) {
  if (words.empty()) {
    json.raw(key, "{}");
    return;
  }
  json.open(key);
  for (const auto& word : words) json.text(word, word);
  json.close();
}

template <typename Kinds, typename Name>
std::vector<std::string_view> names_of(const Kinds& kinds, const Name& name) {
  std::vector<std::string_view> names;
  for (const auto kind : kinds) names.push_back(name(kind));
  return names;
}

}  // namespace

std::vector<std::string> published_sets() {
  std::vector<std::string> sets{"train", "dev", "test"};
  for (std::size_t i = 0; i < kHeldOuts; ++i) {
    sets.emplace_back(name_of(static_cast<HeldOut>(i)));
  }
  sets.emplace_back("target_lengths");
  return sets;
}

void append_published(std::string& out, const Command& command, const world::World& world,
                      std::string_view actions) {
  const Phrase& phrase = command.phrase;
  Indented json(out, 3);
  json.open("");
  const std::string text = published_text(command);
  json.text("command", text);
  json.text("meaning", text);
  json.text("derivation", derivation_text(command));
  write_situation(json, world);
  json.text("target_commands", actions);
  json.text("verb_in_command", world::name_of(command.verb));
  json.text("manner", world::name_of(command.manner));
  json.text("referred_target",
            fmt::format("{} {} {}", name_of(phrase.size),
                        phrase.colour ? world::name_of(*phrase.colour) : std::string_view(),
                        world::name_of(phrase.shape)));
  json.close();
}

void append_frame(std::string& out, const Settings& settings, FormatEdge edge,
                  std::span<const FormatPart> parts, std::size_t at) {
  const auto colour = [](auto kind) { return world::name_of(kind); };
  const auto size = [](auto kind) { return name_of(kind); };
  const Grammar grammar = settings.grammar;
  const bool adverbs = grammar == Grammar::kAdverb;
  const std::vector<std::string_view> walk{"walk"};
  const std::vector<std::string_view> move{"pull", "push"};
  const auto intransitive =
      grammar == Grammar::kSimpleTransitive ? std::vector<std::string_view>() : walk;
  const auto transitive =
      grammar == Grammar::kSimpleIntransitive ? std::vector<std::string_view>() : move;
  const auto manners = adverbs ? names_of(kAdverbs, colour) : std::vector<std::string_view>();
  switch (edge) {
    case FormatEdge::kFileBegin: {
      out += '{';
      Indented json(out, 1);
      json.raw("grid_size", fmt::format("{}", settings.grid));
      json.text("type_grammar", name_of(grammar));
      std::string rules;
      for (const auto rule : grammar_rules(grammar)) rules += fmt::format("{};", rule);
      const auto add = [&](std::string_view kind, const std::vector<std::string_view>& words) {
        for (const auto word : words) rules += fmt::format("{} -> {};", kind, word);
      };
      add("VV_intransitive", intransitive);
      add("VV_transitive", transitive);
      add("RB", manners);
      add("NN", names_of(kNouns, colour));
      add("JJ", names_of(kColourWords, colour));
      add("JJ", names_of(kSizeWords, size));
      json.text("grammar", rules);
      json.raw("min_object_size", "1");
      json.raw("max_object_size", "4");
      json.raw("max_recursion", "1");
      json.raw("percentage_train",
               fmt::format("{}", static_cast<double>(100 - settings.test_percent) / 100));
      json.raw("examples", "{");
      return;
    }
    case FormatEdge::kPartBegin:
      if (at > 0) out += ',';
      out += "\n        ";
      append_json_string(out, parts[at].name);
      out += ": [";
      return;
    case FormatEdge::kBetweenRows:
      out += ',';
      return;
    case FormatEdge::kPartEnd:
      out += parts[at].rows > 0 ? "\n        ]" : "]";
      return;
    case FormatEdge::kFileEnd:
      break;
  }
  out += "\n    },";
  Indented json(out, 1);
  write_words(json, "intransitive_verbs", intransitive);
  write_words(json, "transitive_verbs", transitive);
  write_words(json, "nouns", names_of(kNouns, colour));
  write_words(json, "adverbs", manners);
  write_words(json, "color_adjectives", names_of(kColourWords, colour));
  write_words(json, "size_adjectives", names_of(kSizeWords, size));
  out += "\n}";
}

}  // namespace assay::gscan
