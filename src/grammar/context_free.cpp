#include "assay/grammar/context_free.h"

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>

#include "assay/base/error.h"
#include "assay/base/exact_math.h"
#include "assay/base/text.h"

namespace assay {
namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

std::uint64_t saturated_add(std::uint64_t a, std::uint64_t b) {
  return checked_add(a, b).value_or(kMost);
}

std::string text_form(const GrammarRule& rule) {
  std::string text = rule.left + " ->";
  for (const Symbol& symbol : rule.right) {
    text += ' ';
    text += symbol.text;
    if (symbol.kind == Symbol::Kind::kSlice) text += fmt::format("[{}]", symbol.place);
  }
  return text;
}

// `D[2]` as a slice; nothing when the symbol does not have this form.
std::optional<Symbol> read_slice(std::string_view symbol) {
  const std::size_t open = symbol.rfind('[');
  if (open == std::string_view::npos || open == 0 || symbol.back() != ']') return std::nullopt;
  const auto place = parse_number(symbol.substr(open + 1, symbol.size() - open - 2));
  if (!place || *place > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  return Symbol::slice(std::string(symbol.substr(0, open)), static_cast<std::uint32_t>(*place));
}

GrammarRule read_rule(const RuleText& line, const std::set<std::string_view>& lefts) {
  const auto words = split_words(line.text);
  GrammarRule rule{std::string(words[0]), {}, line.name};
  for (std::size_t i = 2; i < words.size(); ++i) {
    if (words[i] == "->") {
      fail(ErrorKind::kUsage, "production \"{}\" has two arrows; write one production a line",
           printable(line.text));
    }
    if (lefts.contains(words[i])) {
      rule.right.push_back(Symbol::child(std::string(words[i])));
    } else if (auto slice = read_slice(words[i])) {
      rule.right.push_back(*std::move(slice));
    } else {
      rule.right.push_back(Symbol::word(std::string(words[i])));
    }
  }
  return rule;
}

}  // namespace

Grammar Grammar::from_text(const std::vector<RuleText>& lines) {
  std::set<std::string_view> lefts;
  for (const RuleText& line : lines) {
    const auto words = split_words(line.text);
    if (words.size() < 2 || words[0] == "->" || words[1] != "->") {
      fail(ErrorKind::kUsage,
           "production \"{}\" has no arrow after one left-hand symbol; write \"S -> V twice\"",
           printable(line.text));
    }
    lefts.insert(words[0]);
  }
  std::vector<GrammarRule> rules;
  rules.reserve(lines.size());
  for (const RuleText& line : lines) rules.push_back(read_rule(line, lefts));
  return Grammar(rules);
}

Grammar::Grammar(const std::vector<GrammarRule>& rules) {
  for (const GrammarRule& rule : rules) {
    const auto id = static_cast<NonTerminal>(non_terminals_.size());
    if (!non_terminal_ids_.emplace(rule.left, id).second) continue;
    non_terminals_.emplace_back().name = rule.left;
  }
  std::set<std::tuple<NonTerminal, std::vector<NonTerminal>, std::vector<ProductionPiece>>> seen;
  for (const GrammarRule& rule : rules) {
    add_production(rule);
    const Production& added = productions_.back();
    if (!seen.emplace(added.left, added.children, added.pieces).second) {
      fail(ErrorKind::kUsage, "production \"{}\" is declared twice for {}; remove one",
           printable(added.name), printable(rule.left));
    }
  }
  std::vector<NonTerminal> path;
  for (NonTerminal nt = 0; nt < non_terminals_.size(); ++nt) measure(nt, path);
}

void Grammar::add_production(const GrammarRule& rule) {
  Production production;
  production.name = rule.name.empty() ? text_form(rule) : rule.name;
  production.left = non_terminal_ids_.at(rule.left);
  for (const Symbol& symbol : rule.right) {
    production.pieces.push_back(add_piece(symbol, production));
  }
  non_terminals_[production.left].productions.push_back(
      static_cast<ProductionId>(productions_.size()));
  productions_.push_back(std::move(production));
}

ProductionPiece Grammar::add_piece(const Symbol& symbol, Production& production) {
  if (symbol.kind == Symbol::Kind::kWord) {
    if (symbol.text.empty() ||
        split_words(symbol.text) != std::vector<std::string_view>{symbol.text}) {
      fail(ErrorKind::kUsage, "production \"{}\": \"{}\" is not one word; split it at its spaces",
           printable(production.name), printable(symbol.text));
    }
    const auto id = static_cast<WordId>(words_.size());
    const auto [at, is_new] = word_ids_.emplace(symbol.text, id);
    if (is_new) words_.push_back(symbol.text);
    return {symbol.kind, at->second, 0};
  }
  const auto found = non_terminal_ids_.find(symbol.text);
  if (found == non_terminal_ids_.end()) {
    fail(ErrorKind::kUsage,
         "production \"{}\": unknown non-terminal \"{}\"; give it a production of its own",
         printable(production.name), printable(symbol.text));
  }
  auto child = static_cast<std::uint32_t>(production.children.size());
  if (symbol.kind == Symbol::Kind::kSlice) {
    for (const std::uint32_t known : production.sliced) {
      if (production.children[known] == found->second) child = known;
    }
  }
  if (child == production.children.size()) {
    production.children.push_back(found->second);
    if (symbol.kind == Symbol::Kind::kSlice) production.sliced.push_back(child);
  }
  // Slices count from 1; a wrong 0 becomes a place that check_slices refuses.
  return {symbol.kind, child, symbol.kind == Symbol::Kind::kSlice ? symbol.place - 1 : 0};
}

void Grammar::measure(NonTerminal nt, std::vector<NonTerminal>& path) {
  if (count(nt) != 0) return;
  if (std::find(path.begin(), path.end(), nt) != path.end()) fail_recursive(nt, path);
  path.push_back(nt);
  std::uint64_t sum = 0;
  WordRange length = {kMost, 0};
  for (const ProductionId id : productions(nt)) {
    Production& production = productions_[id];
    for (const NonTerminal child : production.children) measure(child, path);
    measure(production);
    production.first_rank = sum;
    const auto next = checked_add(sum, production.count);
    if (!next) fail_too_many(production);
    sum = *next;
    non_terminals_[nt].ends.push_back(sum);
    length.shortest = std::min(length.shortest, production.rest[0].shortest);
    length.longest = std::max(length.longest, production.rest[0].longest);
  }
  non_terminals_[nt].length = length;
  non_terminals_[nt].count = sum;
  path.pop_back();
}

void Grammar::measure(Production& production) const {
  for (const std::uint32_t child : production.sliced) check_slices(production, child);
  production.rest.assign(production.pieces.size() + 1, {0, 0});
  for (std::size_t i = production.pieces.size(); i > 0; --i) {
    const WordRange after = production.rest[i];
    const ProductionPiece& piece = production.pieces[i - 1];
    const WordRange own = piece.kind == Symbol::Kind::kChild
                              ? length(production.children[piece.index])
                              : WordRange{1, 1};
    production.rest[i - 1] = {saturated_add(own.shortest, after.shortest),
                              saturated_add(own.longest, after.longest)};
  }
  production.count = 1;
  production.weights.resize(production.children.size());
  for (std::size_t i = production.children.size(); i > 0; --i) {
    production.weights[i - 1] = production.count;
    const auto product = checked_multiply(production.count, count(production.children[i - 1]));
    if (!product) fail_too_many(production);
    production.count = *product;
  }
}

void Grammar::check_slices(const Production& production, std::uint32_t child) const {
  std::set<std::uint64_t> places;
  for (const ProductionPiece& piece : production.pieces) {
    if (piece.kind == Symbol::Kind::kSlice && piece.index == child) places.insert(piece.place);
  }
  const NonTerminal nt = production.children[child];
  const auto [shortest, longest] = length(nt);
  if (shortest == longest && places.size() == longest && *places.rbegin() == longest - 1) return;
  const std::string found = shortest == longest ? fmt::format("{}", shortest)
                                                : fmt::format("{} to {}", shortest, longest);
  fail(ErrorKind::kUsage,
       "production \"{}\": {} has {} words; slices need a child of one fixed length and must "
       "mention "
       "each of its words, {}[1], {}[2] and so on",
       printable(production.name), printable(name(nt)), found, printable(name(nt)),
       printable(name(nt)));
}

void Grammar::fail_recursive(NonTerminal nt, std::span<const NonTerminal> path) const {
  std::string loop = printable(name(nt));
  for (auto at = std::find(path.begin(), path.end(), nt) + 1; at != path.end(); ++at) {
    loop += " -> " + printable(name(*at));
  }
  const std::string shown = printable(name(nt));
  fail(ErrorKind::kUsage,
       "non-terminal {} is recursive ({} -> {}), so its derivations are endless; write the "
       "recursion "
       "out to a bound, as {}/2, {}/1, {}/0",
       shown, loop, shown, shown, shown, shown);
}

void Grammar::fail_too_many(const Production& production) const {
  fail(ErrorKind::kUsage,
       "non-terminal {} has more derivations than 64 bits can count, at production \"{}\"; lower "
       "the "
       "bound of its recursion or take productions away",
       printable(name(production.left)), printable(production.name));
}

NonTerminal Grammar::non_terminal(std::string_view name) const {
  const auto found = non_terminal_ids_.find(name);
  if (found != non_terminal_ids_.end()) return found->second;
  std::vector<std::string> names;
  for (const NonTerminalInfo& info : non_terminals_) names.push_back(info.name);
  fail(ErrorKind::kUsage, "unknown non-terminal \"{}\"{}", printable(name),
       did_you_mean(name, names));
}

std::optional<WordId> Grammar::find_word(std::string_view word) const {
  const auto found = word_ids_.find(word);
  if (found == word_ids_.end()) return std::nullopt;
  return found->second;
}

ProductionId Grammar::production_at(NonTerminal nt, std::uint64_t rank) const {
  const NonTerminalInfo& info = non_terminals_[nt];
  ASSAY_CHECK(rank < info.count);
  // Few alternatives are counted rather than searched: no branch to guess wrong.
  constexpr std::size_t kFew = 8;
  if (info.ends.size() <= kFew) {
    std::size_t index = 0;
    for (const std::uint64_t end : info.ends) index += rank >= end ? 1U : 0U;
    return info.productions[index];
  }
  const auto end = std::upper_bound(info.ends.begin(), info.ends.end(), rank);
  return info.productions[static_cast<std::size_t>(end - info.ends.begin())];
}

void Grammar::grow(NonTerminal nt, std::uint64_t rank, Derivation& out) const {
  const ProductionId id = production_at(nt, rank);
  const Production& production = productions_[id];
  const std::size_t at = out.nodes.size();
  out.nodes.push_back({id, 0});
  rank -= production.first_rank;
  for (std::size_t i = 0; i < production.children.size(); ++i) {
    grow(production.children[i], rank / production.weights[i], out);
    rank %= production.weights[i];
  }
  out.nodes[at].size = static_cast<std::uint32_t>(out.nodes.size() - at);
}

void Grammar::unrank(NonTerminal nt, std::uint64_t rank, Derivation& out) const {
  out.nodes.clear();
  grow(nt, rank, out);
  ASSAY_CHECK(out.nodes.size() <= std::numeric_limits<std::uint32_t>::max());
}

Derivation Grammar::unrank(NonTerminal nt, std::uint64_t rank) const {
  Derivation derivation;
  unrank(nt, rank, derivation);
  return derivation;
}

std::uint64_t Grammar::rank(const Derivation& derivation) const {
  ASSAY_CHECK(!derivation.nodes.empty());
  return rank(derivation, 0);
}

std::uint64_t Grammar::rank(const Derivation& derivation, std::size_t node) const {
  const Production& production = productions_[derivation.nodes[node].production];
  std::uint64_t sum = production.first_rank;
  std::size_t child = node + 1;
  for (const std::uint64_t weight : production.weights) {
    sum += weight * rank(derivation, child);
    child += derivation.nodes[child].size;
  }
  return sum;
}

Derivation Grammar::sample(NonTerminal nt, Stream& stream) const {
  return unrank(nt, stream.below(count(nt)));
}

// A child that is mentioned by slices has one fixed length, and so has everything below it: that is
// how a word is found from its place alone.
WordId Grammar::word_at(const Derivation& derivation, std::size_t node, std::uint64_t place) const {
  const Production& production = productions_[derivation.nodes[node].production];
  for (std::size_t i = 0; i < production.pieces.size(); ++i) {
    const std::uint64_t words = production.rest[i].longest - production.rest[i + 1].longest;
    if (place >= words) {
      place -= words;
      continue;
    }
    const ProductionPiece& piece = production.pieces[i];
    if (piece.kind == Symbol::Kind::kWord) return piece.index;
    const std::size_t child = derivation.child(node, piece.index);
    return word_at(derivation, child, piece.kind == Symbol::Kind::kSlice ? piece.place : place);
  }
  throw Bug("a place outside the words of a derivation");
}

template <typename Visit>
void Grammar::visit_words(const Derivation& derivation, std::size_t node,
                          const Visit& visit) const {
  const Production& production = productions_[derivation.nodes[node].production];
  for (const ProductionPiece& piece : production.pieces) {
    if (piece.kind == Symbol::Kind::kWord) {
      visit(word(piece.index));
    } else if (piece.kind == Symbol::Kind::kChild) {
      visit_words(derivation, derivation.child(node, piece.index), visit);
    } else {
      visit(word(word_at(derivation, derivation.child(node, piece.index), piece.place)));
    }
  }
}

void Grammar::words(const Derivation& derivation, std::string& out) const {
  ASSAY_CHECK(!derivation.nodes.empty());
  const std::size_t start = out.size();
  visit_words(derivation, 0, [&](std::string_view word) {
    if (out.size() > start) out += ' ';
    out += word;
  });
}

std::vector<std::string_view> Grammar::words(const Derivation& derivation) const {
  ASSAY_CHECK(!derivation.nodes.empty());
  std::vector<std::string_view> all;
  visit_words(derivation, 0, [&](std::string_view word) { all.push_back(word); });
  return all;
}

std::string Grammar::describe(const Derivation& derivation) const {
  ASSAY_CHECK(!derivation.nodes.empty());
  std::string out;
  describe(derivation, 0, out);
  return out;
}

void Grammar::describe(const Derivation& derivation, std::size_t node, std::string& out) const {
  const auto [id, size] = derivation.nodes[node];
  out += productions_[id].name;
  if (size == 1) return;
  out += '(';
  for (std::size_t child = node + 1; child < node + size; child += derivation.nodes[child].size) {
    if (child > node + 1) out += ", ";
    describe(derivation, child, out);
  }
  out += ')';
}

}  // namespace assay
