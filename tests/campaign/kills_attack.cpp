// SIGKILL before each call, at random times, and several in a row: the same command again must
// give the very files of an undisturbed run.
#include <csignal>

#include "attack.h"

namespace assay::campaign {

namespace {

constexpr std::size_t kTimes = 12;
constexpr std::size_t kChains = 16;

std::vector<std::string> points(Stage& stage, const Job& job, const Scope& scope) {
  std::vector<std::string> all;
  const std::uint64_t calls = stage.reference(job).calls;
  // One more than there are: the job ends by itself and is then called again.
  for (std::uint64_t n = 1; n <= calls + 1; ++n) all.push_back("call:" + std::to_string(n));
  Draws draws(scope.seed, job.name);
  for (std::size_t i = 0; i < kTimes; ++i) {
    all.push_back("permille:" + std::to_string(draws.below(1000)));
  }
  for (std::size_t i = 0; i < kChains && calls > 0; ++i) {
    std::string chain = "chain";
    for (std::uint64_t kill = 2 + draws.below(4); kill > 0; --kill) {
      chain += ":" + std::to_string(1 + draws.below(calls));
    }
    all.push_back(chain);
  }
  return all;
}

Outcome killed_at_call(Trial& trial, std::uint64_t call) {
  Link link = trial.new_link();
  link.orders().kill_at = call;
  return trial.run_under(link);
}

Outcome killed_at_time(Trial& trial, std::uint64_t permille) {
  Command command = trial.own_command();
  const double usual = trial.reference().outcome.seconds;
  command.kill_after = usual * static_cast<double>(permille) / 1000;
  return run(command);
}

// A run ends well, or by the kill and nothing else.
std::string end_of(const Outcome& outcome) {
  if (outcome.exit_code == 128 + SIGKILL || outcome.exit_code == 0) return "";
  return "exit " + std::to_string(outcome.exit_code) + ": " + one_line(outcome.err);
}

std::string run_point(Stage& stage, const Job& job, const std::string& point) {
  const std::vector<std::string> parts = point_parts(point);
  Trial trial(stage, job);
  std::string problem;
  for (std::size_t i = 1; i < parts.size() && problem.empty(); ++i) {
    problem = end_of(parts[0] == "permille" ? killed_at_time(trial, number(parts[i]))
                                            : killed_at_call(trial, number(parts[i])));
    if (problem.empty()) problem = trial.look_at_final_names();
  }
  return problem.empty() ? trial.finish_again() : problem;
}

}  // namespace

Attack kills_attack() {
  return {.name = "kills",
          .summary = "SIGKILL; points call:N, permille:OF_THE_TIME, chain:N:N...",
          .wanted = 3000,
          .fast = 100,
          .fits = [](const Job& job) { return job.weight != Weight::kHeavy; },
          .points = points,
          .run = run_point};
}

}  // namespace assay::campaign
