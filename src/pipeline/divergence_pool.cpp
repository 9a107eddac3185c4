#include "assay/pipeline/divergence_pool.h"

#include <simdjson.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/hash.h"
#include "assay/base/text.h"
#include "assay/store/row.h"

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
    definition.shape = choice_of<CompoundShape>(
        name, value, {"connected", CompoundShape::kConnected}, {"chains", CompoundShape::kChains});
  } else if (name == "weights") {
    definition.weights = choice_of<Weighing>(name, value, {"telling", Weighing::kTelling},
                                             {"even", Weighing::kEven});
  } else {
    return false;
  }
  return true;
}

std::string check_nodes(const CompoundDefinition& definition) {
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

}  // namespace

CompoundDefinition redefined(CompoundDefinition definition,
                             const std::map<std::string, std::string>& changes) {
  const std::vector<std::string> known = {"nodes", "least", "shape",  "weights", "kept",
                                          "order", "sets",  "sample", "groups"};
  for (const auto& [name, value] : changes) {
    if (std::ranges::find(known, name) == known.end()) {
      fail(ErrorKind::kUsage, "a compound definition has no \"{}\"{}", printable(name),
           did_you_mean(name, known));
    }
    if (change_choice(name, value, definition)) continue;
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
  if (changes.empty()) return definition;
  const std::string problem = check_nodes(definition);
  if (!problem.empty()) fail(ErrorKind::kUsage, "{}", problem);
  if (!definition.name.ends_with(", changed")) definition.name += ", changed";
  return definition;
}

nlohmann::ordered_json to_json(const CompoundDefinition& definition) {
  nlohmann::ordered_json json = {
      {"name", definition.name},           {"most_nodes", definition.most_nodes},
      {"kept", definition.kept},           {"ordered", definition.ordered},
      {"most_sets", definition.most_sets}, {"sample", definition.sample},
      {"grouped", definition.grouped}};
  if (definition.shape == CompoundShape::kChains) json["shape"] = "chains";
  if (definition.least_nodes > 1) json["least_nodes"] = definition.least_nodes;
  if (definition.weights == Weighing::kEven) json["weights"] = "even";
  return json;
}

CompoundDefinition definition_from_json(const nlohmann::ordered_json& json) try {
  CompoundDefinition definition = {.name = json.at("name").get<std::string>(),
                                   .most_nodes = json.at("most_nodes").get<std::uint32_t>(),
                                   .kept = json.at("kept").get<std::uint32_t>(),
                                   .ordered = json.at("ordered").get<bool>(),
                                   .most_sets = json.at("most_sets").get<std::uint32_t>(),
                                   .sample = json.at("sample").get<std::uint64_t>(),
                                   .grouped = json.at("grouped").get<bool>()};
  definition.least_nodes = json.value("least_nodes", definition.least_nodes);
  try {
    for (const char* name : {"shape", "weights"}) {
      if (json.contains(name)) change_choice(name, json.at(name).get<std::string>(), definition);
    }
  } catch (const Error& problem) {
    fail(ErrorKind::kInput, "\"definition\": {}", problem.what());
  }
  const std::string problem = check_nodes(definition);
  if (!problem.empty()) fail(ErrorKind::kInput, "\"definition\": {}", problem);
  return definition;
} catch (const nlohmann::json::exception& problem) {
  fail(ErrorKind::kInput, "\"definition\" is not one of compounds: {}", printable(problem.what()));
}

namespace {

// Numbers the groups 0, 1, 2, ... in order of their first row.
class GroupNumbers {
 public:
  std::uint32_t of(std::uint64_t group) { return table_.insert(group); }

 private:
  KeyTable table_;
};

std::vector<std::uint32_t> each_alone(std::size_t rows) {
  std::vector<std::uint32_t> numbers(rows);
  std::iota(numbers.begin(), numbers.end(), 0U);
  return numbers;
}

}  // namespace

DivergencePool read_pool(const DataSet& data, const Task& task,
                         const CompoundDefinition& definition, const Control& control) {
  if (!data.manifest().recipe.with_rules) {
    fail(ErrorKind::kInput,
         "{}: its rows were stored without rules; generate it again without --without rules",
         printable(data.folder().path()));
  }
  struct Found {
    RuleGraph rules;
    RowFeatures features;
    std::uint64_t group = 0;
  };
  struct Buffer {
    std::unique_ptr<RowReader> reader;
    Example row;
    std::vector<Found> found;
  };
  GraphPool graphs;
  GroupNumbers groups;
  std::vector<std::uint32_t> group_of;
  std::vector<RowFeatures> features;
  scan_rows<Buffer>(
      data, control,
      [&](std::string_view line, Buffer& buffer) {
        if (!buffer.reader) buffer.reader = std::make_unique<RowReader>(task);
        buffer.reader->parse(line, buffer.row);
        const Features of_row = task.features(buffer.row);
        Found found{buffer.row.rules,
                    {hash64(of_row.input_pattern), hash64(of_row.output_pattern),
                     of_row.input_length, of_row.output_length, of_row.leader.has_value()},
                    0};
        if (definition.grouped) {
          found.group =
              hash64(of_row.group.empty() ? id_of(task.info().name, buffer.row) : of_row.group);
        }
        buffer.found.push_back(std::move(found));
      },
      [&](Buffer& buffer) {
        for (const Found& found : buffer.found) {
          graphs.add(found.rules);
          features.push_back(found.features);
          if (definition.grouped) group_of.push_back(groups.of(found.group));
        }
        control.report({"read rows", features.size(), data.rows(), 0});
      });
  CompoundFigures figures;
  Profiles profiles = profile_graphs(graphs, group_of, task.rules(), definition, control, figures);
  return {std::move(profiles),
          definition.grouped ? std::move(group_of) : each_alone(features.size()),
          std::move(features),
          definition,
          figures,
          data.manifest().content_hash};
}

namespace {

// A line of somebody else's file, taken apart.
struct ForeignRow {
  std::vector<std::string_view> rules;
  std::vector<std::string_view> atoms;
  std::vector<std::string_view> compounds;
  std::string_view group;
  bool has_rules = false;
  bool has_texts = false;
  RowFeatures features;
};

class ForeignReader {
 public:
  const ForeignRow& read(std::string_view line) {
    row_ = {};
    simdjson::dom::element document;
    if (parser_.parse(line.data(), line.size()).get(document) != simdjson::SUCCESS ||
        !document.is_object()) {
      fail(ErrorKind::kInput, "is not a JSON object");
    }
    row_.has_rules = list(document, "rules", row_.rules);
    const bool atoms = list(document, "atoms", row_.atoms);
    const bool compounds = list(document, "compounds", row_.compounds);
    if (!row_.has_rules && !(atoms && compounds)) {
      fail(ErrorKind::kInput, "has neither \"rules\" nor both \"atoms\" and \"compounds\"");
    }
    if (document["group"].get_string().get(row_.group) != simdjson::SUCCESS) row_.group = {};
    std::string_view input;
    std::string_view target;
    row_.has_texts = document["input"].get_string().get(input) == simdjson::SUCCESS &&
                     document["target"].get_string().get(target) == simdjson::SUCCESS;
    if (row_.has_texts) {
      row_.features = {hash64(input), hash64(target),
                       static_cast<std::uint32_t>(count_words(input)),
                       static_cast<std::uint32_t>(count_words(target))};
    }
    return row_;
  }

 private:
  static bool list(const simdjson::dom::element& document, const char* key,
                   std::vector<std::string_view>& out) {
    simdjson::dom::element value;
    if (document[key].get(value) != simdjson::SUCCESS) return false;
    simdjson::dom::array array;
    if (value.get_array().get(array) != simdjson::SUCCESS) {
      fail(ErrorKind::kInput, "\"{}\" is not a list of texts", key);
    }
    for (const simdjson::dom::element element : array) {
      std::string_view text;
      if (element.get_string().get(text) != simdjson::SUCCESS) {
        fail(ErrorKind::kInput, "\"{}\" is not a list of texts", key);
      }
      out.push_back(text);
    }
    return true;
  }

  simdjson::dom::parser parser_;
  ForeignRow row_;
};

// Numbers texts in the order they are seen.
class Names {
 public:
  std::uint32_t of(std::string_view name) {
    std::uint64_t key = hash64(name);
    for (;;) {
      const std::uint32_t known = table_.find(key);
      if (known == KeyTable::kAbsent) break;
      if (names_[known] == name) return known;
      key = mix(key, 1);
    }
    names_.emplace_back(name);
    return table_.insert(key);
  }
  const std::vector<std::string>& all() const { return names_; }

 private:
  KeyTable table_;
  std::vector<std::string> names_;
};

// The name in front of a node's inputs: "twice(3)" is an application of "twice".
std::string_view rule_of(std::string_view node) {
  if (!node.ends_with(')')) return node;
  const std::size_t open = node.rfind('(');
  return open == std::string_view::npos ? node : node.substr(0, open);
}

template <typename Act>
void for_foreign_rows(const std::string& path, std::string_view text, Act act) {
  ForeignReader reader;
  std::uint64_t number = 0;
  for_each_line(text, [&](std::string_view line) {
    ++number;
    try {
      act(reader.read(line), number);
    } catch (const Error& problem) {
      fail(ErrorKind::kInput, "{}:{}: {}", printable(path), number, problem.what());
    }
  });
}

}  // namespace

DivergencePool read_foreign_pool(const std::string& path,
                                 const std::map<std::string, std::string>& define,
                                 const Control& control) {
  const std::string text = read_user_file(path);
  ContentHash content;
  RuleTable rules;
  Names atoms;
  Names compounds;
  std::optional<bool> by_rules;
  bool texts = true;
  for_foreign_rows(path, text, [&](const ForeignRow& row, std::uint64_t) {
    if (by_rules && *by_rules != row.has_rules) {
      fail(ErrorKind::kInput, "has {}, unlike the rows before",
           row.has_rules ? "\"rules\"" : "no \"rules\"");
    }
    by_rules = row.has_rules;
    texts = texts && row.has_texts;
    for (const std::string_view node : row.rules) {
      const std::string_view name = rule_of(node);
      if (name.empty()) fail(ErrorKind::kInput, "a rule in \"rules\" has no name");
      if (!rules.find(name)) rules.add(std::string(name), RuleKind::kGrammar);
    }
    for (const std::string_view name : row.atoms) atoms.of(name);
    for (const std::string_view name : row.compounds) compounds.of(name);
  });
  if (!by_rules) fail(ErrorKind::kInput, "{}: has no rows", printable(path));

  CompoundDefinition definition;
  GraphPool graphs;
  std::vector<std::uint32_t> group_of;
  GroupNumbers groups;
  std::vector<RowFeatures> features;
  std::vector<std::uint32_t> wholes(compounds.all().size(), 1);
  Profiles listed(atoms.all(), std::move(wholes));
  for_foreign_rows(path, text, [&](const ForeignRow& row, std::uint64_t number) {
    if (texts) features.push_back(row.features);
    if (!row.group.empty()) definition.grouped = true;
    group_of.push_back(groups.of(row.group.empty() ? mix(number, 0x67) : hash64(row.group)));
    if (row.has_rules) {
      const auto graph = parse_rule_graph(row.rules, rules);
      if (!graph) {
        fail(ErrorKind::kInput,
             "\"rules\" is not a list of nodes such as [\"walk\", \"twice(0)\"]: an input must "
             "stand before its user");
      }
      graphs.add(*graph);
      return;
    }
    std::vector<std::uint32_t> own_atoms;
    for (const std::string_view name : row.atoms) own_atoms.push_back(atoms.of(name));
    std::sort(own_atoms.begin(), own_atoms.end());
    own_atoms.erase(std::unique(own_atoms.begin(), own_atoms.end()), own_atoms.end());
    std::vector<WeightedCompound> own_compounds;
    for (const std::string_view name : row.compounds) {
      own_compounds.push_back({compounds.of(name), 1});
    }
    keep_heaviest(own_compounds);
    listed.add_example(listed.add_shape(own_atoms, own_compounds));
  });
  for_each_line(text, [&](std::string_view line) { content.add(std::string(line) + '\n'); });

  CompoundFigures figures;
  if (!*by_rules) {
    definition.name = "atoms and compounds as listed, each once a row";
    if (!define.empty()) {
      fail(ErrorKind::kUsage, "{}: lists its compounds itself; --define needs \"rules\"",
           printable(path));
    }
    auto example_of = definition.grouped ? std::move(group_of) : each_alone(listed.size());
    if (definition.grouped) listed.group(example_of);
    return {std::move(listed), std::move(example_of), std::move(features), definition,
            figures,           content.hex()};
  }
  definition = {"subgraphs of rules", 6, 40'000, true, 10'000, 20'000, definition.grouped};
  definition = redefined(definition, define);
  const bool grouped = definition.grouped;
  Profiles profiles = profile_graphs(
      graphs, grouped ? std::span<const std::uint32_t>(group_of) : std::span<const std::uint32_t>(),
      rules, definition, control, figures);
  return {std::move(profiles),
          grouped ? std::move(group_of) : each_alone(graphs.examples()),
          std::move(features),
          definition,
          figures,
          content.hex()};
}

}  // namespace assay
