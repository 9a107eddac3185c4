// Average precision of scores, as scikit-learn defines it: the sum over distinct scores, from the
// highest down, of the recall that each adds times the precision reached with it. Equal scores are
// one threshold, nothing is interpolated.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace assay {

// Labels as bytes, 0 or 1, one a score. nullopt without a positive. Where more than half of the
// scores are the same, only the others are sorted. Infinities are scores like others; throws
// Error(kInput) for one that is not a number.
std::optional<double> average_precision(std::span<const double> scores,
                                        std::span<const std::uint8_t> labels);

// Labels as bits: that of score i is bit i % 64 of word i / 64. Bits behind the last are ignored.
std::optional<double> average_precision(std::span<const double> scores,
                                        std::span<const std::uint64_t> label_words);

}  // namespace assay
