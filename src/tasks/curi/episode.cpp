#include "assay/tasks/curi/episode.h"

#include <algorithm>
#include <bit>

#include "assay/base/error.h"
#include "assay/tasks/curi/space/bits.h"

namespace assay::curi {

namespace {

// Streams of an episode: the item's number and what is drawn.
constexpr std::uint32_t kStreamsPerItem = 8;
enum Draws : std::uint32_t {
  kPositiveDraws = 1,
  kSupportDraws = 2,
  kQueryDraws = 3,
  kOrderDraws = 4
};

constexpr std::uint64_t kReleaseBlock = 5000;  // the release draws negatives from one folder
constexpr unsigned kMostProposals = 4000;

bool contains(const std::vector<std::uint64_t>& scenes, std::uint64_t scene) {
  return std::find(scenes.begin(), scenes.end(), scene) != scenes.end();
}

}  // namespace

EpisodeMaker::EpisodeMaker(const ConceptSpace& space, EpisodeSettings settings)
    : space_(space), settings_(settings), first_names_(space.truths().scene_words()) {
  for (std::uint32_t index = 0; index < space.concepts().size(); ++index) {
    if (space.concepts()[index].cluster != index) continue;
    first_names_[index / 64] |= 1ULL << (index % 64);
  }
}

void EpisodeMaker::make(std::uint32_t subject, std::uint64_t unit, std::uint32_t item,
                        Scratch& scratch, Episode& out) const {
  const auto stream = [&](Draws draws) {
    return Stream(settings_.key, {Purpose::kItem, unit, item * kStreamsPerItem + draws, 0});
  };
  const bool hard = settings_.negatives == Negatives::kHard;
  out.subject = subject;
  Stream positives = stream(kPositiveDraws);
  draw_positives(subject, positives, out);

  Scenes negatives;
  find_others(subject, out.support, scratch);
  out.alternates.clear();
  for_each_bit(scratch.bits, [&](std::uint32_t other) { out.alternates.push_back(other); });
  Stream support = stream(kSupportDraws);
  if (hard) draw_hard(subject, support, scratch, negatives);
  if (!hard && is_published()) draw_unchecked(support, negatives);
  fill(subject, support, negatives);
  take(subject, negatives, scratch, out.support);
  keep_valid(out);

  // The release never looks for other explanations of the query's positives.
  negatives.clear();
  const bool hard_query = hard && !is_published();
  if (hard_query) {
    find_others(subject, out.query, scratch);
  } else {
    std::fill(scratch.bits.begin(), scratch.bits.end(), 0);
  }
  Stream query = stream(kQueryDraws);
  if (hard_query) draw_hard(subject, query, scratch, negatives);
  if (!hard && is_published()) draw_unchecked(query, negatives);
  fill(subject, query, negatives);
  take(subject, negatives, scratch, out.query);

  Stream order = stream(kOrderDraws);
  order.shuffle(std::span<Shown>(out.support));
  order.shuffle(std::span<Shown>(out.query));
}

void EpisodeMaker::draw_positives(std::uint32_t subject, Stream& stream, Episode& out) const {
  const std::uint64_t count = space_.truths().count(subject);
  Scenes ranks;
  while (ranks.size() < 2 * kPositives) {
    const std::uint64_t rank = stream.below(count);
    if (!contains(ranks, rank)) ranks.push_back(rank);
  }
  for (std::size_t at = 0; at < kPositives; ++at) {
    out.support[at] = {space_.truths().nth_scene(subject, ranks[at]), true, -1};
    out.query[at] = {space_.truths().nth_scene(subject, ranks[kPositives + at]), true, -1};
  }
}

void EpisodeMaker::find_others(std::uint32_t subject, const std::array<Shown, kSetScenes>& set,
                               Scratch& scratch) const {
  const TruthMatrix& truths = space_.truths();
  const auto first = truths.of_scene(set[0].scene);
  scratch.bits.assign(first.begin(), first.end());
  for (std::size_t at = 1; at < kPositives; ++at) {
    const auto row = truths.of_scene(set[at].scene);
    for (std::size_t word = 0; word < row.size(); ++word) scratch.bits[word] &= row[word];
  }
  scratch.bits[subject / 64] &= ~(1ULL << (subject % 64));
  // Synonyms bring the same scenes, and those of the subject none.
  const std::uint32_t own = space_.concepts()[subject].cluster;
  scratch.meanings.resize(scratch.bits.size());
  scratch.words.clear();
  for (std::size_t word = 0; word < scratch.bits.size(); ++word) {
    scratch.meanings[word] = scratch.bits[word] & first_names_[word];
    if (word == own / 64) scratch.meanings[word] &= ~(1ULL << (own % 64));
    if (scratch.meanings[word] != 0) scratch.words.push_back(static_cast<std::uint32_t>(word));
  }
  scratch.others.clear();
  scratch.ends.clear();
  std::uint64_t end = 0;
  for_each_bit(scratch.meanings, [&](std::uint32_t other) {
    end += truths.count(other);
    scratch.others.push_back(other);
    scratch.ends.push_back(end);
  });
}

// Uniform over the scenes where some other concept holds and the subject does not: a concept by the
// number of its scenes, one of these, and only if no earlier concept could have brought it, so that
// every scene has one way in. Where hardly any comes through, all are gathered instead.
void EpisodeMaker::draw_hard(std::uint32_t subject, Stream& stream, Scratch& scratch,
                             Scenes& out) const {
  if (scratch.others.empty()) return;
  for (unsigned proposals = 0; proposals < kMostProposals; ++proposals) {
    if (propose(subject, stream, scratch, out) && out.size() == kNegatives) return;
  }
  out.clear();
  gather_hard(subject, stream, scratch, out);
}

bool EpisodeMaker::propose(std::uint32_t subject, Stream& stream, const Scratch& scratch,
                           Scenes& out) const {
  const TruthMatrix& truths = space_.truths();
  const std::uint64_t pick = stream.below(scratch.ends.back());
  const auto at = static_cast<std::size_t>(
      std::upper_bound(scratch.ends.begin(), scratch.ends.end(), pick) - scratch.ends.begin());
  const std::uint32_t other = scratch.others[at];
  const std::uint64_t begin = at == 0 ? 0 : scratch.ends[at - 1];
  const std::uint64_t scene = truths.nth_scene(other, pick - begin);
  const auto row = truths.of_scene(scene);
  if (has_bit(row, subject)) return false;
  for (const std::uint32_t word : scratch.words) {
    if (word >= other / 64) break;
    if ((row[word] & scratch.meanings[word]) != 0) return false;
  }
  const std::uint64_t earlier = (1ULL << (other % 64)) - 1;
  if ((row[other / 64] & scratch.meanings[other / 64] & earlier) != 0) return false;
  if (contains(out, scene)) return false;
  out.push_back(scene);
  return true;
}

void EpisodeMaker::gather_hard(std::uint32_t subject, Stream& stream, Scratch& scratch,
                               Scenes& out) const {
  const TruthMatrix& truths = space_.truths();
  scratch.pool.clear();
  for (std::uint64_t block = 0; block < truths.blocks(); ++block) {
    std::array<std::uint64_t, kBlockWords> any{};
    for (const std::uint32_t other : scratch.others) {
      const auto words = truths.of_concept(other, block);
      for (std::size_t word = 0; word < kBlockWords; ++word) any[word] |= words[word];
    }
    const auto own = truths.of_concept(subject, block);
    for (std::size_t word = 0; word < kBlockWords; ++word) {
      for (std::uint64_t left = any[word] & ~own[word]; left != 0; left &= left - 1) {
        scratch.pool.push_back(block * kBlockScenes + word * 64 +
                               static_cast<std::uint64_t>(std::countr_zero(left)));
      }
    }
  }
  for (std::size_t taken = 0; taken < kNegatives && taken < scratch.pool.size(); ++taken) {
    const std::uint64_t pick = taken + stream.below(scratch.pool.size() - taken);
    std::swap(scratch.pool[taken], scratch.pool[pick]);
    out.push_back(scratch.pool[taken]);
  }
}

void EpisodeMaker::fill(std::uint32_t subject, Stream& stream, Scenes& out) const {
  const std::uint64_t scenes = space_.settings().scenes;
  const std::uint64_t block = is_published() ? std::min(scenes, kReleaseBlock) : scenes;
  while (out.size() < kNegatives) {
    const std::uint64_t first = stream.below(scenes / block) * block;
    for (std::size_t missing = kNegatives - out.size(); missing > 0; --missing) {
      const std::uint64_t scene = first + stream.below(block);
      if (!space_.truths().holds(subject, scene) && !contains(out, scene)) out.push_back(scene);
    }
  }
}

// The release takes scenes from one folder as they come, those where the concept holds as well.
void EpisodeMaker::draw_unchecked(Stream& stream, Scenes& out) const {
  const std::uint64_t scenes = space_.settings().scenes;
  const std::uint64_t block = std::min(scenes, kReleaseBlock);
  const std::uint64_t first = stream.below(scenes / block) * block;
  while (out.size() < kNegatives) out.push_back(first + stream.below(block));
}

void EpisodeMaker::take(std::uint32_t subject, const Scenes& negatives, const Scratch& scratch,
                        std::array<Shown, kSetScenes>& set) const {
  const TruthMatrix& truths = space_.truths();
  for (std::size_t at = 0; at < kNegatives; ++at) {
    Shown& shown = set[kPositives + at];
    shown = {negatives[at], truths.holds(subject, negatives[at]), -1};
    if (settings_.negatives == Negatives::kEasy || shown.label) continue;
    double best = 0;
    const auto row = truths.of_scene(shown.scene);
    for_each_bit(scratch.bits, [&](std::uint32_t other) {
      if (!has_bit(row, other)) return;
      const double probability = space_.concepts()[other].log_probability;
      if (shown.behind >= 0 && probability <= best) return;
      shown.behind = static_cast<std::int32_t>(other);
      best = probability;
    });
  }
}

void EpisodeMaker::keep_valid(Episode& out) const {
  out.valid.clear();
  const TruthMatrix& truths = space_.truths();
  for (const std::uint32_t other : out.alternates) {
    const bool contradicted =
        std::any_of(out.support.begin() + kPositives, out.support.end(),
                    [&](const Shown& shown) { return truths.holds(other, shown.scene); });
    if (!contradicted) out.valid.push_back(other);
  }
  out.valid.insert(std::upper_bound(out.valid.begin(), out.valid.end(), out.subject), out.subject);
}

}  // namespace assay::curi
