// A learner's recipe: everything but data and seed that decides what is trained. Written by people
// as TOML, strict.
//
// All keys are on one level, so that a sweep can set any of them by name. A key that a model has no
// use for is refused unless it stands at its default.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace assay::learners {

// Raised when the same data, recipe and seed give other predictions than before.
inline constexpr int kLearnerVersion = 2;

struct LearnerRecipe {
  std::string model = "lstm";  // lstm, transformer; of worlds: mlstm, gcn_lstm

  // Sizes
  std::int64_t width = 128;
  std::int64_t layers =
      2;  // of encoder and decoder each; with share_layers how often the one layer is applied
  std::int64_t heads = 1;
  std::int64_t filter = 512;           // transformer: inner width of the feed-forward block
  std::int64_t attention_width = 128;  // lstm: width of the attention vector, all heads together
  double dropout = 0.1;

  // lstm
  std::string attention = "dot";  // dot, additive
  bool input_feeding = false;     // the attention vector is part of the decoder's next input
  bool mask_source = true;        // padding takes no attention

  // transformer
  std::string norm = "pre";              // pre, post
  std::string positions = "sinusoidal";  // sinusoidal, learned, relative
  std::string scaling = "tokens";  // tokens: embeddings times sqrt(width); positions: position
                                   // vectors divided by it; none
  bool share_layers = false;       // one layer, applied `layers` times (Universal Transformer)
  bool step_vectors = false;  // position signal and a learned vector at the start of every layer
  bool target_space = false;  // a learned vector is added to every source embedding

  // Learners of worlds: mlstm (M-LSTM, Ruis et al. 2020), gcn_lstm (Gao et al. 2020)
  std::string edition = "published";    // published, repaired: what "edition" means below
  std::string coordinates = "edition";  // edition, on, off: cells say where they are (repaired)
  std::string dropout_as = "edition";  // gcn_lstm: edition, meant (repaired), printed: words of the
                                       // target are dropped with 1 - target_dropout
  std::int64_t grid = 6;               // cells of a side
  std::int64_t word_width = 25;        // of the command's words
  std::int64_t channels = 50;          // of each of the three convolutions
  std::int64_t kernel = 7;             // side of the widest
  std::int64_t rounds = 4;             // gcn_lstm: of messages
  double command_dropout = 0;          // of the command's words; `dropout` is that of cells
  double target_dropout = 0;           // of the target's words
  double node_dropout = 0;             // gcn_lstm: of nodes and contexts where they are multiplied
  double state_dropout = 0;            // gcn_lstm: of the command's last state
  std::string target_cell = "none";    // none; probe: a head learns the cell that is meant from
                                       // encodings that do not learn from it; task: they do
  double target_cell_weight = 0.3;     // of its loss
  bool mix_lengths = false;            // batches are drawn from all rows, not from those of like
                                       // length
  double decay = 0.9;                  // the schedule "decay": the rate's factor
  std::int64_t decay_steps =
      20'000;  // steps for one whole factor of decay; each step has its share

  // Training
  std::int64_t batch_rows = 64;       // 0: by tokens
  std::int64_t batch_tokens = 0;      // 0: by rows
  std::int64_t longest = 256;         // tokens of a training row, with its end
  std::string longer = "refuse";      // refuse, drop: training rows above that
  std::string schedule = "constant";  // constant, exponential, noam, linear; of worlds: decay
  double rate = 1e-3;
  std::int64_t warmup = 0;  // steps
  std::int64_t steps = 0;   // training length; linear falls to 0 there
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  double clip = 0;       // of the gradient's norm; 0: none
  double smoothing = 0;  // of labels
  bool end_token =
      true;  // false: targets have no end, and the right length is given at prediction (oracle)

  // Prediction
  std::int64_t beam = 1;
  double length_penalty = 0.6;
  std::int64_t extra_length = 100;  // predictions are at most so much longer than the input
};

// Throws Error(kUsage) as "file:line:column: what is wrong". `settings` come last and win: key to
// value as in the file.
LearnerRecipe parse_learner_recipe(const std::string& text, const std::string& file,
                                   const std::map<std::string, std::string>& settings = {});

// Whether the model reads a world beside its source.
bool is_grounded(const LearnerRecipe& recipe);
bool has_coordinates(const LearnerRecipe& recipe);
// The share of the target's words' entries that training drops.
double dropped_of_target(const LearnerRecipe& recipe);

// All keys that the model may use, in a fixed order: equal text, equal training. Sequence models
// share one list.
std::string recipe_text(const LearnerRecipe& recipe);

}  // namespace assay::learners
