#include "assay/tasks/reascan/published_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "assay/base/json.h"
#include "assay/base/text.h"
#include "assay/grounded/situation_json.h"
#include "assay/tasks/reascan/published_command.h"

namespace assay::reascan {

namespace {

using grounded::Indented;

constexpr std::array kShapes{world::Shape::kCircle, world::Shape::kCylinder, world::Shape::kSquare,
                             world::Shape::kBox};
constexpr grounded::VectorWords kVectorWords{kShapes, kColours};

std::string_view symbol_of(Token token) {
  constexpr std::array<std::string_view, 3> kSymbols{"$SIZE", "$COLOR", "$SHAPE"};
  return kSymbols[static_cast<std::size_t>(token)];
}

std::string_view truth(bool value) { return value ? "true" : "false"; }

void write_edge(Indented& json, std::string_view key, const Clause& clause, std::size_t at) {
  json.open_list(key);
  json.text("", object_name(clause.parent));
  json.text("", object_name(at + 1));
  json.close_list();
}

void write_structure(Indented& json, const Structure& structure) {
  json.open("object_pattern_map");
  for (std::size_t i = 0; i < structure.phrases.size(); ++i) {
    json.text(object_name(i), pattern_of(structure.phrases[i]));
  }
  json.close();
  json.open_list("relation_map");
  for (std::size_t i = 0; i < structure.clauses.size(); ++i) {
    json.open_list("");
    write_edge(json, "", structure.clauses[i], i);
    json.text("", symbol_of(structure.clauses[i].relation));
    json.close_list();
  }
  json.close_list();
  json.open("object_expression");
  for (std::size_t i = 0; i < structure.phrases.size(); ++i) {
    json.text(object_name(i), text_of(structure.phrases[i]));
  }
  json.close();
}

template <typename Sets>
bool any_placed(const Sets& sets) {
  return std::any_of(sets.begin(), sets.end(), [](const auto& set) { return set.placed; });
}

void write_flags(Indented& json, const PublishedExample& example) {
  const DistractorMetadata& metadata = example.metadata;
  const auto things = static_cast<int>(example.errand.world.things.size());
  const auto mentioned = static_cast<int>(example.structure.phrases.size());
  json.number("n_object", things);
  json.number("n_distractor", things - mentioned);
  const bool all_placed = std::all_of(metadata.relations.begin(), metadata.relations.end(),
                                      [](const RelationSet& set) { return set.placed; });
  const bool attribute =
      std::any_of(metadata.attributes.begin(), metadata.attributes.end(),
                  [](const AttributeSet& set) { return set.placed && !set.dummy; });
  json.raw("full_relation_distractor", truth(all_placed));
  json.raw("has_relation_distractor", truth(any_placed(metadata.relations)));
  json.raw("has_attribute_distractor", truth(attribute));
  json.raw("has_isomorphism_distractor", truth(any_placed(metadata.isomorphisms)));
  json.raw("has_random_distractor", truth(!metadata.randoms.empty()));
  json.number("n_random_distractor", static_cast<int>(metadata.randoms.size()));
}

// What is there when a kind of distractor is switched off.
void write_nothing(Indented& json, std::string_view key) {
  json.open_list(key);
  json.open("");
  json.raw("distractor_metadata", "{}");
  json.close();
  json.close_list();
}

// A set names the clause that it lacks; that of a chain names the one that it keeps.
void write_relations(Indented& json, const PublishedExample& example) {
  if (!example.settings.relation) return write_nothing(json, "relation_distractor_metadata");
  json.open_list("relation_distractor_metadata");
  for (const RelationSet& set : example.metadata.relations) {
    json.open("");
    json.open("distractor_metadata");
    if (set.dropped) {
      const std::size_t named = is_chain(example.structure) ? 0 : *set.dropped;
      const Clause& clause = example.structure.clauses[named];
      write_edge(json, "edge", clause, named);
      json.text("relation_old_type", symbol_of(clause.relation));
    } else {
      json.text("edge", "null");
      json.text("relation_old_type", "null");
    }
    json.raw("full_set", "true");
    json.close();
    json.close();
  }
  json.close_list();
}

// One entry for a list of sets.
template <typename Sets, typename Write>
void write_sets(Indented& json, std::string_view key, const Sets& sets, const Write& write) {
  json.open_list(key);
  if (!sets.empty()) {
    json.open("");
    json.open_list("distractor_metadata");
    for (const auto& set : sets) {
      json.open("");
      write(set);
      json.close();
    }
    json.close_list();
    json.close();
  }
  json.close_list();
}

void write_attributes(Indented& json, const PublishedExample& example) {
  write_sets(json, "attribute_distractor_metadata", example.metadata.attributes,
             [&](const AttributeSet& set) {
               if (set.dummy) {
                 json.raw("modified_obj", "null");
                 json.raw("modified_attribute", "null");
                 return;
               }
               json.text("modified_obj", object_name(set.object));
               json.text("modified_attribute", symbol_of(set.token));
             });
}

void write_isomorphisms(Indented& json, const PublishedExample& example) {
  if (!example.settings.isomorphism) return write_nothing(json, "isomorphism_distractor_metadata");
  write_sets(json, "isomorphism_distractor_metadata", example.metadata.isomorphisms,
             [&](const IsomorphismSet& set) {
               const Structure after = exchanged(example.structure, set);
               const auto list = [&](std::string_view key, const auto& text) {
                 json.open_list(key);
                 for (const std::size_t object : set.objects) json.text("", text(object));
                 json.close_list();
               };
               list("swapped_pair", [](std::size_t i) { return object_name(i); });
               list("before_pair_obj_str",
                    [&](std::size_t i) { return text_of(example.structure.phrases[i]); });
               list("after_pair_obj_str", [&](std::size_t i) { return text_of(after.phrases[i]); });
               json.raw("size_shuffled", truth(!set.colours));
               json.raw("color_shuffled", truth(set.colours));
               json.raw("shape_shuffled", truth(!set.colours));
             });
}

// Random things are the last of the world.
void write_randoms(Indented& json, const PublishedExample& example) {
  const auto& things = example.errand.world.things;
  const auto& randoms = example.metadata.randoms;
  json.open_list("random_distractor_metadata");
  json.open("");
  for (std::size_t i = 0; i < randoms.size(); ++i) {
    const world::Thing& thing = things[things.size() - randoms.size() + i];
    json.text(fmt::format("$OBJ_{}", randoms[i].number),
              fmt::format("{} {} {}", name_of(randoms[i].size), world::name_of(thing.colour),
                          world::name_of(thing.shape)));
  }
  json.close();
  json.close_list();
}

void write_list(Indented& json, std::string_view key,
                std::initializer_list<std::string_view> words) {
  json.open_list(key);
  for (const auto word : words) json.text("", word);
  json.close_list();
}

}  // namespace

void append_published(std::string& out, const PublishedExample& example) {
  Indented json(out, 3);
  json.open("");
  std::string text(example.command);
  std::replace(text.begin(), text.end(), ' ', ',');
  json.text("command", text);
  json.text("grammer_pattern", example.pattern);
  json.text("meaning", text);
  json.text("derivation", example.pattern);
  write_situation(json, example.errand.world, kVectorWords);
  json.text("target_commands", example.actions);
  json.text("verb_in_command", world::name_of(example.errand.verb));
  json.text("adverb_in_command", world::name_of(example.errand.manner));
  json.text("referred_target", text_of(example.structure.phrases[0]));
  write_structure(json, example.structure);
  write_flags(json, example);
  write_relations(json, example);
  write_attributes(json, example);
  write_isomorphisms(json, example);
  write_randoms(json, example);
  json.close();
}

void append_frame(std::string& out, int grid, FormatEdge edge, std::span<const FormatPart> parts,
                  std::size_t at) {
  switch (edge) {
    case FormatEdge::kFileBegin: {
      out += '{';
      Indented json(out, 1);
      json.number("grid_size", grid);
      json.text("type_grammar", "ReaSCAN-Grammer");
      json.raw("min_object_size", "1");
      json.raw("max_object_size", "4");
      json.raw("percentage_train", "0.9");
      json.raw("examples", "{");
      return;
    }
    case FormatEdge::kFileEnd:
      break;
    default:
      grounded::append_set_edge(out, edge, parts[at].name == "all" ? "train" : parts[at].name,
                                parts[at].rows, at == 0);
      return;
  }
  out += "\n    },";
  Indented json(out, 1);
  write_list(json, "intransitive_verbs", {"walk"});
  write_list(json, "transitive_verbs", {"push", "pull"});
  write_list(json, "adverbs", {"while zigzagging", "while spinning", "cautiously", "hesitantly"});
  write_list(json, "nouns", {"circle", "cylinder", "square", "box"});
  write_list(json, "color_adjectives", {"red", "blue", "green", "yellow"});
  write_list(json, "size_adjectives", {"big", "small"});
  write_list(json, "relative_pronouns", {"that is"});
  write_list(json, "relation_clauses",
             {"in the same row as", "in the same column as", "in the same color as",
              "in the same shape as", "in the same size as", "inside of"});
  out += "\n}";
}

void append_compact(std::string& out, std::string_view command, std::string_view actions,
                    const world::World& world) {
  constexpr std::size_t kBits = 17;
  constexpr std::size_t kAgentBit = 12;
  const auto side = static_cast<std::size_t>(world.grid);
  std::vector<std::array<int, kBits>> cells(side * side);
  const auto cell = [&](world::Cell at) -> std::array<int, kBits>& {
    return cells[static_cast<std::size_t>(at.row) * side + static_cast<std::size_t>(at.column)];
  };
  for (const world::Thing& thing : world.things) {
    const std::string bits = vector_of(thing, kVectorWords);
    for (std::size_t i = 0; i < bits.size(); ++i) cell(thing.cell)[i] += bits[i] == '1' ? 1 : 0;
  }
  ++cell(world.agent)[kAgentBit];
  ++cell(world.agent)[kAgentBit + 1 + static_cast<std::size_t>(world.facing)];
  const auto list = [&](std::string_view key, const std::vector<std::string_view>& words) {
    append_json_string(out, key);
    out += ": [";
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (i > 0) out += ", ";
      append_json_string(out, words[i]);
    }
    out += "], ";
  };
  out += '{';
  list("input", split_words(command));
  list("target", split_text(actions, ','));
  out += "\"situation\": [";
  for (std::size_t row = 0; row < side; ++row) {
    out += row > 0 ? ", [" : "[";
    for (std::size_t column = 0; column < side; ++column) {
      out += column > 0 ? ", [" : "[";
      const auto& numbers = cells[row * side + column];
      for (std::size_t i = 0; i < kBits; ++i) {
        if (i > 0) out += ", ";
        append_json_number(out, std::int64_t{numbers[i]});
      }
      out += ']';
    }
    out += ']';
  }
  out += "]}\n";
}

}  // namespace assay::reascan
