#include "assay/core/compound_definition.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/text.h"

namespace assay {

namespace {

// One of two words.
template <typename Value>
Value choice_of(std::string_view name, std::string_view word, std::pair<const char*, Value> first,
                std::pair<const char*, Value> second) {
  if (word == first.first) return first.second;
  if (word == second.first) return second.second;
  fail(ErrorKind::kUsage, "{} is \"{}\"; it is {} or {}", name, printable(word), first.first,
       second.first);
}

bool change_choice(const std::string& name, const std::string& value,
                   CompoundDefinition& definition) {
  if (name == "order") {
    definition.ordered = choice_of<bool>(name, value, {"ordered", true}, {"unordered", false});
  } else if (name == "groups") {
    definition.grouped = choice_of<bool>(name, value, {"together", true}, {"apart", false});
  } else if (name == "shape") {
    definition.shape = compound_shape(value);
  } else if (name == "weights") {
    definition.weights = weighing(value);
  } else {
    return false;
  }
  return true;
}

void change_number(const std::string& name, const std::string& value,
                   CompoundDefinition& definition) {
  const auto number = parse_number(value);
  if (!number || *number > 0xFFFFFFFF) {
    fail(ErrorKind::kUsage, "{} is \"{}\"; it must be a whole number", name, printable(value));
  }
  const auto narrow = static_cast<std::uint32_t>(*number);
  if (name == "nodes") definition.most_nodes = narrow;
  if (name == "least") definition.least_nodes = narrow;
  if (name == "kept") definition.kept = narrow;
  if (name == "sets") definition.most_sets = narrow;
  if (name == "sample") definition.sample = *number;
}

}  // namespace

std::string_view name_of(CompoundShape shape) {
  return shape == CompoundShape::kChains ? "chains" : "connected";
}

std::string_view name_of(Weighing weights) {
  return weights == Weighing::kEven ? "even" : "telling";
}

CompoundShape compound_shape(std::string_view word) {
  return choice_of<CompoundShape>("shape", word, {"connected", CompoundShape::kConnected},
                                  {"chains", CompoundShape::kChains});
}

Weighing weighing(std::string_view word) {
  return choice_of<Weighing>("weights", word, {"telling", Weighing::kTelling},
                             {"even", Weighing::kEven});
}

std::string nodes_defect(const CompoundDefinition& definition) {
  if (definition.most_nodes == 0 || definition.most_nodes > kMostCompoundNodes) {
    return fmt::format("nodes is {}; a compound has from 1 to {} nodes", definition.most_nodes,
                       kMostCompoundNodes);
  }
  if (definition.least_nodes == 0 || definition.least_nodes > definition.most_nodes) {
    return fmt::format("least is {}; with nodes {} it goes from 1 to {}", definition.least_nodes,
                       definition.most_nodes, definition.most_nodes);
  }
  return "";
}

CompoundDefinition redefined(CompoundDefinition definition,
                             const std::map<std::string, std::string>& changes) {
  const std::vector<std::string> known = {"nodes", "least", "shape",  "weights", "kept",
                                          "order", "sets",  "sample", "groups"};
  for (const auto& [name, value] : changes) {
    if (std::ranges::find(known, name) == known.end()) {
      fail(ErrorKind::kUsage, "a compound definition has no \"{}\"{}", printable(name),
           did_you_mean(name, known));
    }
    if (!change_choice(name, value, definition)) change_number(name, value, definition);
  }
  if (changes.empty()) return definition;
  const std::string problem = nodes_defect(definition);
  if (!problem.empty()) fail(ErrorKind::kUsage, "{}", problem);
  if (!definition.name.ends_with(", changed")) definition.name += ", changed";
  return definition;
}

}  // namespace assay
