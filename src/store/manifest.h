// manifest.json: what a data set is, written last, so that its presence means complete.
//
// It holds nothing of the run that made it (no clock, no thread count): equal data, equal bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/base/files.h"
#include "assay/core/compound_definition.h"
#include "assay/core/example.h"
#include "assay/core/selection_record.h"
#include "assay/core/split_report.h"
#include "assay/store/layout.h"
#include "assay/store/recipe.h"
#include "assay/store/row.h"

namespace assay {

class Task;

inline constexpr int kFormat = 2;  // what is written; 1 is still read
inline constexpr const char* kToolName = "assay";

// Lengths in words, summed over rows.
struct LengthStats {
  std::uint64_t input_sum = 0;
  std::uint64_t input_most = 0;
  std::uint64_t target_sum = 0;
  std::uint64_t target_most = 0;
  void add(std::uint64_t input, std::uint64_t target);
  void add(const LengthStats& other);
  friend bool operator==(const LengthStats&, const LengthStats&) = default;
};

// A file of rows.
struct FileEntry {
  std::string path;  // relative: data/all-00000-of-00001.jsonl
  std::string part;
  std::uint64_t first = 0;  // row numbers of the plan that it covers, before dealing
  std::uint64_t addresses = 0;
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;
  std::string sha256;
};

// A file that no verb reads: `verify` knows it by its hash.
struct HashedFile {
  std::string path;
  std::uint64_t bytes = 0;
  std::string sha256;
};

struct PartEntry {
  std::string name;
  std::uint64_t rows = 0;
  LengthStats lengths;
};

struct ShardEntry {
  std::uint32_t index = 0;
  std::uint32_t of = 1;
  friend bool operator==(const ShardEntry&, const ShardEntry&) = default;
};

struct Manifest {
  int format = kFormat;
  std::string tool_version;
  std::string tool_commit;
  std::string task_version;
  std::string stamp;  // of every id; empty in format 1
  Recipe recipe;
  std::string recipe_hash;
  Schema columns;  // names, types and roles, as they stand in the files
  std::optional<ShardEntry> shard;
  std::optional<std::uint64_t> units;  // different units among the addresses; format 1: unknown
  std::uint64_t empty = 0;             // addresses that no example can fill
  std::vector<PartEntry> parts;
  std::vector<FileEntry> files;   // parts in their order, then blocks
  std::vector<HashedFile> media;  // pictures or sounds, in media/
  std::vector<HashedFile>
      documents;  // what people read: the card, the recipe; older ones have none
  std::string content_hash;
  // For a data set of some rows of a larger one: how they were chosen.
  std::optional<SelectionRecord> selection;
  // For a data set made from a split of another: what the split claims of its parts.
  std::optional<SplitSpec> claim;
  // And of a split by divergence: which compounds counted, and what was measured.
  std::optional<CompoundDefinition> definition;
  std::optional<SplitReport> measured;

  std::uint64_t rows() const;
};

// The splits that must stand beside the rows: those of the recipe, but in a shard and in a data set
// that was itself made from a split or selected.
std::span<const SplitSpec> promised_splits(const Manifest& manifest);

// Same recipe, same version of the task's data, files with the same content where parameters name
// some: same bytes. `task` is the one that the recipe names, with its parameters.
std::string recipe_hash(const Recipe& recipe, const Task& task, const std::string& task_version);

std::string manifest_text(const Manifest& manifest);
// Throws Error(kInput) naming the folder and what is wrong; paths that lead outside are refused.
Manifest read_manifest(const Folder& folder);

// The rows of a data set of any format. Who has its task gets their rule graphs, too; without it
// rules are texts.
RowShape row_shape(const Manifest& manifest);
RowShape row_shape(const Task& task, const Manifest& manifest);
// Rows that are made now.
RowShape row_shape(const Task& task);

}  // namespace assay
