// Rows of a data set as tokens, with the world beside them where a row has one.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "assay/base/progress.h"
#include "assay/learners/text/vocabulary.h"
#include "assay/learners/text/world_cells.h"
#include "assay/store/data_set.h"

namespace assay::learners {

// Texts of some rows, in order.
struct TextRows {
  std::vector<std::string> ids;
  std::vector<std::string> inputs;
  std::vector<std::string> targets;
  std::vector<CellWorld> worlds;  // empty, or one of each row

  std::size_t size() const { return ids.size(); }
};

TextRows read_texts(const DataSet& data, std::span<const std::uint64_t> rows,
                    const Control& control);

// The columns `command`, `target` and `world` of rows about worlds, targets as words
// (action_words.h). Throws Error(kInput) when the data set lacks the columns, and for a row whose
// grid is not `grid` cells wide, naming it.
TextRows read_grounded_texts(const DataSet& data, std::span<const std::uint64_t> rows,
                             std::uint32_t grid, const Control& control);

// A world of a row: a view.
struct WorldView {
  std::uint32_t target = 0;
  std::span<const WorldEntry> entries;
};

// Pairs of sequences, without ends, in two flat arrays; worlds in a third.
class Examples {
 public:
  Examples() = default;
  Examples(const TextRows& texts, const Vocabulary& vocabulary);

  void add(std::span<const Token> source, std::span<const Token> target);
  // All examples have a world of the same grid, or none has one.
  void add(std::span<const Token> source, std::span<const Token> target, const CellWorld& world);
  // Example `number` of others.
  void add_from(const Examples& others, std::size_t number);
  std::size_t size() const { return starts_.size() / 2; }
  std::span<const Token> source(std::size_t example) const { return piece(2 * example); }
  std::span<const Token> target(std::size_t example) const { return piece(2 * example + 1); }
  std::uint32_t grid() const { return grid_; }  // 0: no worlds
  WorldView world(std::size_t example) const;

 private:
  void add_world(std::uint32_t grid, const WorldView& world);
  std::span<const Token> piece(std::size_t number) const;

  std::vector<Token> tokens_;
  std::vector<std::size_t> starts_;  // of source and target in turn
  std::uint32_t grid_ = 0;
  std::vector<WorldEntry> entries_;
  std::vector<std::size_t> world_ends_;
  std::vector<std::uint8_t> world_targets_;
};

}  // namespace assay::learners
