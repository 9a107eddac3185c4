// Writes the clauses of a question that was read.
//
// The head of a clause comes first: the node asked for, the subject of Did and Was, the noun under
// a relative clause, the role that someone has. Entities that are listed give one clause each.
#pragma once

#include <optional>

#include "assay/tasks/cfq/compiler/meaning.h"
#include "assay/tasks/cfq/compiler/trees.h"

namespace assay::cfq::compiler {

struct Written {
  Meaning meaning;
  bool sound = true;  // nothing would have to be of two kinds at once
};

// The query of a tree; nothing if the query language cannot say it.
std::optional<Written> write(const Sentence& sentence);

}  // namespace assay::cfq::compiler
