// From a derivation to its logical form, its text of statements and the graph of rules.
//
// Phase 1 (appendix K): grammar rules are applied bottom-up, and after each one inference rules as
// long as any fits, the first in the order of the files, inside before outside. Phase 2: resolution
// rules, from a call such as get_specializations(form). A call that occurs twice is resolved once:
// what it states is stated once.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/rules_engine/application_graph.h"
#include "assay/rules_engine/logical_form.h"
#include "assay/rules_engine/matcher.h"
#include "assay/rules_engine/rule_base.h"
#include "assay/rules_engine/rule_patterns.h"

namespace assay::rules {

// A constituent that has been composed.
struct Composed {
  FormId form = kNoForm;
  MakerId maker = kNoMaker;  // the grammar rule's application
};

inline constexpr std::uint32_t kNoString = 0xFFFF'FFFF;

// A piece of a statement: text of a rule, or a string made by new_var.
struct StatementPiece {
  std::string_view text;
  std::uint32_t string = kNoString;
};

// Works on one text at a time and keeps its memory. One for each thread.
class Composer {
 public:
  explicit Composer(const RuleBase& base);

  void clear();

  // Applies a grammar rule to the constituents of its right side, words left out.
  Composed apply(std::uint32_t grammar_rule, std::span<const Composed> constituents);

  // Resolves function(form); false when the rules do not say what it is. Statements are read by
  // `head` and `statement`. Call it once for each clear().
  bool resolve(Symbol function, FormId form);
  std::span<const StatementPiece> head() const { return statement(0); }
  std::size_t statement_count() const { return begins_.size() - 2; }
  std::span<const StatementPiece> statement(std::size_t i) const {  // from 1; 0 is the head
    return std::span(pieces_).subspan(begins_[i], begins_[i + 1] - begins_[i]);
  }

  // Of a string made by new_var: does it stand in Entity(...)? Strings count from 0 in the order
  // they were made.
  bool is_entity(std::uint32_t string) const { return entity_[string]; }
  std::size_t string_count() const { return entity_.size(); }

  const FormStore& forms() const { return store_; }

  // All applications that the grammar, the inference and the resolution needed, without edges that
  // a longer path implies.
  void graph(ApplicationGraph& out) const {
    const std::uint32_t end = results_.empty() ? kNoMaker : results_[0].maker;
    out.build(records_, record_inputs_, end);
  }

  // Stop rules that never end: at most this many applications per text.
  static constexpr std::size_t kMostApplications = 5'000;

 private:
  struct Part {
    std::string_view text;
    FormId form = kNoForm;
    std::uint32_t result = 0xFFFF'FFFF;
  };
  struct Result {
    bool resolved = false;
    MakerId maker = kNoMaker;
    std::uint32_t first = 0;  // of its parts
    std::uint32_t count = 0;
    FormId value = kNoForm;  // when it is one string
    std::uint64_t hash = 0;  // of the call
  };

  MakerId record(RuleClass kind, std::uint32_t rule, std::span<const MakerId> inputs);
  MakerId know(std::uint32_t fact);
  FormId build(const PatternList& patterns, std::uint32_t at, std::size_t slots, MakerId maker);
  FormId new_string(bool entity, MakerId maker);
  FormId normalise(FormId form);
  FormId infer(const CompiledRule& rule, Symbol root);

  std::uint32_t evaluate(FormId call);
  std::uint32_t& memo(std::uint64_t hash);
  std::size_t memo_place(std::uint64_t hash) const;
  bool evaluate_rule(const CompiledRule& rule, Result& result);
  bool add_part(const CompiledRule& rule, std::uint32_t at, std::size_t slots);
  FormId argument(const CompiledRule& rule, std::uint32_t at, std::size_t slots);
  void state(std::uint32_t result);
  void spell(const Part& part);
  std::string_view ground_text(GroundId ground) const;

  const RuleBase& base_;
  FormStore store_;
  Matcher matcher_;
  std::vector<Application> records_;
  std::vector<MakerId> record_inputs_;
  std::vector<MakerId> fact_makers_;         // by fact
  std::vector<std::uint32_t> facts_in_use_;  // to be forgotten by clear()
  std::vector<bool> entity_;

  std::vector<Result> results_;
  std::vector<Part> parts_;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> memo_;  // hash of a call, its result
  std::vector<bool> stated_;
  std::vector<StatementPiece> pieces_;
  std::vector<std::uint32_t> begins_;
  std::uint32_t depth_ = 0;      // of calls
  std::uint32_t inferring_ = 0;  // inference rules applied to what others make

  // Stacks for what rules in progress hold, so that nothing is allocated for each.
  std::vector<Binding> slots_;
  std::vector<FormId> stack_;
  std::vector<MakerId> makers_;
  std::vector<std::uint32_t> facts_;
  std::vector<Part> open_parts_;
};

}  // namespace assay::rules
