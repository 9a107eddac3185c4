// From rule graphs to profiles: atoms are the rules of an example, compounds its subgraphs.
#pragma once

#include <cstdint>
#include <span>

#include "assay/base/progress.h"
#include "assay/core/compound_definition.h"
#include "assay/core/rule_graph.h"
#include "assay/dbca/graph_pool.h"
#include "assay/dbca/profiles.h"
#include "assay/dbca/weigh_compounds.h"

namespace assay {

inline constexpr std::uint64_t kCountingMemory = std::uint64_t{1} << 30U;

// `group_of` tells which rows of the pool count as one example, numbered 0, 1, 2, ...; empty: each
// is one. A group has what any of its rows has.
Profiles profile_graphs(const GraphPool& graphs, std::span<const std::uint32_t> group_of,
                        const RuleTable& rules, const CompoundDefinition& definition,
                        const Control& control, CompoundFigures& figures,
                        std::uint64_t memory = kCountingMemory);

}  // namespace assay
