#include "assay/tasks/curi/space/truth_matrix.h"

#include <algorithm>
#include <array>
#include <bit>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/parallel.h"

namespace assay::curi {

namespace {

constexpr std::size_t kPlanesPerBlock = kBlockScenes / kPlaneScenes;

constexpr std::string_view kByConceptName = "by_concept.bits";
constexpr std::string_view kBySceneName = "by_scene.bits";
constexpr std::string_view kCountsName = "counts.words";

template <typename Word>
std::string_view bytes_of(const std::vector<Word>& words) {
  return {reinterpret_cast<const char*>(words.data()), words.size() * sizeof(Word)};
}

template <typename Word>
std::span<const Word> words_of(const PreparedFiles& files, std::string_view name,
                               std::uint64_t words) {
  const std::string_view bytes = files.bytes(name);
  ASSAY_CHECK(bytes.size() == words * sizeof(Word));
  return {reinterpret_cast<const Word*>(bytes.data()), words};
}

// Rows become columns, in place.
void transpose(std::array<std::uint64_t, 64>& rows) {
  std::uint64_t mask = 0x00000000FFFFFFFFULL;
  for (unsigned width = 32; width != 0; width /= 2, mask ^= mask << width) {
    for (std::size_t row = 0; row < 64; row = (row + width + 1) & ~std::size_t{width}) {
      const std::uint64_t swapped = ((rows[row] >> width) ^ rows[row + width]) & mask;
      rows[row] ^= swapped << width;
      rows[row + width] ^= swapped;
    }
  }
}

std::span<const Looks> stretch(std::span<const Looks> scenes, std::uint64_t first,
                               std::uint64_t most) {
  if (first >= scenes.size()) return {};
  return scenes.subspan(first, std::min<std::uint64_t>(most, scenes.size() - first));
}

constexpr std::size_t kStepsPerBlock = kBlockScenes / kCountScenes;

// Running counts of a concept: before each step, and in all.
constexpr std::size_t counts_each(std::uint64_t scenes) {
  return blocks_of(scenes) * kStepsPerBlock + 1;
}

struct BlockBits {
  std::unique_ptr<PlanePlan::Scratch> scratch;
  std::vector<std::uint64_t> by_concept;
  std::vector<std::uint64_t> by_scene;
  std::vector<std::uint32_t> counts;  // of each concept and step
  std::vector<std::uint64_t> hashes;
};

void fill_by_concept(const PlanePlan& plan, std::span<const Looks> scenes, BlockBits& bits) {
  if (!bits.scratch) bits.scratch = std::make_unique<PlanePlan::Scratch>();
  bits.by_concept.resize(plan.concepts() * kBlockWords);
  for (std::size_t at = 0; at < kPlanesPerBlock; ++at) {
    plan.load(stretch(scenes, at * kPlaneScenes, kPlaneScenes), *bits.scratch);
    for (std::size_t index = 0; index < plan.concepts(); ++index) {
      const Plane truth = plan.truth(index, *bits.scratch);
      std::uint64_t* out = bits.by_concept.data() + index * kBlockWords + at * kPlaneWords;
      for (std::size_t word = 0; word < kPlaneWords; ++word) out[word] = truth.word(word);
    }
  }
}

void fill_by_scene(std::size_t concepts, std::size_t scenes, std::size_t scene_words,
                   BlockBits& bits) {
  bits.by_scene.assign(scenes * scene_words, 0);
  std::array<std::uint64_t, 64> square{};
  for (std::size_t first = 0; first < concepts; first += 64) {
    const std::size_t rows = std::min<std::size_t>(64, concepts - first);
    for (std::size_t word = 0; word * 64 < scenes; ++word) {
      square.fill(0);
      for (std::size_t row = 0; row < rows; ++row) {
        square[row] = bits.by_concept[(first + row) * kBlockWords + word];
      }
      transpose(square);
      const std::size_t columns = std::min<std::size_t>(64, scenes - word * 64);
      for (std::size_t scene = 0; scene < columns; ++scene) {
        bits.by_scene[(word * 64 + scene) * scene_words + first / 64] = square[scene];
      }
    }
  }
}

void count_and_hash(std::size_t concepts, BlockBits& bits) {
  bits.counts.assign(concepts * kStepsPerBlock, 0);
  bits.hashes.resize(concepts);
  for (std::size_t index = 0; index < concepts; ++index) {
    const std::uint64_t* words = bits.by_concept.data() + index * kBlockWords;
    for (std::size_t word = 0; word < kBlockWords; ++word) {
      bits.counts[index * kStepsPerBlock + word / kCountWords] +=
          static_cast<std::uint32_t>(std::popcount(words[word]));
    }
    bits.hashes[index] =
        hash64({reinterpret_cast<const char*>(words), kBlockWords * sizeof(std::uint64_t)});
  }
}

}  // namespace

std::vector<std::uint64_t> write_truths(const PlanePlan& plan, std::span<const Looks> scenes,
                                        PreparedSink& sink, const Control& control) {
  const std::size_t concepts = plan.concepts();
  const std::uint64_t blocks = blocks_of(scenes.size());
  const std::size_t each = counts_each(scenes.size());
  PreparedSink::File by_concept(sink, kByConceptName);
  PreparedSink::File by_scene(sink, kBySceneName);
  std::vector<std::uint32_t> counts(concepts * each);
  std::vector<std::uint64_t> signatures(concepts);
  ordered_parallel<BlockBits>(
      0, blocks, control,
      [&](std::uint64_t block, BlockBits& bits) {
        const auto part = stretch(scenes, block * kBlockScenes, kBlockScenes);
        fill_by_concept(plan, part, bits);
        fill_by_scene(concepts, part.size(), (concepts + 63) / 64, bits);
        count_and_hash(concepts, bits);
      },
      [&](std::uint64_t block, BlockBits& bits) {
        by_concept.write(bytes_of(bits.by_concept));
        by_scene.write(bytes_of(bits.by_scene));
        for (std::size_t index = 0; index < concepts; ++index) {
          std::uint32_t* at = counts.data() + index * each + block * kStepsPerBlock;
          for (std::size_t step = 0; step < kStepsPerBlock; ++step, ++at) {
            at[1] = at[0] + bits.counts[index * kStepsPerBlock + step];
          }
          signatures[index] = mix(signatures[index], bits.hashes[index]);
        }
        control.report({"write truths", block + 1, blocks, 0});
      });
  by_concept.commit();
  by_scene.commit();
  sink.write(kCountsName, bytes_of(counts));
  return signatures;
}

TruthMatrix::TruthMatrix(const PreparedFiles& files, std::size_t concepts, std::uint64_t scenes)
    : concepts_(concepts),
      scenes_(scenes),
      scene_words_((concepts + 63) / 64),
      by_concept_(words_of<std::uint64_t>(files, kByConceptName,
                                          blocks_of(scenes) * concepts * kBlockWords)),
      by_scene_(words_of<std::uint64_t>(files, kBySceneName, scenes * scene_words_)),
      counts_(words_of<std::uint32_t>(files, kCountsName, concepts * counts_each(scenes))) {}

std::span<const std::uint32_t> TruthMatrix::counts_of(std::size_t index) const {
  const std::size_t each = counts_each(scenes_);
  return counts_.subspan(index * each, each);
}

std::uint64_t TruthMatrix::nth_scene(std::size_t index, std::uint64_t nth) const {
  const auto counts = counts_of(index);
  ASSAY_CHECK(nth < counts.back());
  const auto after = std::upper_bound(counts.begin(), counts.end(), nth);
  const auto step = static_cast<std::uint64_t>(after - counts.begin()) - 1;
  std::uint64_t left = nth - counts[step];
  const auto words =
      of_concept(index, step / kStepsPerBlock).subspan(step % kStepsPerBlock * kCountWords);
  std::size_t word = 0;
  for (;; ++word) {
    const auto here = static_cast<std::uint64_t>(std::popcount(words[word]));
    if (left < here) break;
    left -= here;
  }
  std::uint64_t bits = words[word];
  for (; left > 0; --left) bits &= bits - 1;
  return step * kCountScenes + word * 64 + static_cast<std::uint64_t>(std::countr_zero(bits));
}

std::vector<std::uint64_t> count_truths(const PlanePlan& plan, std::span<const Looks> scenes,
                                        const Control& control) {
  struct Counts {
    std::unique_ptr<PlanePlan::Scratch> scratch;
    std::vector<BitCounter> of;
  };
  std::vector<std::uint64_t> totals(plan.concepts());
  const std::uint64_t blocks = blocks_of(scenes.size());
  ordered_parallel<Counts>(
      0, blocks, control,
      [&](std::uint64_t block, Counts& counts) {
        if (!counts.scratch) counts.scratch = std::make_unique<PlanePlan::Scratch>();
        counts.of.assign(plan.concepts(), {});
        for (std::size_t at = 0; at < kPlanesPerBlock; ++at) {
          const auto part = stretch(scenes, block * kBlockScenes + at * kPlaneScenes, kPlaneScenes);
          if (part.empty()) break;
          plan.load(part, *counts.scratch);
          for (std::size_t index = 0; index < plan.concepts(); ++index) {
            counts.of[index].add(plan.truth(index, *counts.scratch));
          }
        }
      },
      [&](std::uint64_t block, Counts& counts) {
        for (std::size_t index = 0; index < plan.concepts(); ++index) {
          totals[index] += counts.of[index].total();
        }
        control.report({"try concepts", block + 1, blocks, 0});
      });
  return totals;
}

}  // namespace assay::curi
