// Eight processes in one folder: one works, seven say who it is; after its death the next takes
// over.
#include <array>
#include <csignal>
#include <memory>
#include <optional>

#include "attack.h"

namespace assay::campaign {

namespace {

constexpr std::size_t kCrowd = 8;
constexpr std::size_t kRounds = 4;

std::vector<std::string> points(Stage& stage, const Job& job, const Scope&) {
  if (stage.reference(job).of_kind[static_cast<std::size_t>(Call::kRename)] == 0) return {};
  std::vector<std::string> all = {"held", "killed"};
  for (std::size_t round = 1; round <= kRounds; ++round) {
    all.push_back("free:" + std::to_string(round));
  }
  return all;
}

bool names_process(const std::string& message, const std::vector<int>& numbers) {
  for (const int each : numbers) {
    if (message.find(":" + std::to_string(each)) != std::string::npos) return true;
  }
  return false;
}

std::string problem_of_loser(const Outcome& loser, const std::vector<int>& numbers) {
  if (loser.exit_code != 4) {
    return "a process beside the one at work: exit " + std::to_string(loser.exit_code) +
           " instead of 4: " + one_line(loser.err);
  }
  if (!names_process(loser.err, numbers)) {
    return "the number of the process at work is not named: " + one_line(loser.err);
  }
  return "";
}

// One is stopped in the middle of its work; the others come meanwhile.
std::string run_held(Trial& trial, bool is_killed) {
  Link link = trial.new_link();
  link.orders().stop_at_rename = 1;
  Command command = trial.own_command();
  command.link = link.path();
  Process first(command);
  if (!first.wait_until_stopped()) return "the first process ended before it renamed anything";
  std::string problem;
  for (std::size_t i = 1; i < kCrowd && problem.empty(); ++i) {
    problem = problem_of_loser(run(trial.own_command()), {first.number()});
  }
  first.send(is_killed ? SIGKILL : SIGCONT);
  const Outcome outcome = first.finish();
  if (!problem.empty()) return problem;
  if (!is_killed && outcome.exit_code != 0) {
    return "the one at work: exit " + std::to_string(outcome.exit_code) + ": " +
           one_line(outcome.err);
  }
  return is_killed ? trial.finish_again() : trial.compare(outcome);
}

// All at once: whoever comes after the end finds the work done.
std::string run_free(Trial& trial) {
  std::array<std::unique_ptr<Process>, kCrowd> crowd;
  std::vector<int> numbers;
  for (auto& each : crowd) {
    each = std::make_unique<Process>(trial.own_command());
    numbers.push_back(each->number());
  }
  std::string problem;
  std::optional<Outcome> winner;
  for (auto& each : crowd) {
    const Outcome outcome = each->finish();
    if (outcome.exit_code == 0) {
      winner = outcome;
    } else if (problem.empty()) {
      problem = problem_of_loser(outcome, numbers);
    }
  }
  if (!problem.empty()) return problem;
  return winner ? trial.compare(*winner) : "nobody did the work";
}

std::string run_point(Stage& stage, const Job& job, const std::string& point) {
  Trial trial(stage, job);
  if (point == "held" || point == "killed") return run_held(trial, point == "killed");
  return run_free(trial);
}

}  // namespace

Attack crowd_attack() {
  return {.name = "crowd",
          .summary = "eight processes in one folder; points: held, killed, free:ROUND",
          .wanted = 400,
          .fast = 16,
          .fits = [](const Job& job) { return !job.makes.empty() && job.weight != Weight::kHeavy; },
          .points = points,
          .run = run_point};
}

}  // namespace assay::campaign
