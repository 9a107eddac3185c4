// The parameters of the task, read once.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/params.h"
#include "assay/core/task.h"
#include "assay/tasks/cfq/kb/world.h"
#include "assay/tasks/cfq/language/patterns.h"

namespace assay::cfq {

// What questions are turned into.
enum class Target : std::uint8_t {
  kPattern,  // questions and queries with placeholders M0, M1 ...
  kQuery,    // questions with names, queries with ids of entities
  kAnswer,   // questions with names, answers in words
};

// Which knowledge base the entities are from.
struct KnowledgeChoice {
  std::string kb;  // kSyntheticWorld, a path, or the address of an endpoint
  WorldParameters world;
  std::uint32_t endpoint_seconds = 60;  // for one query
};

inline constexpr const char* kSyntheticWorld = "world";

// Whether a value of the parameter `kb` is the address of a SPARQL endpoint.
bool is_endpoint(std::string_view kb);

struct Settings {
  Target target = Target::kPattern;
  PatternLimits limits;
  KnowledgeChoice knowledge;
  std::uint32_t fillings = 1;      // items of a unit
  std::uint32_t most_answers = 2;  // of an open question
};

std::vector<ParamSpec> param_specs();

// Ever more grammar rules, in the end with more relative clauses.
std::vector<DifficultyLevel> difficulty_levels();

// Throws Error(kUsage) for values that do not go together.
Settings settings_from(const Params& params);

}  // namespace assay::cfq
