#include "assay/tasks/cfq/query/query_errors.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "assay/tasks/cfq/query/query_graph.h"

namespace assay::cfq {

namespace {

// Takes out of both lists as many pairs with equal keys as there are; says how many.
template <typename KeyOf>
std::size_t take_pairs(std::vector<Edge>& these, std::vector<Edge>& those, KeyOf key_of) {
  const auto less = [&](const Edge& a, const Edge& b) {
    const Edge first = key_of(a);
    const Edge second = key_of(b);
    return first != second ? first < second : a < b;
  };
  std::sort(these.begin(), these.end(), less);
  std::sort(those.begin(), those.end(), less);
  std::vector<Edge> these_left;
  std::vector<Edge> those_left;
  std::size_t i = 0;
  std::size_t j = 0;
  std::size_t pairs = 0;
  while (i < these.size() && j < those.size()) {
    const Edge first = key_of(these[i]);
    const Edge second = key_of(those[j]);
    if (first == second) {
      ++pairs, ++i, ++j;
    } else if (first < second) {
      these_left.push_back(these[i++]);
    } else {
      those_left.push_back(those[j++]);
    }
  }
  these_left.insert(these_left.end(), these.begin() + static_cast<std::ptrdiff_t>(i), these.end());
  those_left.insert(those_left.end(), those.begin() + static_cast<std::ptrdiff_t>(j), those.end());
  these.swap(these_left);
  those.swap(those_left);
  return pairs;
}

Edge whole(const Edge& edge) { return edge; }
Edge nodes_of(const Edge& edge) { return {edge[0], 0, edge[2]}; }
Edge property_of(const Edge& edge) { return {0, edge[1], 0}; }

// Finds the numbers of the answer's variables among those of the reference.
class BestRenaming {
 public:
  BestRenaming(const QueryGraph& reference, const QueryGraph& answer)
      : reference_(reference),
        answer_(answer),
        fixed_(std::min(reference.answers, answer.answers)),
        sorted_(reference.edges) {
    std::sort(sorted_.begin(), sorted_.end());
  }

  std::vector<Term> find() {
    std::vector<Term> best = own_names();
    std::size_t most = agreeing(best);
    if (most == sorted_.size() && most == answer_.edges.size()) return best;
    std::vector<Term> pool(std::max(reference_.variables.size(), answer_.variables.size()));
    if (pool.size() > kMostRenamed) return best;
    std::iota(pool.begin(), pool.end(), Term{0});
    do {
      const std::size_t agree = agreeing(pool);
      if (agree <= most) continue;
      most = agree;
      best = pool;
    } while (std::next_permutation(pool.begin() + static_cast<std::ptrdiff_t>(fixed_), pool.end()));
    return best;
  }

 private:
  // Answers are each other's; a name the reference lacks gets a number it lacks.
  std::vector<Term> own_names() const {
    std::vector<std::pair<std::string_view, Term>> names;
    for (std::size_t v = fixed_; v < reference_.variables.size(); ++v) {
      names.emplace_back(reference_.variables[v], static_cast<Term>(v));
    }
    std::sort(names.begin(), names.end());
    std::vector<Term> numbers(fixed_, 0);
    Term unknown = static_cast<Term>(reference_.variables.size());
    for (std::size_t v = fixed_; v < answer_.variables.size(); ++v) {
      const std::string_view name = answer_.variables[v];
      const auto at = std::lower_bound(names.begin(), names.end(), std::pair(name, Term{0}));
      const bool known = at != names.end() && at->first == name;
      numbers.push_back(known ? at->second : unknown++);
    }
    return numbers;
  }

  std::size_t agreeing(std::span<const Term> numbers) {
    edges_.clear();
    for (const Edge& edge : answer_.edges) edges_.push_back(renumbered(edge, numbers));
    std::sort(edges_.begin(), edges_.end());
    std::size_t count = 0;
    auto theirs = edges_.begin();
    for (auto ours = sorted_.begin(); ours != sorted_.end() && theirs != edges_.end();) {
      if (*ours == *theirs) {
        ++count, ++ours, ++theirs;
      } else if (*ours < *theirs) {
        ++ours;
      } else {
        ++theirs;
      }
    }
    return count;
  }

  const QueryGraph& reference_;
  const QueryGraph& answer_;
  std::size_t fixed_;
  std::vector<Edge> sorted_;
  std::vector<Edge> edges_;
};

std::vector<Edge> take_filters(std::vector<Edge>& edges, Term filter) {
  const auto at = std::stable_partition(edges.begin(), edges.end(),
                                        [&](const Edge& edge) { return edge[0] != filter; });
  std::vector<Edge> filters(at, edges.end());
  edges.erase(at, edges.end());
  return filters;
}

}  // namespace

QueryErrors find_errors(const Query& reference, const Query& answer) {
  const Query* const queries[] = {&reference, &answer};
  const ConstantTable table(queries);
  const QueryGraph ours = make_graph(reference, table);
  const QueryGraph theirs = make_graph(answer, table);
  const std::vector<Term> numbers = BestRenaming(ours, theirs).find();

  std::vector<Edge> missing = ours.edges;
  std::vector<Edge> extra;
  for (const Edge& edge : theirs.edges) extra.push_back(renumbered(edge, numbers));
  take_pairs(missing, extra, whole);
  const std::size_t filters_missing = take_filters(missing, table.filter()).size();
  const std::size_t filters_extra = take_filters(extra, table.filter()).size();

  QueryErrors errors;
  errors.other_header = reference.kind != answer.kind;
  errors.wrong_property = take_pairs(missing, extra, nodes_of);
  errors.wrong_node = take_pairs(missing, extra, property_of);
  errors.wrong_both = std::min(missing.size(), extra.size());
  errors.deleted = missing.size() - errors.wrong_both;
  errors.inserted = extra.size() - errors.wrong_both;
  errors.filters_wrong = std::min(filters_missing, filters_extra);
  errors.filters_deleted = filters_missing - errors.filters_wrong;
  errors.filters_inserted = filters_extra - errors.filters_wrong;
  return errors;
}

QueryErrors find_errors(const Query& reference, std::string_view answer) {
  const ParsedQuery parsed = parse_query(answer);
  if (parsed.query) return find_errors(reference, *parsed.query);
  QueryErrors errors;
  errors.malformed = true;
  return errors;
}

}  // namespace assay::cfq
