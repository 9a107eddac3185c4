// The compositionality gap of every split of CURI: strong and weak learners, hard and easy
// negatives, both editions.
//
//   curi_tables CACHE [EPISODES [DRAWS [SCENES [SPACE [EDITION]]]]]
//
// Defaults: 1000 2000000 990000 0, both editions.
// CACHE keeps concepts and truths between runs: 4 GB for each edition at the paper's size.
#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "assay/base/parallel.h"
#include "assay/catalog/catalog.h"
#include "assay/measure/bootstrap.h"
#include "assay/tasks/curi/concept_split.h"
#include "assay/tasks/curi/row.h"

namespace assay {
namespace {

struct Cell {
  std::vector<Estimate> means;  // learner-major
  std::vector<Estimate> gaps;   // by metric
};

std::string shown(const Estimate& estimate) {
  return fmt::format("{:5.1f} ({:.1f} to {:.1f})", 100 * estimate.mean.value_or(0),
                     100 * estimate.low.value_or(0), 100 * estimate.high.value_or(0));
}

// The same groups, numbered without gaps.
std::vector<std::uint32_t> numbered(const std::vector<std::uint32_t>& groups) {
  std::map<std::uint32_t, std::uint32_t> numbers;
  std::vector<std::uint32_t> result;
  for (const std::uint32_t group : groups) {
    result.push_back(
        numbers.emplace(group, static_cast<std::uint32_t>(numbers.size())).first->second);
  }
  return result;
}

Cell measure(std::map<std::string, std::string> params, std::uint64_t episodes,
             const Workplace& workplace) {
  params["test"] = std::to_string(episodes);
  const auto task = make_task("curi", params, workplace);
  const auto source = task->open(0);
  const auto panel = task->abilities().learners->panel(std::nullopt);
  const std::size_t values = panel->learners().size() * panel->metrics().size();
  std::vector<RowValues> columns(values, RowValues(episodes));
  std::vector<std::uint32_t> concepts(episodes);  // resampled as wholes
  struct Nothing {};
  constexpr std::uint64_t kBlock = 20;
  ordered_parallel<Nothing>(
      0, (episodes + kBlock - 1) / kBlock, workplace.control,
      [&](std::uint64_t block, Nothing&) {
        Example row;
        for (std::uint64_t at = block * kBlock; at < std::min(episodes, (block + 1) * kBlock);
             ++at) {
          source->unit(at)->make(0, {}, row);
          const LearnerMarks marks = panel->mark(row);
          concepts[at] = static_cast<std::uint32_t>(number_at(row, curi::kNumberColumn));
          for (std::size_t value = 0; value < values; ++value) {
            columns[value][at] = marks.values[value];
          }
        }
      },
      [](std::uint64_t, Nothing&) {});
  const std::vector<double> weights(episodes, 1.0);
  Cell cell;
  cell.means = bootstrap_means(weights, columns, {}, workplace.control, numbered(concepts));
  std::vector<RowValues> gaps;
  for (std::size_t metric = 0; metric < panel->metrics().size(); ++metric) {
    gaps.push_back(differences(columns[metric], columns[panel->metrics().size() + metric]));
  }
  cell.gaps = bootstrap_means(weights, gaps, {}, workplace.control, numbered(concepts));
  return cell;
}

void print_table(std::map<std::string, std::string> params, std::uint64_t episodes,
                 const Workplace& workplace) {
  fmt::print("\n{} edition, {} negatives\n\n", params["edition"], params["negatives"]);
  fmt::print(
      "| split | mAP strong | weak | gap | chance | accuracy strong | weak | gap |\n"
      "|---|---|---|---|---|---|---|---|\n");
  for (const curi::NamedSplit& split : curi::kSplits) {
    params["split"] = split.name;
    const Cell cell = measure(params, episodes, workplace);
    fmt::print("| {} | {} | {} | {} | {:.1f} | {} | {} | {} |\n", split.name, shown(cell.means[0]),
               shown(cell.means[4]), shown(cell.gaps[0]), 100 * cell.means[8].mean.value_or(0),
               shown(cell.means[1]), shown(cell.means[5]), shown(cell.gaps[1]));
    std::fflush(stdout);
  }
}

int run(int count, char** words) {
  if (count < 2) {
    fmt::print(stderr, "usage: curi_tables CACHE [EPISODES [DRAWS [SCENES [SPACE [EDITION]]]]]\n");
    return 2;
  }
  const auto text = [&](int at, const char* standard) {
    return std::string(count > at ? words[at] : standard);
  };
  Workplace workplace;
  workplace.cache_folder = words[1];
  workplace.control.jobs = 2;
  const std::uint64_t episodes = std::strtoull(text(2, "1000").c_str(), nullptr, 10);
  for (const char* edition : {"published", "sound"}) {
    if (count > 6 && edition != text(6, "")) continue;
    for (const char* negatives : {"hard", "easy"}) {
      print_table({{"edition", edition},
                   {"negatives", negatives},
                   {"draws", text(3, "2000000")},
                   {"scenes", text(4, "990000")},
                   {"space", text(5, "0")}},
                  episodes, workplace);
    }
  }
  return 0;
}

}  // namespace
}  // namespace assay

int main(int count, char** words) { return assay::run(count, words); }
