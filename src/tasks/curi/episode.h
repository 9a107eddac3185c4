// Episodes: a concept, scenes that show it (the support) and scenes to be told apart (the query).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "assay/base/random.h"
#include "assay/tasks/curi/space/concept_space.h"

namespace assay::curi {

inline constexpr std::size_t kPositives = 5;
inline constexpr std::size_t kNegatives = 20;
inline constexpr std::size_t kSetScenes = kPositives + kNegatives;

// Scenes that other concepts explain which hold in all positives, or any scenes.
enum class Negatives : std::uint8_t { kHard, kEasy };

// A scene as it is shown.
struct Shown {
  std::uint64_t scene = 0;
  bool label = false;
  std::int32_t behind = -1;  // of a hard negative: the likeliest concept that explains it
};

struct Episode {
  std::uint32_t subject = 0;              // the number of its concept
  std::array<Shown, kSetScenes> support;  // in an order that gives nothing away
  std::array<Shown, kSetScenes> query;
  std::vector<std::uint32_t> alternates;  // other concepts that hold in the support's positives
  std::vector<std::uint32_t>
      valid;  // of these, those that no negative contradicts, and the subject
};

struct EpisodeSettings {
  Negatives negatives = Negatives::kHard;
  Key key{};
};

class EpisodeMaker {
 public:
  EpisodeMaker(const ConceptSpace& space, EpisodeSettings settings);

  // What one thread needs beside the maker.
  struct Scratch {
    std::vector<std::uint64_t> bits;      // of all concepts that hold in the positives
    std::vector<std::uint64_t> meanings;  // of one for each meaning but the subject's
    std::vector<std::uint32_t> others;    // the same as numbers
    std::vector<std::uint64_t> ends;      // running sums of where they hold
    std::vector<std::uint32_t> words;     // where `meanings` is not 0
    std::vector<std::uint64_t> pool;
  };

  // An episode of a concept; `unit` and `item` address it.
  void make(std::uint32_t subject, std::uint64_t unit, std::uint32_t item, Scratch& scratch,
            Episode& out) const;

 private:
  using Scenes = std::vector<std::uint64_t>;

  bool is_published() const { return space_.settings().edition == Edition::kPublished; }
  void draw_positives(std::uint32_t subject, Stream& stream, Episode& out) const;
  // Other concepts that hold in all positives of a set; their bits stay in the scratch.
  void find_others(std::uint32_t subject, const std::array<Shown, kSetScenes>& set,
                   Scratch& scratch) const;
  void draw_hard(std::uint32_t subject, Stream& stream, Scratch& scratch, Scenes& out) const;
  bool propose(std::uint32_t subject, Stream& stream, const Scratch& scratch, Scenes& out) const;
  void gather_hard(std::uint32_t subject, Stream& stream, Scratch& scratch, Scenes& out) const;
  void fill(std::uint32_t subject, Stream& stream, Scenes& out) const;
  void draw_unchecked(Stream& stream, Scenes& out) const;
  void take(std::uint32_t subject, const Scenes& negatives, const Scratch& scratch,
            std::array<Shown, kSetScenes>& set) const;
  void keep_valid(Episode& out) const;

  const ConceptSpace& space_;
  EpisodeSettings settings_;
  std::vector<std::uint64_t> first_names_;  // the bits of concepts that are the first of a meaning
};

}  // namespace assay::curi
