#include "assay/learners/text/batches.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "assay/base/error.h"

namespace assay::learners {

namespace {

constexpr std::uint64_t kFirstBucket = 8;

std::int64_t sum(const std::vector<std::int64_t>& values) {
  return std::accumulate(values.begin(), values.end(), std::int64_t{0});
}

// Rows of one side, padded.
void fill_side(std::vector<std::int64_t>& out, std::vector<std::int64_t>& lengths,
               std::int64_t& width, bool with_end, std::span<const std::span<const Token>> pieces) {
  for (const auto& piece : pieces) {
    lengths.push_back(static_cast<std::int64_t>(piece.size()) + (with_end ? 1 : 0));
    width = std::max(width, lengths.back());
  }
  out.assign(pieces.size() * static_cast<std::size_t>(width), kPadding);
  for (std::size_t row = 0; row < pieces.size(); ++row) {
    const auto begin = out.begin() + static_cast<std::ptrdiff_t>(row) * width;
    const auto end = std::copy(pieces[row].begin(), pieces[row].end(), begin);
    if (with_end) *end = kEnd;
  }
}

void fill_worlds(Batch& batch, const Examples& examples, std::span<const std::uint32_t> numbers) {
  batch.grid = examples.grid();
  if (batch.grid == 0) return;
  for (const std::uint32_t number : numbers) {
    const WorldView world = examples.world(number);
    batch.entries.insert(batch.entries.end(), world.entries.begin(), world.entries.end());
    batch.world_ends.push_back(static_cast<std::int64_t>(batch.entries.size()));
    batch.target_cells.push_back(world.target);
  }
}

// Orders first by the longer side in its bucket, so that batches of tokens can be cut, then by both
// lengths.
std::uint64_t length_key(std::uint64_t bucket, std::uint64_t target, std::uint64_t source) {
  return (bucket << 42U) | (target << 21U) | source;
}

}  // namespace

std::int64_t Batch::source_tokens() const { return sum(source_lengths); }
std::int64_t Batch::target_tokens() const { return sum(target_lengths); }

Batch make_batch(const Examples& examples, std::span<const std::uint32_t> numbers, Ends ends) {
  std::vector<std::span<const Token>> sources;
  std::vector<std::span<const Token>> targets;
  for (const std::uint32_t number : numbers) {
    sources.push_back(examples.source(number));
    targets.push_back(examples.target(number));
  }
  Batch batch;
  batch.rows = static_cast<std::int64_t>(numbers.size());
  fill_side(batch.source, batch.source_lengths, batch.source_width, true, sources);
  fill_side(batch.target, batch.target_lengths, batch.target_width, ends.of_targets, targets);
  fill_worlds(batch, examples, numbers);
  return batch;
}

std::uint64_t bucket_of(std::uint64_t length) {
  std::uint64_t bound = kFirstBucket;
  while (bound < length) bound = std::max(bound + 1, bound * 11 / 10);
  return bound;
}

Batches::Batches(const Examples& examples, BatchSize size, Ends ends, std::uint64_t seed)
    : examples_(examples),
      ends_(ends),
      mixes_lengths_(size.mixes_lengths),
      key_(stream_key(seed, "learners/batches")) {
  ASSAY_CHECK((size.rows == 0) != (size.tokens == 0) && examples.size() > 0);
  ASSAY_CHECK(!size.mixes_lengths || size.tokens == 0);
  std::vector<std::uint64_t> buckets(examples.size());
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const std::uint64_t source = examples.source(i).size() + 1;
    const std::uint64_t target = examples.target(i).size() + (ends.of_targets ? 1 : 0);
    buckets[i] = size.tokens == 0 ? 0 : bucket_of(std::max(source, target));
    lengths_.push_back(size.mixes_lengths ? 0 : length_key(buckets[i], target, source));
  }
  std::sort(buckets.begin(), buckets.end());
  for (std::size_t begin = 0; begin < buckets.size();) {
    const std::uint64_t most =
        size.rows != 0 ? size.rows : std::max<std::uint64_t>(1, size.tokens / buckets[begin]);
    std::size_t end = begin;
    while (end < buckets.size() && end - begin < most && buckets[end] == buckets[begin]) ++end;
    cuts_.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
    begin = end;
  }
}

std::uint64_t Batches::chance(std::uint64_t epoch, std::uint32_t what, std::uint32_t number) const {
  const PhiloxBlock words = philox(
      {number, what, static_cast<std::uint32_t>(epoch), static_cast<std::uint32_t>(epoch >> 32U)},
      key_);
  return (std::uint64_t{words[0]} << 32U) | words[1];
}

void Batches::deal(std::uint64_t epoch) {
  const auto shuffle = [&](std::vector<std::uint32_t>& numbers, std::size_t count,
                           std::uint32_t what, auto length) {
    std::vector<std::uint64_t> chances(count);
    for (std::uint32_t i = 0; i < count; ++i) chances[i] = chance(epoch, what, i);
    numbers.resize(count);
    std::iota(numbers.begin(), numbers.end(), 0U);
    std::sort(numbers.begin(), numbers.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::tuple(length(a), chances[a], a) < std::tuple(length(b), chances[b], b);
    });
  };
  shuffle(order_, examples_.size(), 0, [&](std::uint32_t example) { return lengths_[example]; });
  shuffle(turns_, cuts_.size(), 1, [](std::uint32_t) { return 0; });
  dealt_ = epoch;
}

std::span<const std::uint32_t> Batches::numbers_at(std::uint64_t epoch, std::uint64_t number) {
  ASSAY_CHECK(number < cuts_.size());
  if (dealt_ != epoch) deal(epoch);
  const Cut cut = cuts_[turns_[number]];
  return std::span(order_).subspan(cut.begin, cut.end - cut.begin);
}

Batch Batches::at(std::uint64_t epoch, std::uint64_t number) {
  const std::span<const std::uint32_t> dealt = numbers_at(epoch, number);
  if (!mixes_lengths_) return make_batch(examples_, dealt, ends_);
  std::vector<std::uint32_t> numbers(dealt.begin(), dealt.end());
  std::ranges::stable_sort(numbers, [&](std::uint32_t a, std::uint32_t b) {
    return examples_.target(a).size() > examples_.target(b).size();
  });
  return make_batch(examples_, numbers, ends_);
}

}  // namespace assay::learners
