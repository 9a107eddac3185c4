#include "assay/learners/fewshot_run/fewshot_run.h"

#include <fmt/ranges.h>
#include <torch/version.h>

#include <cmath>

#include "assay/base/error.h"
#include "assay/base/folder_lock.h"
#include "assay/base/hash.h"
#include "assay/base/json.h"
#include "assay/base/npy.h"
#include "assay/base/text.h"
#include "assay/learners/fewshot_run/fewshot_trainer.h"
#include "assay/learners/fewshot_run/pool_scores.h"

namespace assay::learners {

namespace {

using Json = nlohmann::ordered_json;

// How likely the concept holds; above a half exactly where the odds are.
float probability_of(float odds) {
  const auto share = static_cast<float>(1 / (1 + std::exp(-static_cast<double>(odds))));
  constexpr float kHalf = 0.5F;
  return odds > 0 && !(share > kHalf) ? std::nextafter(kHalf, 1.0F) : share;
}

std::string answer_of(const EpisodeScores& scores) {
  std::string answer;
  for (const float odds : scores.query)
    answer += fmt::format("{}{}", answer.empty() ? "" : " ", probability_of(odds));
  return answer;
}

// Writes a file piece by piece, and knows the hash of all of them.
class HashedFileWriter {
 public:
  HashedFileWriter(const Folder& folder, const std::string& name) : file_(folder, name) {}

  void write(std::string_view bytes) {
    hash_.update(bytes);
    file_.write(bytes);
  }
  std::string commit() {
    file_.commit();
    return hash_.hex();
  }

 private:
  NewFile file_;
  Sha256 hash_;
};

class FewshotRun : public Trainee {
 public:
  FewshotRun(const RunRequest& request, const FewshotRecipe& recipe, const Control& control)
      : request_(request),
        recipe_(recipe),
        control_(control),
        folder_(Folder::create(request.out)),
        lock_(folder_, "lock"),
        data_(request.data, request.split, {request.cache, control}),
        bank_(data_.world().space()),
        pool_(data_.world().space()),
        words_(data_.world().space()),
        feed_(data_, recipe.stream, static_cast<std::uint64_t>(recipe.episodes), request.seed),
        model_(recipe, words_.size(), request.seed, options_of(request.device)),
        trainer_(model_, recipe, feed_, bank_, &words_, request.seed),
        scorer_(model_, bank_, pool_) {
    if (recipe.stream) data_.expect_own_sets(control);
    for (const EpisodePart& part : data_.parts())
      samples_.push_back(sample_of(part.episodes, request.sample));
  }

  FewshotResult run() {
    LoopSettings settings = loop_settings(request_, recipe_.steps);
    settings.unit = "scenes";
    RunLoop loop(folder_, *this, settings, control_);
    begin(loop);
    loop.train();
    FewshotResult result = described(loop.epochs());
    scorer_.encode_pool();
    for (const EpisodePart& part : data_.parts()) result.parts.push_back(write_part(part));
    result.ideal = ideal_marks();
    folder_.write("gap.txt", gap_table(result));
    folder_.write("curve.svg", episode_curve_svg(folder_.read(kMetricsName), result, title()));
    folder_.write("result.json", result_text(result, TORCH_VERSION));
    return result;
  }

  double step() override { return trainer_.step(); }
  RunPosition& position() override { return trainer_.position(); }
  std::uint64_t steps_per_epoch() const override { return feed_.batches_per_epoch(); }
  void save(Checkpoint& checkpoint) const override { trainer_.save(checkpoint); }
  void restore(const Checkpoint& checkpoint) override { trainer_.restore(checkpoint); }

  RunIdentity identity() const override {
    return {.content_hash = data_.content_hash(),
            .split = request_.split,
            .split_hash = data_.split_hash(),
            .vocabulary = words_.hash(),
            .recipe = recipe_text(recipe_),
            .seed = request_.seed,
            .layout = layout_of(model_.parameters()),
            .stream = feed_.text()};
  }

  // Accuracy and average precision on the samples.
  Evaluation evaluate() override {
    Json accuracy = Json::object();
    Json precision = Json::object();
    std::string note = fmt::format(" accuracy, mAP of {}:", request_.sample);
    scorer_.encode_pool();
    for (std::size_t i = 0; i < samples_.size(); ++i) {
      const std::string& part = data_.parts()[i].name;
      EpisodeTally tally(pool_);
      scorer_.score(
          samples_[i], true,
          [&](std::size_t at, const EpisodeScores& scores) { tally.see(samples_[i][at], scores); },
          control_);
      accuracy[part] = tally.accuracy();
      precision[part] = tally.precision().value_or(0);
      note += fmt::format(" {} {:.1f} {:.1f} %", part, 100 * tally.accuracy(),
                          100 * tally.precision().value_or(0));
    }
    return {Json{{"episodes", episodes()},
                 {"feeding_seconds", position().feeding_seconds},
                 {"accuracy_sample", accuracy},
                 {"mAP_sample", precision},
                 {"sample", request_.sample}},
            note};
  }

 private:
  std::uint64_t episodes() { return position().tokens / (2 * kShots); }

  // Goes on from the folder's checkpoint, or begins.
  void begin(RunLoop& loop) {
    if (loop.go_on()) {
      control_.say(
          fmt::format("goes on at step {} of {}", with_commas(position().step), request_.out));
    } else {
      folder_.write("recipe.toml", recipe_text(recipe_));
    }
    control_.say(fmt::format("{} over {}: {} parameters; {}", recipe_.model, recipe_.pooling,
                             with_commas(static_cast<std::uint64_t>(model_.parameters().count())),
                             feed_.is_stream()
                                 ? fmt::format("episodes from the stream {}", feed_.text())
                                 : fmt::format("{} training rows, {} batches an epoch",
                                               with_commas(data_.find("train")->episodes.size()),
                                               feed_.batches_per_epoch())));
  }

  FewshotResult described(double epochs) {
    FewshotResult result{.content_hash = data_.content_hash(),
                         .split = request_.split,
                         .split_hash = data_.split_hash(),
                         .recipe = recipe_text(recipe_),
                         .seed = request_.seed,
                         .device = request_.device,
                         .steps = position().step,
                         .model = recipe_.model,
                         .pooling = recipe_.pooling,
                         .parameters = static_cast<std::uint64_t>(model_.parameters().count()),
                         .words = recipe_.alpha > 0 ? static_cast<std::uint64_t>(words_.size()) : 0,
                         .epochs = epochs,
                         .episodes = episodes(),
                         .scenes = position().tokens,
                         .cpu_seconds = position().cpu_seconds,
                         .feeding_seconds = position().feeding_seconds,
                         .parts = {},
                         .ideal = {}};
    if (feed_.is_stream())
      result.stream = StreamRange{request_.seed, feed_.first(), feed_.end(position().step)};
    return result;
  }

  EpisodePartResult write_part(const EpisodePart& part) {
    EpisodePartResult result{.part = part.name,
                             .predictions = "predictions-" + part.name + ".jsonl"};
    const bool with_pool = part.name != "train";
    HashedFileWriter answers(folder_, result.predictions);
    std::optional<HashedFileWriter> pool;
    if (with_pool) {
      result.pool = "pool-" + part.name + ".npy";
      pool.emplace(folder_, result.pool);
      pool->write(npy_header(part.episodes.size(), pool_.size()));
    }
    EpisodeTally tally(pool_);
    scorer_.score(
        part.episodes, with_pool,
        [&](std::size_t at, const EpisodeScores& scores) {
          tally.see(part.episodes[at], scores);
          answers.write(answer_line(part.ids[at], answer_of(scores)));
          if (with_pool)
            pool->write(
                {reinterpret_cast<const char*>(scores.pool.data()), scores.pool.size_bytes()});
        },
        control_);
    result.rows = tally.rows();
    result.exact = tally.exact();
    result.accuracy = tally.accuracy();
    result.precision = tally.precision();
    result.predictions_sha256 = answers.commit();
    if (pool) result.pool_sha256 = pool->commit();
    return result;
  }

  std::string answer_line(const std::string& id, const std::string& answer) const {
    std::string line = "{\"id\":";
    append_json_string(line, id);
    line += ",\"answer\":";
    append_json_string(line, answer);
    line += ",\"content_hash\":";
    append_json_string(line, data_.content_hash());
    line += "}\n";
    return line;
  }

  // The means of the ideal learners over the part test.
  std::vector<IdealMarks> ideal_marks() const {
    if (data_.find("test") == nullptr) return {};
    const auto panel = data_.world().panel();
    const std::size_t metrics = panel->metrics().size();
    struct Mean {
      double sum = 0;
      double weight = 0;
      double value() const { return weight > 0 ? sum / weight : 0; }
    };
    std::vector<Mean> means(panel->learners().size() * metrics);
    data_.for_each_row(
        "test",
        [&](const Example& row) {
          const LearnerMarks marks = panel->mark(row);
          for (std::size_t i = 0; i < means.size(); ++i) {
            if (!marks.values[i]) continue;
            means[i].sum += marks.weight * *marks.values[i];
            means[i].weight += marks.weight;
          }
        },
        control_);
    std::vector<IdealMarks> ideal;
    for (std::size_t i = 0; i < panel->learners().size(); ++i) {
      ideal.push_back({panel->learners()[i], means[i * metrics].value(),
                       means[i * metrics + 1].value()});  // mAP, accuracy
    }
    return ideal;
  }

  std::string title() const {
    return fmt::format("{} over {} on {}, seed {}", recipe_.model, recipe_.pooling,
                       request_.split.empty() ? "its own parts" : request_.split, request_.seed);
  }

  RunRequest request_;
  FewshotRecipe recipe_;
  const Control& control_;
  Folder folder_;
  FolderLock lock_;
  EpisodeData data_;
  SceneBank bank_;
  curi::ScenePool pool_;
  ConceptWords words_;
  EpisodeFeed feed_;
  FewshotModel model_;
  FewshotTrainer trainer_;
  PoolScorer scorer_;
  std::vector<std::vector<EpisodeRow>> samples_;
};

}  // namespace

FewshotResult run_fewshot(const RunRequest& request, const FewshotRecipe& recipe,
                          const Control& control) {
  return FewshotRun(request, recipe, control).run();
}

}  // namespace assay::learners
