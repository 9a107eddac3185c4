// Splits by divergence on large made-up pools: seconds and memory of every stage.
//
//   divergence_at_scale graphs COUNT NODES [KEY=VALUE...]   rule graphs with shared nodes; 40 %
//   train, 10 % test divergence_at_scale lists COUNT COMPOUNDS               listed compounds; 100k
//   / 10k / 10k, three-way
//
// KEY=VALUE changes the compound definition, as --define does.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <string>
#include <thread>

#include "assay/base/hash.h"
#include "assay/base/random.h"
#include "assay/base/text.h"
#include "assay/dbca/divergence.h"
#include "assay/dbca/profile_graphs.h"
#include "assay/pipeline/divergence_pool.h"
#include "assay/split/divergence_search.h"

namespace assay {
namespace {

class Stages {
 public:
  void done(const std::string& name) {
    const auto now = std::chrono::steady_clock::now();
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    fmt::print("{:<28} {:>7.1f} s   peak {:>6} MB\n", name,
               std::chrono::duration<double>(now - last_).count(), usage.ru_maxrss / 1024);
    std::fflush(stdout);
    last_ = now;
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// As many rules as CFQ has. Each slot of a rule takes a handful of rules, some far more often than
// others, so that compounds recur as they do in a language.
constexpr std::uint32_t kRules = 443;
constexpr std::uint32_t kLeaves = 43;

std::uint32_t arity(std::uint32_t rule) {
  if (rule < kLeaves) return 0;
  const std::uint64_t roll = mix(rule, 1) % 10;
  return roll < 5 ? 1 : roll < 9 ? 2 : 3;
}

std::uint32_t child(std::uint32_t rule, std::uint32_t slot, Stream& stream, bool leaf) {
  const std::uint64_t roll = stream.below(64);
  const std::uint64_t choice = roll < 32   ? 0
                               : roll < 48 ? 1
                               : roll < 56 ? 2
                               : roll < 60 ? 3
                               : roll < 62 ? 4
                                           : 5;
  const std::uint64_t hash = mix(mix(rule, slot), choice);
  return static_cast<std::uint32_t>(leaf ? hash % kLeaves : kLeaves + hash % (kRules - kLeaves));
}

// Grown from the root; one in eight inputs is a node that stands already, where its rule fits.
RuleGraph make_graph(std::uint64_t number, std::uint32_t nodes) {
  Stream stream(stream_key(1, "graphs"), {.purpose = Purpose::kUnit, .unit = number});
  std::vector<std::uint32_t> rules = {kLeaves + static_cast<std::uint32_t>(stream.below(8))};
  std::vector<std::vector<std::uint32_t>> inputs(1);
  for (std::uint32_t at = 0; at < rules.size(); ++at) {
    for (std::uint32_t slot = 0; slot < arity(rules[at]); ++slot) {
      const std::uint32_t rule = child(rules[at], slot, stream, rules.size() >= nodes * 3 / 5);
      std::uint32_t found = 0;
      if (stream.below(8) == 0) {
        for (std::uint32_t i = at + 1; i < rules.size() && found == 0; ++i) {
          if (rules[i] == rule) found = i;
        }
      }
      if (found == 0) {
        found = static_cast<std::uint32_t>(rules.size());
        rules.push_back(rule);
        inputs.emplace_back();
      }
      inputs[at].push_back(found);
    }
  }
  RuleGraph graph;  // inputs first: in reverse
  const auto last = static_cast<std::uint32_t>(rules.size() - 1);
  for (std::uint32_t i = 0; i <= last; ++i) {
    std::vector<NodeId> renamed;
    for (const std::uint32_t input : inputs[last - i]) renamed.push_back(last - input);
    graph.apply(rules[last - i], renamed);
  }
  return graph;
}

void search(const Profiles& profiles, const DivergenceGoal& goal, const Control& control,
            Stages& stages) {
  const SearchPool pool(profiles);
  stages.done("prepare search");
  const Arrangement found =
      search_divergence(pool, goal, effort_for(EffortLevel::kQuick, pool), {1, 2}, {}, control);
  stages.done("search");
  std::vector<Frequencies> sets;
  for (std::size_t set = 0; set < goal.sizes.size(); ++set) {
    std::vector<std::uint64_t> members;
    for (std::uint64_t i = 0; i < profiles.size(); ++i) {
      if (found.set_of[i] == set) members.push_back(i);
    }
    sets.push_back(frequencies_of(profiles, members));
  }
  for (const SetPair& pair : goal.pairs) {
    const Divergence divergence = divergence_of(sets[pair.first], sets[pair.second]);
    fmt::print("sets {} and {}: D_C {:.4f}, D_A {:.4f}\n", pair.first, pair.second,
               divergence.compounds, divergence.atoms);
  }
}

void split_graphs(std::uint64_t count, std::uint32_t nodes,
                  const std::map<std::string, std::string>& changes, const Control& control) {
  Stages stages;
  RuleTable rules;
  for (std::uint32_t i = 0; i < kRules; ++i)
    rules.add(fmt::format("rule {}", i), RuleKind::kGrammar);
  GraphPool graphs;
  std::uint64_t all_nodes = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const RuleGraph graph = make_graph(i, nodes);
    all_nodes += graph.size();
    graphs.add(graph);
  }
  stages.done("make graphs");
  fmt::print("{} graphs, {} distinct, {:.1f} nodes each\n", with_commas(count),
             with_commas(graphs.shapes()),
             static_cast<double>(all_nodes) / static_cast<double>(count));
  const CompoundDefinition definition =
      redefined({"subgraphs of rules", 6, 200'000, true, 10'000, 20'000, false}, changes);
  CompoundFigures figures;
  const Profiles profiles = profile_graphs(graphs, {}, rules, definition, control, figures);
  stages.done("count, weigh, profile");
  std::uint64_t entries = 0;
  for (std::size_t i = 0; i < profiles.size(); ++i) entries += profiles[i].compounds.size();
  fmt::print("{} compounds, {} of some weight, {} kept; {:.0f} an example\n",
             with_commas(figures.distinct), with_commas(figures.weighted),
             with_commas(profiles.compounds()),
             static_cast<double>(entries) / static_cast<double>(count));
  search(profiles, {{count * 2 / 5, count / 10}, {{0, 1}}, std::nullopt, 0.02}, control, stages);
}

void split_lists(std::uint64_t count, std::uint32_t compounds, const Control& control) {
  Stages stages;
  constexpr std::uint32_t kAtoms = 40;
  constexpr std::uint32_t kKinds = 3'000;
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < kAtoms; ++i) names.push_back(fmt::format("atom {}", i));
  Profiles profiles(names, std::vector<std::uint32_t>(kKinds, 1));
  for (std::uint64_t i = 0; i < count; ++i) {
    Stream stream(stream_key(1, "lists"), {.purpose = Purpose::kUnit, .unit = i});
    std::vector<std::uint32_t> atoms;
    std::vector<WeightedCompound> own;
    const std::uint64_t topic = stream.below(50);
    while (own.size() < compounds) {
      const std::uint64_t kind =
          stream.below(3) == 0 ? stream.below(kKinds) : mix(topic, stream.below(200)) % kKinds;
      own.push_back({static_cast<std::uint32_t>(kind), 1});
      atoms.push_back(static_cast<std::uint32_t>(mix(kind, stream.below(2)) % kAtoms));
    }
    std::sort(atoms.begin(), atoms.end());
    atoms.erase(std::unique(atoms.begin(), atoms.end()), atoms.end());
    keep_heaviest(own);
    profiles.add_example(profiles.add_shape(atoms, own));
  }
  stages.done("make pool");
  const std::uint64_t train = std::min<std::uint64_t>(100'000, count / 12);
  search(profiles, {{train, train / 10, train / 10}, {{0, 2}, {0, 1}, {1, 2}}, std::nullopt, 0.02},
         control, stages);
}

int run(const std::vector<std::string>& words) {
  if (words.size() < 3) {
    fmt::print("usage: divergence_at_scale graphs|lists COUNT SIZE [KEY=VALUE...]\n");
    return 2;
  }
  Control control;
  control.jobs = std::thread::hardware_concurrency();
  std::map<std::string, std::string> changes;
  for (std::size_t i = 3; i < words.size(); ++i) {
    const std::size_t equals = words[i].find('=');
    changes[words[i].substr(0, equals)] = words[i].substr(equals + 1);
  }
  const std::uint64_t count = parse_number(words[1]).value_or(0);
  const auto size = static_cast<std::uint32_t>(parse_number(words[2]).value_or(0));
  if (words[0] == "graphs") {
    split_graphs(count, size, changes, control);
  } else {
    split_lists(count, size, control);
  }
  return 0;
}

}  // namespace
}  // namespace assay

int main(int count, char** words) {
  try {
    return assay::run({words + 1, words + count});
  } catch (const std::exception& problem) {
    fmt::print(stderr, "{}\n", problem.what());
    return 1;
  }
}
