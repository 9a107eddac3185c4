#include "assay/pipeline/divergence_pool.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/hash.h"
#include "assay/base/text.h"
#include "assay/pipeline/foreign_rows.h"
#include "assay/split/bundles.h"
#include "assay/store/row_pass.h"

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

// The example of each row, numbered by first row. Either relation may be empty.
std::vector<std::uint32_t> examples_of(std::size_t rows, Forms forms,
                                       std::span<const std::uint64_t> groups) {
  const auto bundle_of = bundle_rows(rows, {forms, groups});
  return {bundle_of.begin(), bundle_of.end()};
}

// The same for whoever takes "none" for "each row alone".
std::span<const std::uint32_t> shared_examples(const std::vector<std::uint32_t>& example_of) {
  const bool alone = example_of.empty() || std::size_t{example_of.back()} + 1 == example_of.size();
  return alone ? std::span<const std::uint32_t>() : std::span(example_of);
}

}  // namespace

DivergencePool read_pool(const DataSet& data, const Task& task,
                         const CompoundDefinition& definition, const Control& control,
                         EqualRows equal) {
  if (!data.manifest().recipe.with_rules) {
    fail(ErrorKind::kInput,
         "{}: its rows were stored without rules; generate it again without --without rules",
         printable(data.folder().path()));
  }
  struct Found {
    GraphPool graphs;
    std::vector<RowFeatures> features;
    std::vector<std::uint64_t> forms;
    std::vector<std::uint64_t> groups;
  };
  const auto append = [](auto& all, const auto& more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  GraphPool graphs;
  std::vector<std::uint64_t> forms;
  std::vector<std::uint64_t> groups;
  std::vector<RowFeatures> features;
  for_rows<Found>(
      data,
      {.shape = row_shape(task, data.manifest()),
       .control = control,
       .progress = {"read rows", 0, data.rows(), 0}},
      [&](const Example& row, std::string_view, Found& found) {
        const Features of_row = task.features(row);
        found.graphs.add(row.rules);
        found.features.push_back({hash64(of_row.input_pattern), hash64(of_row.output_pattern),
                                  of_row.input_length, of_row.output_length,
                                  of_row.leader.has_value()});
        if (equal == EqualRows::kTogether) found.forms.push_back(hash64(task.canonical(row)));
        if (definition.grouped) {
          found.groups.push_back(
              hash64(of_row.group.empty() ? id_of(task.info().name, row) : of_row.group));
        }
      },
      [&](const Found& found) {
        graphs.add(found.graphs);
        append(features, found.features);
        append(forms, found.forms);
        append(groups, found.groups);
      });
  CompoundFigures figures;
  auto example_of = examples_of(features.size(), forms, groups);
  Profiles profiles = profile_graphs(graphs, shared_examples(example_of), task.rules(), definition,
                                     control, figures);
  return {std::move(profiles), std::move(example_of), std::move(features), definition, figures,
          subject_of(data)};
}

namespace {

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

}  // namespace

DivergencePool read_foreign_pool(const std::string& path,
                                 const std::map<std::string, std::string>& define,
                                 const Control& control) {
  const std::string text = read_user_file(path);
  RuleTable rules;
  Names atoms;
  Names compounds;
  std::optional<bool> by_rules;
  bool texts = true;
  for_foreign_rows(path, text, [&](const ForeignRow& row, std::uint64_t) {
    if (!row.has_rules && !row.has_lists) {
      fail(ErrorKind::kInput,
           "has neither \"rules\" nor both \"atoms\" and \"compounds\", which divergence is "
           "measured on; docs/dbca.md shows their form");
    }
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
  std::vector<std::uint64_t> forms;
  std::vector<std::uint64_t> groups;
  std::vector<RowFeatures> features;
  std::vector<std::uint32_t> wholes(compounds.all().size(), 1);
  Profiles listed(atoms.all(), std::move(wholes));
  for_foreign_rows(path, text, [&](const ForeignRow& row, std::uint64_t number) {
    if (texts) features.push_back(row.features);
    if (!row.group.empty()) definition.grouped = true;
    forms.push_back(row.form);
    groups.push_back(row.group.empty() ? mix(number, 0x67) : hash64(row.group));
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

  SplitSubject subject = foreign_subject(path, text);
  CompoundFigures figures;
  if (!*by_rules) {
    definition.name = "atoms and compounds as listed, each once a row";
    if (!define.empty()) {
      fail(ErrorKind::kUsage, "{}: lists its compounds itself; --define needs \"rules\"",
           printable(path));
    }
    if (!definition.grouped) groups.clear();
    auto example_of = examples_of(forms.size(), forms, groups);
    if (!shared_examples(example_of).empty()) listed.group(example_of);
    return {std::move(listed), std::move(example_of), std::move(features), definition,
            figures,           std::move(subject)};
  }
  definition = {"subgraphs of rules", 6, 40'000, true, 10'000, 20'000, definition.grouped};
  definition = redefined(definition, define);
  if (!definition.grouped) groups.clear();
  auto example_of = examples_of(forms.size(), forms, groups);
  Profiles profiles =
      profile_graphs(graphs, shared_examples(example_of), rules, definition, control, figures);
  return {std::move(profiles), std::move(example_of), std::move(features), definition, figures,
          std::move(subject)};
}

}  // namespace assay
