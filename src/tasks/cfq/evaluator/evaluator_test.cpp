#include "assay/tasks/cfq/evaluator/evaluator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "assay/tasks/cfq/kb/brute_force_testing.h"

namespace assay::cfq::evaluator {
namespace {

// Facts in maps, numbered in the order of their keys.
class FactMaps {
 public:
  explicit FactMaps(const Facts& facts) {
    for (const auto& [subject, relation, object] : facts) {
      keys_.insert(subject);
      keys_.insert(object);
    }
    for (const auto& [subject, relation, object] : facts) {
      join(relation, false, subject, object);
      join(relation, true, object, subject);
    }
  }

  FactAccess access() const {
    return {.find = [this](std::string_view key) { return number(key); },
            .step =
                [this](std::string_view relation, bool backwards, Entity entity) {
                  const auto side = sides_.find({std::string(relation), backwards});
                  if (side == sides_.end()) return std::span<const Entity>();
                  const auto row = side->second.rows.find(entity);
                  return row == side->second.rows.end() ? std::span<const Entity>()
                                                        : std::span<const Entity>(row->second);
                },
            .starts =
                [this](std::string_view relation, bool backwards) {
                  const auto side = sides_.find({std::string(relation), backwards});
                  return side == sides_.end() ? std::span<const Entity>()
                                              : std::span<const Entity>(side->second.starts);
                }};
  }

  std::set<std::string> keys_of(const std::vector<Entity>& entities) const {
    std::set<std::string> keys;
    for (const Entity each : entities) keys.insert(*std::next(keys_.begin(), each));
    return keys;
  }

 private:
  struct Side {
    std::map<Entity, std::vector<Entity>> rows;
    std::vector<Entity> starts;
  };

  std::optional<Entity> number(std::string_view key) const {
    const auto found = keys_.find(std::string(key));
    if (found == keys_.end()) return std::nullopt;
    return static_cast<Entity>(std::distance(keys_.begin(), found));
  }

  void join(const std::string& relation, bool backwards, const std::string& from,
            const std::string& to) {
    Side& side = sides_[{relation, backwards}];
    std::vector<Entity>& row = side.rows[*number(from)];
    if (row.empty()) {
      side.starts.push_back(*number(from));
      std::ranges::sort(side.starts);
    }
    row.push_back(*number(to));
    std::ranges::sort(row);
  }

  std::set<std::string> keys_;
  std::map<std::pair<std::string, bool>, Side> sides_;
};

Evaluation evaluated(const Query& query, const FactMaps& facts) {
  const std::string text = to_text(query);
  return evaluate(*compiler::read_query(text), facts.access());
}

TEST(Evaluator, AgreesWithBruteForceOnRandomFacts) {
  std::size_t yes = 0;
  std::size_t no = 0;
  std::size_t open = 0;
  for (std::uint32_t round = 0; round < 3000; ++round) {
    Stream stream(stream_key(3, "evaluator-test"), {Purpose::kUnit, round});
    const Facts facts = random_facts(stream);
    const Query query = random_query(stream, 0);
    SCOPED_TRACE("round " + std::to_string(round) + "\n" + to_text(query));
    const FactMaps maps(facts);
    const Evaluation found = evaluated(query, maps);
    const BruteForce expected(facts, query);
    ASSERT_TRUE(found.is_complete);
    if (query.kind == QueryKind::kSelect) {
      ASSERT_EQ(maps.keys_of(found.answers), expected.answers());
      open += found.answers.empty() ? 0 : 1;
    } else {
      ASSERT_EQ(found.has_solution, expected.count() > 0);
      ++(found.has_solution ? yes : no);
    }
  }
  EXPECT_GT(yes, 100U);
  EXPECT_GT(no, 100U);
  EXPECT_GT(open, 100U);
}

TEST(Evaluator, SaysWhenItIsNotSure) {
  const Facts facts = {{"m.1", "r.a", "m.2"}, {"m.2", "r.a", "m.3"}, {"m.3", "r.a", "m.1"}};
  const FactMaps maps(facts);
  const std::string text = "SELECT count(*) WHERE {\n?x0 ns:r.a ?x1 .\n?x1 ns:r.a ?x0\n}";
  const auto query = compiler::read_query(text);
  EXPECT_FALSE(evaluate(*query, maps.access(), 2).is_complete);
  EXPECT_TRUE(evaluate(*query, maps.access()).is_complete);
  EXPECT_FALSE(evaluate(*query, maps.access()).has_solution);
}

}  // namespace
}  // namespace assay::cfq::evaluator
