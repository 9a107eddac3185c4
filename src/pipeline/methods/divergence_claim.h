// What a split by divergence claims: figures that were measured, and can be measured again.
#pragma once

#include <string>

#include "assay/core/split_spec.h"
#include "assay/measure/divergence_pool.h"
#include "assay/pipeline/methods/split_rows.h"

namespace assay {

// Its parameters that are known beyond the search.
inline constexpr const char* kBound = "max_atom_divergence";
inline constexpr const char* kThreeWay = "three_way";
inline constexpr const char* kDefine = "define";

// The most that the atom divergence of a pair may be, if nothing else is asked for.
inline constexpr double kUsualBound = 0.02;
double bound_of(const SplitSpec& claim);

// How the claim changes which compounds count.
const ParamTable& define_of(const SplitSpec& claim);

// Whether a pair is marked as above the bound.
bool is_above_bound(const SplitFile& file);

// Rounded, with the pairs above the bound marked.
SplitReport bounded_report(const Split& split, const DivergencePool& pool, double bound);

// Why the figures recorded of a split are not those of the pool, or train lacks an atom of another
// part; empty when all holds. Format 1 marked no pairs.
std::string check_figures(const SplitFile& file, const DivergencePool& pool);

// Also that the compounds are those that the claim defines.
std::string check_divergence_claim(const SplitFile& file, TaskRows& rows);

}  // namespace assay
