// Memory at its highest in verbs that see every row: 200 MB and 16 bytes a row.
#include <filesystem>
#include <fstream>
#include <mutex>
#include <stdexcept>

#include "attack.h"

namespace assay::campaign {

namespace {

constexpr std::uint64_t kBase = 200U << 20U;
constexpr std::uint64_t kEachRow = 16;
constexpr double kMostSeconds = 1800;

std::vector<std::string> points(Stage&, const Job&, const Scope& scope) {
  if (scope.is_long) return {"100000", "10000000"};
  return {"100000"};
}

Command large_command(Stage& stage, const std::string& folder, const Words& words) {
  Command command;
  command.words = words;
  command.words.insert(command.words.begin(), stage.paths().program);
  command.folder = folder;
  command.limits.seconds = kMostSeconds;
  command.limits.address_space = 64ULL << 30U;  // of which little may be used
  return command;
}

Words generating(const std::string& rows, const std::string& folder) {
  return {"generate", "scan", "--set", "conjunctions=3", "-n",  rows, "--without", "rules",
          "-q",       "-j",   "2",     "--out",          folder};
}

// Rows as right answers: the target under another key.
void write_answers(const std::string& data, const std::string& path) {
  const std::string unfinished = path + ".unfinished";
  std::ofstream answers(unfinished, std::ios::binary);
  for (const auto& entry : std::filesystem::directory_iterator(data)) {
    std::ifstream rows(entry.path(), std::ios::binary);
    for (std::string line; std::getline(rows, line);) {
      const std::string key = "\"target\":";
      answers << line.replace(line.find(key), key.size(), "\"answer\":") << '\n';
    }
  }
  if (!answers.flush()) throw std::runtime_error(path + ": cannot be written");
  std::filesystem::rename(unfinished, path);
}

// A data set of so many rows with answers, made once.
std::string large_folder(Stage& stage, const std::string& rows) {
  static std::mutex one_at_a_time;
  const std::lock_guard<std::mutex> guard(one_at_a_time);
  std::string folder = stage.paths().work + "/rows-" + rows;
  const std::string answers = folder + "/answers.jsonl";
  if (std::filesystem::exists(answers)) return folder;
  std::filesystem::create_directories(folder);
  const Outcome made = run(large_command(stage, folder, generating(rows, "set")));
  if (made.exit_code != 0) throw std::runtime_error("cannot make rows: " + one_line(made.err));
  write_answers(folder + "/set/data", answers);
  return folder;
}

Words large_words(const std::string& verb, const std::string& rows, const std::string& name) {
  if (verb == "generate") return generating(rows, name);
  if (verb == "verify") return {"verify", "set", "-q", "-j", "2"};
  if (verb == "score") return {"score", "set", "answers.jsonl", "-q", "-j", "2", "--json"};
  return {"split", "set", "-q", "-j", "2", "--method", "random", "--name", name, "--force"};
}

std::string run_point(Stage& stage, const Job& job, const std::string& point) {
  const std::string folder = large_folder(stage, point);
  const std::string unused = stage.new_name();
  const std::string name = std::filesystem::path(unused).filename().string();
  Link link(unused + ".link");
  Command command = large_command(stage, folder, large_words(job.verb(), point, "new" + name));
  command.preload = stage.calls_shim() + ":" + stage.memory_shim();
  command.link = link.path();
  const Outcome outcome = run(command);
  remove_tree(folder + "/new" + name);
  remove_tree(folder + "/set/splits/new" + name + ".json");
  if (outcome.exit_code != 0) {
    return "exit " + std::to_string(outcome.exit_code) + ": " + one_line(outcome.err);
  }
  const auto peak = static_cast<std::uint64_t>(link.counts().peak_bytes.load());
  if (peak <= kBase + kEachRow * number(point)) return "";
  return "needs " + std::to_string(peak >> 20U) + " MB for " + point + " rows";
}

}  // namespace

Attack memory_attack() {
  return {.name = "memory",
          .summary = "memory at its highest; points: rows",
          .wanted = 8,
          .fast = 4,
          .fits =
              [](const Job& job) {
                return job.name == "generate-scan" || job.name == "verify-scan" ||
                       job.name == "score-scan" || job.name == "split-scan";
              },
          .points = points,
          .run = run_point};
}

}  // namespace assay::campaign
