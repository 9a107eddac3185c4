// No verb opens a socket: a filter in the kernel ends whoever tries, and all works without a
// network.
#include <csignal>

#include "attack.h"
#include "namespaces.h"

namespace assay::campaign {

namespace {

std::vector<std::string> points(Stage&, const Job&, const Scope&) {
  std::vector<std::string> all = {"filter"};
  if (!without_network().empty()) all.emplace_back("no-network");
  return all;
}

std::string run_point(Stage& stage, const Job& job, const std::string& point) {
  Trial trial(stage, job);
  Command command = trial.own_command();
  if (point == "filter") {
    command.sockets_are_deadly = true;
  } else {
    command.words.insert(command.words.begin(), {"/usr/bin/unshare", without_network()});
  }
  const Outcome outcome = run(command);
  if (outcome.exit_code == 128 + SIGSYS) return "opens a socket";
  if (outcome.exit_code != 0) {
    return "exit " + std::to_string(outcome.exit_code) + ": " + one_line(outcome.err);
  }
  return trial.compare(outcome);
}

}  // namespace

Attack sockets_attack() {
  return {.name = "sockets",
          .summary = "no network; points: filter, no-network",
          .wanted = 300,
          .fast = 45,
          .fits = [](const Job& job) { return job.weight != Weight::kHeavy; },
          .points = points,
          .run = run_point};
}

}  // namespace assay::campaign
