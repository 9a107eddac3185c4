#include "assay/tasks/cfq/kb/query_search.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "assay/base/error.h"

namespace assay::cfq {

namespace {

constexpr std::uint64_t kMostDraws = 50'000;  // of a stream in one search
constexpr std::size_t kShortRow = 64;

std::uint64_t times_of(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

std::uint64_t sum_of(std::uint64_t a, std::uint64_t b) {
  std::uint64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

std::uint64_t bit_of(std::uint32_t variable) { return std::uint64_t{1} << variable; }

// Goes through places 0 to size - 1, each once: from the first on, or from a drawn one in drawn
// strides.
class Walk {
 public:
  Walk(std::size_t size, Stream* stream) : size_(size), left_(size) {
    if (stream == nullptr || size < 2) return;
    at_ = stream->below(size);
    stride_ = 1 + stream->below(size - 1);
    while (std::gcd(stride_, size) != 1) --stride_;
  }
  bool is_over() const { return left_ == 0; }
  std::size_t next() {
    const std::size_t place = at_;
    at_ = (at_ + stride_) % size_;
    --left_;
    return place;
  }

 private:
  std::size_t size_;
  std::size_t left_;
  std::size_t at_ = 0;
  std::size_t stride_ = 1;
};

}  // namespace

QuerySearch::QuerySearch(const QueryPlan& plan, std::uint64_t most_steps)
    : plan_(plan),
      most_steps_(most_steps),
      values_(plan.variables.size()),
      rows_(plan.atoms.size()) {
  ASSAY_CHECK(!plan.is_too_large);
}

void QuerySearch::bind(std::uint32_t variable, Node node) { given_.push_back({variable, node}); }

bool QuerySearch::spend_step() {
  is_abandoned_ = is_abandoned_ || steps_ >= most_steps_;
  if (!is_abandoned_) ++steps_;
  return !is_abandoned_;
}

bool QuerySearch::start(std::uint64_t& ways) {
  bound_ = 0;
  steps_ = 0;
  draws_left_ = kMostDraws;
  is_abandoned_ = false;
  ways = 1;
  if (plan_.is_hopeless) return false;
  for (std::size_t number = 0; number < plan_.atoms.size(); ++number) {
    const PlanAtom& atom = plan_.atoms[number];
    if (atom.subject.is_variable && atom.object.is_variable) continue;
    const std::uint32_t fewest =
        atom.object.is_variable ? atom.fewest_objects : atom.fewest_subjects;
    if (!atom.object.is_variable) {
      rows_[number] = atom.relation->subjects.row(atom.object.number);
      if (!atom.subject.is_variable) {
        ways = times_of(ways, rows_[number].times_of(atom.subject.number));
      }
    } else {
      rows_[number] = atom.relation->objects.row(atom.subject.number);
    }
    if (rows_[number].values.size() < fewest || ways == 0) return false;
  }
  for (const PlanFilter& filter : plan_.filters) {
    if (filter.left == filter.right) return false;
  }
  for (const Given& given : given_) {
    Choice choice;
    choice.variable = given.variable;
    choice.atom = UINT32_MAX;
    const NodeTest test = std::exchange(test_, nullptr);
    const bool is_fit = fits(choice, given.node);
    test_ = test;
    if (!is_fit) return false;
    ways = times_of(ways, ways_of(given.variable, given.node));
    values_[given.variable] = given.node;
    bound_ |= bit_of(given.variable);
  }
  return true;
}

// The row of the other side was looked up when that was bound. Where it is long, the node's own is
// mostly shorter: a type has many members, an entity few types.
bool QuerySearch::fits_atom(const PlanUse& use, Node node) {
  const AdjacencyRow& row = rows_[use.atom];
  if (row.values.size() <= kShortRow) return row.contains(node);
  const AdjacencyRow own = use.rows(plan_.atoms[use.atom]).row(node);
  if (own.values.size() < row.values.size()) return own.contains(value(use.other));
  return row.contains(node);
}

// Whether all that is bound allows the node; leaves a row for every neighbour that is not.
bool QuerySearch::fits(const Choice& choice, Node node) {
  const PlanVariable& variable = plan_.variables[choice.variable];
  for (const PlanTerm& other : variable.differs_from) {
    if (is_bound(other) && value(other) == node) return false;
  }
  if (test_ && !test_(choice.variable, node)) return false;
  for (const PlanUse& use : variable.uses) {
    if (use.other == PlanTerm{true, choice.variable}) {
      if (!plan_.atoms[use.atom].relation->contains(node, node)) return false;
    } else if (!is_bound(use.other)) {
      const PlanAtom& atom = plan_.atoms[use.atom];
      rows_[use.atom] = use.rows(atom).row(node);
      const std::uint32_t fewest = use.is_subject ? atom.fewest_objects : atom.fewest_subjects;
      if (rows_[use.atom].values.size() < fewest) return false;
    } else if (!(choice.is_row && use.atom == choice.atom) && !fits_atom(use, node)) {
      return false;
    }
  }
  return true;
}

// In how many ways the atoms between the node and what is bound hold.
std::uint64_t QuerySearch::ways_of(std::uint32_t variable, Node node) const {
  std::uint64_t ways = 1;
  for (const PlanUse& use : plan_.variables[variable].uses) {
    if (plan_.atoms[use.atom].is_implied) continue;
    if (use.other == PlanTerm{true, variable}) {
      ways = times_of(ways, plan_.atoms[use.atom].relation->objects.row(node).times_of(node));
    } else if (is_bound(use.other)) {
      ways = times_of(ways, rows_[use.atom].times_of(node));
    }
  }
  return ways;
}

QuerySearch::Choice QuerySearch::choose(Variables open) const {
  Choice best;
  std::size_t fewest = SIZE_MAX;
  for (Variables left = open; left != 0; left &= left - 1) {
    const auto variable = static_cast<std::uint32_t>(std::countr_zero(left));
    for (const PlanUse& use : plan_.variables[variable].uses) {
      const bool is_row = is_bound(use.other);
      const std::span<const Node> candidates =
          is_row ? rows_[use.atom].values : use.rows(plan_.atoms[use.atom]).keys;
      if (candidates.size() >= fewest) continue;
      fewest = candidates.size();
      best = {variable, use.atom, is_row, candidates};
    }
  }
  return best;
}

// The variables that the lowest one reaches through others that are open.
QuerySearch::Variables QuerySearch::part_of(Variables open) const {
  Variables part = open & (~open + 1);
  for (Variables fresh = part; fresh != 0;) {
    const auto variable = static_cast<std::uint32_t>(std::countr_zero(fresh));
    fresh &= fresh - 1;
    const Variables reached = plan_.variables[variable].neighbours & open & ~part;
    part |= reached;
    fresh |= reached;
  }
  return part;
}

bool QuerySearch::find_apart(Variables open, Stream* stream) {
  while (open != 0) {
    const Variables part = part_of(open);
    if (!find(part, stream)) return false;
    open &= ~part;
  }
  return true;
}

bool QuerySearch::find(Variables open, Stream* stream) {
  const Choice choice = choose(open);
  if (draws_left_ > 0) {
    --draws_left_;
  } else {
    stream = nullptr;
  }
  const Variables before = bound_;
  for (Walk walk(choice.candidates.size(), stream); !walk.is_over();) {
    const Node node = choice.candidates[walk.next()];
    if (!spend_step()) return false;
    if (!fits(choice, node)) continue;
    values_[choice.variable] = node;
    bound_ = before | bit_of(choice.variable);
    if (find_apart(open & ~bit_of(choice.variable), stream)) return true;
    bound_ = before;
  }
  return false;
}

QuerySearch::Variables QuerySearch::all_open() const {
  const std::size_t size = plan_.variables.size();
  const Variables all =
      size == QueryPlan::kMostVariables ? UINT64_MAX : bit_of(static_cast<std::uint32_t>(size)) - 1;
  return all & ~bound_;
}

SearchResult QuerySearch::find_all(Stream* stream) {
  std::uint64_t ways = 1;
  if (!start(ways)) return SearchResult::kNone;
  if (find_apart(all_open(), stream)) return SearchResult::kFound;
  return is_abandoned_ ? SearchResult::kAbandoned : SearchResult::kNone;
}

std::optional<std::uint64_t> QuerySearch::count() {
  std::uint64_t ways = 1;
  if (!start(ways)) return 0;
  ways = times_of(ways, count_apart(all_open()));
  if (is_abandoned_) return std::nullopt;
  return ways;
}

std::optional<std::vector<Node>> QuerySearch::answers() {
  std::uint64_t ways = 1;
  NodeSet found;
  if (!start(ways)) return std::vector<Node>();
  ASSAY_CHECK(plan_.answer.has_value());
  Variables with_answer = 0;
  bool is_there = true;
  for (Variables open = all_open(); open != 0 && is_there;) {
    const Variables part = part_of(open);
    open &= ~part;
    if ((part & bit_of(*plan_.answer)) != 0) {
      with_answer = part;
    } else {
      is_there = find(part, nullptr);
    }
  }
  if (is_there && with_answer != 0) collect(with_answer, found);
  if (is_there && with_answer == 0) found.insert(values_[*plan_.answer]);
  if (is_abandoned_) return std::nullopt;
  return std::move(found).sorted();
}

std::uint64_t QuerySearch::count_apart(Variables open) {
  std::uint64_t ways = 1;
  while (open != 0 && ways != 0) {
    const Variables part = part_of(open);
    ways = times_of(ways, count(part));
    open &= ~part;
  }
  return ways;
}

std::uint64_t QuerySearch::count(Variables open) {
  const Choice choice = choose(open);
  const Variables before = bound_;
  std::uint64_t sum = 0;
  for (const Node node : choice.candidates) {
    if (!spend_step()) return 0;
    if (!fits(choice, node)) continue;
    const std::uint64_t ways = ways_of(choice.variable, node);
    values_[choice.variable] = node;
    bound_ = before | bit_of(choice.variable);
    sum = sum_of(sum, times_of(ways, count_apart(open & ~bit_of(choice.variable))));
    bound_ = before;
  }
  return sum;
}

// Nodes of the answer, among the variables that are open; what lies apart from it need only be
// there.
void QuerySearch::collect(Variables open, NodeSet& found) {
  const Choice choice = choose(open);
  const Variables before = bound_;
  for (const Node node : choice.candidates) {
    const bool is_answer = choice.variable == *plan_.answer;
    if (is_answer && found.contains(node)) continue;
    if (!spend_step()) return;
    if (!fits(choice, node)) continue;
    values_[choice.variable] = node;
    bound_ = before | bit_of(choice.variable);
    Variables rest = open & ~bit_of(choice.variable);
    Variables with_answer = 0;
    bool is_there = true;
    while (rest != 0 && is_there) {
      const Variables part = part_of(rest);
      rest &= ~part;
      if ((part & bit_of(*plan_.answer)) != 0) {
        with_answer = part;
      } else {
        is_there = find(part, nullptr);
      }
    }
    if (is_there && is_answer) found.insert(node);
    if (is_there && with_answer != 0) collect(with_answer, found);
    bound_ = before;
  }
}

QueryAnswer execute(const Query& query, const PropertyPaths& paths, std::uint64_t most_steps) {
  const QueryPlan plan = plan_query(query, paths);
  QueryAnswer answer;
  answer.is_abandoned = plan.is_too_large;
  if (plan.is_too_large) return answer;
  QuerySearch search(plan, most_steps);
  if (query.kind == QueryKind::kSelect) {
    if (auto nodes = search.answers()) {
      answer.nodes = *std::move(nodes);
    } else {
      answer.is_abandoned = true;
    }
    answer.is_yes = !answer.nodes.empty();
    return answer;
  }
  if (const auto count = search.count()) {
    answer.count = *count;
    answer.is_yes = *count > 0;
  } else {
    const SearchResult result = search.find_one();
    answer.is_abandoned = true;
    answer.is_yes = result == SearchResult::kFound;
  }
  return answer;
}

}  // namespace assay::cfq
