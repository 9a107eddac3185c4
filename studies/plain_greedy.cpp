// What a split by divergence would be by the greedy search of Keysers et al. alone, from many
// random starts: of 200 random candidates the best enters, every third step the worst of 200
// leaves, until the sets are full.
//
//   plain_greedy DIR [RESTARTS [TRAIN HELD_OUT]]        (20, 40 % and 10 % of the examples)
//
// A split of three parts by `assay split` searches for train and all that is held out, which then
// is divided into dev and test: what compares with 24,000 / 3,000 / 3,000 is 24000 6000.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "assay/base/text.h"
#include "assay/catalog/catalog.h"
#include "assay/pipeline/divergence_pool.h"
#include "assay/split/divergence_sets.h"

namespace assay {
namespace {

constexpr std::size_t kCandidates = 200;
constexpr std::uint64_t kLeaveEvery = 3;

class PlainGreedy {
 public:
  PlainGreedy(const SearchPool& pool, const DivergenceGoal& goal, Key key)
      : goal_(goal), key_(key), sets_(pool, goal) {}

  Arrangement run(std::uint32_t start) {
    for (std::uint64_t step = 0; !is_full(); ++step) {
      // A stream holds a quarter of a million words.
      Stream stream =
          search_stream(key_, start, SearchPhase::kPlant, static_cast<std::uint32_t>(step));
      const std::size_t set = emptiest();
      sets_.exchange(best(stream, sets_.unused(), [&](std::uint32_t example) {
        return Exchange{set, kNobody, example, kMostSets};
      }));
      if (step % kLeaveEvery != kLeaveEvery - 1) continue;
      const std::size_t from = stream.below(goal_.sizes.size());
      if (sets_.members(from).size() < 2) continue;
      sets_.exchange(best(stream, sets_.members(from), [&](std::uint32_t example) {
        return Exchange{from, example, kNobody, kMostSets};
      }));
    }
    return sets_.arrangement();
  }

 private:
  double fullness(std::size_t set) const {
    return static_cast<double>(sets_.members(set).size()) / static_cast<double>(goal_.sizes[set]);
  }
  bool is_full() const { return fullness(0) >= 1 && fullness(1) >= 1; }
  std::size_t emptiest() const { return fullness(1) < fullness(0) ? 1 : 0; }

  template <typename Move>
  Exchange best(Stream& stream, std::span<const std::uint32_t> examples, const Move& move) const {
    Exchange found;
    double best_score = 0;
    for (std::size_t i = 0; i < kCandidates; ++i) {
      const Exchange exchange = move(examples[stream.below(examples.size())]);
      const double score = score_of(sets_.state().after(exchange), goal_);
      if (i == 0 || score > best_score) {
        found = exchange;
        best_score = score;
      }
    }
    return found;
  }

  const DivergenceGoal& goal_;
  Key key_;
  DivergenceSets sets_;
};

int run(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: plain_greedy DIR [RESTARTS [TRAIN HELD_OUT]]\n");
    return 2;
  }
  const DataSet data(argv[1]);
  const auto task = make_task(data.manifest().recipe.task, data.manifest().recipe.params);
  const DivergencePool rows = read_pool(data, *task, task->info().compounds, {});
  const SearchPool pool(rows.profiles);
  const std::size_t restarts = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 20;
  DivergenceGoal goal;
  goal.sizes = {pool.size() * 2 / 5, pool.size() / 10};
  if (argc > 4)
    goal.sizes = {std::strtoull(argv[3], nullptr, 10), std::strtoull(argv[4], nullptr, 10)};
  goal.pairs = {{0, 1}};
  fmt::print("{} examples, {} compounds; train {}, held out {}\n", with_commas(pool.size()),
             with_commas(pool.compounds()), with_commas(goal.sizes[0]), with_commas(goal.sizes[1]));
  std::vector<Arrangement> found(restarts);
  std::vector<std::jthread> threads;
  for (std::size_t t = 0; t < 2; ++t) {
    threads.emplace_back([&, t] {
      for (std::size_t start = t; start < restarts; start += 2) {
        PlainGreedy greedy(pool, goal, stream_key(1, "plain greedy"));
        found[start] = greedy.run(static_cast<std::uint32_t>(start));
        const PairDivergence& pair = found[start].outlook.pairs[0];
        fmt::print(stderr, "restart {}: D_C {:.4f}  D_A {:.4f}\n", start, pair.compounds,
                   pair.atoms);
      }
    });
  }
  threads.clear();
  std::sort(found.begin(), found.end(),
            [](const Arrangement& a, const Arrangement& b) { return a.score > b.score; });
  for (const Arrangement& each : found) {
    fmt::print("D_A {:.4f}  D_C {:.4f}  score {:.4f}\n", each.outlook.pairs[0].atoms,
               each.outlook.pairs[0].compounds, each.score);
  }
  return 0;
}

}  // namespace
}  // namespace assay

int main(int argc, char** argv) { return assay::run(argc, argv); }
