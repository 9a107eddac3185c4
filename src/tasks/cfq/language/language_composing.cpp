// From derivations to forms, queries, graphs and words; reading is in language.cpp.
#include <utility>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/tasks/cfq/language/language.h"

namespace assay::cfq {

namespace {

using rules::kNothing;

void raise_first(std::string& text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 32);
}

// The words of a statement, cut at blanks; strings made by new_var have their names.
class StatementWords {
 public:
  static constexpr std::size_t kMost = 6;

  StatementWords(std::span<const rules::StatementPiece> pieces,
                 std::span<const std::string> names) {
    for (const auto& piece : pieces) {
      add(piece.string == rules::kNoString ? piece.text : std::string_view(names[piece.string]));
    }
  }
  // All words, or kMost + 1 when there are more.
  std::size_t count() const { return count_; }
  std::string& operator[](std::size_t i) { return words_[i]; }

 private:
  void add(std::string_view text) {
    while (!text.empty() && count_ <= kMost) {
      if (text.front() == ' ') {
        open_ = false;
        text.remove_prefix(1);
        continue;
      }
      const std::string_view word = text.substr(0, text.find(' '));
      if (!open_ && ++count_ > kMost) return;
      words_[count_ - 1] += word;
      open_ = true;
      text.remove_prefix(word.size());
    }
  }

  std::array<std::string, kMost> words_;
  std::size_t count_ = 0;
  bool open_ = false;  // the last word may go on
};

Clause make_clause(std::span<const rules::StatementPiece> pieces,
                   std::span<const std::string> names) {
  StatementWords words(pieces, names);
  if (words.count() == 3) {
    return {ClauseKind::kTriple, std::move(words[0]), std::move(words[1]), std::move(words[2])};
  }
  if (words.count() == 6 && words[0] == "FILTER") {
    return {ClauseKind::kFilter, std::move(words[2]), {}, std::move(words[4])};
  }
  std::string text;
  for (const auto& piece : pieces) {
    text += piece.string == rules::kNoString ? piece.text : std::string_view(names[piece.string]);
  }
  fail(ErrorKind::kInput, "the resolution rules give \"{}\", which is no clause of SPARQL",
       printable(text));
}

}  // namespace

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

void Language::compose_form(Workbench& bench, std::uint32_t root) const {
  bench.composer.clear();
  bench.parts.clear();
  bench.form = compose_part(bench, root).form;
}

bool Language::resolve_form(Workbench& bench, std::uint32_t root) const {
  const bool closed = shapes_[bench.tree.node(root).rule].closed;
  return bench.composer.resolve(closed ? get_set_truth_ : get_specializations_, bench.form);
}

bool Language::compose(Workbench& bench, std::uint32_t root) const {
  compose_form(bench, root);
  return resolve_form(bench, root);
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
  Query made;
  StatementWords head(composer.head(), names);
  if (head.count() > 2 && head[1] == "DISTINCT") {
    made.kind = QueryKind::kSelect;
    made.answer = std::move(head[2]);
  }
  made.clauses.reserve(composer.statement_count());
  for (std::size_t i = 1; i <= composer.statement_count(); ++i) {
    made.clauses.push_back(make_clause(composer.statement(i), names));
  }
  return canonicalise(std::move(made));
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
