// What the learners of commands in worlds share: a decoder that reads command and world by turns,
// and a head that names the cell that is meant.
//
// A model of this kind says how it encodes command and world, and how words are scored.
#pragma once

#include "assay/learners/blocks/bidirectional_lstm.h"
#include "assay/learners/blocks/double_attention.h"
#include "assay/learners/blocks/embedding.h"
#include "assay/learners/blocks/linear.h"
#include "assay/learners/models/model.h"
#include "assay/learners/models/world_nodes.h"

namespace assay::learners {

class GroundedModel : public Model {
 public:
  Parameters& parameters() override { return parameters_; }
  Scores scores(const Batch& batch, Dropout& dropout) override;
  Tensor logits(const Batch& batch, Dropout& dropout) override {
    return scores(batch, dropout).words;
  }
  Tensor cell_scores(const Batch& batch) override;
  DecodeState read_sources(const Batch& batch) override;
  Tensor next_logits(DecodeState& state, const Tensor& last) override;

 protected:
  struct Encoding {
    Tensor words;    // [rows, source, width]
    Tensor lengths;  // of the sources, on the CPU
    Tensor state;    // [rows, width] of the whole command
    Tensor cells;    // [rows, cells, 3 channels]
  };
  // Decoded steps.
  struct Decoded {
    Tensor inputs;  // the words before, [steps, width]
    DoubleAttentionResult steps;
  };

  GroundedModel(const LearnerRecipe& recipe, std::uint64_t seed, const at::TensorOptions& options)
      : recipe_(recipe), parameters_(seed, options) {}
  // Adds the parameters that read a command, `width` in each direction, in front of all others.
  const BidirectionalLstm& make_command(std::int64_t words, std::int64_t width);
  // Both directions over the words of each command.
  BidirectionalResult read_commands(const Batch& batch, const Tensor& lengths,
                                    Dropout& dropout) const;
  // Adds the decoder's, behind the encoder's.
  const DoubleAttention& make_decoder(std::int64_t words);
  // Where a cell lies: what is added to x [..., width] of some cells.
  struct Coordinates {
    Tensor rows, columns;  // [grid, width], or undefined
  };
  Coordinates make_coordinates(std::int64_t width);
  // [cells of `cells`, width]
  Tensor coordinates_of(const Coordinates& coordinates, const Tensor& cells) const;

  virtual Encoding encode(const Batch& batch, Dropout& dropout) const = 0;
  // [steps, words]
  virtual Tensor word_scores(const Decoded& decoded) const = 0;

  const LearnerRecipe& recipe() const { return recipe_; }
  const at::TensorOptions& options() const { return parameters_.options(); }

  LearnerRecipe recipe_;
  Parameters parameters_;

 private:
  Tensor gates_of(const Tensor& inputs) const;
  Tensor cell_scores_of(const Encoding& encoding) const;

  Embedding source_;
  BidirectionalLstm command_;
  Embedding target_;
  Tensor first_;  // [width], in the place of a word before the first
  Tensor word_keys_, world_keys_;
  Linear start_;
  DoubleAttention decoder_;
  Tensor head_query_, head_keys_, head_weights_;
};

// A linear map as PyTorch's begins.
Linear make_linear(Parameters& parameters, const std::string& name, std::int64_t inputs,
                   std::int64_t outputs);

}  // namespace assay::learners
