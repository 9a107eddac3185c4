// The language of CFQ: questions, logical forms and queries, by the rules of rules/cfq.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/object_pool.h"
#include "assay/core/rule_graph.h"
#include "assay/rules_engine/composer.h"
#include "assay/rules_engine/derivation_tree.h"
#include "assay/rules_engine/feature_grammar.h"
#include "assay/rules_engine/feature_parser.h"
#include "assay/rules_engine/rule_base.h"
#include "assay/tasks/cfq/query/query.h"

namespace assay::cfq {

// The rule files that come with the program; written by the build from rules/cfq.
std::span<const rules::RuleSource> own_rules();

// Own rules and those of the files named, separated by commas; empty: own rules alone.
std::vector<rules::RuleSource> rules_with(const std::string& files);

// What those files say, one after the other.
std::string added_rules(const std::string& files);

// A question cut into words of the grammar.
struct Words {
  std::vector<rules::WordId> ids;
  std::vector<std::string> texts;     // as given
  std::vector<std::string> entities;  // as they are written in queries, in the order of the text
};

// One thing that a question can mean.
struct Reading {
  Query query;       // in the published normal form
  std::string form;  // the logical form
};

// A question with all that is told about it.
struct Pattern {
  std::string question;
  std::string question_template;  // with one placeholder for each lexical unit
  std::string form;
  Query query;
  std::uint32_t level = 0;   // grammar rules: the published complexity
  std::uint32_t leaves = 0;  // words of the question
};

// What is needed to work on one question at a time; kept from question to question.
struct Workbench {
  explicit Workbench(const rules::RuleBase& base, const rules::FeatureGrammar& grammar,
                     const rules::FeatureGrammar& lenient)
      : composer(base), parser(grammar), lenient_parser(lenient) {}
  rules::Composer composer;
  rules::FeatureParser parser;
  rules::FeatureParser lenient_parser;
  rules::DerivationTree tree;
  rules::ApplicationGraph graph;
  rules::FormId form = rules::kNoForm;  // of what was composed last
  std::vector<rules::Composed> parts;
  std::vector<rules::WordId> words;
  // For those who look at trees and forms before they are used.
  std::vector<std::uint64_t> hashes;
  std::vector<std::uint64_t> members;
  std::vector<rules::FormId> open;
};

// Immutable, so threads may share it; workbenches are lent one to a thread.
class Language {
 public:
  // Throws Error(kInput) for mistakes in the rules, with file, line and column.
  explicit Language(std::span<const rules::RuleSource> sources);

  const rules::RuleBase& base() const { return base_; }
  const rules::FeatureGrammar& grammar() const { return grammar_; }
  const RuleTable& rules() const { return table_; }

  // Words of the question; entities are M0, M1 ..., or ids such as m.0gx0plf.
  Words cut(std::string_view question) const;

  // All meanings of a question, the preferred one first, none twice. Types are respected
  // (a film cannot marry) unless nothing reads so. Throws Error(kInput) naming the word at which no
  // reading goes on.
  std::vector<Reading> read(std::string_view question) const;

  // The preferred reading in full, with its rules. Throws like read.
  void derive(std::string_view question, Pattern& out, RuleGraph& rules) const;

  // The logical form of a derivation, and what it resolves to; false when the rules give it no
  // query. The workbench then holds both, and the applications.
  bool compose(Workbench& bench, std::uint32_t root) const;
  // The two halves of compose, for those who look at the form in between.
  void compose_form(Workbench& bench, std::uint32_t root) const;
  bool resolve_form(Workbench& bench, std::uint32_t root) const;

  // Of what was composed last. Entities are named in the order of the text.
  Query query(const Workbench& bench, std::span<const std::string> entities) const;
  std::string form(const Workbench& bench, std::span<const std::string> entities) const;
  void graph(Workbench& bench, RuleGraph& out) const;

  // The words of a derivation, and the same with one placeholder for each lexical unit.
  void spell(const rules::DerivationTree& tree, std::uint32_t root, std::string& question,
             std::string& pattern) const;

  // How many entities the words of a rule stand for.
  std::size_t entities_of(std::uint32_t rule) const { return shapes_[rule].entities; }
  // Does it say something of a noun by a clause?
  bool adds_clause(std::uint32_t rule) const { return shapes_[rule].adds_clause; }

  // The words of a derivation as the parser wants them.
  void words_of(const rules::DerivationTree& tree, std::uint32_t root,
                std::vector<rules::WordId>& out) const;

  // A workbench for a scope.
  class Loan : public ObjectPool<Workbench>::Loan {
   public:
    explicit Loan(const Language& language) : ObjectPool<Workbench>::Loan(language.benches_) {}
  };

  static constexpr std::size_t kMostWords = 200;      // of a question that is read
  static constexpr std::size_t kMostReadings = 1000;  // derivations looked at

 private:
  // How a lexical unit is called in a template: VP_SIMPLE=VP gives [VP_SIMPLE].
  struct RuleShape {
    bool is_unit = false;
    std::string placeholder;
    std::vector<rules::WordId> words;  // of its right side; kNothing for a constituent
    std::size_t entities = 0;          // among these words
    bool closed = false;               // makes a question that asks yes or no
    bool adds_clause = false;          // to a noun: "that ...", "whose ...", "directed by ..."
    bool has_gap = false;              // a clause without its object: "that M0 directed"
  };

  enum class Types { kRespected, kLeftAside };

  // Parses the question into the workbench; the roots of its derivations, preferred ones first.
  std::vector<std::uint32_t> parse(Workbench& bench, const Words& words, Types types) const;
  // For each node, the words of all clauses in it that lack their object. "written by a person that
  // M0 was edited by and produced by and directed by M1": such a clause takes all it can, so M1 did
  // not produce, in 11 of 12 published questions.
  std::vector<std::uint32_t> words_before_gaps(const rules::DerivationTree& tree) const;
  // Composes one reading after the other for as long as `visit(root)` says true.
  template <typename Visit>
  void visit_readings(Workbench& bench, const Words& words, const Visit& visit) const;
  rules::Composed compose_part(Workbench& bench, std::uint32_t node) const;
  void name_rules();
  std::string string_name(const rules::Composer& composer, std::span<const std::string> entities,
                          std::uint32_t string) const;
  [[noreturn]] void fail_unread(const rules::FeatureParser& parser, const Words& words) const;

  rules::RuleBase base_;
  rules::FeatureGrammar grammar_;
  rules::FeatureGrammar lenient_;  // without types
  rules::Symbol get_specializations_;
  rules::Symbol get_set_truth_;
  rules::WordId entity_word_ = rules::kNothing;
  std::vector<RuleShape> shapes_;  // by grammar rule
  RuleTable table_;
  std::array<RuleId, 4> first_rule_{};  // by RuleClass: where its rules begin in the table
  RuleId join_ = 0;
  ObjectPool<Workbench> benches_;
};

}  // namespace assay::cfq
