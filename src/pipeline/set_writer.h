// Writing a data set so that a kill at any moment loses at most the file being written.
//
// The rows are cut into pieces of a fixed number of addresses; a piece is one file per part and is
// the unit of commitment: whole files first, then one line in a journal. The manifest comes last.
// The same work started again skips the pieces that stand in the journal.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "assay/base/files.h"
#include "assay/base/hash.h"
#include "assay/core/task.h"
#include "assay/store/manifest.h"

namespace assay {

struct ToolInfo {
  std::string version;
  std::string commit;
};

// A stretch of row numbers that becomes one file per part.
struct Piece {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// [begin, end) cut at multiples of `step`, so that the pieces of shards fit together.
std::vector<Piece> cut_pieces(std::uint64_t begin, std::uint64_t end, std::uint64_t step);

// What is summed over pieces.
struct SetTotals {
  std::uint64_t empty = 0;
  ContentHash content;
  std::vector<LengthStats> lengths;  // by part
};

class SetWriter {
 public:
  // Takes the folder over, or finds out what is left to do. Throws Error when somebody else uses it
  // or it holds something else; `force` replaces another data set of ours, and nothing but that.
  // `task_version` is that of the rows.
  SetWriter(const std::string& path, const Task& task, std::string task_version,
            const Recipe& recipe, std::optional<ShardEntry> shard, std::vector<Piece> pieces,
            ToolInfo tool, bool force);
  ~SetWriter();

  bool complete() const { return complete_; }
  const std::vector<Piece>& pieces() const { return pieces_; }
  bool finished(std::size_t piece) const { return journal_[piece].has_value(); }
  std::size_t finished_count() const;
  const Folder& folder() const { return folder_; }

  // One piece at a time: begin, write any number of times, end. Ending commits in the background.
  void begin(std::size_t piece);
  void write(std::size_t part, std::string_view bytes, std::uint64_t rows);
  void end(const SetTotals& totals);
  void wait();  // until everything ended is on disk

  // All pieces are there: the card, the recipe, the splits of the recipe and the manifest.
  // `units` is how many different units the rows are of; `extra` is added to the totals of the
  // pieces.
  Manifest finish(const Task& task, std::uint64_t units, const SetTotals* extra,
                  const Control& control);

 private:
  struct OpenFile;
  struct Finished {
    std::vector<FileEntry> files;
    SetTotals totals;
  };

  void take_over(bool force);
  void read_journal();
  void clear_folder();
  Manifest summary(const SetTotals* extra) const;

  Folder folder_;
  std::unique_ptr<FolderLock> lock_;
  Recipe recipe_;
  std::string recipe_hash_;
  std::string stamp_;
  std::string task_version_;
  std::optional<ShardEntry> shard_;
  std::vector<Piece> pieces_;
  std::vector<std::string> parts_;
  ToolInfo tool_;
  bool complete_ = false;

  std::vector<std::optional<Finished>> journal_;
  std::size_t current_ = 0;
  std::vector<std::unique_ptr<OpenFile>> open_;
  std::jthread committing_;
  std::exception_ptr commit_problem_;
};

}  // namespace assay
