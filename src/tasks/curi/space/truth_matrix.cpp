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
constexpr std::string_view kSignaturesName = "signatures.words";

std::string_view bytes_of(std::span<const std::uint64_t> words) {
  return {reinterpret_cast<const char*>(words.data()), words.size_bytes()};
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

}  // namespace

std::span<const std::uint64_t> TruthMatrix::Words::words() const {
  if (!file_) return owned_;
  const std::string_view bytes = file_->bytes();
  return {reinterpret_cast<const std::uint64_t*>(bytes.data()), bytes.size() / 8};
}

// Takes words in order, into memory or into a file that appears when all are there.
class TruthMatrix::Sink {
 public:
  Sink(const Folder* folder, std::string_view name) : folder_(folder), name_(name) {
    if (folder != nullptr) file_.emplace(*folder, name);
  }
  void add(std::span<const std::uint64_t> words) {
    if (file_) {
      file_->write(bytes_of(words));
    } else {
      owned_.insert(owned_.end(), words.begin(), words.end());
    }
  }
  Words finish() {
    if (!file_) return Words(std::move(owned_));
    file_->commit();
    return Words(std::make_unique<MappedFile>(*folder_, name_));
  }

 private:
  const Folder* folder_;
  std::string_view name_;
  std::optional<NewFile> file_;
  std::vector<std::uint64_t> owned_;
};

TruthMatrix::TruthMatrix(std::size_t concepts, std::uint64_t scenes)
    : concepts_(concepts), scenes_(scenes), scene_words_((concepts + 63) / 64) {}

TruthMatrix TruthMatrix::build(const PlanePlan& plan, std::span<const Looks> scenes,
                               const Folder* folder, const Control& control) {
  TruthMatrix matrix(plan.concepts(), scenes.size());
  Sink by_concept(folder, kByConceptName);
  Sink by_scene(folder, kBySceneName);
  const std::uint64_t blocks = matrix.blocks();
  const std::size_t counts_each = matrix.count_steps() + 1;
  // Two counts a word; of an odd number, one is left over.
  std::vector<std::uint64_t> count_words((plan.concepts() * counts_each + 1) / 2);
  auto* counts = reinterpret_cast<std::uint32_t*>(count_words.data());
  std::vector<std::uint64_t> signatures(plan.concepts());
  ordered_parallel<BlockBits>(
      0, blocks, control,
      [&](std::uint64_t block, BlockBits& bits) {
        const auto part = stretch(scenes, block * kBlockScenes, kBlockScenes);
        fill_by_concept(plan, part, bits);
        fill_by_scene(plan.concepts(), part.size(), matrix.scene_words_, bits);
        bits.counts.assign(plan.concepts() * kStepsPerBlock, 0);
        bits.hashes.resize(plan.concepts());
        for (std::size_t index = 0; index < plan.concepts(); ++index) {
          const auto words = std::span(bits.by_concept).subspan(index * kBlockWords, kBlockWords);
          for (std::size_t word = 0; word < kBlockWords; ++word) {
            bits.counts[index * kStepsPerBlock + word / kCountWords] +=
                static_cast<std::uint32_t>(std::popcount(words[word]));
          }
          bits.hashes[index] = hash64(bytes_of(words));
        }
      },
      [&](std::uint64_t block, BlockBits& bits) {
        by_concept.add(bits.by_concept);
        by_scene.add(bits.by_scene);
        for (std::size_t index = 0; index < plan.concepts(); ++index) {
          std::uint32_t* at = counts + index * counts_each + block * kStepsPerBlock;
          for (std::size_t step = 0; step < kStepsPerBlock; ++step, ++at) {
            at[1] = at[0] + bits.counts[index * kStepsPerBlock + step];
          }
          signatures[index] = mix(signatures[index], bits.hashes[index]);
        }
        control.report({"write truths", block + 1, blocks, 0});
      });
  matrix.by_concept_ = by_concept.finish();
  matrix.by_scene_ = by_scene.finish();
  Sink running(folder, kCountsName);
  running.add(count_words);
  matrix.counts_ = running.finish();
  Sink hashes(folder, kSignaturesName);
  hashes.add(signatures);
  matrix.signatures_ = hashes.finish();
  return matrix;
}

std::optional<TruthMatrix> TruthMatrix::find(const Folder& folder, std::size_t concepts,
                                             std::uint64_t scenes) {
  TruthMatrix matrix(concepts, scenes);
  const auto take = [&](std::string_view name, std::uint64_t words, Words& into) {
    if (!folder.exists(name) || folder.size_of(name) != words * 8) return false;
    into = Words(std::make_unique<MappedFile>(folder, name));
    return true;
  };
  const std::uint64_t blocks = matrix.blocks();
  const bool found =
      take(kByConceptName, blocks * concepts * kBlockWords, matrix.by_concept_) &&
      take(kBySceneName, scenes * matrix.scene_words_, matrix.by_scene_) &&
      take(kCountsName, (concepts * (matrix.count_steps() + 1) + 1) / 2, matrix.counts_) &&
      take(kSignaturesName, concepts, matrix.signatures_);
  if (!found) return std::nullopt;
  return matrix;
}

std::span<const std::uint32_t> TruthMatrix::counts_of(std::size_t index) const {
  const std::size_t each = count_steps() + 1;
  return {reinterpret_cast<const std::uint32_t*>(counts_.words().data()) + index * each, each};
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
  const std::uint64_t blocks = (scenes.size() + kBlockScenes - 1) / kBlockScenes;
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
