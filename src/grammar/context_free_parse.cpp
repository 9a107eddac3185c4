#include "assay/grammar/context_free_parse.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "assay/base/error.h"
#include "assay/base/text.h"

namespace assay {
namespace {

using Text = std::vector<WordId>;
using TextId = std::uint32_t;

constexpr WordId kAnyWord = std::numeric_limits<WordId>::max();
constexpr WordId kUnknownWord = kAnyWord - 1;
constexpr TextId kInput = 0;

constexpr std::uint32_t kDead = 0;  // node without derivations
constexpr std::uint32_t kDone = 1;  // node with one derivation and nothing to take

}  // namespace

// The chart. Besides the input it reads bindings: the words of the sliced children of a production,
// one child after the other, as far as slices have met them and kAnyWord where not. A binding is a
// text like any other, so a sliced child is parsed over its stretch of the binding.
class ParseChart {
 public:
  using Node = ParseForest::Node;
  using Link = ParseForest::Link;

  ParseChart(const Grammar& grammar, std::span<const std::string_view> words) : grammar_(grammar) {
    Text input;
    for (const std::string_view word : words) {
      input.push_back(grammar.find_word(word).value_or(kUnknownWord));
    }
    ASSAY_CHECK(input.size() < std::numeric_limits<std::uint32_t>::max());
    texts_.push_back(input);  // never shared with a binding, which would be sound but confusing
    nodes_.resize(2);
    nodes_[kDone].count = 1;
  }

  const Text& text(TextId id) const { return texts_[id]; }
  std::vector<Node> take_nodes() { return std::move(nodes_); }

  // The node of a non-terminal over text[begin, end).
  std::uint32_t whole(TextId text, NonTerminal nt, std::uint32_t begin, std::uint32_t end) {
    const WordRange length = grammar_.length(nt);
    if (end - begin < length.shortest || end - begin > length.longest) return kDead;
    const std::array<std::uint32_t, 4> key = {text, nt, begin, end};
    if (const auto known = wholes_.find(key); known != wholes_.end()) return known->second;
    Node node;
    for (const ProductionId id : grammar_.productions(nt)) {
      add(node, {id, kDone, rest({text, id, 0, begin, end, unbound(id)})});
    }
    return wholes_[key] = keep(std::move(node));
  }

  // A binding of a production where no word is known.
  TextId unbound(ProductionId id) {
    const Production& production = grammar_.production(id);
    std::uint32_t words = 0;
    for (const std::uint32_t child : production.sliced) words += sliced_length(production, child);
    return intern(Text(words, kAnyWord));
  }

  // The binding with a slice standing on a word; nothing when no child has such words.
  std::optional<TextId> bind(TextId binding, const Production& production,
                             const ProductionPiece& slice, WordId word) {
    std::uint32_t begin = 0;
    for (const std::uint32_t child : production.sliced) {
      if (child == slice.index) break;
      begin += sliced_length(production, child);
    }
    Text bound = texts_[binding];
    WordId& known = bound[begin + slice.place];
    if (known != kAnyWord && word != kAnyWord && known != word) return std::nullopt;
    if (word != kAnyWord) known = word;
    const TextId id = intern(bound);
    const std::uint32_t end = begin + sliced_length(production, slice.index);
    if (whole(id, production.children[slice.index], begin, end) == kDead) return std::nullopt;
    return id;
  }

 private:
  struct Rest {
    TextId text;
    ProductionId production;
    std::uint32_t dot;  // pieces before it are done; past the pieces come the sliced children
    std::uint32_t begin;
    std::uint32_t end;
    TextId binding;
    auto operator<=>(const Rest&) const = default;
  };

  std::uint32_t sliced_length(const Production& production, std::uint32_t child) const {
    return static_cast<std::uint32_t>(grammar_.length(production.children[child]).longest);
  }

  TextId intern(const Text& text) {
    const auto [at, is_new] = bindings_.emplace(text, static_cast<TextId>(texts_.size()));
    if (is_new) texts_.push_back(text);
    return at->second;
  }

  // Sums cannot overflow: a derivation has one text, so a node counts some of those that the
  // grammar has counted already.
  void add(Node& node, Link link) {
    const std::uint64_t count = nodes_[link.child].count * nodes_[link.next].count;
    if (count == 0) return;
    node.count += count;
    node.links.push_back(link);
  }

  std::uint32_t keep(Node node) {
    if (node.count == 0) return kDead;
    nodes_.push_back(std::move(node));
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }

  std::uint32_t rest(const Rest& at) {
    const Production& production = grammar_.production(at.production);
    if (at.dot >= production.pieces.size()) return rest_of_sliced(at, production);
    const std::uint32_t left = at.end - at.begin;
    const WordRange wanted = production.rest[at.dot];
    if (left < wanted.shortest || left > wanted.longest) return kDead;
    if (const auto known = rests_.find(at); known != rests_.end()) return known->second;
    const ProductionPiece& piece = production.pieces[at.dot];
    std::uint32_t made = kDead;
    if (piece.kind == Symbol::Kind::kChild) {
      made = rest_from_child(at, production, piece);
    } else {
      Rest next = at;
      ++next.dot;
      ++next.begin;
      const WordId word = texts_[at.text][at.begin];
      if (piece.kind == Symbol::Kind::kSlice) {
        if (const auto bound = bind(at.binding, production, piece, word)) {
          next.binding = *bound;
          made = rest(next);
        }
      } else if (word == piece.index || word == kAnyWord) {
        made = rest(next);
      }
    }
    return rests_[at] = made;
  }

  std::uint32_t rest_from_child(const Rest& at, const Production& production,
                                const ProductionPiece& piece) {
    const NonTerminal nt = production.children[piece.index];
    const std::uint64_t left = at.end - at.begin;
    const WordRange own = grammar_.length(nt);
    const WordRange after = production.rest[at.dot + 1];
    Node node;
    Rest next = at;
    ++next.dot;
    // Only spans that leave enough and not too much for what comes after.
    std::uint64_t words = std::max(own.shortest, left - std::min(left, after.longest));
    for (; words <= std::min(own.longest, left - after.shortest); ++words) {
      next.begin = at.begin + static_cast<std::uint32_t>(words);
      const std::uint32_t child = whole(at.text, nt, at.begin, next.begin);
      if (child == kDead) continue;
      add(node, {piece.index, child, rest(next)});
    }
    return keep(std::move(node));
  }

  // Bindings are checked word by word, so here every sliced child is known to have derivations.
  std::uint32_t rest_of_sliced(const Rest& at, const Production& production) {
    if (at.begin != at.end) return kDead;
    std::uint32_t made = kDone;
    auto end = static_cast<std::uint32_t>(texts_[at.binding].size());
    for (std::size_t i = production.sliced.size(); i > 0; --i) {
      const std::uint32_t child = production.sliced[i - 1];
      const std::uint32_t begin = end - sliced_length(production, child);
      Node node;
      add(node, {child, whole(at.binding, production.children[child], begin, end), made});
      made = keep(std::move(node));
      end = begin;
    }
    return made;
  }

  const Grammar& grammar_;
  std::vector<Text> texts_;
  std::map<Text, TextId> bindings_;
  std::vector<Node> nodes_;
  std::map<std::array<std::uint32_t, 4>, std::uint32_t> wholes_;
  std::map<Rest, std::uint32_t> rests_;
};

namespace {

// Reads the input from the left without a wish for its end, and notes which words would let it go
// on. Whatever it reaches begins a sentence, since every non-terminal has derivations.
class PrefixReading {
 public:
  PrefixReading(const Grammar& grammar, std::span<const std::string_view> words)
      : grammar_(grammar), chart_(grammar, words), input_(chart_.text(kInput)) {}

  ParseFailure read(NonTerminal start) {
    const std::set<std::size_t>& ends = ends_of(start, 0);
    ASSAY_CHECK(!ends.contains(input_.size()));
    ParseFailure failure{furthest_, {}, ends.contains(furthest_)};
    if (!ends.empty() && *ends.rbegin() > furthest_) {
      failure = {*ends.rbegin(), {}, true};
      expected_.clear();
    }
    for (const WordId word : expected_) failure.expected.emplace_back(grammar_.word(word));
    std::sort(failure.expected.begin(), failure.expected.end());
    return failure;
  }

 private:
  struct State {
    std::size_t dot;
    std::size_t position;
    TextId binding;
    auto operator<=>(const State&) const = default;
  };

  // Where a non-terminal that begins at a position can end.
  const std::set<std::size_t>& ends_of(NonTerminal nt, std::size_t begin) {
    const std::pair<NonTerminal, std::size_t> key = {nt, begin};
    if (const auto known = ends_.find(key); known != ends_.end()) return known->second;
    std::set<std::size_t> ends;
    for (const ProductionId id : grammar_.productions(nt)) {
      std::set<State> states;
      walk(grammar_.production(id), {0, begin, chart_.unbound(id)}, states, ends);
    }
    return ends_[key] = std::move(ends);
  }

  void walk(const Production& production, const State& at, std::set<State>& states,
            std::set<std::size_t>& ends) {
    if (!states.insert(at).second) return;
    if (at.dot == production.pieces.size()) {
      ends.insert(at.position);
      return;
    }
    const ProductionPiece& piece = production.pieces[at.dot];
    if (piece.kind == Symbol::Kind::kChild) {
      for (const std::size_t end : ends_of(production.children[piece.index], at.position)) {
        walk(production, {at.dot + 1, end, at.binding}, states, ends);
      }
      return;
    }
    expect(production, piece, at);
    if (at.position == input_.size()) return;
    const auto binding = step(production, piece, at.binding, input_[at.position]);
    if (binding) walk(production, {at.dot + 1, at.position + 1, *binding}, states, ends);
  }

  // The binding after a word or slice has met a word; nothing when it cannot.
  std::optional<TextId> step(const Production& production, const ProductionPiece& piece,
                             TextId binding, WordId word) {
    if (piece.kind == Symbol::Kind::kSlice) return chart_.bind(binding, production, piece, word);
    if (piece.index == word) return binding;
    return std::nullopt;
  }

  void expect(const Production& production, const ProductionPiece& piece, const State& at) {
    if (at.position < furthest_) return;
    if (at.position > furthest_) expected_.clear();
    furthest_ = at.position;
    if (piece.kind == Symbol::Kind::kWord) {
      expected_.insert(piece.index);
      return;
    }
    for (WordId word = 0; word < grammar_.word_count(); ++word) {
      if (chart_.bind(at.binding, production, piece, word)) expected_.insert(word);
    }
  }

  const Grammar& grammar_;
  ParseChart chart_;
  const Text input_;
  std::map<std::pair<NonTerminal, std::size_t>, std::set<std::size_t>> ends_;
  std::size_t furthest_ = 0;
  std::set<WordId> expected_;
};

}  // namespace

ParseForest::ParseForest(const Grammar& grammar, NonTerminal start,
                         std::span<const std::string_view> words)
    : grammar_(&grammar) {
  ParseChart chart(grammar, words);
  root_ = chart.whole(kInput, start, 0, static_cast<std::uint32_t>(words.size()));
  nodes_ = chart.take_nodes();
}

Derivation ParseForest::derivation(std::uint64_t index) const {
  ASSAY_CHECK(index < count());
  Derivation out;
  extract(root_, index, out);
  return out;
}

ParseForest::Pick ParseForest::pick(std::uint32_t node, std::uint64_t index) const {
  for (const Link& link : nodes_[node].links) {
    const std::uint64_t next_count = nodes_[link.next].count;
    const std::uint64_t count = nodes_[link.child].count * next_count;
    if (index < count) return {link, index / next_count, index % next_count};
    index -= count;
  }
  throw Bug("an index beyond the derivations of a node");
}

void ParseForest::extract(std::uint32_t node, std::uint64_t index, Derivation& out) const {
  Pick at = pick(node, index);
  const ProductionId production = at.link.what;
  const std::size_t place = out.nodes.size();
  out.nodes.push_back({production, 0});
  std::vector<Pick> children(grammar_->production(production).children.size());
  while (at.link.next != kDone) {
    at = pick(at.link.next, at.next_index);
    children[at.link.what] = at;
  }
  for (const Pick& child : children) extract(child.link.child, child.child_index, out);
  out.nodes[place].size = static_cast<std::uint32_t>(out.nodes.size() - place);
}

std::vector<Derivation> parse(const Grammar& grammar, NonTerminal start,
                              std::span<const std::string_view> words, std::size_t most) {
  const ParseForest forest(grammar, start, words);
  std::vector<Derivation> derivations;
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(most, forest.count()); ++i) {
    derivations.push_back(forest.derivation(i));
  }
  return derivations;
}

ParseFailure explain_failure(const Grammar& grammar, NonTerminal start,
                             std::span<const std::string_view> words) {
  return PrefixReading(grammar, words).read(start);
}

std::string ParseFailure::message(std::span<const std::string_view> words) const {
  std::string text = word < words.size()
                         ? fmt::format("word {} is \"{}\"", word + 1, printable(words[word]))
                         : fmt::format("the text ends after word {}", words.size());
  text += ", expected: ";
  for (const std::string& one : expected) text += printable(one) + ", ";
  if (end_expected) return text + "end of text";
  text.resize(text.size() - 2);
  return text;
}

}  // namespace assay
