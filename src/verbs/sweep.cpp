#include "assay/verbs/sweep.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/folder_lock.h"
#include "assay/base/limits.h"
#include "assay/base/text.h"
#include "assay/pipeline/methods/split_methods.h"
#include "assay/store/part_choice.h"
#include "assay/sweep/run_queue.h"
#include "assay/verbs/generate.h"
#include "assay/verbs/measure.h"
#include "assay/verbs/split.h"
#include "assay/verbs/user_file.h"

namespace assay::verbs {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kRunsFolder = "runs";

const PairReport& train_and_test(const SplitReport& report, const std::string& split) {
  const auto pair = std::ranges::find_if(report.pairs, [](const PairReport& each) {
    return each.first == "train" && each.second == "test";
  });
  if (pair == report.pairs.end())
    fail(ErrorKind::kInput, "the split \"{}\" has no test part to measure", printable(split));
  return *pair;
}

SplitFigures figures_of(const std::string& data, const std::string& split,
                        const Workplace& workplace) {
  const MeasureResult result = measure({.data = data, .split = split}, workplace);
  const PairReport& pair = train_and_test(result.report, split);
  return {pair.atom_divergence, pair.compound_divergence, pair.output_length_ratio,
          pair.input_length_ratio};
}

std::string last_line(const std::string& path) {
  if (kind_of_path(path) != PathKind::kFile) return "";
  const std::string text = read_user_file(path, {kMostManifestBytes});
  std::string line;
  for (const std::string_view each : split_text(text, '\n')) {
    if (!each.empty()) line = each;
  }
  return line;
}

class Sweep {
 public:
  Sweep(const SweepRequest& request, const Workplace& workplace)
      : request_(request),
        workplace_(workplace),
        recipe_(parse_sweep_recipe(read_user_file(request.recipe, {kMostRecipeBytes}),
                                   request.recipe, request.variables)),
        out_(request.out.empty() ? "sweep-" + recipe_.name : request.out),
        folder_(Folder::create(out_)),
        lock_(folder_, "lock"),
        results_(recipe_.results) {}

  SweepResult run() {
    data_ = make_data();
    import_splits();
    const DataSet set(data_);
    plan_ = plan_runs(recipe_, set.manifest().content_hash, identities(set));
    for (const PlannedRun& run : plan_) {
      if (results_.find(run.key) == nullptr) missing_.push_back(run);
    }
    if (!request_.only_plan && !missing_.empty()) make_missing();
    return result();
  }

 private:
  std::string make_data() const {
    if (!recipe_.data.ends_with(".toml")) return recipe_.data;
    std::string data = folder_.path_of("data");
    generate({.recipe = merged_recipe({.file = recipe_.data}, workplace_).recipe, .out = data},
             workplace_);
    return data;
  }

  void import_splits() const {
    for (const ImportedSplit& each : recipe_.imports) {
      split({.data = data_, .spec = import_spec(each.name, each.index, each.of)}, workplace_);
    }
  }

  static std::vector<SplitIdentity> identities(const DataSet& set) {
    std::vector<SplitIdentity> splits;
    for (const std::string& name : split_names(set.folder()))
      splits.push_back({name, hash_of_rows(read_split(set, name).split)});
    return splits;
  }

  std::string run_folder(const PlannedRun& run) const {
    return folder_.path_of(std::string(kRunsFolder) + "/" + run.folder());
  }

  std::vector<QueuedProgram> programs(const std::string& program) const {
    std::vector<QueuedProgram> queue;
    for (const PlannedRun& run : missing_) {
      std::vector<std::string> words = {program,   "--data",        data_,
                                        "--split", run.split.name,  "--model",
                                        run.model, "--seed",        std::to_string(run.seed),
                                        "--out",   run_folder(run), "--stop-with-parent"};
      std::vector<std::string> also;
      for (const SplitIdentity& each : run.also) also.push_back(each.name);
      if (!also.empty())
        words.insert(words.end(), {"--also", fmt::format("{}", fmt::join(also, ","))});
      for (const auto& [key, value] : run.settings) {
        words.emplace_back("--set");
        words.push_back(fmt::format("{}={}", key, value));
      }
      queue.push_back({std::move(words), run_folder(run) + ".log"});
    }
    return queue;
  }

  void make_missing() {
    const auto program = request_.program();
    if (!program) {
      lacks_program_ = true;
      return;
    }
    folder_.make_folder(kRunsFolder);
    // Before hours of training, not after them.
    for (const PlannedRun& run : missing_) {
      if (!figures_.contains(run.split.name))
        figures_[run.split.name] = figures_of(data_, run.split.name, workplace_);
    }
    const QueueHooks hooks{
        .may_start = [&] { return !is_disk_trouble_ && request_.may_start(); },
        .started = [&](std::size_t number) { say_begin(missing_[number]); },
        .ended = [&](std::size_t number, int code) { take(missing_[number], code); },
        .waiting = [&](const std::vector<std::size_t>& running) { report(running); }};
    run_programs(programs(*program), workplace_.control, hooks);
  }

  void say_begin(const PlannedRun& run) const {
    workplace_.control.say(fmt::format("begins: {}", run.text()));
  }

  // A run has ended: its row, or why there is none.
  void take(const PlannedRun& run, int code) {
    if (code != 0) {
      constexpr int kIoCode = 4;
      is_disk_trouble_ = is_disk_trouble_ || code == kIoCode;
      failed_.push_back({run.text(), code, last_line(run_folder(run) + ".log")});
      workplace_.control.say(fmt::format("failed: {}: {}", run.text(), failed_.back().why));
      return;
    }
    const std::string result =
        read_user_file(run_folder(run) + "/result.json", {kMostManifestBytes});
    const RunRow row = row_of_result(run, result, figures_.at(run.split.name));
    results_.add(row);
    ++made_;
    std::string parts;
    for (const PartTally& part : row.parts)
      parts += fmt::format(" {} {:.1f} %", part.part, 100 * part.share());
    workplace_.control.say(
        fmt::format("done: {}:{}; {:.1f} CPU minutes", run.text(), parts, row.cpu_seconds / 60));
  }

  // The progress of the first that runs, every second or so.
  void report(const std::vector<std::size_t>& running) {
    constexpr std::uint64_t kCalls = 20;
    if (running.empty() || calls_++ % kCalls != 0) return;
    const PlannedRun& run = missing_[running.front()];
    workplace_.control.report({.what = "sweep " + recipe_.name,
                               .done = made_ + failed_.size(),
                               .total = missing_.size(),
                               .note = run.text() + ": " + last_line(run_folder(run) + ".log")});
  }

  SweepResult result() {
    SweepResult result;
    std::vector<RunRow> rows;
    for (const PlannedRun& run : plan_) {
      if (const RunRow* row = results_.find(run.key)) {
        rows.push_back(*row);
      } else {
        result.missing.push_back(run.text());
      }
    }
    result.recipe = recipe_;
    result.out = out_;
    result.planned = plan_.size();
    result.made = made_;
    result.failed = failed_;
    result.lacks_program = lacks_program_;
    result.summary = summarise(rows);
    if (!rows.empty()) write_tables(result.summary);
    return result;
  }

  void write_tables(const SweepSummary& summary) const {
    const std::string table = path_beside_results(recipe_, "_table.jsonl");
    const Folder beside = Folder::create(folder_of_file(table));
    beside.write(name_of_file(table), summary_lines(summary));
    beside.write(name_of_file(path_beside_results(recipe_, ".svg")),
                 series_svg(plot_of(summary, recipe_.title, recipe_.curve)));
  }

  const SweepRequest& request_;
  const Workplace& workplace_;
  SweepRecipe recipe_;
  std::string out_;
  Folder folder_;
  FolderLock lock_;
  ResultsFile results_;
  std::string data_;
  std::vector<PlannedRun> plan_;
  std::vector<PlannedRun> missing_;
  std::map<std::string, SplitFigures> figures_;
  std::vector<FailedRun> failed_;
  std::uint64_t made_ = 0;
  std::uint64_t calls_ = 0;
  bool is_disk_trouble_ = false;
  bool lacks_program_ = false;
};

}  // namespace

SweepResult sweep(const SweepRequest& request, const Workplace& workplace) {
  return Sweep(request, workplace).run();
}

std::string path_beside_results(const SweepRecipe& recipe, const std::string& ending) {
  return std::filesystem::path(recipe.results).replace_filename(recipe.name + ending).string();
}

Json to_json(const SweepResult& result) {
  Json failed = Json::array();
  for (const FailedRun& run : result.failed)
    failed.push_back({{"run", run.run}, {"exit_code", run.exit_code}, {"why", run.why}});
  Json table = Json::array();
  const std::string lines = summary_lines(result.summary);
  for (const std::string_view line : split_text(lines, '\n')) {
    if (!line.empty()) table.push_back(Json::parse(line));
  }
  return {{"results", result.recipe.results},
          {"planned", result.planned},
          {"made", result.made},
          {"missing", result.missing},
          {"failed", failed},
          {"cpu_minutes", result.summary.cpu_minutes},
          {"table", table}};
}

}  // namespace assay::verbs
