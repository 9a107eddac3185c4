// A split on disk: a small file about a data set, splits/NAME.json.
//
//   {"format": 2, "name": "...", "trainIdxs": [...], "devIdxs": [...], "testIdxs": [...],
//    "claim": {...}, "definition": {...}, "measured": {...}, "content_hash": "...",
//    "text_sha256": "..."}
//
// Format 1 has no "format": its rows were dealt one by one, also where two are the same example.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/files.h"
#include "assay/core/compound_definition.h"
#include "assay/core/split.h"
#include "assay/core/split_report.h"
#include "assay/core/split_spec.h"
#include "assay/store/data_set.h"

namespace assay {

// What a split is about: a data set, or a file of JSON lines.
struct SplitSubject {
  std::uint64_t rows = 0;
  std::string content_hash;
  // Of such a file its name and the hash of its bytes, which knows the order of the lines; empty
  // for a data set, whose manifest vouches for that.
  std::string file = {};
  std::string sha256 = {};
};

inline constexpr std::uint64_t kSplitFormat = 2;

struct SplitFile {
  std::uint64_t format = kSplitFormat;
  // It has its name and a hash of its own text. Files of format 1 and early ones of format 2 do
  // not.
  bool is_sealed = true;
  Split split;
  SplitSpec claim;      // the method and its parameters; deals again from the rows
  std::string members;  // of an imported split: a hash of which inputs stand where
  SplitSubject subject;
  // Of a split by divergence: which compounds counted, and what was measured.
  std::optional<CompoundDefinition> definition = {};
  std::optional<SplitReport> report = {};
  std::vector<std::string> notes = {};  // what its maker should be told, a line each; not written

  std::uint64_t unused() const;  // rows of the subject that stand in no part
};

// The splits that stand in the folder, by name.
std::vector<std::string> split_names(const Folder& folder);

std::string split_text(const SplitFile& file);

// Throws Error(kInput) naming the file, also when it is about something other than the subject or
// is the split of another name.
SplitFile read_split(const Folder& folder, std::string_view name, const SplitSubject& subject);
SplitFile read_split(const DataSet& data, std::string_view name);

// A split that lies anywhere: one of ours, which knows what it is about, or three lists of numbers.
// `path` and `about`, where the subject lies, are for error messages.
SplitFile parse_split_file(std::string_view text, const std::string& path,
                           const SplitSubject& subject, const std::string& about);

SplitSubject subject_of(const DataSet& data);

// Which rows stand where, in order: sixteen hex digits.
std::string hash_of_rows(const Split& split);

// The published index files: only the three lists. `where` is for error messages.
Split parse_index_lists(std::string_view text, const std::string& where);

}  // namespace assay
