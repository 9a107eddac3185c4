#include "assay/pipeline/foreign_pool.h"

#include <algorithm>
#include <optional>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/text.h"
#include "assay/dbca/key_table.h"
#include "assay/pipeline/divergence_pool.h"
#include "assay/pipeline/foreign_rows.h"

namespace assay {

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

// All names that the file mentions: a first pass, for profiles want them at once.
struct Vocabulary {
  bool by_rules = false;  // else rows list atoms and compounds
  bool has_texts = true;  // all rows
  RuleTable rules;
  Names atoms;
  Names compounds;
};

void add_names(const ForeignRow& row, Vocabulary& vocabulary) {
  for (const std::string_view node : row.rules) {
    const std::string_view name = rule_of(node);
    if (name.empty()) fail(ErrorKind::kInput, "a rule in \"rules\" has no name");
    if (!vocabulary.rules.find(name)) vocabulary.rules.add(std::string(name), RuleKind::kGrammar);
  }
  for (const std::string_view name : row.atoms) vocabulary.atoms.of(name);
  for (const std::string_view name : row.compounds) vocabulary.compounds.of(name);
}

Vocabulary read_vocabulary(const std::string& path, const std::string& text) {
  Vocabulary vocabulary;
  bool is_first = true;
  for_foreign_rows(path, text, [&](const ForeignRow& row, std::uint64_t) {
    if (!row.has_rules && !row.has_lists) {
      fail(ErrorKind::kInput,
           "has neither \"rules\" nor both \"atoms\" and \"compounds\", which divergence is "
           "measured on; docs/dbca.md shows their form");
    }
    if (!is_first && vocabulary.by_rules != row.has_rules) {
      fail(ErrorKind::kInput, "has {}, unlike the rows before",
           row.has_rules ? "\"rules\"" : "no \"rules\"");
    }
    is_first = false;
    vocabulary.by_rules = row.has_rules;
    vocabulary.has_texts = vocabulary.has_texts && row.has_texts;
    add_names(row, vocabulary);
  });
  if (is_first) fail(ErrorKind::kInput, "{}: has no rows", printable(path));
  return vocabulary;
}

// What rows of either kind have.
struct RowColumns {
  std::vector<std::uint64_t> forms;
  std::vector<std::uint64_t> groups;
  std::vector<RowFeatures> features;
  bool has_groups = false;

  void add(const ForeignRow& row, std::uint64_t number, bool with_texts) {
    if (with_texts) features.push_back(row.features);
    if (!row.group.empty()) has_groups = true;
    forms.push_back(row.form);
    groups.push_back(row.group.empty() ? mix(number, 0x67) : hash64(row.group));
  }
  std::vector<std::uint32_t> examples(bool grouped) const {
    return examples_of(forms.size(), forms, grouped ? groups : std::vector<std::uint64_t>());
  }
};

RuleGraph graph_of(const ForeignRow& row, const RuleTable& rules) {
  auto graph = parse_rule_graph(row.rules, rules);
  if (!graph) {
    fail(ErrorKind::kInput,
         "\"rules\" is not a list of nodes such as [\"walk\", \"twice(0)\"]: an input must "
         "stand before its user");
  }
  return std::move(*graph);
}

DivergencePool pool_of_graphs(const std::string& path, const std::string& text,
                              const Vocabulary& vocabulary, const ParamTable& define,
                              const Control& control) {
  RowColumns columns;
  GraphPool graphs;
  for_foreign_rows(path, text, [&](const ForeignRow& row, std::uint64_t number) {
    columns.add(row, number, vocabulary.has_texts);
    graphs.add(graph_of(row, vocabulary.rules));
  });
  const CompoundDefinition usual = {.name = "subgraphs of rules",
                                    .most_nodes = 6,
                                    .kept = 40'000,
                                    .ordered = true,
                                    .most_sets = 10'000,
                                    .sample = 20'000,
                                    .grouped = columns.has_groups};
  const CompoundDefinition definition = redefined(usual, define);
  auto example_of = columns.examples(definition.grouped);
  CompoundFigures figures;
  Profiles profiles = profile_graphs(graphs, shared_examples(example_of), vocabulary.rules,
                                     definition, control, figures);
  return {std::move(profiles), std::move(example_of), std::move(columns.features), definition,
          figures};
}

// The atoms and compounds that a row lists, each once.
void add_listed(const ForeignRow& row, Vocabulary& vocabulary, Profiles& profiles) {
  std::vector<std::uint32_t> atoms;
  for (const std::string_view name : row.atoms) atoms.push_back(vocabulary.atoms.of(name));
  std::sort(atoms.begin(), atoms.end());
  atoms.erase(std::unique(atoms.begin(), atoms.end()), atoms.end());
  std::vector<WeightedCompound> compounds;
  for (const std::string_view name : row.compounds) {
    compounds.push_back({vocabulary.compounds.of(name), 1});
  }
  keep_heaviest(compounds);
  profiles.add_example(profiles.add_shape(atoms, compounds));
}

DivergencePool pool_of_lists(const std::string& path, const std::string& text,
                             Vocabulary& vocabulary, const ParamTable& define) {
  RowColumns columns;
  std::vector<std::uint32_t> wholes(vocabulary.compounds.all().size(), 1);
  Profiles profiles(vocabulary.atoms.all(), std::move(wholes));
  for_foreign_rows(path, text, [&](const ForeignRow& row, std::uint64_t number) {
    columns.add(row, number, vocabulary.has_texts);
    add_listed(row, vocabulary, profiles);
  });
  if (!define.empty()) {
    fail(ErrorKind::kUsage, "{}: lists its compounds itself; --define needs \"rules\"",
         printable(path));
  }
  CompoundDefinition definition;
  definition.name = "atoms and compounds as listed, each once a row";
  definition.grouped = columns.has_groups;
  auto example_of = columns.examples(definition.grouped);
  if (!shared_examples(example_of).empty()) profiles.group(example_of);
  return {std::move(profiles), std::move(example_of), std::move(columns.features), definition, {}};
}

}  // namespace

DivergencePool read_foreign_pool(const std::string& path, const std::string& text,
                                 const ParamTable& define, const Control& control) {
  Vocabulary vocabulary = read_vocabulary(path, text);
  return vocabulary.by_rules ? pool_of_graphs(path, text, vocabulary, define, control)
                             : pool_of_lists(path, text, vocabulary, define);
}

}  // namespace assay
