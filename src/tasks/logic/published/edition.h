// The published edition of LogicInference (Ontañón et al. 2022), rebuilt to the byte.
//
// The authors' generator draws everything from one stream of random numbers, so an edition is made
// as a whole. With the settings of the paper and seed 0 it has the counts of appendix D; problems
// and training examples were compared with the authors' by SHA-256. Mistakes are included. Each is
// marked "quirk" where it is made, in this folder; nothing outside of it may depend on one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "assay/base/progress.h"
#include "assay/tasks/logic/published/examples.h"

namespace assay::logic::published {

enum class Set : std::uint8_t {
  kIid,     // the first nine tenths of the examples train, the others test
  kOod,     // train and test have different problems
  kLength,  // the examples of kIid; those with more than four premises test
};

inline constexpr std::size_t kMostLengths = 5;  // 0 to 4 extensions

// The defaults are those of the paper.
struct Settings {
  std::uint32_t seed = 0;
  Set set = Set::kIid;
  std::vector<double> lengths = {0.425, 0.3, 0.2, 0.05, 0.025};  // weights of 0, 1 ... extensions
  int problems = 5000;        // to stop at; tries give out before
  int variations = 25;        // tries for each problem
  int examples = 200000;      // tries
  bool answer_first = false;  // LogicInference_b, not _e
};

// One answer to a question of type 2a or 2b.
struct Answer {
  Clause clause;
  std::uint8_t rule = 0;               // among the 66
  std::vector<std::uint8_t> premises;  // that the rule was applied to, by place in the problem
};

class Edition {
 public:
  // Makes everything. Throws Error(kUsage) for settings that give nothing or, for kOod, a rule that
  // is tested but never trained; Interrupted when cancelled.
  explicit Edition(const Settings& settings, const Control& control = {});

  const Clauses& clauses() const { return workshop_.clauses; }
  const std::vector<Rule>& rules() const { return workshop_.rules; }
  const std::vector<Problem>& problems() const { return problems_; }
  std::size_t variations() const { return train_.size() + test_.size(); }

  // In the order of generation; for kOod those of training come first.
  const std::vector<Example>& examples() const { return examples_; }

  // What an example calls its symbols: naming and clauses make its notation (append_notation).
  Naming make_naming() const { return Naming(workshop_.counter); }
  void set_names(const Example& example, Naming& naming) const;

  // The answers that a question of type 2a or 2b has, in the order of the target; empty for others.
  // Also if the target says that anything follows. The naming must be that of the example.
  std::vector<Answer> answers(const Example& example, const Naming& naming) const;

 private:
  void make_iid(const Settings& settings, Twister& random, const Control& control);
  void make_ood(const Settings& settings, Twister& random, const Control& control);
  void mark_tests(Set set);

  Workshop workshop_;
  std::vector<Problem> problems_;
  std::vector<std::vector<Match>> matches_;  // by problem
  Variations train_;                         // all of them, unless the set is kOod
  Variations test_;
  TextArena arena_;
  std::vector<Example> examples_;
};

}  // namespace assay::logic::published
