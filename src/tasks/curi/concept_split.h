// Which concepts are kept for training, and which for the test: the paper's splits, and those that
// the release makes without telling.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "assay/core/holdout.h"
#include "assay/tasks/curi/language/concept.h"
#include "assay/tasks/curi/space/concept_space.h"

namespace assay::curi {

enum class SplitRule : std::uint8_t {
  kInstanceIid,
  kConceptIid,
  kCounting,
  kExtrinsic,
  kIntrinsic,
  kBoolean,
  kBindingColor,
  kBindingShape,
  kComplexity,
  kBindingMaterial,
  kBindingSize,
  kComplexityReversed,
};

struct NamedSplit {
  SplitRule rule;
  std::string_view name;
  std::string_view summary;
};

inline constexpr std::array<NamedSplit, 12> kSplits{{
    {SplitRule::kInstanceIid, "instance_iid", "every concept is in training and in the test"},
    {SplitRule::kConceptIid, "concept_iid", "concepts at random, synonyms together"},
    {SplitRule::kCounting, "counting",
     "numbers that are new for a colour, where things are counted"},
    {SplitRule::kExtrinsic, "extrinsic",
     "numbers that are new for a colour, where places are told"},
    {SplitRule::kIntrinsic, "intrinsic", "materials that are new for a colour"},
    {SplitRule::kBoolean, "boolean", "and, or that are new for a colour"},
    {SplitRule::kBindingColor, "binding_color", "purple, cyan and yellow are new"},
    {SplitRule::kBindingShape, "binding_shape", "cylinders are new"},
    {SplitRule::kComplexity, "complexity", "long concepts are new"},
    {SplitRule::kBindingMaterial, "binding_material", "metal is new (not in the paper)"},
    {SplitRule::kBindingSize, "binding_size", "small is new (not in the paper)"},
    {SplitRule::kComplexityReversed, "complexity_reversed",
     "short concepts are new (not in the paper)"},
}};

std::optional<SplitRule> split_named(std::string_view name);

// kTrain, kTest, kUnused; kDev only in concept_iid; kAny in instance_iid. In the other splits the
// concepts of the test also serve for choosing models, as in the release. `meaning` is the number
// of the concept's cluster of synonyms, `seed` that of the space.
Place place_of(SplitRule rule, Edition edition, const Concept& words, std::uint64_t meaning,
               std::uint64_t seed);

}  // namespace assay::curi
