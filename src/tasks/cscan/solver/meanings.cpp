#include "assay/tasks/cscan/solver/meanings.h"

#include <algorithm>

namespace assay::cscan::solving {

namespace {

constexpr std::size_t kMostRightSides = 5'000;

// Marks where the production that is looked for stands; the rest is the node's place in the phrase.
constexpr char16_t kFirstMark = 0x8000;
constexpr bool is_mark(char16_t symbol) { return symbol >= kFirstMark; }

std::size_t part_of(const Term& phrase, std::size_t at, std::size_t slot) {
  return slot == 0 ? at + 1 : at + 1 + phrase[at + 1].extent;
}

class Evaluation {
 public:
  Evaluation(const Term& phrase, const Meanings& meanings, ProductionId marked, Output& value)
      : phrase_(phrase), meanings_(meanings), marked_(marked), value_(value) {}

  bool append(std::size_t at) {
    const Cell& cell = phrase_[at];
    if (cell.is_variable()) {
      value_ += variable_symbol(cell.variable);
      return true;
    }
    if (cell.production == marked_) {
      value_ += static_cast<char16_t>(kFirstMark + at);
      return true;
    }
    const Output* meaning = meanings_[cell.production];
    if (meaning == nullptr) return false;
    std::array<std::size_t, kMostSlots> begins{};
    std::array<std::size_t, kMostSlots> lengths{};
    std::array<bool, kMostSlots> is_said{};
    for (const char16_t symbol : *meaning) {
      if (!is_variable(symbol)) {
        value_ += symbol;
        continue;
      }
      const std::size_t slot = variable_number(symbol);
      if (is_said[slot]) {  // copied, not worked out again
        value_.append(value_, begins[slot], lengths[slot]);
        continue;
      }
      begins[slot] = value_.size();
      if (!append(part_of(phrase_, at, slot))) return false;
      lengths[slot] = value_.size() - begins[slot];
      is_said[slot] = true;
    }
    return true;
  }

 private:
  const Term& phrase_;
  const Meanings& meanings_;
  ProductionId marked_;
  Output& value_;
};

void add_used(const Term& phrase, const Meanings& meanings, std::size_t at, ProductionSet& used) {
  const Cell& cell = phrase[at];
  if (cell.is_variable()) return;
  used |= only(cell.production);
  const Output* meaning = meanings[cell.production];
  std::size_t part = at + 1;
  for (std::size_t slot = 0; part < at + cell.extent; ++slot) {
    if (meaning == nullptr || meaning->find(variable_symbol(slot)) != Output::npos) {
      add_used(phrase, meanings, part, used);
    }
    part += phrase[part].extent;
  }
}

// Grows right sides along several outputs at once.
class Growth {
 public:
  Growth(std::span<const Showing> showings, std::size_t longest)
      : showings_(showings), longest_(longest) {}

  std::vector<Output> run() {
    std::vector<Showing::Progress> progress;
    for (const Showing& showing : showings_) {
      const auto start = showing.start();
      if (!start) return {};
      progress.push_back(*start);
    }
    grow(progress);
    for (std::size_t slot = 0; slot < showings_.front().slots(); ++slot) {
      if (!shows_part(slot)) add_everywhere(variable_symbol(slot));
    }
    return std::move(found_);
  }

 private:
  using Progresses = std::vector<Showing::Progress>;

  bool shows_part(std::size_t slot) const {
    return std::ranges::any_of(showings_, [&](const Showing& s) { return s.shows_part(slot); });
  }

  void grow(const Progresses& progress) {
    if (found_.size() == kMostRightSides) return;
    bool is_done = true;
    for (std::size_t i = 0; i < showings_.size(); ++i) {
      const std::size_t room = longest_ - right_side_.size();
      if (!showings_[i].can_be_done(progress[i], room)) return;
      is_done &= showings_[i].is_done(progress[i]);
    }
    if (is_done) {
      const bool fits =
          std::ranges::all_of(showings_, [&](const Showing& s) { return s.fits(right_side_); });
      if (fits) found_.push_back(right_side_);
      return;
    }
    if (right_side_.size() == longest_) return;
    for (std::size_t slot = 0; slot < showings_.front().slots(); ++slot) {
      if (shows_part(slot)) grow_by(variable_symbol(slot), progress);
    }
    const auto action = showings_.front().next_action(progress.front());
    if (action) grow_by(*action, progress);
  }

  void grow_by(char16_t symbol, const Progresses& progress) {
    Progresses longer;
    for (std::size_t i = 0; i < showings_.size(); ++i) {
      const auto next = showings_[i].with(progress[i], symbol);
      if (!next) return;
      longer.push_back(*next);
    }
    right_side_ += symbol;
    grow(longer);
    right_side_.pop_back();
  }

  // A part that is always empty may stand anywhere. Each right side grows by a variable at or
  // behind its last one, so that none is made twice.
  void add_everywhere(char16_t variable) {
    for (std::size_t i = 0; i < found_.size(); ++i) {
      if (found_[i].size() == longest_) continue;
      const std::size_t last = found_[i].rfind(variable);
      for (std::size_t at = last == Output::npos ? 0 : last + 1; at <= found_[i].size(); ++at) {
        if (found_.size() == kMostRightSides) return;
        found_.push_back(found_[i]);
        found_.back().insert(at, 1, variable);
      }
    }
  }

  std::span<const Showing> showings_;
  std::size_t longest_;
  Output right_side_;  // being tried
  std::vector<Output> found_;
};

}  // namespace

Showing::Showing(ProductionId production, const Meanings& meanings, const Evidence& evidence)
    : evidence_(&evidence) {
  Evaluation(evidence.left, meanings, production, frame_).append(0);
  for (const char16_t symbol : frame_) {
    if (is_mark(symbol)) add_mark(evidence.left, meanings, symbol);
  }
  most_growth_ = marks_;
  for (const std::size_t growth : growth_) most_growth_ = std::max(most_growth_, growth);
}

const Showing::Node& Showing::node_of(char16_t mark) const {
  return *std::ranges::find(nodes_, mark, &Node::mark);
}

void Showing::add_mark(const Term& phrase, const Meanings& meanings, char16_t mark) {
  ++marks_;
  if (std::ranges::find(nodes_, mark, &Node::mark) == nodes_.end()) {
    Node& node = nodes_.emplace_back();
    node.mark = mark;
    const std::size_t at = mark - kFirstMark;
    slots_ = 0;
    for (std::size_t part = at + 1; part < at + phrase[at].extent; part += phrase[part].extent) {
      Evaluation(phrase, meanings, Cell::kVariable, node.parts[slots_++]).append(part);
    }
  }
  for (std::size_t slot = 0; slot < slots_; ++slot) {
    growth_[slot] += node_of(mark).parts[slot].size();
  }
}

bool Showing::has_all_parts() const {
  bool has_all = true;
  for (std::size_t slot = 0; slot < slots_; ++slot) has_all &= shows_part(slot);
  return has_all;
}

bool Showing::fits(const Output& right_side) const {
  const Output& wanted = evidence_->output;
  std::size_t at = 0;
  const auto takes = [&](const Output& piece) {
    const bool is_there = wanted.compare(at, piece.size(), piece) == 0;
    at += piece.size();
    return is_there;
  };
  const auto takes_one = [&](char16_t symbol) {
    return at < wanted.size() && wanted[at++] == symbol;
  };
  for (const char16_t symbol : frame_) {
    if (!is_mark(symbol)) {
      if (!takes_one(symbol)) return false;
      continue;
    }
    const Node& node = node_of(symbol);
    for (const char16_t own : right_side) {
      const bool is_there =
          is_variable(own) ? takes(node.parts[variable_number(own)]) : takes_one(own);
      if (!is_there) return false;
    }
  }
  return at == wanted.size();
}

std::optional<Showing::Progress> Showing::start() const {
  const auto first = std::ranges::find_if(frame_, is_mark);
  const auto before = static_cast<std::size_t>(first - frame_.begin());
  const std::size_t length = frame_.size() - marks_;
  const Output& wanted = evidence_->output;
  if (length > wanted.size() || wanted.compare(0, before, frame_, 0, before) != 0) {
    return std::nullopt;
  }
  return Progress{before, length};
}

std::optional<Showing::Progress> Showing::with(Progress progress, char16_t symbol) const {
  const Output& wanted = evidence_->output;
  if (!is_variable(symbol)) {
    if (next_action(progress) != symbol) return std::nullopt;
    return Progress{progress.at + 1, progress.length + marks_};
  }
  const std::size_t slot = variable_number(symbol);
  const Output& part = nodes_.front().parts[slot];
  const std::size_t length = progress.length + growth_[slot];
  if (length > wanted.size() || wanted.compare(progress.at, part.size(), part) != 0) {
    return std::nullopt;
  }
  return Progress{progress.at + part.size(), length};
}

bool Showing::can_be_done(Progress progress, std::size_t symbols) const {
  return symbols * most_growth_ >= evidence_->output.size() - progress.length;
}

std::optional<char16_t> Showing::next_action(Progress progress) const {
  const Output& wanted = evidence_->output;
  const bool has_room = progress.length + marks_ <= wanted.size() && progress.at < wanted.size();
  if (!has_room || is_variable(wanted[progress.at])) return std::nullopt;
  return wanted[progress.at];
}

std::vector<Output> right_sides(std::span<const Showing> showings, std::size_t longest) {
  return Growth(showings, longest).run();
}

bool evaluate(const Term& phrase, const Meanings& meanings, Output& value) {
  value.clear();
  return Evaluation(phrase, meanings, Cell::kVariable, value).append(0);
}

ProductionSet productions_used(const Term& phrase, const Meanings& meanings) {
  ProductionSet used = 0;
  add_used(phrase, meanings, 0, used);
  return used;
}

}  // namespace assay::cscan::solving
