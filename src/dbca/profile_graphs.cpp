#include "assay/dbca/profile_graphs.h"

#include <algorithm>
#include <memory>

#include "assay/base/error.h"
#include "assay/base/parallel.h"
#include "assay/base/permutation.h"
#include "assay/dbca/rule_hashes.h"

namespace assay {

namespace {

// The distinct graphs of every example.
struct ExampleShapes {
  std::vector<std::uint32_t> shapes;
  std::vector<std::size_t> begins{0};

  std::size_t size() const { return begins.size() - 1; }
  std::span<const std::uint32_t> operator[](std::size_t example) const {
    return std::span(shapes).subspan(begins[example], begins[example + 1] - begins[example]);
  }
};

ExampleShapes shapes_of_examples(const GraphPool& graphs, std::span<const std::uint32_t> group_of) {
  ExampleShapes examples;
  if (group_of.empty()) {
    for (std::size_t row = 0; row < graphs.examples(); ++row) {
      examples.shapes.push_back(graphs.shape_of(row));
      examples.begins.push_back(examples.shapes.size());
    }
    return examples;
  }
  ASSAY_CHECK(group_of.size() == graphs.examples());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (std::size_t row = 0; row < graphs.examples(); ++row) {
    pairs.emplace_back(group_of[row], graphs.shape_of(row));
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    examples.shapes.push_back(pairs[i].second);
    if (i + 1 == pairs.size() || pairs[i + 1].first != pairs[i].first) {
      examples.begins.push_back(examples.shapes.size());
    }
  }
  return examples;
}

// How often each graph occurs among the examples that compounds are taken from.
std::vector<CountedShape> choose_sample(const ExampleShapes& examples, std::size_t shapes,
                                        std::uint64_t wanted) {
  std::vector<std::uint32_t> times(shapes, 0);
  const auto count = [&](std::size_t example) {
    for (const std::uint32_t shape : examples[example]) ++times[shape];
  };
  if (wanted == 0 || wanted >= examples.size()) {
    for (std::size_t i = 0; i < examples.size(); ++i) count(i);
  } else {
    const Permutation order(stream_key(0, "dbca"), examples.size());
    for (std::uint64_t i = 0; i < wanted; ++i) count(order.at(i));
  }
  std::vector<CountedShape> sample;
  for (std::uint32_t shape = 0; shape < shapes; ++shape) {
    if (times[shape] > 0) sample.push_back({shape, times[shape]});
  }
  return sample;
}

std::vector<std::uint32_t> atoms_of(const GraphView& graph) {
  std::vector<std::uint32_t> atoms(graph.rules.begin(), graph.rules.end());
  std::sort(atoms.begin(), atoms.end());
  atoms.erase(std::unique(atoms.begin(), atoms.end()), atoms.end());
  return atoms;
}

// Adds the profile of every graph; shape s of the pool becomes shape s here.
void add_shapes(const GraphPool& graphs, const CompoundWeights& weights,
                const CompoundDefinition& definition, std::span<const std::uint64_t> rule_hashes,
                const Control& control, Profiles& profiles) {
  constexpr std::size_t kShapesPerBlock = 64;
  struct Buffer {
    std::unique_ptr<Subgraphs> found;
    std::vector<std::vector<WeightedCompound>> weights{kShapesPerBlock};
  };
  ordered_parallel<Buffer>(
      0, (graphs.shapes() + kShapesPerBlock - 1) / kShapesPerBlock, control,
      [&](std::uint64_t block, Buffer& buffer) {
        if (!buffer.found) buffer.found = std::make_unique<Subgraphs>(definition, rule_hashes);
        const std::size_t end = std::min(graphs.shapes(), (block + 1) * kShapesPerBlock);
        for (std::size_t shape = block * kShapesPerBlock; shape < end; ++shape) {
          buffer.found->find(graphs.shape(shape));
          weigh_example(*buffer.found, weights, buffer.weights[shape % kShapesPerBlock]);
        }
      },
      [&](std::uint64_t block, Buffer& buffer) {
        const std::size_t end = std::min(graphs.shapes(), (block + 1) * kShapesPerBlock);
        for (std::size_t shape = block * kShapesPerBlock; shape < end; ++shape) {
          profiles.add_shape(atoms_of(graphs.shape(shape)),
                             buffer.weights[shape % kShapesPerBlock]);
        }
        control.report({"profile examples", end, graphs.shapes(), 0});
      });
}

}  // namespace

Profiles profile_graphs(const GraphPool& graphs, std::span<const std::uint32_t> group_of,
                        const RuleTable& rules, const CompoundDefinition& definition,
                        const Control& control, CompoundFigures& figures, std::uint64_t memory) {
  const std::vector<std::uint64_t> rule_hashes = hashes_of(rules);
  std::vector<std::string> atom_names;
  for (RuleId rule = 0; rule < rules.size(); ++rule) atom_names.emplace_back(rules.name(rule));
  const ExampleShapes examples = shapes_of_examples(graphs, group_of);
  const auto sample = choose_sample(examples, graphs.shapes(), definition.sample);
  WeighedSample weighed;
  const CompoundWeights weights =
      weigh_compounds(graphs, sample, definition, rule_hashes, memory, control, figures, weighed);

  std::vector<std::uint32_t> wholes;
  for (std::size_t i = 0; i < weights.size(); ++i) wholes.push_back(weights.whole(i));
  Profiles profiles(std::move(atom_names), std::move(wholes));
  if (weighed.is_kept() && sample.size() == graphs.shapes()) {
    for (std::size_t shape = 0; shape < graphs.shapes(); ++shape) {
      profiles.add_shape(atoms_of(graphs.shape(shape)), weighed.of(shape));
    }
  } else {
    add_shapes(graphs, weights, definition, rule_hashes, control, profiles);
  }
  for (std::size_t row = 0; row < graphs.examples(); ++row) {
    profiles.add_example(graphs.shape_of(row));
  }
  if (!group_of.empty()) profiles.group(group_of);
  return profiles;
}

}  // namespace assay
