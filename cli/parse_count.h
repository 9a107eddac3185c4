// Whole numbers as people write large ones.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace assay {

// 500, 10k, 2M, 1e6 and 2.5e6; nothing else, and nothing that is not whole.
std::optional<std::uint64_t> parse_count(std::string_view text);

}  // namespace assay
