#include <unistd.h>

#include <cstdio>

#include "arguments.h"
#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/learners/recipe/own_recipes.h"
#include "assay/verbs/train.h"
#include "commands.h"
#include "learner_program.h"

namespace assay {

namespace {

struct TrainOptions {
  verbs::TrainRequest request;
  std::optional<std::uint64_t> seed;
};

const char* about(const std::string& learner) {
  if (learner.ends_with("_cfq")) return "as Keysers et al. 2020 trained it; needs many hours here";
  if (learner.ends_with("_gscan")) return "as Ruis et al. 2020 trained it; reads command and world";
  if (learner.ends_with("_reascan")) return "as Wu et al. 2021 trained it; reads command and world";
  if (learner.starts_with("curi_")) {
    return learner.ends_with("_small")
               ? "small, for two cores; learns concepts of curi from few examples"
               : "as Vedantam et al. 2021 trained it; needs days here";
  }
  if (learner == "mlstm_small" || learner == "gcn_small")
    return "small, for two cores; reads command and world of gscan and reascan";
  return "small, for two cores";
}

void declare(Arguments& arguments, TrainOptions& options) {
  verbs::TrainRequest& request = options.request;
  arguments.example("assay train scan --split simple --model lstm_small --seed 1 --out run",
                    "some minutes on one core; predictions, learning curve and result.json in run");
  arguments.example("assay score scan run/predictions-test.jsonl --split simple",
                    "judge what it predicts");
  arguments.example(
      "assay train scan --split simple --model transformer_small --set dropout=0.3 --out run2",
      "with another value of the learner's recipe");
  arguments.positional("DIR", "a data set", request.data);
  arguments.text("--split", "NAME", "one of its splits (default: its own parts train and test)",
                 request.split);
  arguments.text("--also", "NAME,NAME",
                 "further splits whose test is predicted by the same learner (none)", request.also);
  arguments.text("--model", "NAME|FILE", "a learner, below, or a recipe of one's own in TOML",
                 request.model);
  arguments.settings("a key of the learner's recipe", request.settings);
  arguments.number("-s,--seed", "S", "random seed (default 0)", options.seed);
  arguments.text("--device", "cpu|cuda", "what trains (cpu)", request.device);
  arguments.text("-o,--out", "RUN", "folder of the run; the same command goes on there",
                 request.out);
  arguments.number("--steps", "N", "training steps (default: the recipe's)", request.steps);
  arguments.number("--epochs", "N", "train for this many epochs", request.epochs);
  arguments.real("--minutes", "M", "train for this many minutes", request.minutes);
  arguments.number("--sample", "N", "rows of each part predicted during training (200)",
                   request.sample);
  arguments.number("--evaluate-every", "N", "steps between such predictions (1,000)",
                   request.evaluate_every);
  arguments.real("--save-every", "S", "seconds between checkpoints (120)", request.save_every);
  arguments.flag("-q,--quiet", "no progress lines", request.quiet);
  std::vector<std::pair<std::string, std::string>> learners;
  for (const std::string& name : learners::own_recipe_names()) {
    learners.emplace_back(name, about(name));
  }
  arguments.glossary("Learners (recipes/learners):", std::move(learners));
}

// This process becomes the program: signals, terminal and exit code are its own.
[[noreturn]] void become(const std::string& program, const std::vector<std::string>& words) {
  std::vector<char*> all = {const_cast<char*>(program.c_str())};
  for (const std::string& word : words) all.push_back(const_cast<char*>(word.c_str()));
  all.push_back(nullptr);
  std::fflush(stdout);
  ::execv(program.c_str(), all.data());
  fail(ErrorKind::kIo, "{}: cannot be started", printable(program));
}

}  // namespace

int train_command(Words words) {
  TrainOptions options;
  Arguments arguments("train",
                      "Train a learner on a data set, and predict every part of its split.",
                      std::move(words));
  declare(arguments, options);
  if (!arguments.parse()) return 0;
  options.request.seed = options.seed.value_or(0);
  const std::vector<std::string> of_program = verbs::train_words(options.request);
  const LearnerProgram program = find_learner_program();
  if (!program.path) return program.exit_code;
  become(*program.path, of_program);
}

}  // namespace assay
