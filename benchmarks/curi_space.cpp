// How fast CURI's concepts are drawn and tried on scenes, episodes made and ideal learners asked.
//
//   curi_space [EDITION [DRAWS [SCENES [SEED [JOBS]]]]]      default: published 2000000 990000 0 2
//
// Prints what becomes of the draws, how many concepts each split keeps for its test, and how often
// things stand in each bin.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/resource.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "assay/base/parallel.h"
#include "assay/base/text.h"
#include "assay/catalog/catalog.h"
#include "assay/tasks/curi/concept_split.h"
#include "assay/tasks/curi/space/concept_space.h"

namespace assay::curi {
namespace {

class Clock {
 public:
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    return seconds;
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

double megabytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

void print_steps(const SpaceSettings& settings, const Control& control) {
  Clock clock;
  Funnel funnel;
  const auto legal = draw_concepts(settings, control, funnel);
  fmt::print("{} draws: {:.2f} s, {} legal\n", with_commas(settings.draws), clock.lap(),
             with_commas(legal.size()));
  const auto looks = make_looks(scene_maker_of(settings), settings.scenes, control);
  fmt::print("{} scenes: {:.2f} s\n", with_commas(settings.scenes), clock.lap());
  const PlanePlan plan(legal);
  fmt::print("plan of {} parts: {:.2f} s\n", with_commas(plan.parts()), clock.lap());
  count_truths(plan, looks, control);
  const double seconds = clock.lap();
  fmt::print(
      "all legal concepts on all scenes: {:.2f} s, {:.2e} a second; {:.0f} MB so far\n", seconds,
      static_cast<double>(legal.size()) * static_cast<double>(looks.size()) / seconds, megabytes());
  std::array<std::array<std::uint64_t, 9>, 2> bins{};
  std::uint64_t things = 0;
  for (const Looks& scene : looks) {
    for (const Look& look : scene) {
      ++bins[0][look[Property::kLocationX]];
      ++bins[1][look[Property::kLocationY]];
      ++things;
    }
  }
  for (const std::size_t axis : {0U, 1U}) {
    fmt::print("{} bins:", axis == 0 ? "X" : "Y");
    for (const std::uint64_t count : bins[axis]) {
      fmt::print(" {:.5f}", static_cast<double>(count) / static_cast<double>(things));
    }
    fmt::print("\n");
  }
}

void print_space(const ConceptSpace& space) {
  const Funnel& funnel = space.funnel();
  fmt::print(
      "funnel: {} draws, {} distinct, banned {}, {} legal, {} too often, {} too rare, {} "
      "said twice, H {}\n",
      funnel.draws, funnel.distinct, fmt::join(funnel.banned, " "), funnel.legal, funnel.too_often,
      funnel.too_rare, funnel.without_x, funnel.kept);
  const auto histogram = space.synonym_histogram();
  fmt::print("meanings {}: {} of one name, {} of two, {} of three; most names {}\n",
             funnel.meanings, histogram[1], histogram.size() > 2 ? histogram[2] : 0,
             histogram.size() > 3 ? histogram[3] : 0, histogram.size() - 1);
  for (const NamedSplit& split : kSplits) {
    std::array<std::uint64_t, 5> places{};
    for (const Hypothesis& each : space.concepts()) {
      ++places[static_cast<std::size_t>(place_of(split.rule, space.settings().edition, each.words,
                                                 each.cluster, space.settings().seed))];
    }
    fmt::print("{:<20} train {:>6}  dev {:>6}  test {:>6}  unused {:>5}  everywhere {:>6}\n",
               split.name, places[0], places[1], places[2], places[3], places[4]);
  }
}

void print_rates(const SpaceSettings& settings, const Control& control, const std::string& cache) {
  const auto task =
      make_task("curi",
                {{"edition", settings.edition == Edition::kPublished ? "published" : "sound"},
                 {"space", std::to_string(settings.seed)},
                 {"draws", std::to_string(settings.draws)},
                 {"scenes", std::to_string(settings.scenes)}},
                {cache, control});
  Clock clock;
  const auto source = task->open(1);
  fmt::print("space found in the cache: {:.2f} s\n", clock.lap());
  constexpr std::uint64_t kEpisodes = 4000;
  constexpr std::uint64_t kBlock = 50;
  std::vector<Example> rows(kEpisodes);
  struct Nothing {};
  const auto in_parallel = [&](auto step) {
    ordered_parallel<Nothing>(
        0, kEpisodes / kBlock, control,
        [&](std::uint64_t block, Nothing&) {
          for (std::uint64_t at = block * kBlock; at < (block + 1) * kBlock; ++at) step(at);
        },
        [](std::uint64_t, Nothing&) {});
  };
  for (const char* round : {"first", "second"}) {
    in_parallel([&](std::uint64_t at) { source->unit(at)->make(0, {}, rows[at]); });
    fmt::print("hard episodes, {} round: {:.0f} a second\n", round,
               static_cast<double>(kEpisodes) / clock.lap());
  }
  const auto panel = task->abilities().learners->panel(std::nullopt);
  fmt::print("learners made: {:.2f} s\n", clock.lap());
  in_parallel([&](std::uint64_t at) { panel->mark(rows[at]); });
  fmt::print("learners asked, with mAP: {:.2f} s for 1,000 episodes; {:.0f} MB in all\n",
             clock.lap() * 1000 / static_cast<double>(kEpisodes), megabytes());
}

int run(int count, char** words) {
  const auto number = [&](int at, std::uint64_t standard) {
    return count > at ? std::strtoull(words[at], nullptr, 10) : standard;
  };
  SpaceSettings settings;
  settings.edition =
      count > 1 && std::string(words[1]) == "sound" ? Edition::kSound : Edition::kPublished;
  settings.draws = number(2, 2'000'000);
  settings.scenes = number(3, 990'000);
  settings.seed = number(4, 0);
  Control control;
  control.jobs = static_cast<unsigned>(number(5, 2));
  const std::string cache =
      (std::filesystem::temp_directory_path() / "assay-curi-benchmark").string();
  print_steps(settings, control);
  Workplace workplace;
  workplace.cache_folder = cache;
  workplace.control = control;
  Clock clock;
  {
    const auto space = ConceptSpace::open(settings, workplace);
    fmt::print("space from nothing, or from the cache, written to disk: {:.2f} s\n", clock.lap());
    print_space(*space);
  }
  print_rates(settings, control, cache);
  return 0;
}

}  // namespace
}  // namespace assay::curi

int main(int count, char** words) { return assay::curi::run(count, words); }
