// The parameters of the task, read once.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "assay/core/params.h"
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
  std::string kb;  // kSyntheticWorld, or a path
  WorldParameters world;
};

inline constexpr const char* kSyntheticWorld = "world";

struct Settings {
  Target target = Target::kPattern;
  PatternLimits limits;
  KnowledgeChoice knowledge;
  std::uint32_t fillings = 1;      // items of a unit
  std::uint32_t most_answers = 2;  // of an open question
};

std::vector<ParamSpec> param_specs();

// Throws Error(kUsage) for values that do not go together.
Settings settings_from(const Params& params);

}  // namespace assay::cfq
