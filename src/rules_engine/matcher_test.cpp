#include "assay/rules_engine/matcher.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <optional>

#include "assay/rules_engine/matcher_testing.h"

namespace assay::rules {
namespace {

using witness::Bindings;
using witness::canonical;
using witness::MatchWitness;
using Kind = Term::Kind;

// One rule and one form, matched by the engine.
class Bench {
 public:
  Bench(RewriteRule rule, std::vector<Term> facts)
      : rule_(std::move(rule)), knowledge_(facts_of(std::move(facts)), table_) {
    for (const char* symbol : {"A", "B", "C", "F", "G", "R", "Q"}) table_.symbol(symbol);
    table_.add_string("text");
    compiled_ = compile_rule(rule_, 0, table_);
    table_.add_reversed();
    limit_roles(compiled_, knowledge_, table_);
    store_.emplace(table_);
    matcher_.emplace(*store_, knowledge_);
  }

  bool match(const Term& form) {
    const FormId id = add(form);
    return matcher_->match(compiled_, id, store_->symbols_in(id));
  }

  // The left side with what the variables stand for, and what the rule left alone.
  Term instance() {
    Term made = fill(rule_.left);
    for (const FormId id : matcher_->result().rest) {
      EXPECT_EQ(made.kind, Kind::kConjunction);
      made.inputs.push_back(term(id));
    }
    return made;
  }
  Term known(std::size_t k) { return fill(rule_.knowledge[k]); }
  std::size_t facts() const { return matcher_->result().facts.size(); }
  std::size_t rest() const { return matcher_->result().rest.size(); }
  std::string value(const std::string& variable) {
    return to_text(fill({Kind::kVariable, variable, {}, {}}));
  }

 private:
  static RuleSet facts_of(std::vector<Term> facts) {
    RuleSet rules;
    rules.knowledge = std::move(facts);
    return rules;
  }

  FormId add(const Term& form) {
    std::vector<FormId> inputs;
    for (const Term& input : form.inputs) inputs.push_back(add(input));
    switch (form.kind) {
      case Kind::kConjunction:
        return store_->conjoin(inputs);
      case Kind::kExists:
        return store_->add(symbols::kExists, inputs, kNoMaker);
      case Kind::kTop:
        return store_->add(symbols::kTop, {}, kNoMaker);
      case Kind::kString:
        return store_->add_ground(table_.add_string(form.text), kNoMaker);
      case Kind::kApply:
        return store_->add(table_.symbol(form.text), inputs, kNoMaker);
      case Kind::kVariable:
        break;
    }
    ADD_FAILURE();
    return kNoForm;
  }

  Term ground_term(GroundId id) const {
    const GroundTerm ground = store_->ground_term(id);
    if (ground.symbol == symbols::kGivenString) {
      const Symbol text = store_->ground_term(ground.inputs[0]).symbol;
      return {Kind::kString, std::string(table_.name(text)), {}, {}};
    }
    Term made = witness::name(std::string(table_.name(ground.symbol)));
    for (const GroundId input : ground.inputs) made.inputs.push_back(ground_term(input));
    return made;
  }

  Term term(FormId id) const {
    const FormNode& node = store_->node(id);
    if (node.ground != kNotGround) return ground_term(node.ground);
    Term made;
    if (node.symbol == symbols::kTop) return made;
    made.kind = node.symbol == symbols::kConjunction ? Kind::kConjunction
                : node.symbol == symbols::kExists    ? Kind::kExists
                                                     : Kind::kApply;
    if (made.kind == Kind::kApply) made.text = table_.name(node.symbol);
    for (const FormId input : store_->inputs(id)) made.inputs.push_back(term(input));
    return made;
  }

  Term fill(const Term& pattern) {
    if (pattern.kind == Kind::kVariable) {
      const Binding& binding = matcher_->result().slots.at(compiled_.patterns.slot(pattern.text));
      EXPECT_TRUE(binding.bound) << pattern.text;
      return binding.form != kNoForm ? term(binding.form) : ground_term(binding.ground);
    }
    Term made = pattern;
    made.inputs.clear();
    for (const Term& input : pattern.inputs) {
      Term part = fill(input);
      if (made.kind != Kind::kConjunction || part.kind != Kind::kConjunction) {
        made.inputs.push_back(std::move(part));
      } else {
        for (Term& inner : part.inputs) made.inputs.push_back(std::move(inner));
      }
    }
    return made;
  }

  RewriteRule rule_;
  GroundTable table_;
  Knowledge knowledge_;
  CompiledRule compiled_;
  std::optional<FormStore> store_;
  std::optional<Matcher> matcher_;
};

RuleSet rules_from(const std::string& text) {
  const RuleSource source{"r", text};
  return read_rules(std::span(&source, 1));
}

Term form_of(const std::string& text) {
  return rules_from("%inference\nR:\n  A(B) → " + text + "\n").inference[0].right[0];
}

Bench bench(const std::string& left, const std::string& facts = "") {
  RuleSet rules = rules_from("%inference\nR:\n  " + left + " → A\n%knowledge\n" + facts);
  return {std::move(rules.inference[0]), std::move(rules.knowledge)};
}

bool fits(const std::string& left, const std::string& form, const std::string& facts = "") {
  return bench(left, facts).match(form_of(form));
}

// A variable that is a conjunct twice is refused where rules are read.
bool is_supported(const Term& pattern, std::map<std::string, int>& conjuncts) {
  bool fine = true;
  for (const Term& input : pattern.inputs) {
    if (pattern.kind == Kind::kConjunction && input.kind == Kind::kVariable) {
      fine = fine && ++conjuncts[input.text] == 1;
    }
    fine = is_supported(input, conjuncts) && fine;
  }
  return fine;
}

TEST(Rewriting, FindsWhatTheWitnessFinds) {
  int matches = 0;
  int others = 0;
  for (std::uint32_t i = 0; i < 30'000; ++i) {
    Stream stream(stream_key(5, "rewriting_test"), {Purpose::kItem, 0, i, 0});
    const Term form = witness::random_form(stream, 3);
    if (form.kind == Kind::kTop || form.kind == Kind::kString) continue;
    RewriteRule rule;
    rule.left = witness::random_pattern(stream, form, true);
    std::map<std::string, int> conjuncts;
    if (!is_supported(rule.left, conjuncts)) continue;
    const Term other = stream.below(4) == 0 ? witness::random_form(stream, 3) : form;
    if (other.kind != rule.left.kind || other.text != rule.left.text) continue;
    std::vector<Term> facts;
    if (stream.below(2) == 0) {
      const auto pick = [&](std::vector<std::string> names) {
        const std::string text = names[stream.below(names.size())];
        return text[0] == '$' ? Term{Kind::kVariable, text, {}, {}} : witness::name(text);
      };
      for (std::uint64_t n = 1 + stream.below(3); n > 0; --n) {
        Term second = pick({"A", "B", "C"});
        if (stream.below(3) == 0) second = witness::name("F", {second});
        facts.push_back(witness::name("Known", {pick({"A", "B", "C"}), second}));
      }
      for (std::uint64_t n = 1 + stream.below(2); n > 0; --n) {
        Term second = pick({"$X", "$Y", "$W", "B"});
        if (stream.below(3) == 0) second = witness::name("F", {second});
        rule.knowledge.push_back(witness::name("Known", {pick({"$X", "$Y", "$Z", "A"}), second}));
      }
    }
    const bool expected =
        MatchWitness::match(rule.left, other, true, {}, [&](const Bindings& bindings) {
          return MatchWitness::know(rule.knowledge, 0, facts, bindings,
                                    [](const Bindings&) { return true; });
        });
    Bench engine(rule, facts);
    const std::string what = fmt::format("{}: {} in {}", i, to_text(rule.left), to_text(other));
    ASSERT_EQ(engine.match(other), expected) << what;
    ++(expected ? matches : others);
    if (!expected) continue;
    ASSERT_EQ(canonical(engine.instance()), canonical(other)) << what;
    ASSERT_EQ(engine.facts(), rule.knowledge.size());
    for (std::size_t k = 0; k < rule.knowledge.size(); ++k) {
      const std::string wanted = canonical(engine.known(k));
      ASSERT_TRUE(std::any_of(facts.begin(), facts.end(),
                              [&](const Term& fact) { return canonical(fact) == wanted; }))
          << what << " with " << to_text(rule.knowledge[k]);
    }
  }
  EXPECT_GT(matches, 5'000);
  EXPECT_GT(others, 4'000);
}

// J.1: a nested conjunction takes all conjuncts; order does not matter.
TEST(Rewriting, FollowsTheExampleOfThePaper) {
  const std::string left = "Is(GenderRel ⊓ ∃RolePair(Predicate, Gender).$H)";
  Bench one = bench(left);
  EXPECT_TRUE(one.match(form_of("Is(GenderRel ⊓ ∃RolePair(Predicate, Gender).Male)")));
  EXPECT_EQ(one.value("$H"), "Male");
  Bench two = bench(left);
  EXPECT_TRUE(two.match(form_of("Is((∃RolePair(Predicate, Gender).Male) ⊓ GenderRel)")));
  EXPECT_EQ(two.value("$H"), "Male");
  EXPECT_FALSE(fits(left,
                    "Is(GenderRel ⊓ ∃RolePair(Predicate, Gender).Male ⊓ "
                    "∃RolePair(Predicate, GenderHaver).FilmProducer)"));
  // At the root the third conjunct stays.
  Bench root = bench("GenderRel ⊓ ∃RolePair(Predicate, Gender).$H");
  EXPECT_TRUE(
      root.match(form_of("GenderRel ⊓ ∃RolePair(Predicate, Gender).Male ⊓ "
                         "∃RolePair(Predicate, GenderHaver).FilmProducer")));
  EXPECT_EQ(root.rest(), 1U);
}

TEST(Rewriting, MatchesConjunctions) {
  // The rest must not be empty.
  EXPECT_TRUE(fits("F(A ⊓ $X)", "F(A ⊓ B)"));
  EXPECT_TRUE(fits("F(A ⊓ $X)", "F(B ⊓ C ⊓ A)"));
  EXPECT_FALSE(fits("F(A ⊓ $X)", "F(A)"));
  EXPECT_FALSE(fits("F(A ⊓ $X)", "F(B ⊓ C)"));
  EXPECT_FALSE(fits("F(A ⊓ B)", "F(A ⊓ B ⊓ C)"));
  EXPECT_TRUE(fits("F(A ⊓ A)", "F(A ⊓ A)"));
  EXPECT_FALSE(fits("F(A ⊓ A)", "F(A ⊓ B)"));
  // Variables that are bound elsewhere come first, whatever the order.
  EXPECT_TRUE(fits("G($X ⊓ $Y ⊓ $Z, $Z)", "G(A ⊓ B ⊓ C, A)"));
  EXPECT_FALSE(fits("G($X ⊓ $Y ⊓ $Z, $Z)", "G(A ⊓ B ⊓ C, F(A))"));
  // A variable that stands for a conjunction is several conjuncts of another one.
  EXPECT_TRUE(fits("G($X, $X ⊓ C)", "G(A ⊓ B, B ⊓ C ⊓ A)"));
  EXPECT_FALSE(fits("G($X, $X ⊓ C)", "G(A ⊓ B, A ⊓ C)"));
  EXPECT_FALSE(fits("G($X, $X ⊓ C)", "G(A ⊓ A, A ⊓ C ⊓ B)"));
  // Choices are taken back.
  EXPECT_TRUE(fits("F(∃$R.A ⊓ ∃$S.$T ⊓ G($R, $T))", "F(∃R.A ⊓ ∃Q.A ⊓ G(Q, A))"));
  EXPECT_TRUE(fits("$A ⊓ ∃RolePair($A, $B).$C", "D ⊓ ∃RolePair(E, F).G ⊓ E"));
  EXPECT_FALSE(fits("$A ⊓ ∃RolePair($A, $B).$C", "D ⊓ ∃RolePair(E, F).G ⊓ F"));
}

TEST(Rewriting, AsksForKnowledge) {
  const std::string facts = "→ Role(A, P)\n→ Role(B, P)\n→ Role(B, Q)\n→ Is(RolePair(A, B), 'a')\n";
  EXPECT_TRUE(fits("Role($X, $P), Role($Y, $P):\n  G($X, $Y)", "G(A, B)", facts));
  EXPECT_FALSE(fits("Role($X, $P), Role($Y, $P):\n  G($X, $Y)", "G(A, C)", facts));
  Bench one = bench("Role($X, $P), Role($X, Q):\n  F($X)", facts);
  EXPECT_TRUE(one.match(form_of("F(B)")));
  EXPECT_FALSE(fits("Role($X, $P), Role($X, Q):\n  F($X)", "F(A)", facts));
  // A variable among conjuncts is one that knowledge knows.
  Bench two = bench("Role($X, Q):\n  F($X ⊓ $Y)", facts);
  EXPECT_TRUE(two.match(form_of("F(A ⊓ B)")));
  EXPECT_EQ(two.value("$X"), "B");
  EXPECT_FALSE(fits("Role($X, Q):\n  F($X ⊓ $Y)", "F(A ⊓ C)", facts));
  EXPECT_TRUE(fits("Is(RolePair($X, $Y), $T):\n  G($X, $Y)", "G(A, B)", facts));
  EXPECT_FALSE(fits("Is(RolePair($X, $Y), $T):\n  G($X, $Y)", "G(B, A)", facts));
  // Not about a form that has no name.
  EXPECT_FALSE(fits("Role($X, $P):\n  F($X)", "F(∃A.B)", facts));
  // Without variables it is known or not.
  EXPECT_TRUE(fits("Role(A, P):\n  F($X)", "F(C)", facts));
  EXPECT_FALSE(fits("Role(A, Q):\n  F($X)", "F(C)", facts));
}

}  // namespace
}  // namespace assay::rules
