// Rows that are dealt as one thing: the same example under two ids must not stand on two sides.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "assay/base/random.h"

namespace assay {

// What tells which rows are the same example: a hash for each row. Empty: no two rows are.
using Forms = std::span<const std::uint64_t>;

// The bundle of each row, numbered 0, 1, 2, ... by first row. Rows are in one bundle when equal
// values in any of the relations join them, step by step; an empty relation joins nothing. Throws
// Error(kUsage) for more rows than 32 bits number: the file of their split could not be read back.
std::vector<std::uint32_t> bundle_rows(
    std::uint64_t rows, std::initializer_list<std::span<const std::uint64_t>> relations);

// Of some rows, ascending and distinct, at most `count`: whole bundles at random, as many as fit.
std::vector<std::uint64_t> some_of(const std::vector<std::uint64_t>& rows, std::uint64_t count,
                                   Key key, Forms forms);

}  // namespace assay
