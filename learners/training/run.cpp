#include "assay/learners/training/run.h"

#include <torch/version.h>

#include <algorithm>

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

// A learner of sequences, and the rows that it is measured on.
class SequenceRun : public Trainee {
 public:
  SequenceRun(const RunRequest& request, const LearnerRecipe& recipe, const Control& control)
      : request_(request),
        recipe_(recipe),
        control_(control),
        folder_(Folder::create(request.out)),
        lock_(folder_, "lock"),
        data_(read_run_data({request.data, request.split, request.also}, recipe, control)),
        model_(make_model(recipe, static_cast<std::int64_t>(data_.vocabulary.size()), request.seed,
                          options_of(request.device))),
        trainer_(*model_, recipe, data_.training, request.seed),
        search_(search_settings(recipe)) {
    for (const RunPart& part : data_.parts)
      samples_.push_back(sample_of(part.examples, request.sample));
  }

  RunResult run() {
    RunLoop loop(folder_, *this, loop_settings(request_, recipe_.steps), control_);
    begin(loop);
    loop.train();
    RunResult result{.content_hash = data_.content_hash,
                     .split = request_.split,
                     .split_hash = data_.split_hash,
                     .recipe = recipe_text(recipe_),
                     .seed = request_.seed,
                     .device = request_.device,
                     .steps = position().step,
                     .model = recipe_.model,
                     .parameters = static_cast<std::uint64_t>(model_->parameters().count()),
                     .words = data_.vocabulary.size(),
                     .epochs = loop.epochs(),
                     .tokens = position().tokens,
                     .cpu_seconds = position().cpu_seconds,
                     .parts = {}};
    for (const RunPart& part : data_.parts) result.parts.push_back(write_predictions(part));
    folder_.write("curve.svg", curve_svg(folder_.read(kMetricsName), title()));
    folder_.write("result.json", result_text(result, TORCH_VERSION));
    return result;
  }

  double step() override { return trainer_.step(); }
  RunPosition& position() override { return trainer_.position(); }
  std::uint64_t steps_per_epoch() const override { return trainer_.steps_per_epoch(); }
  void save(Checkpoint& checkpoint) const override { trainer_.save(checkpoint); }
  void restore(const Checkpoint& checkpoint) override { trainer_.restore(checkpoint); }

  RunIdentity identity() const override {
    return {.content_hash = data_.content_hash,
            .split = request_.split,
            .split_hash = data_.split_hash,
            .vocabulary = data_.vocabulary.hash(),
            .recipe = recipe_text(recipe_),
            .seed = request_.seed,
            .layout = layout_of(model_->parameters())};
  }

  // Exact match on the samples.
  Evaluation evaluate() override {
    Json exact = Json::object();
    Json cells = Json::object();
    std::string note = fmt::format(" exact of {}:", request_.sample);
    for (std::size_t i = 0; i < samples_.size(); ++i) {
      const auto found = predict_all(*model_, samples_[i], search_, kRowsPerPrediction, control_);
      PartResult result{data_.parts[i].name, samples_[i].size(), count_exact(samples_[i], found)};
      count_grounded(result, *model_, samples_[i], found, control_);
      exact[result.part] = result.share();
      if (result.cells) cells[result.part] = result.share_of(*result.cells);
      note += fmt::format(" {} {:.1f} %", result.part, 100 * result.share());
    }
    Evaluation found{Json{{"exact_sample", exact}, {"sample", request_.sample}}, note};
    if (!cells.empty()) found.figures["cells_sample"] = cells;
    return found;
  }

 private:
  // Goes on from the folder's checkpoint, or begins.
  void begin(RunLoop& loop) {
    if (loop.go_on()) {
      control_.say(
          fmt::format("goes on at step {} of {}", with_commas(position().step), request_.out));
    } else {
      folder_.write("recipe.toml", recipe_text(recipe_));
      folder_.write("vocabulary.txt", data_.vocabulary.text());
    }
    control_.say(fmt::format(
        "{}: {} parameters, {} words; {} training rows, {} batches an epoch{}", recipe_.model,
        with_commas(static_cast<std::uint64_t>(model_->parameters().count())),
        data_.vocabulary.size(), with_commas(data_.training.size()), trainer_.steps_per_epoch(),
        data_.dropped == 0 ? std::string()
                           : fmt::format("; {} longer ones dropped", with_commas(data_.dropped))));
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
    return fmt::format("{} on {}, seed {}", recipe_.model,
                       request_.split.empty() ? "its own parts" : request_.split, request_.seed);
  }

  RunRequest request_;
  LearnerRecipe recipe_;
  const Control& control_;
  Folder folder_;
  FolderLock lock_;
  RunData data_;
  std::unique_ptr<Model> model_;
  Trainer trainer_;
  SearchSettings search_;
  std::vector<Examples> samples_;
};

}  // namespace

LoopSettings loop_settings(const RunRequest& request, std::int64_t recipe_steps) {
  return {.length = request.length,
          .recipe_steps = static_cast<std::uint64_t>(recipe_steps),
          .evaluate_every = request.evaluate_every,
          .save_every = request.save_every,
          .report_every = request.report_every};
}

RunResult run_training(const RunRequest& request, const LearnerRecipe& recipe,
                       const Control& control) {
  return SequenceRun(request, recipe, control).run();
}

}  // namespace assay::learners
