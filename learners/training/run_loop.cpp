#include "assay/learners/training/run_loop.h"

#include <algorithm>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/learners/training/stopwatch.h"

namespace assay::learners {

RunLoop::RunLoop(const Folder& folder, Trainee& trainee, const LoopSettings& settings,
                 const Control& control)
    : folder_(folder),
      trainee_(trainee),
      settings_(settings),
      control_(control),
      last_(last_step()) {}

bool RunLoop::go_on() {
  if (!folder_.exists(kCheckpointName)) {
    folder_.write(kMetricsName, "");
    return false;
  }
  trainee_.restore(read_checkpoint(folder_, trainee_.identity()));
  cut_metrics();
  return true;
}

// Lines of steps after the checkpoint will be written again.
void RunLoop::cut_metrics() const {
  const std::uint64_t kept = trainee_.position().metrics_bytes;
  const std::string lines =
      folder_.exists(kMetricsName) ? folder_.read(kMetricsName) : std::string();
  if (lines.size() < kept) {
    fail(ErrorKind::kInput,
         "{}: is shorter than the checkpoint says; put it back, or choose another --out",
         folder_.path_of(kMetricsName));
  }
  folder_.write(kMetricsName, std::string_view(lines).substr(0, kept));
}

double RunLoop::epochs() const {
  const RunPosition& position = trainee_.position();
  const std::uint64_t steps = trainee_.steps_per_epoch();
  if (steps == 0) return 0;
  return static_cast<double>(position.epoch) +
         static_cast<double>(position.batch) / static_cast<double>(steps);
}

std::uint64_t RunLoop::last_step() const {
  std::uint64_t last = ~std::uint64_t{0};
  const RunLength& length = settings_.length;
  if (length.steps) last = std::min(last, *length.steps);
  if (length.epochs) {
    if (trainee_.steps_per_epoch() == 0)
      fail(ErrorKind::kUsage,
           "--epochs: a stream has no epochs; give --steps or --minutes, or set stream=false");
    last = std::min(last, *length.epochs * trainee_.steps_per_epoch());
  }
  if (!length.steps && !length.epochs && !length.minutes) {
    if (settings_.recipe_steps == 0)
      fail(ErrorKind::kUsage,
           "how long to train? give --steps, --epochs or --minutes, or steps in the recipe");
    last = settings_.recipe_steps;
  }
  return last;
}

bool RunLoop::is_over() const {
  const RunPosition& position = trainee_.position();
  const auto& minutes = settings_.length.minutes;
  return position.step >= last_ || (minutes && position.seconds >= 60 * *minutes);
}

void RunLoop::train() {
  RunPosition& position = trainee_.position();
  const RunPosition before = position;
  double evaluating = 0;  // CPU seconds that are not of training
  double saved_at = 0;
  double reported_at = -settings_.report_every;
  const Stopwatch watch;
  while (!is_over()) {
    position.loss_sum += trainee_.step();
    ++position.loss_steps;
    last_loss_ = position.loss_sum / static_cast<double>(position.loss_steps);
    position.cpu_seconds = before.cpu_seconds + watch.cpu_seconds() - evaluating;
    const double now = watch.seconds();
    position.seconds = before.seconds + now;
    if (position.step % settings_.evaluate_every == 0 || is_over()) {
      const Stopwatch apart;
      evaluate();
      evaluating += apart.cpu_seconds();
    }
    if (now - reported_at >= settings_.report_every) {
      report(static_cast<double>(position.tokens - before.tokens) /
                 (position.cpu_seconds - before.cpu_seconds),
             now / static_cast<double>(position.step - before.step));
      reported_at = now;
    }
    if (control_.cancelled()) {
      save();
      throw Interrupted(
          fmt::format("stopped at step {}; the same command goes on", with_commas(position.step)));
    }
    if (now - saved_at >= settings_.save_every) {
      save();
      saved_at = now;
    }
  }
  save();
}

void RunLoop::save() const {
  Checkpoint checkpoint;
  checkpoint.identity = trainee_.identity();
  trainee_.save(checkpoint);
  write_checkpoint(folder_, checkpoint);
}

void RunLoop::evaluate() {
  RunPosition& position = trainee_.position();
  const Evaluation found = trainee_.evaluate();
  note_ = found.note;
  nlohmann::ordered_json line{{"step", position.step},
                              {"epoch", epochs()},
                              {"loss", last_loss_},
                              {"tokens", position.tokens},
                              {"cpu_seconds", position.cpu_seconds}};
  line.update(found.figures);
  const std::string text = line.dump() + '\n';
  folder_.append(kMetricsName, text);
  position.metrics_bytes += text.size();
  position.loss_sum = 0;
  position.loss_steps = 0;
}

void RunLoop::report(double units_per_second, double seconds_per_step) const {
  const RunPosition& position = trainee_.position();
  double left = static_cast<double>(last_ - position.step) * seconds_per_step;
  if (settings_.length.minutes)
    left = std::min(left, 60 * *settings_.length.minutes - position.seconds);
  control_.say(fmt::format(
      "step {}{} loss {:.4f}{} {} {}/CPU-s {:.1f} min left", with_commas(position.step),
      trainee_.steps_per_epoch() == 0 ? std::string() : fmt::format(" epoch {:.1f}", epochs()),
      last_loss_, note_, with_commas(static_cast<std::uint64_t>(units_per_second)), settings_.unit,
      std::max(0.0, left) / 60));
}

}  // namespace assay::learners
