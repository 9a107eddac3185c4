// Tiny learners of every kind, and a handful of examples, for tests.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "assay/learners/recipe/learner_recipe.h"
#include "assay/learners/text/batches.h"

namespace assay::learners {

struct SmallModel {
  std::string name;
  std::string keys;  // TOML

  LearnerRecipe recipe() const { return parse_learner_recipe(keys, name); }
  friend std::ostream& operator<<(std::ostream& out, const SmallModel& model) {
    return out << model.name;
  }
};

inline std::vector<SmallModel> small_models() {
  const std::string lstm = "model = \"lstm\"\nwidth = 16\nattention_width = 16\n";
  const std::string transformer = "model = \"transformer\"\nwidth = 16\nfilter = 24\nheads = 2\n";
  const std::string world = "width = 8\nword_width = 5\nchannels = 4\ngrid = 3\n";
  const std::string gcn = "model = \"gcn_lstm\"\nrounds = 2\n" + world;
  return {
      {"lstm", lstm},
      {"lstm_fed", lstm + "heads = 2\nattention = \"additive\"\ninput_feeding = true\n"},
      {"lstm_unmasked", lstm + "attention = \"additive\"\nmask_source = false\n"},
      {"transformer", transformer + "target_space = true\n"},
      {"transformer_post",
       transformer + "norm = \"post\"\npositions = \"learned\"\nscaling = \"positions\"\n"},
      {"transformer_relative", transformer + "positions = \"relative\"\n"},
      {"universal", transformer + "share_layers = true\nstep_vectors = true\nlayers = 3\n"},
      {"universal_relative", transformer + "positions = \"relative\"\nshare_layers = true\n"},
      {"mlstm", "model = \"mlstm\"\ncommand_dropout = 0.3\ntarget_dropout = 0.3\n" + world},
      {"mlstm_repaired",
       "model = \"mlstm\"\nedition = \"repaired\"\ntarget_cell = \"task\"\n" + world},
      {"gcn_lstm",
       gcn + "command_dropout = 0.2\nstate_dropout = 0.08\nnode_dropout = 0.15\ntarget_dropout = "
             "0.15\n"},
      {"gcn_lstm_repaired", gcn + "edition = \"repaired\"\ntarget_cell = \"task\"\n"},
  };
}

inline constexpr std::int64_t kSmallWords = 9;

// A world of 3 by 3 for example `i`: an agent and up to three things, of which two may share a
// cell.
inline CellWorld small_world(std::uint32_t i) {
  CellWorld world{.grid = 3, .target = (i * 5 + 1) % 9, .entries = {}};
  world.entries.push_back(make_entry(i % 9, 0x3U << 12U));
  for (std::uint32_t thing = 0; thing <= i % 3; ++thing) {
    const std::uint32_t features =
        1U << (i + thing) % 4 | 1U << (4 + (i / 2 + thing) % 4) | 1U << (8 + (i / 3) % 4);
    world.entries.push_back(make_entry((i * 5 + 1 + thing * 3) % 9, features));
  }
  return world;
}

// Ten pairs, with worlds: a target names the source's words backwards, the first one twice.
inline Examples small_examples() {
  Examples examples;
  for (Token i = 0; i < 10; ++i) {
    std::vector<Token> source;
    for (Token j = 0; j <= i % 4; ++j) source.push_back(3 + (i * 5 + j * 7 + i / 4) % 6);
    std::vector<Token> target(source.rbegin(), source.rend());
    target.push_back(source.front());
    examples.add(source, target, small_world(static_cast<std::uint32_t>(i)));
  }
  return examples;
}

inline Batch small_batch() {
  const std::vector<std::uint32_t> numbers{0, 1, 2, 3, 4};
  return make_batch(small_examples(), numbers, {});
}

}  // namespace assay::learners
