#include "assay/tasks/cfq/language.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/text.h"

namespace assay::cfq {

namespace {

using rules::kNothing;

const rules::FeatureGrammarOptions kLenient{
    "S", {"type", "subject_type", "object_type", "agent_type", "undergoer_type", "owner_type"}};

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

void raise_first(std::string& text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 32);
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

Clause parse_clause(std::string_view text) {
  const auto words = split_words(text);
  if (words.size() == 3) {
    return {ClauseKind::kTriple, std::string(words[0]), std::string(words[1]),
            std::string(words[2])};
  }
  if (words.size() == 6 && words[0] == "FILTER") {
    return {ClauseKind::kFilter, std::string(words[2]), {}, std::string(words[4])};
  }
  fail(ErrorKind::kInput, "the resolution rules give \"{}\", which is no clause of SPARQL",
       printable(text));
}

}  // namespace

std::vector<rules::RuleSource> rules_with(const std::string& files) {
  std::vector<rules::RuleSource> sources(own_rules().begin(), own_rules().end());
  for (const auto name : split_text(files, ',')) {
    if (!name.empty()) sources.push_back({std::string(name), read_user_file(std::string(name))});
  }
  return sources;
}

Language::Language(std::span<const rules::RuleSource> sources)
    : base_(rules::read_rules(sources)),
      grammar_(base_.rules(), {}),
      lenient_(base_.rules(), kLenient),
      get_specializations_(base_.function("get_specializations")),
      get_set_truth_(base_.function("get_set_truth")) {
  const auto entity = grammar_.find_word("[entity]");
  if (!entity) fail(ErrorKind::kInput, "{}: no rule has the word '[entity]'", sources[0].name);
  entity_word_ = *entity;
  for (const rules::GrammarRule& rule : base_.rules().grammar) {
    RuleShape shape;
    const bool unit =
        rule.right.size() == 1 && rule.right[0].category + "_SIMPLE" == rule.left.category;
    if (unit) shape = {true, '[' + rule.left.category + ']', {}, 0, false};
    shape.closed = rule.right.front().category == "YNQ";
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
}

std::unique_ptr<Workbench> Language::take() const {
  {
    const std::lock_guard lock(mutex_);
    if (!free_.empty()) {
      auto bench = std::move(free_.back());
      free_.pop_back();
      return bench;
    }
  }
  return std::make_unique<Workbench>(base_, grammar_, lenient_);
}

void Language::give_back(std::unique_ptr<Workbench> bench) const {
  const std::lock_guard lock(mutex_);
  free_.push_back(std::move(bench));
}

// --- reading -----------------------------------------------------------------------------------

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

std::vector<std::uint32_t> Language::parse(Workbench& bench, const Words& words,
                                           Types types) const {
  rules::FeatureParser& parser = types == Types::kRespected ? bench.parser : bench.lenient_parser;
  bench.tree.clear();
  if (!parser.parse(words.ids)) return {};
  auto roots = parser.derivations(kMostReadings, bench.tree);
  std::stable_sort(roots.begin(), roots.end(), [&](std::uint32_t a, std::uint32_t b) {
    return bench.tree.node(a).size < bench.tree.node(b).size;
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
    out.level = bench.tree.node(root).size + 1;
    out.leaves = static_cast<std::uint32_t>(words.texts.size());
    graph(bench, rules);
    return false;
  });
}

// --- composing ---------------------------------------------------------------------------------

rules::Composed Language::compose_part(Workbench& bench, std::uint32_t node) const {
  const std::size_t first = bench.parts.size();
  for (const auto child : bench.tree.constituents(node)) {
    const rules::Composed part = compose_part(bench, child);
    bench.parts.push_back(part);
  }
  const rules::Composed made =
      bench.composer.apply(bench.tree.node(node).rule, std::span(bench.parts).subspan(first));
  bench.parts.resize(first);
  return made;
}

bool Language::compose(Workbench& bench, std::uint32_t root) const {
  bench.composer.clear();
  bench.parts.clear();
  const rules::Composed top = compose_part(bench, root);
  const bool closed = shapes_[bench.tree.node(root).rule].closed;
  bench.form = top.form;
  return bench.composer.resolve(closed ? get_set_truth_ : get_specializations_, top.form);
}

std::string Language::string_name(const rules::Composer& composer,
                                  std::span<const std::string> entities,
                                  std::uint32_t string) const {
  std::size_t before = 0;
  for (std::uint32_t i = 0; i < string; ++i) before += composer.is_entity(i) ? 1 : 0;
  return composer.is_entity(string) ? entities[before] : "?x" + std::to_string(string - before);
}

Query Language::query(const Workbench& bench, std::span<const std::string> entities) const {
  const rules::Composer& composer = bench.composer;
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < composer.string_count(); ++i) {
    names.push_back(string_name(composer, entities, i));
  }
  const auto text_of = [&](std::span<const rules::StatementPiece> pieces) {
    std::string text;
    for (const auto& piece : pieces) {
      if (piece.string == rules::kNoString) {
        text += piece.text;
      } else {
        text += names[piece.string];
      }
    }
    return text;
  };
  Query made;
  const std::string head = text_of(composer.head());
  const auto words = split_words(head);
  if (words.size() > 2 && words[1] == "DISTINCT") {
    made.kind = QueryKind::kSelect;
    made.answer = words[2];
  }
  for (std::size_t i = 1; i <= composer.statement_count(); ++i) {
    made.clauses.push_back(parse_clause(text_of(composer.statement(i))));
  }
  return canonicalise(made);
}

std::string Language::form(const Workbench& bench, std::span<const std::string> entities) const {
  // Variables are numbered in the order they stand in the form.
  std::vector<std::string> names(bench.composer.string_count());
  std::size_t variables = 0;
  std::string text;
  bench.composer.forms().append_text(text, bench.form, [&](std::uint32_t string) {
    std::string& name = names[string];
    if (name.empty()) {
      name = bench.composer.is_entity(string) ? string_name(bench.composer, entities, string)
                                              : "?x" + std::to_string(variables++);
    }
    return name;
  });
  return text;
}

void Language::graph(Workbench& bench, RuleGraph& out) const {
  bench.composer.graph(bench.graph);
  out.clear();
  for (std::size_t i = 0; i < bench.graph.size(); ++i) {
    const auto kind = static_cast<std::size_t>(bench.graph.kind(i));
    out.apply(first_rule_[kind] + bench.graph.rule(i), bench.graph.inputs(i));
  }
  out.apply(join_, bench.graph.ends());
}

void Language::words_of(const rules::DerivationTree& tree, std::uint32_t root,
                        std::vector<rules::WordId>& out) const {
  out.clear();
  const auto walk = [&](const auto& self, std::uint32_t node) -> void {
    std::size_t child = 0;
    for (const rules::WordId word : shapes_[tree.node(node).rule].words) {
      if (word != kNothing) {
        out.push_back(word);
      } else {
        self(self, tree.constituents(node)[child++]);
      }
    }
  };
  walk(walk, root);
}

void Language::spell(const rules::DerivationTree& tree, std::uint32_t root, std::string& question,
                     std::string& pattern) const {
  question.clear();
  pattern.clear();
  std::uint32_t entities = 0;
  const auto add = [](std::string& text, std::string_view word) {
    if (!text.empty()) text += ' ';
    text += word;
  };
  const auto walk = [&](const auto& self, std::uint32_t node, bool in_unit) -> void {
    const auto rule_at = tree.node(node).rule;
    const RuleShape& shape = shapes_[rule_at];
    if (shape.is_unit && !in_unit) add(pattern, shape.placeholder);
    const bool unit = in_unit || shape.is_unit;
    std::size_t child = 0;
    for (const rules::WordId word : shape.words) {
      if (word == kNothing) {
        self(self, tree.constituents(node)[child++], unit);
        continue;
      }
      if (word == entity_word_) {
        add(question, "M" + std::to_string(entities++));
      } else {
        add(question, grammar_.word(word));
      }
      if (!unit) add(pattern, grammar_.word(word));
    }
  };
  walk(walk, root, false);
  raise_first(question);
  raise_first(pattern);
}

}  // namespace assay::cfq
