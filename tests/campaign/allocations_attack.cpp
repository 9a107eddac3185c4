// Every allocation may fail: a clean end, and the same command again gives the right bytes.
#include <algorithm>

#include "attack.h"

namespace assay::campaign {

namespace {

constexpr std::uint64_t kMostPoints = 2000;  // of one job and kind; they are spread over all

std::vector<std::string> points(Stage& stage, const Job& job, const Scope& scope) {
  std::vector<std::string> all;
  const std::uint64_t allocations = stage.reference(job).allocations;
  const std::uint64_t step = std::max<std::uint64_t>(1, allocations / kMostPoints);
  for (std::uint64_t n = 1 + scope.seed % step; n <= allocations; n += step) {
    all.push_back(std::to_string(n) + ":once");
    all.push_back(std::to_string(n) + ":on");
  }
  return all;
}

std::string problem_of(Trial& trial, const Outcome& outcome) {
  if (std::string problem = unclean_end(outcome); !problem.empty()) return problem;
  if (outcome.exit_code == 0) {
    const std::string problem = trial.compare(outcome);
    return problem.empty() ? "" : "exit 0, but " + problem;
  }
  if (outcome.exit_code == 4) return "";
  return "exit " + std::to_string(outcome.exit_code) + " instead of 4: " + one_line(outcome.err);
}

std::string run_point(Stage& stage, const Job& job, const std::string& point) {
  const std::vector<std::string> parts = point_parts(point);
  Trial trial(stage, job);
  Link link = trial.new_link();
  link.orders().fail_allocation = number(parts[0]);
  link.orders().and_all_after = parts.back() == "on" ? 1 : 0;
  std::string problem = problem_of(trial, trial.run_under(link, true));
  if (problem.empty()) problem = trial.look_at_final_names();
  return problem.empty() ? trial.finish_again() : problem;
}

}  // namespace

Attack allocations_attack() {
  return {.name = "allocations",
          .summary = "no memory; points N:once, N:on (that allocation and all later ones)",
          .wanted = 20000,
          .fast = 100,
          .fits = [](const Job& job) { return job.weight != Weight::kHeavy; },
          .kind = last_part,
          .points = points,
          .run = run_point};
}

}  // namespace assay::campaign
