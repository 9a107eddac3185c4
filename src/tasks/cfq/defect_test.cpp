// What the independent compiler says of rows: nothing of those that are made, something of every
// target that was changed and of targets that wrong rules made.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "assay/base/random.h"
#include "assay/tasks/cfq/cfq_task.h"
#include "assay/tasks/cfq/cfq_testing.h"
#include "assay/tasks/cfq/compiler/compiler.h"

namespace assay::cfq {
namespace {

using ::testing::HasSubstr;

Query query_of(const Example& row) { return parse_query(row.target()).query.value(); }

// A change of one clause; false where it cannot be made.
struct Change {
  const char* name;
  std::function<bool(Query& query, Clause& clause)> make;
};

bool swap_property(Query& /*query*/, Clause& clause) {
  if (clause.kind == ClauseKind::kFilter || clause.predicate == "a") return false;
  const bool edits = clause.predicate == "ns:film.editor.film";
  clause.predicate = edits ? "ns:film.director.film" : "ns:film.editor.film";
  return true;
}

bool swap_entity(Query& /*query*/, Clause& clause) {
  for (std::string* node : {&clause.subject, &clause.object}) {
    if (!node->starts_with('M')) continue;
    *node = *node == "M0" ? "M1" : "M0";
    return true;
  }
  return false;
}

bool swap_type(Query& /*query*/, Clause& clause) {
  if (clause.predicate != "a") return false;
  clause.object = clause.object == "ns:film.actor" ? "ns:film.editor" : "ns:film.actor";
  return true;
}

bool drop_clause(Query& query, Clause& clause) {
  if (query.clauses.size() == 1) return false;
  query.clauses.erase(query.clauses.begin() + (&clause - query.clauses.data()));
  return true;
}

bool repeat_clause(Query& query, Clause& clause) {
  query.clauses.push_back(clause);
  return true;
}

bool turn_round(Query& /*query*/, Clause& clause) {
  const bool both = is_variable(clause.subject) && is_variable(clause.object);
  if (both || clause.subject == clause.object) return false;  // may be the same up to names
  std::swap(clause.subject, clause.object);
  return true;
}

bool swap_header(Query& query, Clause& /*clause*/) {
  if (query.kind == QueryKind::kCount) return false;
  query.kind = QueryKind::kCount;
  query.answer.clear();
  return true;
}

TEST(CfqDefect, IsFoundInEveryTargetThatWasChanged) {
  const std::array<Change, 7> changes{{{"property", swap_property},
                                       {"entity", swap_entity},
                                       {"type", swap_type},
                                       {"dropped", drop_clause},
                                       {"repeated", repeat_clause},
                                       {"turned round", turn_round},
                                       {"header", swap_header}}};
  const auto source = cfq().open(3);
  std::array<std::size_t, 7> made{};
  Example row;
  for (std::uint64_t unit = 0; unit < 300; ++unit) {
    ASSERT_TRUE(source->unit(unit)->make(0, {.rules = false}, row));
    ASSERT_EQ(cfq().defect(row), "") << row.input();
    const Query query = query_of(row);
    for (std::size_t kind = 0; kind < changes.size(); ++kind) {
      for (std::size_t at = 0; at < query.clauses.size(); ++at) {
        Query changed = query;
        if (!changes[kind].make(changed, changed.clauses[at])) continue;
        ++made[kind];
        Example other = row;
        other.fields[kTargetField] = to_text(changed);
        EXPECT_THAT(cfq().defect(other), HasSubstr("by the independent compiler, "))
            << changes[kind].name << '\n'
            << row.input() << '\n'
            << other.target();
      }
    }
  }
  for (std::size_t kind = 0; kind < changes.size(); ++kind) {
    EXPECT_GT(made[kind], 100U) << changes[kind].name;
  }
}

TEST(CfqDefect, NamesTheClause) {
  Example row;
  cfq().derive("Did M0 's spouse direct M1", row);
  std::string target = row.target();
  const std::string property = "ns:film.director.film";
  target.replace(target.find(property), property.size(), "ns:film.editor.film");
  row.fields[kTargetField] = target;
  EXPECT_EQ(cfq().defect(row),
            "by the independent compiler, \"? ns:film.director.film M1\" is missing, "
            "\"? ns:film.editor.film M1\" is unexpected");
}

// The rules with one text in place of another.
std::vector<rules::RuleSource> wrong_rules(const std::string& right, const std::string& wrong) {
  std::vector<rules::RuleSource> sources(own_rules().begin(), own_rules().end());
  std::size_t changed = 0;
  for (auto& source : sources) {
    for (std::size_t at = 0; (at = source.text.find(right, at)) != std::string::npos;) {
      source.text.replace(at, right.size(), wrong);
      at += wrong.size();
      ++changed;
    }
  }
  EXPECT_GT(changed, 0U) << right;
  return sources;
}

// Such rules read back what they wrote, so that only a compiler without them can tell.
TEST(CfqDefect, IsFoundInTargetsThatWrongRulesMade) {
  const std::array<std::array<const char*, 2>, 4> changes{
      {{"'ns:film.editor.film'", "'ns:film.director.film'"},
       {"'ns:film.film.directed_by'", "'ns:film.film.edited_by'"},
       {"'ns:film.actor'", "'ns:film.writer'"},
       {"'ns:m.0f8l9c'", "'ns:m.0345h'"}}};
  for (const auto& [right, wrong] : changes) {
    const Language language(wrong_rules(right, wrong));
    const PatternMaker maker(language, {9, 40, 1});
    const Key key = stream_key(1, "cfq wrong rules");
    std::size_t noticed = 0;
    Pattern pattern;
    for (std::uint64_t unit = 0; unit < 1000; ++unit) {
      if (!maker.make(key, unit, pattern, nullptr)) continue;
      const std::string target = to_text(pattern.query);
      EXPECT_EQ(to_text(language.read(pattern.question).front().query), target);
      const bool differs = !compiler::objection(pattern.question, target).empty();
      const bool is_wrong =
          to_text(cfq().language().read(pattern.question).front().query) != target;
      EXPECT_EQ(differs, is_wrong) << pattern.question << '\n' << target;
      noticed += differs ? 1 : 0;
    }
    EXPECT_GT(noticed, 0U) << right;
  }
}

}  // namespace
}  // namespace assay::cfq
