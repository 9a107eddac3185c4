// The loop that every run shares, whatever it trains: steps, lines of metrics, checkpoints,
// progress, cancellation, and going on where the folder's checkpoint stands.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "assay/base/progress.h"
#include "assay/learners/training/checkpoint.h"

namespace assay::learners {

// Training ends where the first of these is reached; with none, at the recipe's steps.
struct RunLength {
  std::optional<std::uint64_t> steps;
  std::optional<std::uint64_t> epochs;
  std::optional<double> minutes;  // of training, summed over all starts
};

// What a run measures now and then.
struct Evaluation {
  nlohmann::ordered_json figures;  // an object; its keys follow those of every line of metrics
  std::string note;                // the same for people, in a few words
};

// What a run trains: it can make a step, be measured, saved and put back.
class Trainee {
 public:
  virtual ~Trainee() = default;

  virtual double step() = 0;  // returns the loss
  virtual Evaluation evaluate() = 0;
  virtual RunIdentity identity() const = 0;
  virtual RunPosition& position() = 0;
  virtual std::uint64_t steps_per_epoch() const = 0;    // 0: there are no epochs
  virtual void save(Checkpoint& checkpoint) const = 0;  // all but the identity
  virtual void restore(const Checkpoint& checkpoint) = 0;
};

struct LoopSettings {
  RunLength length;
  std::uint64_t recipe_steps = 0;       // 0: the recipe does not say
  std::string unit = "tokens";          // what the position counts as tokens, for people
  std::uint64_t evaluate_every = 1000;  // steps
  double save_every = 120;              // seconds
  double report_every = 10;             // seconds
};

inline constexpr std::string_view kMetricsName = "metrics.jsonl";

class RunLoop {
 public:
  // All of them must outlive it. Throws Error(kUsage) when nothing says how long to train.
  RunLoop(const Folder& folder, Trainee& trainee, const LoopSettings& settings,
          const Control& control);

  // Puts the trainee where the folder's checkpoint stands; false without a checkpoint, and then
  // metrics begin empty. Throws Error(kInput) for the checkpoint of another run.
  bool go_on();
  // Trains to the end, and saves. A cancelled control saves and throws Interrupted.
  void train();
  double epochs() const;

 private:
  void cut_metrics() const;
  std::uint64_t last_step() const;
  bool is_over() const;
  void save() const;
  void evaluate();
  void report(double units_per_second, double seconds_per_step) const;

  const Folder& folder_;
  Trainee& trainee_;
  LoopSettings settings_;
  const Control& control_;
  std::uint64_t last_ = 0;
  double last_loss_ = 0;
  std::string note_;
};

}  // namespace assay::learners
