// A second way of answering CFQ's queries from a knowledge base, for checking answers.
//
// It shares no code with the search that grounds questions: it reads the text of the query by
// itself, walks property paths step by step instead of preparing them, narrows what each variable
// can be until nothing changes, and only then tries values one after the other. Of the knowledge
// base it asks for single steps alone.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "assay/tasks/cfq/compiler/meaning.h"

namespace assay::cfq::evaluator {

using Entity = std::uint32_t;

// What is asked of a knowledge base. Lists ascend.
struct FactAccess {
  std::function<std::optional<Entity>(std::string_view key)> find;
  // Where a relation leads from an entity; backwards: from where it leads there.
  std::function<std::span<const Entity>(std::string_view relation, bool backwards, Entity entity)>
      step;
  // From where it leads anywhere; backwards: to where.
  std::function<std::span<const Entity>(std::string_view relation, bool backwards)> starts;
};

struct Evaluation {
  bool is_complete = true;      // false: it would take too long to be sure
  bool has_solution = false;    // what count(*) says: not 0
  std::vector<Entity> answers;  // of SELECT DISTINCT, ascending
};

// Of paths from one entity.
inline constexpr std::uint64_t kMostWalks = 5'000'000;

// A query whose constants are entities (ns:m.0x), types and values.
Evaluation evaluate(const compiler::Meaning& query, const FactAccess& facts,
                    std::uint64_t most_walks = kMostWalks);

}  // namespace assay::cfq::evaluator
