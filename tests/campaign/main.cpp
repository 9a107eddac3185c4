// assay_campaign: attacks the program and says where it gave way. See README.md beside this file.
#include <CLI/CLI.hpp>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "assay/base/hash.h"
#include "campaign.h"
#include "namespaces.h"

namespace assay::campaign {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  Stage::Paths paths;
  Choice choice;
  std::string json;
  bool only_list = false;
};

int list(const Options& options) {
  for (const Attack& attack : all_attacks()) {
    if (options.choice.attacks.empty()) std::cout << attack.name << "  " << attack.summary << "\n";
  }
  for (const Job& job : all_jobs()) {
    std::cout << job.name << " ";
    for (const std::string& word : job.words) std::cout << " " << word;
    std::cout << "\n";
  }
  return 0;
}

std::string date_now() {
  const std::time_t time = std::time(nullptr);
  std::string text(32, '\0');
  text.resize(std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&time)));
  return text;
}

std::string version_of(const Stage& stage) {
  Command command;
  command.words = {stage.paths().program, "--version"};
  command.folder = stage.paths().work;
  std::string version = run(command).out;
  std::replace(version.begin(), version.end(), '\n', ' ');
  return version.substr(0, version.find(" compiler"));
}

Json to_json(const Stage& stage, const std::vector<Result>& results, const Options& options) {
  Json all = {{"program", version_of(stage)}, {"date", date_now()}, {"seed", options.choice.seed}};
  all["attacks"] = Json::array();
  for (const Result& result : results) {
    Json findings = Json::array();
    for (const Finding& each : result.findings) {
      findings.push_back(
          {{"job", each.job},
           {"point", each.point},
           {"problem", each.problem},
           {"command", repeating_command(stage, result, each, options.choice.seed)}});
    }
    Json json = {{"attack", result.attack}, {"points", result.points},
                 {"wanted", result.wanted}, {"jobs", result.jobs.size()},
                 {"kinds", result.kinds},   {"seconds", static_cast<std::uint64_t>(result.seconds)},
                 {"findings", findings}};
    if (!result.skipped.empty()) json["skipped"] = result.skipped;
    all["attacks"].push_back(std::move(json));
  }
  return all;
}

// True when nothing was found.
bool report(const Stage& stage, const std::vector<Result>& results, const Options& options) {
  bool is_good = true;
  for (const Result& result : results) {
    if (!result.skipped.empty()) continue;
    std::cout << result.attack << ": " << result.points << " points, " << result.findings.size()
              << " findings, " << static_cast<std::uint64_t>(result.seconds) << " s\n";
    is_good = is_good && result.findings.empty();
  }
  for (const Result& result : results) {
    for (const Finding& each : result.findings) {
      std::cout << each.problem << "\n  "
                << repeating_command(stage, result, each, options.choice.seed) << "\n";
    }
  }
  return is_good;
}

int run_all(const Options& options) {
  Stage stage(options.paths, all_jobs());
  const std::string hash = sha256_hex(read_file(stage.paths().program)).substr(0, 16);
  PointJournal journal(stage.paths().work + "/journal-" + hash + "-" +
                       std::to_string(options.choice.seed));
  if (!options.choice.job.empty()) stage.job(options.choice.job);
  const double began = now();
  const Say say = [&](const std::string& line) {
    std::cerr << static_cast<int>(now() - began) << " s  " << line << "\n";
  };
  const std::vector<Result> results =
      run_campaign(stage, all_attacks(), options.choice, journal, say);
  const bool is_good = report(stage, results, options);
  if (!options.json.empty()) {
    write_file(std::filesystem::absolute(options.json),
               to_json(stage, results, options).dump(1) + "\n");
  }
  if (is_interrupted()) std::cerr << "stopped; the same command goes on from there\n";
  return is_good && !is_interrupted() ? 0 : 1;
}

int guarded_main(int count, char** words) {
  Options options;
  CLI::App app("Attacks assay and says where it gives way; exit 1 when it does.");
  app.add_option("--program", options.paths.program, "the program under test")->required();
  app.add_option("--shims", options.paths.shims, "folder of the libraries to preload")->required();
  app.add_option("--work", options.paths.work, "folder for runs and the journal")->required();
  auto* fast = app.add_flag("--fast", options.choice.is_fast, "a sample of everything, in seconds");
  app.add_option("--minutes", options.choice.minutes, "stop after so long")->excludes(fast);
  app.add_flag("--enough", options.choice.is_enough,
               "of each attack as many points as its promise names, then stop")
      ->excludes(fast);
  app.add_option("--attack", options.choice.attacks, "only this one; may be given again");
  app.add_option("--job", options.choice.job, "only this one");
  app.add_option("--point", options.choice.point, "only this one, also if it was run before");
  app.add_option("--seed", options.choice.seed, "for points drawn at random (1)");
  app.add_option("--jobs", options.choice.workers, "points at a time (2)");
  app.add_option("--json", options.json, "also write the results to this file");
  app.add_flag("--list", options.only_list, "say which attacks and jobs there are");
  CLI11_PARSE(app, count, words);
  if (options.only_list) return list(options);
  enter_own_mounts(words);
  watch_interrupts();
  return run_all(options);
}

}  // namespace
}  // namespace assay::campaign

int main(int count, char** words) {
  try {
    return assay::campaign::guarded_main(count, words);
  } catch (const std::exception& problem) {
    std::cerr << "assay_campaign: " << problem.what() << "\n";
    return 1;
  }
}
