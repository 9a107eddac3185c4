// What a question means or a query says: clauses over variables, compared up to names and order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::cfq::compiler {

// An entity, a value or a type by its name, or a variable by its number.
struct Node {
  std::string_view name{};  // empty: a variable
  std::uint32_t variable = 0;

  bool is_variable() const { return name.empty(); }
  friend bool operator==(const Node&, const Node&) = default;
};

inline constexpr std::string_view kDiffers = "!=";  // the property of FILTER ( s != o )

struct Clause {
  Node subject;
  std::string_view property;
  Node object;

  friend bool operator==(const Clause&, const Clause&) = default;
};

// Refers to the text it was read from. Clauses may repeat: repeated entities repeat them.
struct Meaning {
  bool open = false;  // SELECT DISTINCT (Who, What, Which) instead of SELECT count(*)
  std::vector<Clause> clauses{};
  std::uint32_t variables = 0;  // numbered from 0, which is the answer of an open question
};

// A query in the published form: one clause per line, ` .` after all but the last. None for other
// texts.
std::optional<Meaning> read_query(std::string_view text);

// Equal headers, and equal clauses as multisets up to a renaming of variables that keeps the
// answer.
bool same(const Meaning& a, const Meaning& b);

// In one line, what one of two meanings that differ says and the other does not. Variables have no
// names there.
std::string difference(const Meaning& wanted, const Meaning& given);

// The published form of the query, with variables as they are numbered.
std::string to_text(const Meaning& meaning);

}  // namespace assay::cfq::compiler
