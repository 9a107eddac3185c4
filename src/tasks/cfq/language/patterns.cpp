#include "assay/tasks/cfq/language/patterns.h"

#include <algorithm>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/text.h"

namespace assay::cfq {

namespace {

// "M0", "M1" ... as many as a pattern may have.
std::span<const std::string> placeholders() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < PatternMaker::kMostEntities; ++i) {
      names.push_back("M" + std::to_string(i));
    }
    return names;
  }();
  return kNames;
}

}  // namespace

std::string_view name_of(Rejection rejection) {
  constexpr std::array<std::string_view, kRejections> kNames{
      "used",          "list repeats itself",
      "list too long", "too many relative clauses",
      "too large",     "no query",
      "said twice",    "two genders",
      "two meanings"};
  return kNames[static_cast<std::size_t>(rejection)];
}

PatternMaker::PatternMaker(const Language& language, PatternLimits limits)
    : language_(language),
      limits_(limits),
      sampler_(language.grammar(), language.base().rules(), limits.highest_level) {
  for (std::uint32_t level = limits.lowest_level; level <= limits.highest_level; ++level) {
    if (sampler_.has(level)) levels_.push_back(level);
  }
  if (levels_.empty()) {
    fail(ErrorKind::kUsage, "the rules make no question of level {} to {}", limits.lowest_level,
         limits.highest_level);
  }
  for (const rules::GrammarRule& rule : language.base().rules().grammar) {
    Shape shape;
    shape.completes_list = rule.left.category == "COMPLETED_AND";
    shape.grows_list = rule.left.category == "ENUMERATION";
    shapes_.push_back(shape);
  }
  const rules::GroundTable& table = language.base().ground();
  for (rules::GroundId id = 1; id < table.size(); ++id) {
    const auto term = table.term(id);
    if (term.inputs.size() == 2 && table.name(term.symbol) == "RolePair" &&
        table.name(table.term(term.inputs[0]).symbol) == "GenderHaver" &&
        table.name(table.term(term.inputs[1]).symbol) == "Gender") {
      gender_ = id;
    }
  }
}

// Lists with too many members, or two that are the same and name no entity; relative clauses.
Rejection PatternMaker::look_at(Workbench& bench, std::uint32_t root) const {
  const rules::DerivationTree& tree = bench.tree;
  std::vector<std::uint64_t>& hashes = bench.hashes;  // the last bit: names an entity
  hashes.resize(tree.size());
  std::uint32_t clauses = 0;
  std::size_t entities = 0;
  for (std::uint32_t node = 0; node <= root; ++node) {
    const auto rule = tree.node(node).rule;
    std::uint64_t hash = mix(rule, 0xC);
    std::uint64_t entity = language_.entities_of(rule) > 0 ? 1 : 0;
    entities += language_.entities_of(rule);
    for (const auto child : tree.constituents(node)) {
      hash = mix(hash, hashes[child]);
      entity |= hashes[child] & 1U;
    }
    hashes[node] = (hash << 1U) | entity;
    if (language_.adds_clause(rule)) ++clauses;
    if (!shapes_[rule].completes_list) continue;
    std::vector<std::uint64_t>& members = bench.members;
    members.clear();
    std::size_t count = 0;
    const auto add = [&](std::uint32_t member) {
      ++count;
      if ((hashes[member] & 1U) == 0) members.push_back(hashes[member]);
    };
    for (std::uint32_t at = node;;) {
      const auto children = tree.constituents(at);
      if (children.empty()) break;  // a list that is a word
      add(children.back());
      if (children.size() == 1) break;
      at = children.front();
      if (!shapes_[tree.node(at).rule].grows_list) {
        add(at);
        break;
      }
    }
    if (count > kMostListed) return Rejection::kLongList;
    std::sort(members.begin(), members.end());
    if (std::adjacent_find(members.begin(), members.end()) != members.end()) {
      return Rejection::kRepetition;
    }
  }
  if (clauses > limits_.relative_clauses) return Rejection::kManyClauses;
  return entities > kMostEntities ? Rejection::kManyThings : Rejection::kNone;
}

Rejection PatternMaker::look_at_form(Workbench& bench) const {
  const rules::FormStore& forms = bench.composer.forms();
  std::vector<rules::FormId>& open = bench.open;
  std::vector<std::uint64_t>& hashes = bench.hashes;
  open.assign(1, bench.form);
  while (!open.empty()) {
    const rules::FormId id = open.back();
    open.pop_back();
    const rules::FormNode& node = forms.node(id);
    if (node.ground != rules::kNotGround || node.symbol == rules::symbols::kNewString) continue;
    const auto inputs = forms.inputs(id);
    open.insert(open.end(), inputs.begin(), inputs.end());
    if (node.symbol != rules::symbols::kConjunction) continue;
    hashes.clear();
    std::size_t genders = 0;
    for (const auto input : inputs) {
      hashes.push_back(forms.node(input).hash);
      if (forms.node(input).symbol == rules::symbols::kExists &&
          forms.node(forms.input(input, 0)).ground == gender_) {
        ++genders;
      }
    }
    std::sort(hashes.begin(), hashes.end());
    if (std::adjacent_find(hashes.begin(), hashes.end()) != hashes.end()) {
      return Rejection::kSaidTwice;
    }
    if (genders > 1) return Rejection::kTwoGenders;
  }
  return Rejection::kNone;
}

// Reads the question back. One derivation is the one it was made by; others must mean the same.
// The workbench is used up.
bool PatternMaker::has_other_meaning(Workbench& bench, std::uint32_t root,
                                     const Pattern& pattern) const {
  language_.words_of(bench.tree, root, bench.words);
  ASSAY_CHECK(bench.parser.parse(bench.words));
  if (bench.parser.is_unambiguous()) return false;
  bench.tree.clear();
  for (const auto other : bench.parser.derivations(Language::kMostReadings, bench.tree)) {
    if (language_.compose(bench, other) &&
        language_.query(bench, placeholders()) != pattern.query) {
      return true;
    }
  }
  return false;
}

std::uint32_t PatternMaker::level(Stream& stream) const {
  return levels_[stream.below(levels_.size())];
}

Rejection PatternMaker::draw(Workbench& bench, std::uint32_t level, Stream& stream, Pattern& out,
                             RuleGraph* rules) const {
  const std::uint32_t root = sampler_.draw(level, stream, bench.tree);
  if (const Rejection why = look_at(bench, root); why != Rejection::kNone) return why;
  language_.compose_form(bench, root);
  if (const Rejection why = look_at_form(bench); why != Rejection::kNone) return why;
  if (!language_.resolve_form(bench, root)) return Rejection::kNoQuery;
  if (bench.composer.statement_count() > kMostClauses) return Rejection::kManyThings;
  language_.spell(bench.tree, root, out.question, out.question_template);
  out.query = language_.query(bench, placeholders());
  out.form = language_.form(bench, placeholders());
  out.level = level;
  out.leaves = static_cast<std::uint32_t>(count_words(out.question));
  if (rules != nullptr) language_.graph(bench, *rules);
  return has_other_meaning(bench, root, out) ? Rejection::kTwoMeanings : Rejection::kNone;
}

bool PatternMaker::make(Key key, std::uint64_t unit, Pattern& out, RuleGraph* rules) const {
  Stream first(key, {Purpose::kUnit, unit, 0, 0});
  const std::uint32_t wanted = level(first);
  Language::Loan loan(language_);
  for (std::uint16_t attempt = 1; attempt <= kMostAttempts; ++attempt) {
    Stream stream(key, {Purpose::kUnit, unit, 0, attempt});
    if (draw(*loan, wanted, stream, out, rules) == Rejection::kNone) return true;
  }
  return false;
}

}  // namespace assay::cfq
