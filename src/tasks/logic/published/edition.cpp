#include "assay/tasks/logic/published/edition.h"

#include <algorithm>
#include <set>

#include "assay/base/error.h"

namespace assay::logic::published {
namespace {

constexpr double kTrainShare = 0.9;
constexpr std::size_t kMostTrainPremises = 4;

// An extension takes a premise and brings at most three, so that no problem has too many to show.
static_assert(3 + 2 * (kMostLengths - 1) <= Example::kMostPremises);

std::size_t share(std::size_t count, double part) {
  return static_cast<std::size_t>(static_cast<double>(count) * part);
}

void check(const Settings& settings) {
  double sum = 0;
  for (const double weight : settings.lengths) sum += weight >= 0 ? weight : -1e9;
  if (!(sum > 0) || settings.lengths.size() > kMostLengths) {
    fail(ErrorKind::kUsage, "lengths: there must be 1 to {} weights, none below 0 and not all 0",
         kMostLengths);
  }
  if (settings.problems < 1 || settings.variations < 1 || settings.examples < 1) {
    fail(ErrorKind::kUsage, "problems, variations and examples must be 1 or more");
  }
}

std::set<std::string> rule_names(const Workshop& workshop, std::span<const Problem> problems) {
  std::set<std::string> result;
  for (const Problem& problem : problems) {
    for (const auto* chains : {&problem.inferences, &problem.contradictions}) {
      for (const Chain& chain : *chains) {
        for (const Step& step : chain.steps) result.insert(workshop.rules[step.rule].name);
      }
    }
  }
  return result;
}

void check_rules_trained(const Workshop& workshop, std::span<const Problem> problems,
                         std::size_t cut) {
  const std::set<std::string> trained = rule_names(workshop, problems.first(cut));
  for (const std::string& name : rule_names(workshop, problems.subspan(cut))) {
    if (trained.contains(name)) continue;
    fail(ErrorKind::kUsage,
         "the rule \"{}\" would be tested but not trained; ask for more problems or another seed",
         name);
  }
}

}  // namespace

Edition::Edition(const Settings& settings, const Control& control) {
  check(settings);
  Twister random(settings.seed);
  const ProblemSettings wanted{settings.lengths, static_cast<std::size_t>(settings.problems)};
  problems_ = make_problems(workshop_, wanted, random, control);
  const AskedRules asked = make_asked_rules(workshop_.clauses, workshop_.rules);
  for (const Problem& problem : problems_) {
    matches_.push_back(find_matches(workshop_.clauses, asked, problem));
  }
  if (settings.set == Set::kOod) {
    make_ood(settings, random, control);
  } else {
    make_iid(settings, random, control);
  }
  mark_tests(settings.set);
}

void Edition::make_iid(const Settings& settings, Twister& random, const Control& control) {
  train_ = make_variations(workshop_.clauses, problems_, 0, problems_.size(), settings.variations,
                           random, control);
  const ExampleSource source{workshop_, problems_, matches_, train_, settings.answer_first};
  examples_ =
      make_examples(source, static_cast<std::size_t>(settings.examples), random, arena_, control);
}

void Edition::make_ood(const Settings& settings, Twister& random, const Control& control) {
  const std::size_t cut = share(problems_.size(), kTrainShare);
  check_rules_trained(workshop_, problems_, cut);
  const auto tries = static_cast<std::size_t>(settings.examples);
  train_ =
      make_variations(workshop_.clauses, problems_, 0, cut, settings.variations, random, control);
  const ExampleSource train{workshop_, problems_, matches_, train_, settings.answer_first};
  examples_ = make_examples(train, share(tries, kTrainShare), random, arena_, control);
  test_ = make_variations(workshop_.clauses, problems_, cut, problems_.size(), settings.variations,
                          random, control);
  const ExampleSource test{workshop_, problems_, matches_, test_, settings.answer_first};
  // Quirk: 1 - 0.9 is a little less than 0.1, so one try is lost.
  for (Example& example :
       make_examples(test, share(tries, 1 - kTrainShare), random, arena_, control)) {
    example.variation += static_cast<std::uint32_t>(train_.size());
    examples_.push_back(example);
  }
}

void Edition::mark_tests(Set set) {
  const std::size_t cut = share(examples_.size(), kTrainShare);
  for (std::size_t i = 0; i < examples_.size(); ++i) {
    Example& example = examples_[i];
    if (set == Set::kIid) example.test = i >= cut;
    if (set == Set::kOod) example.test = example.variation >= train_.size();
    if (set == Set::kLength) example.test = example.premises > kMostTrainPremises;
  }
}

void Edition::set_names(const Example& example, Naming& naming) const {
  const std::size_t variation = example.variation;
  const std::span<const Symbol> names =
      variation < train_.size() ? train_.names(variation) : test_.names(variation - train_.size());
  naming.set(symbols_of(workshop_.clauses, problems_[example.problem]), names);
}

std::vector<Answer> Edition::answers(const Example& example, const Naming& naming) const {
  std::vector<Answer> result;
  if (!is_one_step(example.type)) return result;
  std::vector<const Match*> shown;
  show_matches(workshop_.clauses, matches_[example.problem], example.shown(), naming, shown);
  for (const Match* const match : shown) {
    const auto end = match->premises.begin() + match->size;
    for (const Clause inference : match->inferences) {
      result.push_back({inference, match->rule, {match->premises.begin(), end}});
    }
  }
  return result;
}

}  // namespace assay::logic::published
