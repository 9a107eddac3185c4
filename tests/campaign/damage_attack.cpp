// Damaged files are noticed and named: those of a data set by verify, those of a cache by the next
// command that would use them, which then makes them again.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "attack.h"

namespace assay::campaign {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kFlips = 900;  // of each job
constexpr std::size_t kCuts = 90;

// Whether a job looks at the file so closely that it must notice. Locks and journals hold nothing
// of worth.
bool is_watched(const Job& job, const std::string& path) {
  const std::string folder = job.verb() == "verify" ? job.words.at(1) : "cache";
  return path.starts_with(folder + "/") && !path.ends_with('/') && !path.ends_with("/lock") &&
         path.find("/.assay/") == std::string::npos;
}

std::vector<std::string> watched_files(const Job& job, const Tree& tree) {
  std::vector<std::string> files;
  for (const auto& [path, bytes] : tree) {
    if (is_watched(job, path)) files.push_back(path);
  }
  return files;
}

// Two files that a person could exchange by mistake: they lie in one folder.
bool are_alike(const std::string& one, const std::string& other) {
  return fs::path(one).parent_path() == fs::path(other).parent_path() &&
         fs::path(one).extension() == fs::path(other).extension();
}

// A split that was made later than the data set is promised by nobody: without it all is well.
bool is_promised(const Job& job, const Tree& tree, const std::string& path) {
  const auto manifest = tree.find(job.words.at(1) + "/manifest.json");
  if (manifest == tree.end() || fs::path(path).parent_path().filename() != "splits") return true;
  const auto recipe = nlohmann::json::parse(manifest->second).at("recipe");
  return std::ranges::any_of(recipe.at("splits"), [&](const nlohmann::json& split) {
    return split.at("name") == fs::path(path).stem().string();
  });
}

void add_whole_files(const Job& job, const Tree& tree, std::vector<std::string>& all) {
  const std::vector<std::string> files = watched_files(job, tree);
  for (const std::string& path : files) {
    if (is_promised(job, tree, path)) all.push_back("remove:" + path);
    all.push_back("link:" + path);
    all.push_back("append:" + path);
    for (const std::string& other : files) {
      if (path < other && are_alike(path, other) && tree.at(path) != tree.at(other)) {
        all.push_back(fmt::format("swap:{}:{}", path, other));
      }
    }
  }
  if (job.verb() != "verify") return;
  for (const char* added : {"data/extra.jsonl", "splits/extra.json", "data/more/x"}) {
    all.push_back("add:" + job.words.at(1) + "/" + added);
  }
  all.push_back("note:" + job.words.at(1) + "/extra.txt");
}

std::vector<std::string> points(Stage& stage, const Job& job, const Scope& scope) {
  const Tree& tree = stage.reference(job).before;
  const std::vector<std::string> files = watched_files(job, tree);
  std::vector<std::string> all;
  add_whole_files(job, tree, all);
  Draws draws(scope.seed, job.name);
  const auto place_in = [&](const std::string& path) {
    const std::size_t size = tree.at(path).size();
    return path + ":" + std::to_string(draws.below(std::max<std::size_t>(1, size)));
  };
  for (std::size_t i = 0; i < kFlips; ++i) {
    const std::string& path = files[i % files.size()];
    if (tree.at(path).empty()) continue;
    all.push_back("flip:" + place_in(path) + ":" + std::to_string(draws.below(8)));
  }
  for (std::size_t i = 0; i < kCuts; ++i) all.push_back("cut:" + place_in(files[i % files.size()]));
  return all;
}

void damage(const std::string& folder, const std::vector<std::string>& parts) {
  const std::string& how = parts[0];
  const std::string path = folder + "/" + parts.at(1);
  std::string bytes = read_file(path);
  if (how == "flip") {
    const std::size_t at = number(parts.at(2));
    bytes.at(at) =
        static_cast<char>(static_cast<unsigned char>(bytes.at(at)) ^ (1U << number(parts.at(3))));
    write_file(path, bytes);
  } else if (how == "cut") {
    write_file(path, bytes.substr(0, number(parts.at(2))));
  } else if (how == "append") {
    write_file(path, bytes + (bytes.empty() ? "x" : bytes.substr(bytes.size() / 2)));
  } else if (how == "remove") {
    fs::remove(path);
  } else if (how == "link") {
    fs::rename(path, folder + "/moved");
    fs::create_symlink(folder + "/moved", path);
  } else if (how == "swap") {
    const std::string other = folder + "/" + parts.at(2);
    write_file(path, read_file(other));
    write_file(other, bytes);
  } else if (how == "add" || how == "note") {
    write_file(path, "{}\n");
  } else {
    throw std::runtime_error("points of damage are flip:FILE:BYTE:BIT, cut:FILE:LENGTH, ...");
  }
}

bool names_one(const std::string& text, const std::vector<std::string>& parts) {
  const auto is_named = [&](const std::string& path) {
    return text.find(fs::path(path).filename().string()) != std::string::npos ||
           text.find(fs::path(path).stem().string()) != std::string::npos;
  };
  return is_named(parts.at(1)) || (parts[0] == "swap" && is_named(parts.at(2)));
}

std::string problem_of_verify(const Outcome& outcome, const std::vector<std::string>& parts) {
  if (std::string problem = unclean_end(outcome); !problem.empty()) return problem;
  // What somebody lays beside a data set does it no harm, but is named.
  const bool may_hold = parts[0] == "note" && names_one(outcome.out + outcome.err, parts);
  if (outcome.exit_code == 0) return may_hold ? "" : "is not noticed";
  if (outcome.exit_code != 1 && outcome.exit_code != 3 && outcome.exit_code != 4) {
    return "exit " + std::to_string(outcome.exit_code) + ": " + one_line(outcome.err);
  }
  if (names_one(outcome.out + outcome.err, parts)) return "";
  return "is noticed, the file is not named: " + one_line(outcome.err + outcome.out);
}

// Made again, unless it cannot even be read: that is an error.
std::string problem_of_cache(Trial& trial, const Outcome& outcome,
                             const std::vector<std::string>& parts) {
  if (parts[0] == "link" && outcome.exit_code == 4 && names_one(outcome.err, parts)) return "";
  if (outcome.exit_code != 0) {
    return "exit " + std::to_string(outcome.exit_code) + ": " + one_line(outcome.err);
  }
  fs::remove(trial.folder() + "/moved");
  std::string problem = difference(trial.reference().after, read_tree(trial.folder()));
  if (!problem.empty()) return problem;
  if (parts[0] == "remove" || names_one(outcome.err, parts)) return "";
  return "made again without a word about the file: " + one_line(outcome.err);
}

std::string run_point(Stage& stage, const Job& job, const std::string& point) {
  const std::vector<std::string> parts = point_parts(point);
  Trial trial(stage, job);
  damage(trial.folder(), parts);
  const Outcome outcome = run(trial.own_command());
  if (job.verb() == "verify") return problem_of_verify(outcome, parts);
  return problem_of_cache(trial, outcome, parts);
}

}  // namespace

Attack damage_attack() {
  return {.name = "damage",
          .summary =
              "flip:FILE:BYTE:BIT, cut:FILE:LENGTH, append:FILE, remove:FILE, link:FILE, "
              "swap:FILE:FILE, add:FILE, note:FILE",
          .wanted = 11200,
          .fast = 150,
          .fits = [](const Job& job) { return job.verb() == "verify" || job.name == "warm-curi"; },
          .points = points,
          .run = run_point};
}

}  // namespace assay::campaign
