#include "assay/tasks/logic/published/examples.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

#include "assay/base/error.h"
#include "assay/tasks/logic/published/shape.h"

namespace assay::logic::published {
namespace {

constexpr double kTypeWeights[] = {0.5, 1.0, 0.75, 1.0, 0.75};  // 1, 2a, 2b, 3a, 3b
constexpr double kPremisesAsked = 0.1;

SubType in_language(SubType type, bool english) {
  constexpr auto kShift =
      static_cast<std::uint8_t>(SubType::k2b) - static_cast<std::uint8_t>(SubType::k2a);
  return english ? static_cast<SubType>(static_cast<std::uint8_t>(type) + kShift) : type;
}

class ExampleMaker {
 public:
  ExampleMaker(const ExampleSource& source, Twister& random)
      : source_(source),
        clauses_(source.workshop.clauses),
        random_(random),
        naming_(source.workshop.counter),
        canonical_(source.workshop.counter),
        wording_(clauses_, naming_),
        writer_(source.workshop.rules, clauses_, naming_, wording_),
        canonical_writer_(source.workshop.rules, clauses_, canonical_, wording_) {
    for (const Problem& problem : source.problems) {
      symbols_.push_back(symbols_of(clauses_, problem));
      shapes_.push_back(shape_of(source.workshop, problem, Variables::kApart));
      merged_shapes_.push_back(shape_of(source.workshop, problem, Variables::kMerged));
    }
  }

  // Overwrites `text` with the input and, behind it, the target. False if the try is lost.
  bool make(Example& example, std::string& text) {
    example = {};
    example.variation = static_cast<std::uint32_t>(random_.below(source_.variations.size()));
    example.problem = source_.variations.problem(example.variation);
    problem_ = &source_.problems[example.problem];
    shuffle_premises(example);
    naming_.set(symbols_[example.problem], source_.variations.names(example.variation));
    draw_phrases();
    text.clear();
    const bool translatable = !problem_->inferences.empty();
    const std::span<const double> weights(kTypeWeights);
    const std::size_t type =
        translatable ? random_.weighted(weights) : random_.weighted(weights.subspan(1)) + 1;
    if (type == 0) return translate(example, text);
    const bool english = type == 2 || type == 4;
    return type <= 2 ? ask_one_step(example, english, text) : ask_chain(example, english, text);
  }

  std::size_t input_size() const { return input_size_; }

  // Equal for examples that are printed alike, with the problem as it was asked.
  // Quirk: type 1 is asked of the canonical problem, so that variations repeat each other.
  Fingerprint print_of(const Example& example, std::string_view text) {
    const bool canonical = example.type == SubType::k1;
    words_.assign(1, static_cast<std::uint32_t>(input_size_));
    bool variable = false;
    for (const Symbol symbol : symbols_[example.problem]) {
      const bool repeated = variable && symbol.kind() == SymbolKind::kVariable;
      variable = variable || symbol.kind() == SymbolKind::kVariable;
      if (canonical && repeated) continue;
      words_.push_back((canonical ? canonical_ : naming_)(symbol).code);
    }
    const Fingerprint shape = (canonical ? merged_shapes_ : shapes_)[example.problem];
    return fingerprint(text, fingerprint(words_, shape));
  }

 private:
  void shuffle_premises(Example& example) {
    const std::size_t size = problem_->premises.size();
    ASSAY_CHECK(size <= Example::kMostPremises);
    example.premises = static_cast<std::uint8_t>(size);
    std::iota(example.order.begin(), example.order.begin() + size, std::uint8_t{0});
    random_.shuffle(std::span(example.order).first(size));
    premises_.clear();
    for (std::size_t i = 0; i < size; ++i) {
      premises_.push_back(problem_->premises[example.order[i]]);
    }
  }

  NamedAtom named(Clause atom) const {
    const Node& node = clauses_[atom];
    if (node.op != Op::kApplied) return {naming_(node.symbol())};
    return {naming_(node.symbol()), naming_(node.argument())};
  }

  // Quirk: also for examples that show none of them.
  void draw_phrases() {
    wording_.clear();
    atoms_.clear();
    for (const Clause atom : problem_->atoms) {
      atoms_.push_back(named(atom));
      wording_.draw(atoms_.back(), random_);
    }
  }

  // Quirk: a rule's own atoms, such as the r of modus ponens, get phrases too.
  void draw_phrases_of_rules() {
    for (const Match* const match : matches_) {
      for (const Clause clause : match->atoms) {
        const NamedAtom atom = named(clause);
        if (std::find(atoms_.begin(), atoms_.end(), atom) != atoms_.end()) continue;
        atoms_.push_back(atom);
        wording_.draw(atom, random_);
      }
    }
  }

  bool draw_rule_names() { return random_.below(2) == 0; }

  bool translate(Example& example, std::string& text) {
    example.type = SubType::k1;
    if (!name_canonically(example)) return false;
    example.asked_of = AskedOf::kInferences;
    example.asked = static_cast<std::uint8_t>(random_.below(problem_->inferences.size()));
    const Clause conclusion = problem_->inferences[example.asked].clause;
    wording_.set_quantifiers(Quantifiers::kCanonical, atoms_);
    writer_.set(Language::kEnglish, false, source_.answer_first);
    text += "Translate the following inference to logic notation: ";
    writer_.translation(premises_, conclusion, text);
    input_size_ = text.size();
    canonical_writer_.set(Language::kNotation, false, source_.answer_first);
    canonical_writer_.translation(premises_, conclusion, text);
    wording_.set_quantifiers(Quantifiers::kNamed, {});
    return true;
  }

  bool ask_one_step(Example& example, bool english, std::string& text) {
    show_matches(clauses_, source_.matches[example.problem], example.shown(), naming_, matches_);
    draw_phrases_of_rules();
    example.rule_names = draw_rule_names();
    writer_.set(english ? Language::kEnglish : Language::kNotation, example.rule_names,
                source_.answer_first);
    writer_.one_step_question(premises_, text);
    input_size_ = text.size();
    SubType type = SubType::k2a;
    if (matches_.empty()) type = SubType::k2aEmpty;
    if (!matches_.empty() && problem_->contradictory) type = SubType::k2aContradictory;
    if (type == SubType::k2aContradictory) {
      text += kAnythingFollows;
    } else {
      writer_.one_step_answer(matches_, text);
    }
    example.type = in_language(type, english);
    return true;
  }

  bool ask_chain(Example& example, bool english, std::string& text) {
    const Problem& problem = *problem_;
    unrelated_.resize(problem.unrelated.size());
    std::iota(unrelated_.begin(), unrelated_.end(), std::uint8_t{0});
    while (unrelated_.size() > 1) {
      unrelated_.erase(unrelated_.begin() +
                       static_cast<std::ptrdiff_t>(random_.below(unrelated_.size())));
    }
    const std::size_t inferences = problem.inferences.size();
    const std::size_t contradictions = problem.contradictions.size();
    std::size_t candidates = inferences + contradictions + unrelated_.size();
    if (random_.uniform() < kPremisesAsked) candidates += problem.premises.size();
    if (candidates == 0) return false;
    std::size_t pick = random_.below(candidates);
    example.rule_names = draw_rule_names();
    if (pick < inferences) {
      example.asked_of = AskedOf::kInferences;
    } else if ((pick -= inferences) < contradictions) {
      example.asked_of = AskedOf::kContradictions;
    } else if ((pick -= contradictions) < unrelated_.size()) {
      example.asked_of = AskedOf::kUnrelated;
      pick = unrelated_[pick];
    } else {
      pick -= unrelated_.size();
      example.asked_of = AskedOf::kPremises;
      pick = example.order[pick];
    }
    example.asked = static_cast<std::uint8_t>(pick);
    writer_.set(english ? Language::kEnglish : Language::kNotation, example.rule_names,
                source_.answer_first);
    writer_.chain_question(premises_, asked_clause(example), text);
    input_size_ = text.size();
    example.type = in_language(answer_chain(example, text), english);
    return true;
  }

  Clause asked_clause(const Example& example) const {
    switch (example.asked_of) {
      case AskedOf::kInferences:
        return problem_->inferences[example.asked].clause;
      case AskedOf::kContradictions:
        return problem_->contradictions[example.asked].clause;
      case AskedOf::kUnrelated:
        return problem_->unrelated[example.asked];
      default:
        return problem_->premises[example.asked];
    }
  }

  SubType answer_chain(const Example& example, std::string& target) {
    if (example.asked_of == AskedOf::kUnrelated) {
      writer_.unrelated_answer(target);
      return SubType::k3aUnrelated;
    }
    if (example.asked_of == AskedOf::kContradictions) {
      const Chain& chain = problem_->contradictions[example.asked];
      if (problem_->contradictory) {
        writer_.contradictory_answer(target);
        return SubType::k3aContradictory;
      }
      writer_.contradiction_answer(chain, target);
      return chain.steps.size() <= 1 ? SubType::k3aNoOneStep : SubType::k3aNo;
    }
    if (example.asked_of == AskedOf::kPremises ||
        problem_->inferences[example.asked].steps.empty()) {
      writer_.premise_answer(target);
      return SubType::k3aPremise;
    }
    const Chain& chain = problem_->inferences[example.asked];
    writer_.inference_answer(chain, problem_->contradictory, target);
    const bool contradictory = problem_->contradictory && chain.steps.size() > 1;
    return contradictory ? SubType::k3aContradictory : SubType::k3a;
  }

  // Names in the order of appearance: p, q ..., P, Q ..., a, b ...; every variable is x.
  bool name_canonically(const Example& example) {
    const std::vector<Symbol>& symbols = symbols_[example.problem];
    names_.assign(symbols.size(), kUnnamed);
    next_ = {};
    for (const Clause premise : premises_) {
      if (!name_atoms_in(premise, symbols)) return false;
    }
    for (const Clause atom : problem_->atoms) {
      if (!name_atom(clauses_[atom], symbols)) return false;
    }
    canonical_.set(symbols, names_);
    return true;
  }

  bool name_atoms_in(Clause clause, const std::vector<Symbol>& symbols) {
    const Node& node = clauses_[clause];
    if (node.op == Op::kNot) return name_atoms_in(node.left(), symbols);
    if (is_quantifier(node.op)) return name_atoms_in(node.right(), symbols);
    if (!is_binary(node.op)) return name_atom(node, symbols);
    return name_atoms_in(node.left(), symbols) && name_atoms_in(node.right(), symbols);
  }

  bool name_atom(const Node& node, const std::vector<Symbol>& symbols) {
    return name_symbol(node.symbol(), symbols) &&
           (node.op != Op::kApplied || name_symbol(node.argument(), symbols));
  }

  bool name_symbol(Symbol symbol, const std::vector<Symbol>& symbols) {
    const auto place = std::find(symbols.begin(), symbols.end(), symbol) - symbols.begin();
    Symbol& name = names_[static_cast<std::size_t>(place)];
    if (name != kUnnamed) return true;
    const NamePool pool = name_pool(symbol.kind());
    std::uint32_t& next = next_[static_cast<std::size_t>(symbol.kind())];
    if (symbol.kind() == SymbolKind::kVariable) next = 0;
    if (next == pool.size) return false;
    name = make_symbol(pool.first + next++);
    return true;
  }

  static constexpr Symbol kUnnamed = make_symbol(Symbol::kNames - 1);

  const ExampleSource& source_;
  const Clauses& clauses_;
  Twister& random_;
  Naming naming_;
  Naming canonical_;
  Wording wording_;
  AnswerWriter writer_;
  AnswerWriter canonical_writer_;
  std::vector<std::vector<Symbol>> symbols_;  // by problem, like the next two
  std::vector<Fingerprint> shapes_;
  std::vector<Fingerprint> merged_shapes_;
  const Problem* problem_ = nullptr;
  std::size_t input_size_ = 0;
  std::vector<NamedAtom> atoms_;
  std::vector<Clause> premises_;
  std::vector<const Match*> matches_;
  std::vector<std::uint8_t> unrelated_;
  std::vector<Symbol> names_;
  std::vector<std::uint32_t> words_;
  std::array<std::uint32_t, 4> next_{};
};

// What was printed so far.
class SeenPrints {
 public:
  explicit SeenPrints(std::size_t most) : slots_(std::bit_ceil(most * 2 + 2)) {}

  bool insert(Fingerprint print) {
    print.first |= 1U;  // a slot in use is never zero
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t slot = print.second & mask;; slot = (slot + 1) & mask) {
      if (slots_[slot] == print) return false;
      if (slots_[slot].first != 0) continue;
      slots_[slot] = print;
      return true;
    }
  }

 private:
  std::vector<Fingerprint> slots_;
};

}  // namespace

std::string_view TextArena::add(std::string_view text) {
  if (used_ + text.size() > kBlock) {
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(std::max(kBlock, text.size())));
    used_ = 0;
  }
  char* const place = blocks_.back().get() + used_;
  std::memcpy(place, text.data(), text.size());
  used_ += text.size();
  return {place, text.size()};
}

std::vector<Example> make_examples(const ExampleSource& source, std::size_t tries, Twister& random,
                                   TextArena& arena, const Control& control) {
  if (source.variations.size() == 0) {
    fail(ErrorKind::kUsage, "no problem has a variation; ask for more problems or variations");
  }
  ExampleMaker maker(source, random);
  SeenPrints seen(tries);
  std::vector<Example> result;
  result.reserve(tries);
  Example example;
  std::string text;
  for (std::size_t i = 0; i < tries; ++i) {
    if (i % 4096 == 0) {
      if (control.cancelled()) throw Interrupted("stopped while making examples");
      control.report({"examples", i, tries, 0});
    }
    if (!maker.make(example, text)) continue;
    if (!seen.insert(maker.print_of(example, text))) continue;
    const std::string_view kept = arena.add(text);
    example.input = kept.substr(0, maker.input_size());
    example.target = kept.substr(maker.input_size());
    result.push_back(example);
  }
  control.report({"examples", tries, tries, 0});
  return result;
}

}  // namespace assay::logic::published
