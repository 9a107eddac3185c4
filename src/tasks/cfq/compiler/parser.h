// Reads a CFQ question by plain recursive descent; every reading is found.
//
// The question is the tokenised pattern ("Did M1 's female actor edit and produce M0"): words, `'s`
// and `,` separated by single blanks, entities written M and digits.
//
//   S    -> Did DP L(V_inf-list DP) | (Was|Were) DP PASS | Was DP1 DP1 | (Was|Were) ENTITIES ADJ
//   S    -> WHO VPF | WHO did L(DP V_inf-list) | WHO was DP1
//   WHO  -> Who | What | (Which|What) NP
//   DP   -> DP1 | ENTITY-list(>=2)
//   DP1  -> ENTITY | a NP | POSS
//   POSS -> PSR 's ADJ* L(ROLE);  PSR -> ENTITY | a ADJ* NOUN | POSS
//   NP   -> ADJ* NOUN | ADJ* NOUN that VPF | ADJ* NOUN that L(DP GAP)
//         | ADJ* NOUN whose ADJ* L(ROLE) VPF | ADJ* NOUN PASS | ADJ* L(ROLE) of DP
//   PASS -> L(P1);  P1 -> L(V_pp by) DP | L2(V_pp) by DP
//   VPF  -> L(L(V_past | was V_pp by) DP) | was PASS
//   GAP  -> L(V_past | (was|were) V_pp by) | (was|were) L2(V_pp by) | (was|were) L2(V_pp) by
//   L(X) -> X | X and X | X , X [, X]* , and X;  L2 has two members at least
//
// `were` stands with a list of entities, `was` with all else. `was PASS` with one verb and one
// phrase is the same as `was V_pp by DP` and is left out, but after the bare word `What`: of all
// VPF, published questions have only `was PASS` there.
#pragma once

#include <string_view>
#include <vector>

#include "assay/tasks/cfq/compiler/trees.h"

namespace assay::cfq::compiler {

struct Parses {
  std::vector<Sentence> trees;  // the longest phrases first; they refer to the text of the question
  bool complete = true;  // false: the question is too long or too ambiguous, some may be missing
};

// All trees of the whole question.
Parses parse(std::string_view question);

}  // namespace assay::cfq::compiler
