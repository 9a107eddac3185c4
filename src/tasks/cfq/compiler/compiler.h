// A second compiler for CFQ, from the text of a question to all that it can mean.
//
// Written from the published data, by hand and without rule files: it is the independent check of
// the generator, whose rules, engine and queries it does not share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/tasks/cfq/compiler/meaning.h"

namespace assay::cfq::compiler {

// All different meanings of a question. None at all if the question is not in the language.
struct Readings {
  std::vector<Meaning> sound;  // each thing is of one kind
  // Something would have to be of two kinds at once, such as a film that marries, or the question
  // begins as none does: "What directed M0".
  std::vector<Meaning> odd;

  bool complete = true;  // false: too long or too ambiguous to find all

  const std::vector<Meaning>& best() const { return sound.empty() ? odd : sound; }
};

// The meanings refer to the text of the question.
Readings compile(std::string_view question);

// Why a query in the published form is not the one thing that a question means; empty when it is.
std::string objection(std::string_view question, std::string_view query);

}  // namespace assay::cfq::compiler
