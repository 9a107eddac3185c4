// One line of N-Triples, cut into its three terms. Internal to ntriples*.cpp.
#pragma once

#include <string>
#include <string_view>

namespace assay::cfq {

struct NTriple {
  std::string_view subject;    // without brackets and Freebase's namespace, or _:label
  std::string_view predicate;  // `a` for types, kNamePredicate for names
  std::string_view object;     // a node; empty for a literal
  std::string_view literal;    // between the quotes, escapes as written
  std::string_view language;   // of the literal: en
};

// What a predicate that gives names is read as; no key begins so.
inline constexpr std::string_view kNamePredicate = "<name>";

enum class NTriplesLine { kTriple, kNothing, kMalformed };  // nothing: empty, or a comment

// `problem` is filled for a malformed line: what was expected, and where.
NTriplesLine read_ntriples_line(std::string_view line, NTriple& triple, std::string& problem);

// The text of a literal: \" \\ \n \t \u00E9 \U0001F600 resolved; what is no escape stays.
std::string unescaped_literal(std::string_view literal);

}  // namespace assay::cfq
