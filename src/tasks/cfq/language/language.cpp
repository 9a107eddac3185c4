#include "assay/tasks/cfq/language/language.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/limits.h"
#include "assay/base/text.h"
#include "assay/tasks/cfq/language/earlier_rules.h"

namespace assay::cfq {

namespace {

using rules::kNothing;

const rules::FeatureGrammarOptions kLenient{"S",
                                            {"type", "subject_type", "object_type", "agent_type",
                                             "undergoer_type", "owner_type", "is_what"}};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// M0, M12 stand for themselves; m.0gx0plf is written ns:m.0gx0plf. Empty for other words.
std::string entity_name(std::string_view word) {
  if (word.size() > 1 && word[0] == 'M' && std::all_of(word.begin() + 1, word.end(), is_digit)) {
    return std::string(word);
  }
  const auto is_id = [](char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || c == '_'; };
  if (word.size() > 2 && word.starts_with("m.") &&
      std::all_of(word.begin() + 2, word.end(), is_id)) {
    return "ns:" + std::string(word);
  }
  return {};
}

// Commas, 's and a final question mark may be attached to words.
std::vector<std::string> cut_words(std::string_view question) {
  std::vector<std::string> words;
  const auto given = split_words(question);
  for (std::size_t i = 0; i < given.size(); ++i) {
    std::string_view word = given[i];
    if (i + 1 == given.size() && word.size() > 1 && word.ends_with('?')) word.remove_suffix(1);
    const bool comma = word.size() > 1 && word.ends_with(',');
    if (comma) word.remove_suffix(1);
    const bool possessive = word.size() > 2 && word.ends_with("'s");
    if (possessive) word.remove_suffix(2);
    if (word != "?") words.emplace_back(word);
    if (possessive) words.emplace_back("'s");
    if (comma) words.emplace_back(",");
  }
  return words;
}

void lower_first(std::string& text) {
  if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z') text[0] = static_cast<char>(text[0] + 32);
}

// How many entities a form makes: Entity(new_var(...)).
std::size_t entities_in(const rules::Term& term) {
  std::size_t count = term.kind == rules::Term::Kind::kApply && term.text == "Entity" &&
                              term.inputs.size() == 1 && term.inputs[0].text == "new_var"
                          ? 1
                          : 0;
  for (const rules::Term& input : term.inputs) count += entities_in(input);
  return count;
}

std::string read_rule_file(const std::string& path) {
  return read_user_file(path, {kMostRulesBytes});
}

}  // namespace

std::vector<rules::RuleSource> rules_with(const std::string& files) {
  std::vector<rules::RuleSource> sources(own_rules().begin(), own_rules().end());
  for (const auto name : split_text(files, ',')) {
    if (!name.empty()) sources.push_back({std::string(name), read_rule_file(std::string(name))});
  }
  return sources;
}

std::string added_rules(const std::string& files) {
  std::string text;
  for (const auto name : split_text(files, ',')) {
    if (!name.empty()) text += read_rule_file(std::string(name)) + '\0';
  }
  return text;
}

Language::Language(std::span<const rules::RuleSource> sources)
    : base_(rules::read_rules(sources)),
      grammar_(base_.rules(), {}),
      lenient_(base_.rules(), kLenient),
      get_specializations_(base_.function("get_specializations")),
      get_set_truth_(base_.function("get_set_truth")),
      benches_([this] { return std::make_unique<Workbench>(base_, grammar_, lenient_); }) {
  const auto entity = grammar_.find_word("[entity]");
  if (!entity) fail(ErrorKind::kInput, "{}: no rule has the word '[entity]'", sources[0].name);
  entity_word_ = *entity;
  for (const rules::GrammarRule& rule : base_.rules().grammar) {
    RuleShape shape;
    const bool unit =
        rule.right.size() == 1 && rule.right[0].category + "_SIMPLE" == rule.left.category;
    if (unit) {
      shape.is_unit = true;
      shape.placeholder = '[' + rule.left.category + ']';
    }
    shape.closed = rule.right.front().category == "YNQ";
    const std::string& last = rule.right.back().category;
    shape.has_gap = rule.left.category == "RELATIVE_CLAUSE" && last == "CLAUSE";
    shape.adds_clause =
        rule.left.category == "NP_INDIRECT" && (last == "RELATIVE_CLAUSE" || last == "PASSIVE");
    for (const rules::Constituent& part : rule.right) {
      if (!part.category.empty()) shape.words.push_back(kNothing);
      for (const std::string& word : part.words) {
        shape.words.push_back(grammar_.find_word(word).value());
      }
    }
    // A name in a query is that of a word of the question.
    shape.entities =
        static_cast<std::size_t>(std::count(shape.words.begin(), shape.words.end(), entity_word_));
    if (entities_in(rule.form) != shape.entities) {
      rules::fail_at(
          base_.rules().files, rule.place,
          "expected one '[entity]' on the right for each Entity(new_var(...)) on the left");
    }
    shapes_.push_back(std::move(shape));
  }
  name_rules();
}

void Language::name_rules() {
  const rules::RuleSet& set = base_.rules();
  const auto begin = [&](rules::RuleClass kind) {
    first_rule_[static_cast<std::size_t>(kind)] = static_cast<RuleId>(table_.size());
  };
  const auto add = [&](const std::string& name, RuleKind kind, rules::Place place) {
    if (table_.find(name)) {
      rules::fail_at(set.files, place, fmt::format("there is \"{}\" already", printable(name)));
    }
    table_.add(name, kind);
  };
  join_ = table_.add("JOIN_BY_LOGICAL_FORM", RuleKind::kJoin);
  begin(rules::RuleClass::kGrammar);
  for (const auto& rule : set.grammar) add(rule.name, RuleKind::kGrammar, rule.place);
  begin(rules::RuleClass::kInference);
  for (const auto& rule : set.inference) add(rule.name, RuleKind::kInference, rule.place);
  begin(rules::RuleClass::kResolution);
  for (const auto& rule : set.resolution) add(rule.name, RuleKind::kMeaning, rule.place);
  begin(rules::RuleClass::kKnowledge);
  for (const auto& fact : set.knowledge) add(to_text(fact), RuleKind::kKnowledge, fact.place);
  for (const auto name : kEarlierRules) {
    if (!table_.find(name)) {
      table_.add(std::string(name), RuleKind::kGrammar, "only in data before version 2.0.0");
    }
  }
}

Words Language::cut(std::string_view question) const {
  Words words;
  words.texts = cut_words(question);
  for (std::size_t i = 0; i < words.texts.size(); ++i) {
    std::string word = words.texts[i];
    if (std::string entity = entity_name(word); !entity.empty()) {
      words.entities.push_back(std::move(entity));
      words.ids.push_back(entity_word_);
      continue;
    }
    if (i == 0) lower_first(word);
    words.ids.push_back(grammar_.find_word(word).value_or(kNothing));
  }
  return words;
}

void Language::fail_unread(const rules::FeatureParser& parser, const Words& words) const {
  const std::size_t at = parser.stuck_at();
  constexpr std::size_t kNamed = 12;
  std::vector<std::string> expected = parser.expected();
  const bool more = expected.size() > kNamed;
  if (more) expected.resize(kNamed);
  const std::string wanted = fmt::format("{}{}", fmt::join(expected, " | "), more ? " | ..." : "");
  if (at >= words.texts.size()) {
    fail(ErrorKind::kInput, "the question is not complete{}{}",
         wanted.empty() ? "" : "; after it could stand: ", wanted);
  }
  fail(ErrorKind::kInput, "no reading goes on at word {}, \"{}\"{}{}", at + 1,
       printable(words.texts[at]), wanted.empty() ? "" : "; expected: ", wanted);
}

std::vector<std::uint32_t> Language::words_before_gaps(const rules::DerivationTree& tree) const {
  std::vector<std::uint32_t> words(tree.size());  // of each node
  std::vector<std::uint32_t> inside(tree.size());
  for (std::uint32_t node = 0; node < tree.size(); ++node) {
    const RuleShape& shape = shapes_[tree.node(node).rule];
    for (const auto word : shape.words) words[node] += word == kNothing ? 0 : 1;
    for (const auto child : tree.constituents(node)) {
      words[node] += words[child];
      inside[node] += inside[child];
    }
    if (shape.has_gap) inside[node] += words[node];
  }
  return inside;
}

std::vector<std::uint32_t> Language::parse(Workbench& bench, const Words& words,
                                           Types types) const {
  rules::FeatureParser& parser = types == Types::kRespected ? bench.parser : bench.lenient_parser;
  bench.tree.clear();
  if (!parser.parse(words.ids)) return {};
  auto roots = parser.derivations(kMostReadings, bench.tree);
  if (roots.size() < 2) return roots;
  const auto inside = words_before_gaps(bench.tree);
  std::stable_sort(roots.begin(), roots.end(), [&](std::uint32_t a, std::uint32_t b) {
    const auto size_a = bench.tree.node(a).size;
    const auto size_b = bench.tree.node(b).size;
    return size_a != size_b ? size_a < size_b : inside[a] > inside[b];
  });
  return roots;
}

template <typename Visit>
void Language::visit_readings(Workbench& bench, const Words& words, const Visit& visit) const {
  if (words.texts.empty()) fail(ErrorKind::kInput, "the question is empty");
  if (words.texts.size() > kMostWords) {
    fail(ErrorKind::kInput, "the question has {} words; at most {} are read", words.texts.size(),
         kMostWords);
  }
  bool parsed = false;
  for (const Types types : {Types::kRespected, Types::kLeftAside}) {
    bool found = false;
    for (const auto root : parse(bench, words, types)) {
      parsed = true;
      if (!compose(bench, root)) continue;
      found = true;
      if (!visit(root)) return;
    }
    if (found) return;
  }
  if (!parsed) fail_unread(bench.lenient_parser, words);
  fail(ErrorKind::kInput, "the question can be read, but the rules give it no query");
}

std::vector<Reading> Language::read(std::string_view question) const {
  Loan loan(*this);
  Workbench& bench = *loan;
  const Words words = cut(question);
  std::vector<Reading> readings;
  visit_readings(bench, words, [&](std::uint32_t /*root*/) {
    Reading reading{query(bench, words.entities), {}};
    const bool known = std::any_of(readings.begin(), readings.end(), [&](const Reading& other) {
      return other.query == reading.query;
    });
    if (known) return true;
    reading.form = form(bench, words.entities);
    readings.push_back(std::move(reading));
    return true;
  });
  return readings;
}

void Language::derive(std::string_view question, Pattern& out, RuleGraph& rules) const {
  Loan loan(*this);
  Workbench& bench = *loan;
  const Words words = cut(question);
  visit_readings(bench, words, [&](std::uint32_t root) {
    spell(bench.tree, root, out.question, out.question_template);
    out.question = fmt::format("{}", fmt::join(words.texts, " "));
    out.form = form(bench, words.entities);
    out.query = query(bench, words.entities);
    out.level = bench.tree.node(root).size;
    out.leaves = static_cast<std::uint32_t>(words.texts.size());
    graph(bench, rules);
    return false;
  });
}

}  // namespace assay::cfq
