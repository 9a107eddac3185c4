// Execution of a planned query: is there a solution, how many, which answers, one at random.
//
// Variables are bound one at a time. The next one is always that with the fewest candidates under
// the bindings so far, counted, not estimated, where a neighbour is bound; else it is the relation
// with the fewest subjects or objects. Variables that the bindings separate are searched apart, so
// that a dead end in one part does not walk through the other again. A candidate that is looked at
// is a step; a search that needs more steps than allowed is abandoned.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "assay/base/random.h"
#include "assay/tasks/cfq/kb/node_set.h"
#include "assay/tasks/cfq/kb/query_plan.h"

namespace assay::cfq {

enum class SearchResult { kFound, kNone, kAbandoned };

class QuerySearch {
 public:
  static constexpr std::uint64_t kMostSteps = 100'000;

  // The plan must outlive it.
  explicit QuerySearch(const QueryPlan& plan, std::uint64_t most_steps = kMostSteps);

  // For the searches that follow, the variable is this node.
  void bind(std::uint32_t variable, Node node);
  // For the searches that follow, no node of a variable that is not bound here may fail this test.
  using NodeTest = std::function<bool(std::uint32_t variable, Node node)>;
  void set_test(NodeTest test) { test_ = std::move(test); }

  // Where one is found, values() has it.
  SearchResult find_one() { return find_all(nullptr); }
  // The same, looking in an order that the stream decides.
  SearchResult find_one(Stream& stream) { return find_all(&stream); }
  // Of all variables, by number.
  std::span<const Node> values() const { return values_; }

  // How many solutions SPARQL's count(*) counts, at most 2^64 - 1; nullopt: abandoned.
  std::optional<std::uint64_t> count();

  // All nodes of the answer, ascending; nullopt: abandoned.
  std::optional<std::vector<Node>> answers();

  std::uint64_t steps() const { return steps_; }  // of the last search

 private:
  using Variables = std::uint64_t;  // as bits
  struct Given {
    std::uint32_t variable = 0;
    Node node = 0;
  };
  // The next variable and where its candidates stand.
  struct Choice {
    std::uint32_t variable = 0;
    std::uint32_t atom = 0;
    bool is_row = false;  // of a bound neighbour, so the atom holds for all of them
    std::span<const Node> candidates;
  };

  // False: nothing satisfies it.
  bool start(std::uint64_t& ways);
  bool is_bound(const PlanTerm& term) const {
    return !term.is_variable || (bound_ >> term.number & 1U) != 0;
  }
  Node value(const PlanTerm& term) const {
    return term.is_variable ? values_[term.number] : term.number;
  }
  bool fits(const Choice& choice, Node node);
  bool fits_atom(const PlanUse& use, Node node);
  std::uint64_t ways_of(std::uint32_t variable, Node node) const;
  bool spend_step();

  Choice choose(Variables open) const;
  Variables part_of(Variables open) const;

  Variables all_open() const;
  SearchResult find_all(Stream* stream);
  bool find(Variables open, Stream* stream);
  bool find_apart(Variables open, Stream* stream);
  std::uint64_t count(Variables open);
  std::uint64_t count_apart(Variables open);
  void collect(Variables open, NodeSet& found);

  const QueryPlan& plan_;
  std::uint64_t most_steps_;
  NodeTest test_;
  std::vector<Given> given_;
  std::vector<Node> values_;
  std::vector<AdjacencyRow> rows_;  // per atom with one bound side: what the other may be
  Variables bound_ = 0;
  std::uint64_t steps_ = 0;
  std::uint64_t draws_left_ = 0;
  bool is_abandoned_ = false;
};

// What a query says of a store.
struct QueryAnswer {
  bool is_abandoned = false;
  bool is_yes = false;      // there is a solution
  std::vector<Node> nodes;  // of SELECT, ascending
  std::uint64_t count = 0;  // of count(*)
};

// Placeholders that are left in it may be any node.
QueryAnswer execute(const Query& query, const PropertyPaths& paths,
                    std::uint64_t most_steps = QuerySearch::kMostSteps);

}  // namespace assay::cfq
