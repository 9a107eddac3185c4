// Why nothing is missed where all candidates are compared.
//
// The cost of an example never falls while others are added (n ln n is convex), so a cost found
// earlier is a lower bound now, and the entropy that it promises an upper one. The candidates of a
// level stand in heaps, one for each number of compounds: inside a heap the lower cost promises
// more, whatever has been added since. The best promise of all heaps is weighed again; if its cost
// is still the same, nothing can be better. So few candidates are weighed in a step, not all.
#include "assay/split/selection.h"

#include <algorithm>
#include <map>

#include "assay/base/error.h"
#include "assay/base/parallel.h"
#include "assay/base/text.h"
#include "assay/split/combination_entropy.h"

namespace assay {

namespace {

// Examples of a level that have the same compounds: any of them is as good, so the first goes
// first.
struct Twins {
  std::uint32_t list = 0;
  std::vector<std::uint64_t> rows;  // descending: the next one is the last
};

std::vector<Twins> twins_of(std::span<const Candidate> level) {
  std::vector<Candidate> sorted(level.begin(), level.end());
  std::ranges::sort(sorted, [](const Candidate& a, const Candidate& b) {
    return a.list != b.list ? a.list < b.list : a.row > b.row;
  });
  std::vector<Twins> all;
  for (const Candidate& candidate : sorted) {
    if (all.empty() || all.back().list != candidate.list) all.push_back({candidate.list, {}});
    all.back().rows.push_back(candidate.row);
  }
  return all;
}

// A promise, kept if nothing was added since `when`.
struct Offer {
  std::uint64_t cost = 0;
  std::uint64_t row = 0;
  std::uint32_t twins = 0;
  std::uint64_t when = 0;
};

// The top of a heap is the offer of the lowest cost, then of the first row.
bool is_behind(const Offer& a, const Offer& b) {
  return a.cost != b.cost ? a.cost > b.cost : a.row > b.row;
}

// The offers of examples with one number of compounds.
struct OfferHeap {
  std::uint64_t compounds = 0;
  std::vector<Offer> offers;
  double promise = 0;  // of the top

  const Offer& top() const { return offers.front(); }
  void pop() {
    std::ranges::pop_heap(offers, is_behind);
    offers.pop_back();
  }
  void push(const Offer& offer) {
    offers.push_back(offer);
    std::ranges::push_heap(offers, is_behind);
  }
};

// Takes the best of one level.
class LevelGreedy {
 public:
  LevelGreedy(const CompoundLists& lists, std::span<const Candidate> level,
              CombinationEntropy& entropy, const Control& control)
      : lists_(lists), entropy_(entropy), twins_(twins_of(level)) {
    std::map<std::uint64_t, std::vector<Offer>> by_size;
    std::vector<std::uint64_t> costs = first_costs(control);
    for (std::uint32_t i = 0; i < twins_.size(); ++i) {
      by_size[lists.count(twins_[i].list)].push_back({costs[i], twins_[i].rows.back(), i, 0});
    }
    for (auto& [size, offers] : by_size) {
      std::ranges::make_heap(offers, is_behind);
      heaps_.push_back({size, std::move(offers)});
    }
  }

  // The row that makes the entropy highest; it is added.
  std::uint64_t take() {
    for (OfferHeap& heap : heaps_) renew(heap);
    for (;;) {
      OfferHeap& best = best_heap();
      Offer offer = best.top();
      best.pop();
      if (offer.when == now_) {
        Twins& twins = twins_[offer.twins];
        const std::uint64_t row = twins.rows.back();
        twins.rows.pop_back();
        lists_.read(twins.list, compounds_);
        entropy_.add(compounds_);
        ++now_;
        if (!twins.rows.empty()) best.push({offer.cost, twins.rows.back(), offer.twins, now_ - 1});
        if (best.offers.empty())
          std::erase_if(heaps_, [](const OfferHeap& heap) { return heap.offers.empty(); });
        return row;
      }
      lists_.read(twins_[offer.twins].list, compounds_);
      offer.cost = entropy_.cost(compounds_);
      offer.when = now_;
      best.push(offer);
      renew(best);
    }
  }

 private:
  std::vector<std::uint64_t> first_costs(const Control& control) const {
    constexpr std::size_t kTwinsPerBlock = 1024;
    std::vector<std::uint64_t> costs(twins_.size());
    using Compounds = std::vector<std::uint32_t>;
    const Control quiet{.jobs = control.jobs, .progress = {}, .cancel = control.cancel};
    ordered_parallel<Compounds>(
        0, (twins_.size() + kTwinsPerBlock - 1) / kTwinsPerBlock, quiet,
        [&](std::uint64_t block, Compounds& compounds) {
          const std::size_t end = std::min(twins_.size(), (block + 1) * kTwinsPerBlock);
          for (std::size_t i = block * kTwinsPerBlock; i < end; ++i) {
            lists_.read(twins_[i].list, compounds);
            costs[i] = entropy_.cost(compounds);
          }
        },
        [](std::uint64_t, Compounds&) {});
    return costs;
  }

  void renew(OfferHeap& heap) const {
    heap.promise = entropy_.with(heap.compounds, heap.top().cost);
  }

  OfferHeap& best_heap() {
    return *std::ranges::max_element(heaps_, [](const OfferHeap& a, const OfferHeap& b) {
      return a.promise != b.promise ? a.promise < b.promise : a.top().row > b.top().row;
    });
  }

  const CompoundLists& lists_;
  CombinationEntropy& entropy_;
  std::vector<Twins> twins_;
  std::vector<OfferHeap> heaps_;
  std::vector<std::uint32_t> compounds_;  // of the list read last
  std::uint64_t now_ = 0;                 // examples added; an offer of the same age is exact
};

// Takes the best of some that are drawn.
class LevelSample {
 public:
  LevelSample(const CompoundLists& lists, std::span<const Candidate> level,
              CombinationEntropy& entropy, std::uint64_t compared)
      : lists_(lists), entropy_(entropy), left_(level.begin(), level.end()), compared_(compared) {}

  std::uint64_t take(Stream stream) {
    std::size_t best = 0;
    double highest = 0;
    for (std::uint64_t i = 0; i < compared_; ++i) {
      const std::size_t at = stream.below(left_.size());
      lists_.read(left_[at].list, compounds_);
      const double found = entropy_.with(compounds_.size(), entropy_.cost(compounds_));
      const bool is_better =
          i == 0 || found > highest || (found == highest && left_[at].row < left_[best].row);
      if (!is_better) continue;
      best = at;
      highest = found;
    }
    const std::uint64_t row = left_[best].row;
    lists_.read(left_[best].list, compounds_);
    entropy_.add(compounds_);
    left_[best] = left_.back();
    left_.pop_back();
    return row;
  }

 private:
  const CompoundLists& lists_;
  CombinationEntropy& entropy_;
  std::vector<Candidate> left_;
  std::uint64_t compared_;
  std::vector<std::uint32_t> compounds_;  // of the list read last
};

// With at most `cap` of each level.
std::uint64_t sum_within(std::span<const std::uint64_t> available, std::uint64_t cap) {
  std::uint64_t sum = 0;
  for (const std::uint64_t rows : available) sum += std::min(rows, cap);
  return sum;
}

}  // namespace

std::vector<std::uint64_t> level_shares(std::span<const std::uint64_t> available,
                                        const SelectionWish& wish) {
  const std::uint64_t most = wish.cap.value_or(~std::uint64_t{0});
  const std::uint64_t all = sum_within(available, most);
  const std::uint64_t wanted = wish.rows.value_or(all);
  if (wanted > all) {
    fail(ErrorKind::kUsage,
         "{} rows are wanted, but the pool has only {} different examples{}; ask for fewer or make "
         "a larger pool",
         with_commas(wanted), with_commas(all),
         wish.cap ? fmt::format(" with at most {} of a level", with_commas(*wish.cap)) : "");
  }
  // The highest cap that does not take too many.
  std::uint64_t low = 0;
  std::uint64_t high = std::min(most, wanted);
  while (low < high) {
    const std::uint64_t middle = low + (high - low + 1) / 2;
    sum_within(available, middle) <= wanted ? low = middle : high = middle - 1;
  }
  std::vector<std::uint64_t> shares;
  for (const std::uint64_t rows : available) shares.push_back(std::min(rows, low));
  std::uint64_t left = wanted - sum_within(available, low);
  for (std::size_t i = 0; i < shares.size() && left > 0; ++i) {
    if (shares[i] == std::min(available[i], most)) continue;
    ++shares[i];
    --left;
  }
  return shares;
}

std::vector<std::uint64_t> select_rows(const CompoundLists& lists,
                                       std::span<const Candidate> candidates,
                                       const SelectionWish& wish, const Control& control) {
  std::map<std::uint32_t, std::vector<Candidate>> by_level;
  for (const Candidate& candidate : candidates) by_level[candidate.level].push_back(candidate);
  std::vector<std::uint64_t> available;
  for (const auto& [level, rows] : by_level) available.push_back(rows.size());
  const std::vector<std::uint64_t> shares = level_shares(available, wish);
  Progress progress{"select rows", 0, 0, 0};
  for (const std::uint64_t share : shares) progress.total += share;

  CombinationEntropy entropy(lists.compounds(), progress.total);
  std::vector<std::uint64_t> chosen;
  const auto take_all = [&](std::uint64_t share, auto take) {
    for (std::uint64_t i = 0; i < share; ++i) {
      if (control.cancelled()) throw Interrupted("stopped on request");
      chosen.push_back(take());
      if (++progress.done % 256 == 0) control.report(progress);
    }
  };
  std::size_t at = 0;
  for (const auto& [level, rows] : by_level) {
    const std::uint64_t share = shares[at++];
    if (share == 0) continue;
    if (wish.compared == 0) {
      LevelGreedy greedy(lists, rows, entropy, control);
      take_all(share, [&] { return greedy.take(); });
    } else {
      LevelSample sample(lists, rows, entropy, wish.compared);
      take_all(share, [&] {
        return sample.take(Stream(wish.key, {.purpose = Purpose::kSelect, .unit = chosen.size()}));
      });
    }
  }
  control.report(progress);
  return chosen;
}

}  // namespace assay
