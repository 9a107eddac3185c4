#include "assay/store/layout.h"

#include <fmt/format.h>

namespace assay {

std::string data_path(std::string_view part, std::uint64_t index, std::uint64_t count) {
  return fmt::format("{}/{}-{:05}-of-{:05}.jsonl", kDataFolder, part, index, count);
}

std::string split_path(std::string_view name) {
  return fmt::format("{}/{}.json", kSplitsFolder, name);
}

std::string search_path(std::string_view name) { return fmt::format("{}{}", kSearchPrefix, name); }

}  // namespace assay
