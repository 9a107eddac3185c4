#include "assay/learners/training/run.h"

#include <torch/version.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <nlohmann/json.hpp>

#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/folder_lock.h"
#include "assay/base/hash.h"
#include "assay/base/json.h"
#include "assay/base/text.h"
#include "assay/learners/decoding/search.h"
#include "assay/learners/training/grounded_metrics.h"
#include "assay/learners/training/run_data.h"
#include "assay/learners/training/trainer.h"

namespace assay::learners {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kRowsPerPrediction = 256;
constexpr std::string_view kMetricsName = "metrics.jsonl";

// Time since it was made, of the wall and of this process.
class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  double cpu_seconds() const { return cpu_now() - cpu_start_; }

 private:
  static double cpu_now() {
    struct timespec now {};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }

  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double cpu_start_ = cpu_now();
};

at::TensorOptions options_of(const std::string& device) {
  if (device == "cpu") return at::kFloat;
  if (device != "cuda")
    fail(ErrorKind::kUsage, "--device is cpu or cuda, not \"{}\"", printable(device));
  if (!at::hasCUDA()) {
    fail(ErrorKind::kUnsupported,
         "--device cuda: LibTorch {} finds no GPU; ASSAY_TORCH takes a PyTorch that can use yours",
         TORCH_VERSION);
  }
  return at::TensorOptions(at::kFloat).device(at::kCUDA);
}

std::uint64_t count_exact(const Examples& examples, const std::vector<Tokens>& predictions) {
  std::uint64_t exact = 0;
  for (std::size_t i = 0; i < predictions.size(); ++i) {
    const auto target = examples.target(i);
    // A word that training never showed is never right.
    const bool is_equal =
        std::equal(target.begin(), target.end(), predictions[i].begin(), predictions[i].end());
    if (is_equal && std::find(target.begin(), target.end(), kUnknown) == target.end()) ++exact;
  }
  return exact;
}

class Run {
 public:
  Run(const RunRequest& request, const Control& control)
      : request_(request),
        control_(control),
        folder_(Folder::create(request.out)),
        lock_(folder_, "lock"),
        data_(read_run_data({request.data, request.split, request.also}, request.recipe, control)),
        model_(make_model(request.recipe, static_cast<std::int64_t>(data_.vocabulary.size()),
                          request.seed, options_of(request.device))),
        trainer_(*model_, request.recipe, data_.training, request.seed),
        search_(search_settings(request.recipe)) {
    for (const RunPart& part : data_.parts)
      samples_.push_back(sample_of(part.examples, request.sample));
    begin();
  }

  RunResult run() {
    train();
    RunResult result{.content_hash = data_.content_hash,
                     .split = request_.split,
                     .split_hash = data_.split_hash,
                     .recipe = recipe_text(request_.recipe),
                     .seed = request_.seed,
                     .device = request_.device,
                     .steps = position().step,
                     .model = request_.recipe.model,
                     .parameters = static_cast<std::uint64_t>(model_->parameters().count()),
                     .words = data_.vocabulary.size(),
                     .epochs = epochs(),
                     .tokens = position().tokens,
                     .cpu_seconds = position().cpu_seconds,
                     .parts = {}};
    for (const RunPart& part : data_.parts) result.parts.push_back(write_predictions(part));
    folder_.write("curve.svg", curve_svg(folder_.read(kMetricsName), title()));
    folder_.write("result.json", result_text(result, TORCH_VERSION));
    return result;
  }

 private:
  RunPosition& position() { return trainer_.position(); }
  const RunPosition& position() const { return trainer_.position(); }

  double epochs() const {
    return static_cast<double>(position().epoch) +
           static_cast<double>(position().batch) / static_cast<double>(trainer_.steps_per_epoch());
  }

  RunIdentity identity() const {
    return {.content_hash = data_.content_hash,
            .split = request_.split,
            .split_hash = data_.split_hash,
            .vocabulary = data_.vocabulary.hash(),
            .recipe = recipe_text(request_.recipe),
            .seed = request_.seed,
            .layout = layout_of(model_->parameters())};
  }

  // Goes on from the folder's checkpoint, or begins.
  void begin() {
    if (folder_.exists(kCheckpointName)) {
      trainer_.restore(read_checkpoint(folder_, identity()));
      cut_metrics();
      control_.say(
          fmt::format("goes on at step {} of {}", with_commas(position().step), request_.out));
    } else {
      folder_.write("recipe.toml", recipe_text(request_.recipe));
      folder_.write("vocabulary.txt", data_.vocabulary.text());
      folder_.write(kMetricsName, "");
    }
    control_.say(fmt::format(
        "{}: {} parameters, {} words; {} training rows, {} batches an epoch{}",
        request_.recipe.model,
        with_commas(static_cast<std::uint64_t>(model_->parameters().count())),
        data_.vocabulary.size(), with_commas(data_.training.size()), trainer_.steps_per_epoch(),
        data_.dropped == 0 ? std::string()
                           : fmt::format("; {} longer ones dropped", with_commas(data_.dropped))));
  }

  // Lines of steps after the checkpoint will be written again.
  void cut_metrics() {
    const std::string lines =
        folder_.exists(kMetricsName) ? folder_.read(kMetricsName) : std::string();
    if (lines.size() < position().metrics_bytes) {
      fail(ErrorKind::kInput,
           "{}: is shorter than the checkpoint says; put it back, or choose another --out",
           folder_.path_of(kMetricsName));
    }
    folder_.write(kMetricsName, std::string_view(lines).substr(0, position().metrics_bytes));
  }

  std::uint64_t last_step() const {
    std::uint64_t last = ~std::uint64_t{0};
    const RunLength& length = request_.length;
    if (length.steps) last = std::min(last, *length.steps);
    if (length.epochs) last = std::min(last, *length.epochs * trainer_.steps_per_epoch());
    if (!length.steps && !length.epochs && !length.minutes) {
      if (request_.recipe.steps == 0)
        fail(ErrorKind::kUsage,
             "how long to train? give --steps, --epochs or --minutes, or steps in the recipe");
      last = static_cast<std::uint64_t>(request_.recipe.steps);
    }
    return last;
  }

  bool is_over(std::uint64_t last, double seconds) const {
    return position().step >= last ||
           (request_.length.minutes && seconds >= 60 * *request_.length.minutes);
  }

  void train() {
    const std::uint64_t last = last_step();
    const std::uint64_t first_step = position().step;
    const double cpu_before = position().cpu_seconds;
    const double seconds_before = position().seconds;
    double saved_at = 0;
    double reported_at = -request_.report_every;
    std::uint64_t tokens_before = position().tokens;
    const Stopwatch watch;
    while (!is_over(last, position().seconds)) {
      position().loss_sum += trainer_.step();
      ++position().loss_steps;
      last_loss_ = position().loss_sum / static_cast<double>(position().loss_steps);
      position().cpu_seconds = cpu_before + watch.cpu_seconds();
      const double now = watch.seconds();
      position().seconds = seconds_before + now;
      if (position().step % request_.evaluate_every == 0 || is_over(last, position().seconds))
        evaluate();
      if (now - reported_at >= request_.report_every) {
        const double rate =
            static_cast<double>(position().tokens - tokens_before) / watch.cpu_seconds();
        report(last, rate, now / static_cast<double>(position().step - first_step));
        reported_at = now;
      }
      if (control_.cancelled()) {
        save();
        throw Interrupted(fmt::format("stopped at step {}; the same command goes on",
                                      with_commas(position().step)));
      }
      if (now - saved_at >= request_.save_every) {
        save();
        saved_at = now;
      }
    }
    save();
  }

  void save() {
    Checkpoint checkpoint;
    checkpoint.identity = identity();
    trainer_.save(checkpoint);
    write_checkpoint(folder_, checkpoint);
  }

  // Exact match on the samples, and a line of metrics.
  void evaluate() {
    Json exact = Json::object();
    Json cells = Json::object();
    exact_note_.clear();
    for (std::size_t i = 0; i < samples_.size(); ++i) {
      const auto found = predict_all(*model_, samples_[i], search_, kRowsPerPrediction, control_);
      PartResult result{data_.parts[i].name, samples_[i].size(), count_exact(samples_[i], found)};
      count_grounded(result, *model_, samples_[i], found, control_);
      exact[result.part] = result.share();
      if (result.cells) cells[result.part] = result.share_of(*result.cells);
      exact_note_ += fmt::format(" {} {:.1f} %", result.part, 100 * result.share());
    }
    Json line{{"step", position().step},
              {"epoch", epochs()},
              {"loss", last_loss_},
              {"tokens", position().tokens},
              {"cpu_seconds", position().cpu_seconds},
              {"exact_sample", exact},
              {"sample", request_.sample}};
    if (!cells.empty()) line["cells_sample"] = cells;
    append_metrics(line);
    position().loss_sum = 0;
    position().loss_steps = 0;
  }

  void append_metrics(const Json& line) {
    const std::string text = line.dump() + '\n';
    folder_.append(kMetricsName, text);
    position().metrics_bytes += text.size();
  }

  void report(std::uint64_t last, double tokens_per_second, double seconds_per_step) const {
    double left = static_cast<double>(last - position().step) * seconds_per_step;
    if (request_.length.minutes)
      left = std::min(left, 60 * *request_.length.minutes - position().seconds);
    control_.say(fmt::format(
        "step {} epoch {:.1f} loss {:.4f}{} {} tokens/CPU-s {:.1f} min left",
        with_commas(position().step), epochs(), last_loss_,
        exact_note_.empty() ? std::string()
                            : fmt::format(" exact of {}:{}", request_.sample, exact_note_),
        with_commas(static_cast<std::uint64_t>(tokens_per_second)), std::max(0.0, left) / 60));
  }

  PartResult write_predictions(const RunPart& part) {
    const auto found = predict_all(*model_, part.examples, search_, kRowsPerPrediction, control_);
    const std::string name = "predictions-" + part.name + ".jsonl";
    NewFile file(folder_, name);
    std::string lines;
    for (std::size_t i = 0; i < found.size(); ++i) {
      lines += "{\"id\":";
      append_json_string(lines, part.ids[i]);
      lines += ",\"answer\":";
      append_json_string(lines, data_.answer_of(found[i]));
      lines += ",\"content_hash\":";
      append_json_string(lines, data_.content_hash);
      lines += "}\n";
    }
    file.write(lines);
    file.commit();
    PartResult result{part.name, found.size(), count_exact(part.examples, found), name,
                      sha256_hex(lines)};
    count_grounded(result, *model_, part.examples, found, control_);
    return result;
  }

  std::string title() const {
    return fmt::format("{} on {}, seed {}", request_.recipe.model,
                       request_.split.empty() ? "its own parts" : request_.split, request_.seed);
  }

  RunRequest request_;
  const Control& control_;
  Folder folder_;
  FolderLock lock_;
  RunData data_;
  std::unique_ptr<Model> model_;
  Trainer trainer_;
  SearchSettings search_;
  std::vector<Examples> samples_;
  double last_loss_ = 0;
  std::string exact_note_;
};

}  // namespace

RunResult run_training(const RunRequest& request, const Control& control) {
  return Run(request, control).run();
}

}  // namespace assay::learners
