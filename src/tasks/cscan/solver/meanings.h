// What single productions mean, and what follows for a phrase that is built of them.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "assay/tasks/cscan/solver/terms.h"

namespace assay::cscan::solving {

// A right side for each production, in its own variables; null where none is known.
using Meanings = std::array<const Output*, kMostProductions>;

// Something of a context: a left side and its output, with the productions that its value hangs on
// and that have no explicit rule.
struct Evidence {
  Term left;
  Output output;
  ProductionSet hidden = 0;
};

// The value of a phrase, or false if it hangs on a production without a meaning.
bool evaluate(const Term& phrase, const Meanings& meanings, Output& value);

// The productions that the value hangs on: parts that a known right side leaves out do not count.
ProductionSet productions_used(const Term& phrase, const Meanings& meanings);

// Evidence as it looks from one production, the only one in it whose meaning is unknown.
class Showing {
 public:
  Showing(ProductionId production, const Meanings& meanings, const Evidence& evidence);

  const Evidence& evidence() const { return *evidence_; }

  // Whether the production shows at all: not if its value is left out further up.
  bool is_any() const { return marks_ != 0; }
  bool has_all_parts() const;

  // Whether a right side explains the evidence.
  bool fits(const Output& right_side) const;

  // How far a right side has grown, symbol by symbol, along the output.
  struct Progress {
    std::size_t at = 0;      // in the output, where the production first shows
    std::size_t length = 0;  // of the whole value
  };
  std::optional<Progress> start() const;
  std::optional<Progress> with(Progress progress, char16_t symbol) const;
  bool is_done(Progress progress) const { return progress.length == evidence_->output.size(); }
  // Whether that many more symbols may be enough.
  bool can_be_done(Progress progress, std::size_t symbols) const;
  std::optional<char16_t> next_action(Progress progress) const;

  std::size_t slots() const { return slots_; }
  bool shows_part(std::size_t slot) const { return growth_[slot] != 0; }

 private:
  struct Node {
    char16_t mark = 0;
    std::array<Output, kMostSlots> parts;
  };

  const Node& node_of(char16_t mark) const;
  void add_mark(const Term& phrase, const Meanings& meanings, char16_t mark);

  const Evidence* evidence_;
  Output frame_;             // the value, with marks where the production stands
  std::size_t marks_ = 0;    // in the frame
  std::vector<Node> nodes_;  // in the order of their marks
  std::size_t slots_ = 0;
  std::array<std::size_t, kMostSlots> growth_{};  // of the value by one more variable
  std::size_t most_growth_ = 0;                   // by any one symbol
};

// All right sides of at most `longest` symbols that explain each of some showings, of which there
// is at least one.
std::vector<Output> right_sides(std::span<const Showing> showings, std::size_t longest);

}  // namespace assay::cscan::solving
