#include "assay/tasks/logic/source.h"

#include <algorithm>
#include <string>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/object_pool.h"
#include "assay/core/addressed_unit.h"
#include "assay/tasks/logic/published_formulas.h"
#include "assay/tasks/logic/row.h"
#include "assay/tasks/logic/sound/example_maker.h"
#include "assay/tasks/logic/sound/problem.h"

namespace assay::logic {

namespace {

// --- sound -------------------------------------------------------------------------------------

// What a thread works with: the last problem is kept, because its wordings are made one by one.
struct SoundBench {
  Workshop shop;
  Problem problem;
  MadeQuestion made;
  std::uint64_t unit = 0;
  bool has_problem = false;
  std::vector<std::uint64_t> asked;  // hashes of the unit's first questions; 0: an empty address
};

class SoundSource : public Source {
 public:
  SoundSource(const SoundSettings& settings, const RuleBook& book, const Derivations& derivations,
              std::uint64_t seed)
      : book_(book),
        derivations_(derivations),
        problems_(book, settings.lengths, settings.contradictory_permille),
        examples_(book, settings.place),
        wordings_(settings.wordings),
        key_(stream_key(seed, "logic")),
        seed_(seed),
        benches_([] { return std::make_unique<SoundBench>(); }) {}

  std::optional<std::uint64_t> unit_count() const override { return std::nullopt; }
  std::uint32_t items_per_unit() const override { return wordings_; }
  std::unique_ptr<Unit> unit(std::uint64_t index) const override {
    return addressed_unit(*this, index);
  }

  bool make(Address address, Wanted want, Example& out) const {
    const auto [unit, item] = address;
    ObjectPool<SoundBench>::Loan bench(benches_);
    if (!bench->has_problem || bench->unit != unit) {
      Stream stream(key_, {Purpose::kUnit, unit, 0, 0});
      bench->has_problem = problems_.make(stream, least_symbols(unit), bench->shop, bench->problem);
      bench->unit = unit;
      bench->asked.clear();
    }
    if (!bench->has_problem) return false;
    if (bench->asked.size() > item) bench->asked.resize(item);
    bool made = false;
    while (bench->asked.size() <= item) made = make_next(*bench);
    if (made) fill_row(*bench, address, want, out);
    return made;
  }

 private:
  static constexpr std::uint16_t kMostAttempts = 100;

  // The unit's next question: another one than those before it.
  bool make_next(SoundBench& bench) const {
    const auto item = static_cast<std::uint32_t>(bench.asked.size());
    for (std::uint16_t attempt = 0; attempt < kMostAttempts; ++attempt) {
      Stream stream(key_, {Purpose::kItem, bench.unit, item, attempt});
      if (!examples_.make(stream, bench.shop, bench.problem, bench.made)) continue;
      const std::uint64_t hash = hash64(bench.made.input) | 1U;
      if (std::find(bench.asked.begin(), bench.asked.end(), hash) != bench.asked.end()) continue;
      bench.asked.push_back(hash);
      return true;
    }
    bench.asked.push_back(0);
    return false;
  }

  void fill_row(SoundBench& bench, Address address, Wanted want, Example& out) const {
    const Question& question = bench.made.question;
    const FormulaStore& store = bench.shop.store;
    reset(out, logic_schema());
    out.seed = seed_;
    out.address = address;
    out.fields[kInputField] = bench.made.input;
    out.fields[kTargetField] = bench.made.target;
    write_answer(book_, question, bench.made.answer, out);
    write_formulas(store, question, bench.made.names, out);
    out.fields[kProblem] = static_cast<std::int64_t>(address.unit);
    if (want.rules) derivations_.write(store, question, bench.made.answer, out.rules);
  }

  const RuleBook& book_;
  const Derivations& derivations_;
  ProblemMaker problems_;
  ExampleMaker examples_;
  std::uint32_t wordings_;
  Key key_;
  std::uint64_t seed_;
  ObjectPool<SoundBench> benches_;
};

// --- published ---------------------------------------------------------------------------------

// What a thread works with.
struct PublishedBench {
  explicit PublishedBench(const published::Edition& edition) : naming(edition.make_naming()) {}

  published::Naming naming;
  FormulaStore store;
  Question question;
  Answer answer;
};

class PublishedSource : public Source {
 public:
  PublishedSource(const published::Settings& settings, const RuleBook& book,
                  const Derivations& derivations, const Control& control, std::uint64_t seed)
      : book_(book),
        derivations_(derivations),
        edition_(settings, control),
        seed_(seed),
        benches_([this] { return std::make_unique<PublishedBench>(edition_); }) {}

  std::optional<std::uint64_t> unit_count() const override { return 1; }
  std::uint32_t items_per_unit() const override {
    return static_cast<std::uint32_t>(edition_.examples().size());
  }
  std::unique_ptr<Unit> unit(std::uint64_t index) const override {
    return addressed_unit(*this, index);
  }

  bool make(Address address, Wanted want, Example& out) const {
    const published::Example& example = edition_.examples()[address.item];
    const published::Problem& problem = edition_.problems()[example.problem];
    ObjectPool<PublishedBench>::Loan bench(benches_);
    auto& [naming, store, question, answer] = *bench;
    edition_.set_names(example, naming);
    store.clear();
    read_example(edition_, example, naming, store, question, answer);
    reset(out, logic_schema());
    out.seed = seed_;
    out.address = address;
    out.fields[kInputField] = std::string(example.input);
    out.fields[kTargetField] = std::string(example.target);
    write_answer(book_, question, answer, out);
    auto& premises = std::get<std::vector<std::string>>(out.fields[kPremises]);
    for (const auto place : example.shown()) {
      append_notation(edition_.clauses(), problem.premises[place], naming, premises.emplace_back());
    }
    if (example.asked_of != published::AskedOf::kNothing) {
      append_notation(edition_.clauses(), asked(problem, example), naming,
                      std::get<std::string>(out.fields[kAsked]));
    }
    out.fields[kProblem] = std::int64_t{example.problem};
    out.fields[kHalf] = std::string(example.test ? "test" : "train");
    if (want.rules) derivations_.write(store, question, answer, out.rules);
    return true;
  }

 private:
  static published::Clause asked(const published::Problem& problem,
                                 const published::Example& example) {
    switch (example.asked_of) {
      case published::AskedOf::kInferences:
        return problem.inferences[example.asked].clause;
      case published::AskedOf::kContradictions:
        return problem.contradictions[example.asked].clause;
      case published::AskedOf::kUnrelated:
        return problem.unrelated[example.asked];
      default:
        return problem.premises[example.asked];
    }
  }

  const RuleBook& book_;
  const Derivations& derivations_;
  published::Edition edition_;
  std::uint64_t seed_;
  ObjectPool<PublishedBench> benches_;
};

}  // namespace

std::unique_ptr<Source> open_sound(const SoundSettings& settings, const RuleBook& book,
                                   const Derivations& derivations, std::uint64_t seed) {
  return std::make_unique<SoundSource>(settings, book, derivations, seed);
}

std::unique_ptr<Source> open_published(const published::Settings& settings, const RuleBook& book,
                                       const Derivations& derivations, const Control& control,
                                       std::uint64_t seed) {
  return std::make_unique<PublishedSource>(settings, book, derivations, control, seed);
}

}  // namespace assay::logic
