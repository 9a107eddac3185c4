// How diverse a selection is: all candidates compared, some of them drawn, or rows at random.
//
//   selection DIR N...      DIR is a data set with rules; for each number of rows a line for each
//   way
//
// The columns: rows, candidates compared in a step, entropy in bits, its share of the full
// greedy's, different compounds, rows of the rarest and of the most frequent level, seconds.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "assay/base/text.h"
#include "assay/catalog/catalog.h"
#include "assay/pipeline/selection_pool.h"
#include "assay/split/combination_entropy.h"

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

struct Chosen {
  double bits = 0;
  std::uint64_t compounds = 0;
  std::uint64_t least = 0;
  std::uint64_t most = 0;
  double seconds = 0;
};

Chosen choose(const assay::SelectionPool& pool, std::span<const assay::Candidate> candidates,
              std::uint64_t rows, std::uint64_t compared, const assay::Control& control) {
  const auto begin = Clock::now();
  const auto chosen = assay::select_rows(
      pool.lists, candidates,
      {.rows = rows, .compared = compared, .key = assay::stream_key(0, "study")}, control);
  Chosen result{.seconds = seconds_since(begin)};
  assay::CombinationEntropy entropy(pool.lists.compounds(), rows);
  std::map<std::uint32_t, std::uint64_t> levels;
  std::vector<std::uint32_t> compounds;
  for (const std::uint64_t row : chosen) {
    pool.lists.read(pool.rows[row].list, compounds);
    entropy.add(compounds);
    ++levels[pool.rows[row].level];
  }
  result.bits = entropy.bits();
  result.compounds = entropy.distinct();
  result.least = rows;
  for (const auto& [level, count] : levels) {
    result.least = std::min(result.least, count);
    result.most = std::max(result.most, count);
  }
  return result;
}

}  // namespace

int main(int count, char** words) try {
  if (count < 3) {
    fmt::print(stderr, "selection DIR N...; see its source\n");
    return 2;
  }
  assay::Control control;
  control.jobs = 2;
  const assay::DataSet data(words[1]);
  const auto task =
      assay::make_task(data.manifest().recipe.task, data.manifest().recipe.params, {});
  const auto begin = Clock::now();
  const assay::SelectionPool pool = assay::read_selection_pool(
      data, *task, assay::usual_level(*task), assay::counting_all(task->info().compounds), control);
  const auto candidates = assay::different_rows(pool);
  fmt::print("{} rows, {} different, {} compounds, {} of a row in {} bytes; read in {:.1f} s\n",
             assay::with_commas(pool.rows.size()), assay::with_commas(candidates.size()),
             assay::with_commas(pool.lists.compounds()),
             pool.lists.entries() / std::max<std::size_t>(1, pool.lists.size()),
             pool.lists.bytes() / std::max<std::size_t>(1, pool.lists.size()),
             seconds_since(begin));
  for (int word = 2; word < count; ++word) {
    const std::uint64_t rows = std::strtoull(words[word], nullptr, 10);
    double greedy = 0;
    for (const std::uint64_t compared : {0U, 1U, 10U, 30U, 100U, 300U, 1000U}) {
      const Chosen chosen = choose(pool, candidates, rows, compared, control);
      if (compared == 0) greedy = chosen.bits;
      fmt::print("{:>9} {:>5} {:>9.4f} {:>8.2f} % {:>10} {:>6} {:>6} {:>8.2f} s\n", rows,
                 compared == 0 ? "all" : std::to_string(compared), chosen.bits,
                 100 * chosen.bits / greedy, chosen.compounds, chosen.least, chosen.most,
                 chosen.seconds);
      std::fflush(stdout);
    }
  }
  return 0;
} catch (const std::exception& problem) {
  fmt::print(stderr, "{}\n", problem.what());
  return 3;
}
