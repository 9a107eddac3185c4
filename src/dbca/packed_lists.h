// Many short lists, one behind the other. They lie in pieces, so that adding never holds all of
// them twice, as a single growing array would.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace assay {

template <typename Value>
class PackedLists {
 public:
  void add(std::span<const Value> list) {
    if (size() % kListsPerPiece == 0) {
      if (!pieces_.empty()) pieces_.back().shrink_to_fit();
      pieces_.emplace_back();
    }
    pieces_.back().insert(pieces_.back().end(), list.begin(), list.end());
    begins_.push_back(begins_.back() + list.size());
  }

  std::size_t size() const { return begins_.size() - 1; }
  std::size_t values() const { return begins_.back(); }  // of all lists
  std::span<const Value> operator[](std::size_t index) const {
    const std::size_t piece = index / kListsPerPiece;
    return std::span(pieces_[piece])
        .subspan(begins_[index] - begins_[piece * kListsPerPiece],
                 begins_[index + 1] - begins_[index]);
  }

 private:
  static constexpr std::size_t kListsPerPiece = 16'384;
  std::vector<std::vector<Value>> pieces_;
  std::vector<std::size_t> begins_{0};
};

}  // namespace assay
