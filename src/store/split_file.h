// A split on disk: a small file about a data set, splits/NAME.json.
//
//   {"trainIdxs": [...], "devIdxs": [...], "testIdxs": [...],
//    "claim": {...}, "definition": {...}, "measured": {...}, "content_hash": "..."}
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "assay/base/files.h"
#include "assay/split/split.h"
#include "assay/store/recipe.h"

namespace assay {

struct SplitFile {
  Split split;
  SplitSpec claim;           // the method and its parameters; deals again from the rows
  std::string members;       // of an imported split: a hash of which inputs stand where
  std::string content_hash;  // of the data set it speaks of
  // Of a split by divergence, as JSON: which compounds counted, and what was measured.
  std::string definition = "{}";
  std::string report = "{}";
};

std::string split_path(std::string_view name);  // splits/NAME.json

std::string split_text(const SplitFile& file);

// Throws Error(kInput) naming the file. Indices must be below `rows`.
SplitFile read_split(const Folder& folder, std::string_view name, std::uint64_t rows);

// The published index files: only the three lists. `where` is for error messages.
Split parse_index_lists(std::string_view text, const std::string& where);

}  // namespace assay
