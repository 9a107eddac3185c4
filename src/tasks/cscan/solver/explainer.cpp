#include "assay/tasks/cscan/solver/explainer.h"

#include <algorithm>
#include <bit>
#include <set>
#include <utility>

namespace assay::cscan::solving {

namespace {

// Guards against contexts made to be hard; what generators make stays far below.
constexpr std::size_t kMostSteps = 20'000;   // of the search for the meanings of one set
constexpr std::size_t kMostGuesses = 4'000;  // right sides tried without evidence of their own

// Shorter first, then by symbols.
std::weak_ordering order_of_outputs(const Output& one, const Output& other) {
  if (one.size() != other.size()) return one.size() <=> other.size();
  return one.compare(other) <=> 0;
}

}  // namespace

std::weak_ordering order_of(const Assignment& one, const Assignment& other) {
  for (auto a = one.begin(), b = other.begin(); a != one.end() && b != other.end(); ++a, ++b) {
    if (a->first != b->first) return a->first <=> b->first;
    const auto order = order_of_outputs(a->second, b->second);
    if (order != 0) return order;
  }
  return one.size() <=> other.size();
}

Cost Explainer::cost_of(const Output& output, std::size_t slots) {
  Cost cost{.length = output.size()};
  if (slots == 0) {
    cost.unused = output.empty() ? 1 : 0;
    return cost;
  }
  for (std::size_t slot = 0; slot < slots; ++slot) {
    if (output.find(variable_symbol(slot)) == Output::npos) ++cost.unused;
  }
  cost.actions = static_cast<std::size_t>(
      std::ranges::count_if(output, [](char16_t symbol) { return !is_variable(symbol); }));
  return cost;
}

Explainer::Choices Explainer::sorted(std::vector<Output> right_sides, std::size_t slots,
                                     ProductionSet reason) {
  Choices choices{.right_sides = {}, .reason = reason};
  for (Output& side : right_sides) {
    const Cost cost = cost_of(side, slots);
    choices.right_sides.push_back({std::move(side), cost});
  }
  std::ranges::sort(choices.right_sides, [](const Choice& one, const Choice& other) {
    if (one.cost != other.cost) return one.cost < other.cost;
    return order_of_outputs(one.output, other.output) < 0;
  });
  return choices;
}

Explanation Explainer::explain(ProductionSet set) {
  set_ = set;
  steps_ = 0;
  guesses_.clear();
  found_ = {};
  const ProductionSet clash = search(set, {});
  if (!found_.is_found) found_.clash = clash;
  return found_;
}

// Tries meanings for the open productions and keeps the best that explain everything. Gives the
// productions that a failure hangs on, so that it need not be repeated for choices of others.
ProductionSet Explainer::search(ProductionSet open, const Cost& cost) {
  if (++steps_ > kMostSteps || (found_.is_found && cost > found_.cost)) return set_;
  if (open == 0) {
    take(cost);
    return set_;
  }
  ProductionId next = 0;
  Choices choices;
  for (ProductionSet left = open; left != 0 && choices.right_sides.size() != 1; left &= left - 1) {
    const auto p = static_cast<ProductionId>(std::countr_zero(left));
    Choices own = find_choices(p, open);
    if (own.reason == 0) continue;
    if (own.right_sides.empty()) return own.reason;
    if (choices.reason != 0 && own.right_sides.size() >= choices.right_sides.size()) continue;
    next = p;
    choices = std::move(own);
  }
  if (choices.reason == 0) {
    next = hardest_pressed(open);
    choices = guesses(next);
  }
  ProductionSet reason = choices.reason;
  for (const Choice& choice : choices.right_sides) {
    Output& output = assigned_[next];
    output = choice.output;
    meanings_[next] = &output;
    Cost sum = cost;
    const ProductionSet failure = search(open & ~only(next), sum += choice.cost);
    meanings_[next] = nullptr;
    assigned_.erase(next);
    if (!found_.is_found && (failure & only(next)) == 0) return failure;
    reason |= failure;
  }
  return reason;
}

// The right sides of p that explain all evidence in which nothing else is open; without a reason
// if there is no such evidence.
Explainer::Choices Explainer::find_choices(ProductionId p, ProductionSet open) const {
  Choices choices;
  std::vector<Showing> showings;
  for (const Evidence& evidence : evidence_) {
    if (!is_in_set(evidence) || (evidence.hidden & open) != only(p)) continue;
    Showing showing(p, meanings_, evidence);
    if (showing.is_any()) {
      showings.push_back(std::move(showing));
    } else if (!showing.fits({})) {
      choices.reason = evidence.hidden;
      return choices;
    }
  }
  if (showings.empty()) return choices;
  std::stable_partition(showings.begin(), showings.end(),
                        [](const Showing& showing) { return showing.has_all_parts(); });
  const std::size_t together = std::min<std::size_t>(showings.size(), 2);
  std::vector<Output> sides =
      right_sides(std::span(showings).first(together), space_.limits.length);
  for (std::size_t i = 0; i < showings.size(); ++i) {
    const std::size_t gone =
        std::erase_if(sides, [&](const Output& side) { return !showings[i].fits(side); });
    if (i < together || gone > 0) choices.reason |= showings[i].evidence().hidden;
  }
  return sorted(std::move(sides), slots_of(p), choices.reason);
}

// Where no production stands alone in anything: the one with the fewest right sides to guess,
// among those of the evidence with the fewest open.
ProductionId Explainer::hardest_pressed(ProductionSet open) {
  ProductionSet candidates = open;
  for (const Evidence& evidence : evidence_) {
    const ProductionSet here = evidence.hidden & open;
    if (here == 0 || !is_in_set(evidence)) continue;
    if (std::popcount(here) < std::popcount(candidates)) candidates = here;
  }
  ProductionId best = 0;
  std::size_t fewest = kMostGuesses + 1;
  for_each_in(candidates, [&](ProductionId p) {
    if (guesses(p).right_sides.size() >= fewest) return;
    fewest = guesses(p).right_sides.size();
    best = p;
  });
  return best;
}

const Explainer::Choices& Explainer::guesses(ProductionId p) {
  const auto [at, is_new] = guesses_.try_emplace(p);
  Choices& choices = at->second;
  if (!is_new) return choices;
  ProductionSet reason = only(p);
  for (const Evidence& evidence : evidence_) {
    const bool is_about = is_in_set(evidence) && (evidence.hidden & only(p)) != 0;
    if (is_about && slots_of(p) == 0) reason |= evidence.hidden;
  }
  choices = sorted(slots_of(p) == 0 ? shown_pieces(p) : plain_right_sides(p), slots_of(p), reason);
  if (choices.right_sides.size() > kMostGuesses) choices.right_sides.resize(kMostGuesses);
  return choices;
}

// A word means something that stands in every output that it has a part in, or nothing.
std::vector<Output> Explainer::shown_pieces(ProductionId p) const {
  std::vector<const Output*> outputs;
  for (const Evidence& evidence : evidence_) {
    if (is_in_set(evidence) && (evidence.hidden & only(p)) != 0) {
      outputs.push_back(&evidence.output);
    }
  }
  const Output& shortest =
      **std::ranges::min_element(outputs, {}, [](const Output* o) { return o->size(); });
  std::set<Output> pieces{Output()};
  for (std::size_t at = 0; at < shortest.size(); ++at) {
    const std::size_t most = std::min<std::size_t>(space_.limits.length, shortest.size() - at);
    for (std::size_t length = 1; length <= most; ++length) {
      Output piece = shortest.substr(at, length);
      if (is_variable(piece.back())) break;
      const bool is_everywhere = std::ranges::all_of(
          outputs, [&](const Output* o) { return o->find(piece) != Output::npos; });
      if (!is_everywhere) break;
      pieces.insert(std::move(piece));
    }
  }
  return {pieces.begin(), pieces.end()};
}

// Variables alone, each at most as often as the space allows.
std::vector<Output> Explainer::plain_right_sides(ProductionId p) const {
  std::vector<Output> sides{Output()};
  std::size_t begin = 0;
  for (std::uint32_t length = 0; length < space_.limits.length; ++length) {
    const std::size_t end = sides.size();
    if (end > kMostGuesses) break;
    for (; begin < end; ++begin) {
      for (std::size_t slot = 0; slot < slots_of(p); ++slot) {
        const char16_t variable = variable_symbol(slot);
        if (std::ranges::count(sides[begin], variable) >= space_.limits.repeats) continue;
        sides.push_back(sides[begin] + variable);
      }
    }
  }
  return sides;
}

// A full assignment: by the definition itself, whether it is admissible.
void Explainer::take(const Cost& cost) {
  const bool is_tie = found_.is_found && cost == found_.cost;
  if (is_tie && order_of(assigned_, found_.meanings) >= 0) return;
  std::array<std::size_t, kMostProductions> support{};
  Output value;
  for (const Evidence& evidence : evidence_) {
    if (!evaluate(evidence.left, meanings_, value)) continue;
    if (value != evidence.output) return;
    for_each_in(productions_used(evidence.left, meanings_), [&](ProductionId p) { ++support[p]; });
  }
  for (const auto& [production, output] : assigned_) {
    if (support[production] < kLeastSupport) return;
  }
  found_ = {.is_found = true, .meanings = assigned_, .cost = cost, .support = support};
}

}  // namespace assay::cscan::solving
