// For tests only: the authors' records of ReaSCAN, read where ASSAY_PUBLISHED names their folder.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "assay/base/byte_source.h"
#include "assay/base/text.h"

namespace assay::grounded {

inline constexpr const char* kNotAtHand = "ASSAY_PUBLISHED names no folder with reascan/demo300";

// One JSON text each; none when they are not at hand.
inline std::vector<std::string> published_records() {
  const char* folder = std::getenv("ASSAY_PUBLISHED");
  if (folder == nullptr) return {};
  const auto path = std::filesystem::path(folder) / "reascan/demo300.jsonl.gz";
  if (!std::filesystem::exists(path)) return {};
  ByteSource source(path.string());
  std::string text;
  std::string chunk(std::size_t{1} << 16U, ' ');
  for (std::size_t count = source.read(chunk.data(), chunk.size()); count > 0;
       count = source.read(chunk.data(), chunk.size())) {
    text.append(chunk, 0, count);
  }
  std::vector<std::string> records;
  for (const std::string_view line : split_text(text, '\n')) {
    if (!line.empty()) records.emplace_back(line);
  }
  return records;
}

}  // namespace assay::grounded
