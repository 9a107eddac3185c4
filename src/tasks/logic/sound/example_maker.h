// From a problem to a question with its answer, as an item of the problem: which type, which names
// or words, which order of premises, what is asked.
#pragma once

#include <cstdint>
#include <string>

#include "assay/base/random.h"
#include "assay/inference/inference_rules.h"
#include "assay/tasks/logic/sound/problem.h"
#include "assay/tasks/logic/sound/wording.h"

namespace assay::logic {

// Memory is reused from one to the next.
struct MadeQuestion {
  Question question;
  Answer answer;
  std::string input;
  std::string target;
  Names names;
  Phrases phrases;
};

class ExampleMaker {
 public:
  ExampleMaker(const RuleBook& book, AnswerPlace place) : book_(book), place_(place) {}

  // One wording of the problem, which lies in the workshop. False when the type that is drawn does
  // not suit it, or words run out: try the next stream.
  bool make(Stream& stream, Workshop& shop, const Problem& problem, MadeQuestion& out) const;

 private:
  void draw_type(Stream& stream, const Problem& problem, Question& out) const;
  bool translate(Stream& stream, Workshop& shop, const Problem& problem, MadeQuestion& out) const;
  bool list_inferences(Stream& stream, Workshop& shop, const Problem& problem,
                       MadeQuestion& out) const;
  bool ask(Stream& stream, Workshop& shop, const Problem& problem, MadeQuestion& out) const;
  void choose_asked(Stream& stream, Workshop& shop, const Problem& problem, std::uint32_t& symbols,
                    MadeQuestion& out) const;
  void write(const Workshop& shop, MadeQuestion& out) const;

  const RuleBook& book_;
  AnswerPlace place_;
};

// Names for all symbols of a problem, none twice: a letter, in three of four cases with _1 to _9.
// False when they run out.
bool draw_names(Stream& stream, const Problem& problem, Names& out);

// p, q ... w, p_1, q_1 ... in the order in which symbols appear in the formulas; true when letters
// alone are enough.
bool name_by_appearance(const FormulaStore& store, std::span<const FormulaId> formulas, Names& out);

}  // namespace assay::logic
