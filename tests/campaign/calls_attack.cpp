// Every call on a file may fail: exit 0 with the right bytes, or 4 with a line that names the file;
// no half data set under a final name; the same command again gives the right bytes.
#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <stdexcept>

#include "attack.h"

namespace assay::campaign {

namespace {

struct Failure {
  const char* name;
  std::int32_t value;
};
constexpr std::array<Failure, 5> kFailures = {
    {{"EIO", EIO}, {"ENOSPC", ENOSPC}, {"EINTR", EINTR}, {"EDQUOT", EDQUOT}, {"short", kShort}}};

// What can happen to a call of this kind.
bool is_possible(Call kind, std::int32_t failure) {
  const bool can_be_short = kind == Call::kRead || kind == Call::kWrite;
  const bool needs_room = kind == Call::kOpen || kind == Call::kWrite || kind == Call::kSync ||
                          kind == Call::kRename || kind == Call::kClose ||
                          kind == Call::kTruncate || kind == Call::kMakeFolder;
  const bool can_wait = can_be_short || kind == Call::kOpen || kind == Call::kSync ||
                        kind == Call::kClose || kind == Call::kTruncate || kind == Call::kLock;
  switch (failure) {
    case kShort:
      return can_be_short;
    case ENOSPC:
    case EDQUOT:
      return needs_room;
    case EINTR:
      return can_wait;
    default:
      return true;
  }
}

std::vector<std::string> points(Stage& stage, const Job& job, const Scope&) {
  std::vector<std::string> all;
  const Reference& reference = stage.reference(job);
  for (std::size_t kind = 0; kind < kCallNames.size(); ++kind) {
    for (std::uint64_t n = 1; n <= reference.of_kind[kind]; ++n) {
      for (const Failure& failure : kFailures) {
        if (!is_possible(static_cast<Call>(kind), failure.value)) continue;
        all.push_back(std::string(kCallNames[kind]) + ":" + std::to_string(n) + ":" + failure.name);
      }
    }
  }
  return all;
}

void give_orders(Orders& orders, const std::string& point) {
  const std::vector<std::string> parts = point_parts(point);
  const auto* failure = std::ranges::find(kFailures, parts.back(), &Failure::name);
  const auto* kind = std::ranges::find(kCallNames, parts.front());
  if (parts.size() != 3 || failure == kFailures.end() || kind == kCallNames.end()) {
    throw std::runtime_error("a point of calls is KIND:NUMBER:ERROR, such as write:17:EIO");
  }
  orders.fail_kind = static_cast<Call>(kind - kCallNames.begin());
  orders.fail_at = number(parts[1]);
  orders.fail_with = failure->value;
}

// The file itself, or the folder that the user named and that it lies in. A temporary name stands
// for the final one.
bool names_file(const std::string& message, const std::string& folder, std::string path) {
  if (path.starts_with(folder)) path.erase(0, folder.size());
  const std::filesystem::path relative = std::filesystem::path(path).relative_path();
  if (relative.empty()) return true;  // the folder that the job runs in
  std::string leaf = relative.filename().string();
  if (leaf.starts_with('.') && leaf.ends_with(".part")) leaf = leaf.substr(1, leaf.size() - 6);
  return message.find(leaf) != std::string::npos ||
         message.find(relative.begin()->string()) != std::string::npos;
}

std::string problem_of(Trial& trial, const Outcome& outcome, const Link& link) {
  if (std::string problem = unclean_end(outcome); !problem.empty()) return problem;
  if (outcome.exit_code == 0) {
    const std::string problem = trial.compare(outcome);
    return problem.empty() ? "" : "exit 0, but " + problem;
  }
  if (outcome.exit_code != 4) {
    return "exit " + std::to_string(outcome.exit_code) +
           " instead of 4: " + one_line(outcome.err.empty() ? outcome.out : outcome.err);
  }
  const std::string path = link.counts().hit_path.data();
  if (names_file(outcome.err, trial.folder(), path)) return "";
  return "exit 4 without the name of " + path + ": " + one_line(outcome.err);
}

std::string run_point(Stage& stage, const Job& job, const std::string& point) {
  Trial trial(stage, job);
  Link link = trial.new_link();
  give_orders(link.orders(), point);
  std::string problem = problem_of(trial, trial.run_under(link), link);
  if (problem.empty()) problem = trial.look_at_final_names();
  return problem.empty() ? trial.finish_again() : problem;
}

}  // namespace

Attack calls_attack() {
  return {
      .name = "calls",
      .summary = "a call on a file fails; points KIND:N:ERROR, such as write:17:EIO, read:3:short",
      .wanted = 5000,
      .fast = 130,
      .fits = [](const Job& job) { return job.weight != Weight::kHeavy; },
      .kind = last_part,
      .points = points,
      .run = run_point};
}

}  // namespace assay::campaign
