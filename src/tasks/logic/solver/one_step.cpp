#include "assay/tasks/logic/solver/one_step.h"

#include <algorithm>
#include <string_view>

namespace assay::logic {

namespace {

constexpr std::array<std::string_view, 14> kRuleNames{"modus ponens",
                                                      "modus tollens",
                                                      "transitivity",
                                                      "disjunctive syllogism",
                                                      "addition",
                                                      "simplification",
                                                      "conjunction",
                                                      "resolution",
                                                      "rewriting",
                                                      "disjunction elimination",
                                                      "biconditional introduction",
                                                      "biconditional elimination",
                                                      "universal instantiation",
                                                      "existential generalization"};

// The rules that add no symbols, in the paper's order. Modus tollens stands there twice, with other
// letters for the same literals; biconditional elimination four times.
enum class Schema : std::uint8_t {
  kPonens,
  kTollens,
  kTollensOfNegation,
  kTransitivity,
  kSyllogism,
  kSimplification,
  kConjunction,
  kResolution,
  kRewriting,
  kCases,
  kBothWays,
  kForth,
  kBack,
  kNotFirst,
  kNotSecond
};
constexpr std::size_t kSchemas = 15;
constexpr std::array<Rule, kSchemas> kRuleOf{Rule::kModusPonens,
                                             Rule::kModusTollens,
                                             Rule::kModusTollens,
                                             Rule::kTransitivity,
                                             Rule::kDisjunctiveSyllogism,
                                             Rule::kSimplification,
                                             Rule::kConjunction,
                                             Rule::kResolution,
                                             Rule::kRewriting,
                                             Rule::kDisjunctionElimination,
                                             Rule::kBiconditionalIntroduction,
                                             Rule::kBiconditionalElimination,
                                             Rule::kBiconditionalElimination,
                                             Rule::kBiconditionalElimination,
                                             Rule::kBiconditionalElimination};
constexpr std::array<std::size_t, kSchemas> kPremisesOf{2, 2, 2, 2, 2, 1, 2, 2,
                                                        1, 3, 2, 1, 1, 2, 2};

// How each premise of a schema is joined.
constexpr std::array<std::array<Join, 3>, kSchemas> kJoins{{
    {Join::kIf, Join::kAlone},
    {Join::kIf, Join::kAlone},
    {Join::kIf, Join::kAlone},
    {Join::kIf, Join::kIf},
    {Join::kEither, Join::kAlone},
    {Join::kBoth},
    {Join::kAlone, Join::kAlone},
    {Join::kEither, Join::kEither},
    {Join::kEither},
    {Join::kIf, Join::kIf, Join::kEither},
    {Join::kIf, Join::kIf},
    {Join::kIff},
    {Join::kIff},
    {Join::kIff, Join::kAlone},
    {Join::kIff, Join::kAlone},
}};

using Used = std::array<const Sentence*, 3>;
using Candidates = std::vector<const Sentence*>;

struct Drawn {
  Join join = Join::kAlone;
  Literal first = 0;
  Literal second = 0;
};

bool all_differ(Literal p, Literal q, Literal r) { return p != q && q != r && p != r; }

// Gives what a schema concludes from premises that are joined as it wants.
template <typename Give>
void conclude(Schema schema, const Used& used, const Give& give) {
  const Literal p = used[0]->first;
  const Literal q = used[0]->second;
  const Literal other = used[1] == nullptr ? 0 : used[1]->first;
  switch (schema) {
    case Schema::kPonens:
      if (other == p && p != q) give({Join::kAlone, q, 0});
      return;
    case Schema::kTollens:
      if (other == opposite(q) && p != q) give({Join::kAlone, opposite(p), 0});
      return;
    case Schema::kTollensOfNegation:
      if (other == opposite(q) && p != opposite(q)) give({Join::kAlone, opposite(p), 0});
      return;
    case Schema::kTransitivity:
      if (other == q && all_differ(p, q, used[1]->second)) give({Join::kIf, p, used[1]->second});
      return;
    case Schema::kSyllogism:
      if (other == opposite(p) && p != q) give({Join::kAlone, q, 0});
      return;
    case Schema::kSimplification:
      if (p == q) return;
      give({Join::kAlone, p, 0});
      give({Join::kAlone, q, 0});
      return;
    case Schema::kConjunction:
      if (p != other) give({Join::kBoth, p, other});
      return;
    case Schema::kResolution:
      if (other == opposite(p) && all_differ(p, q, used[1]->second)) {
        give({Join::kEither, q, used[1]->second});
      }
      return;
    case Schema::kRewriting:
      if (p != opposite(q)) give({Join::kIf, opposite(q), p});
      return;
    case Schema::kCases:
      if (used[1]->second == q && used[2]->first == p && used[2]->second == other &&
          all_differ(p, other, q)) {
        give({Join::kAlone, q, 0});
      }
      return;
    case Schema::kBothWays:
      if (other == q && used[1]->second == p && p != q) give({Join::kIff, p, q});
      return;
    case Schema::kForth:
      if (p != q) give({Join::kIf, p, q});
      return;
    case Schema::kBack:
      if (p != q) give({Join::kIf, q, p});
      return;
    case Schema::kNotFirst:
      if (other == opposite(p) && p != q) give({Join::kAlone, opposite(q), 0});
      return;
    case Schema::kNotSecond:
      if (other == opposite(q) && p != q) give({Join::kAlone, opposite(p), 0});
      return;
  }
}

class OneStep {
 public:
  OneStep(Universe& universe, std::span<const Sentence> premises)
      : universe_(universe), premises_(premises) {}

  std::vector<Inference> infer() {
    constexpr std::size_t kNone = 3;
    for (std::size_t i = 0; i < kSchemas; ++i) apply(i, Scope::kGround, kNone);
    generalize();
    for (std::size_t i = 0; i < kSchemas; ++i) {
      apply(i, Scope::kAll, kNone);
      for (std::size_t some = 0; some < kPremisesOf[i]; ++some) apply(i, Scope::kSome, some);
    }
    return std::move(found_);
  }

 private:
  // With premise `some` about something and the others about everything, or all of one scope.
  void apply(std::size_t schema, Scope conclusion, std::size_t some) {
    static const Candidates kNobody{nullptr};
    std::array<Candidates, 3> fitting;
    for (std::size_t at = 0; at < kPremisesOf[schema]; ++at) {
      const bool other = conclusion == Scope::kSome && at != some;
      collect(other ? Scope::kAll : conclusion, kJoins[schema][at], fitting[at]);
      if (fitting[at].empty()) return;
    }
    for (const Sentence* first : fitting[0]) {
      for (const Sentence* second : fitting[1].empty() ? kNobody : fitting[1]) {
        for (const Sentence* third : fitting[2].empty() ? kNobody : fitting[2]) {
          conclude(static_cast<Schema>(schema), {first, second, third}, [&](const Drawn& drawn) {
            add({conclusion, drawn.join, false, drawn.first, drawn.second}, kRuleOf[schema]);
          });
        }
      }
    }
  }

  void collect(Scope scope, Join join, Candidates& out) const {
    for (const Sentence& premise : premises_) {
      if (!premise.denied && premise.scope == scope && premise.join == join) {
        out.push_back(&premise);
      }
    }
  }

  void generalize() {
    for (const Sentence& premise : premises_) {
      if (premise.scope != Scope::kGround || premise.join != Join::kAlone) continue;
      const std::uint32_t general = universe_.generalize(premise.first / 2);
      if (general == Universe::kNone) continue;
      add({Scope::kSome, Join::kAlone, false, 2 * general + premise.first % 2, 0},
          Rule::kGeneralization);
    }
  }

  void add(const Sentence& sentence, Rule rule) {
    const auto is_same = [&](const Inference& known) { return known.conclusion == sentence; };
    if (std::find(premises_.begin(), premises_.end(), sentence) != premises_.end()) return;
    if (std::none_of(found_.begin(), found_.end(), is_same)) found_.push_back({sentence, rule});
  }

  Universe& universe_;
  std::span<const Sentence> premises_;
  std::vector<Inference> found_;
};

}  // namespace

std::string rule_name(Rule rule, Scope conclusion) {
  const std::string_view name = kRuleNames[static_cast<std::size_t>(rule)];
  if (rule >= Rule::kInstantiation || conclusion == Scope::kGround) return std::string(name);
  return (conclusion == Scope::kAll ? "universal " : "existential ") + std::string(name);
}

std::vector<Inference> one_step(Universe& universe, std::span<const Sentence> premises) {
  return OneStep(universe, premises).infer();
}

}  // namespace assay::logic
