// Writing a data set so that a kill at any moment loses at most the files being written.
//
// The rows are cut into pieces; a piece is some files and is the unit of commitment: whole files
// first, then one line in a journal. The manifest comes last. The same work started again skips the
// pieces that stand in the journal. What else lies in the folder is the business of whoever writes.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "assay/base/folder_lock.h"
#include "assay/base/hash.h"
#include "assay/base/journal.h"
#include "assay/store/manifest.h"

namespace assay {

struct ToolInfo {
  std::string version;
  std::string commit;
};

// A stretch of row numbers, and the files that it becomes: where they lie, of which part they are.
struct Piece {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::vector<FileEntry> files;
};

// [begin, end) cut at multiples of `step`, so that the pieces of shards fit together; one file for
// each part. Throws Error(kUsage) when that makes too many files.
std::vector<Piece> cut_pieces(std::uint64_t begin, std::uint64_t end, std::uint64_t step,
                              const std::vector<std::string>& parts);

// What is summed over pieces.
struct SetTotals {
  std::uint64_t empty = 0;
  ContentHash content;
  std::vector<LengthStats> lengths;  // by file of the piece
};

// A data set before its rows.
struct SetPlan {
  Manifest outline;                // all but parts, files and content hash
  std::vector<std::string> parts;  // in their order
  std::vector<Piece> pieces;
  std::string work;  // a line that names the work: only the same goes on where it was stopped
};

// What of a data set is known before its rows are.
Manifest outline_of(const Task& task, const std::string& task_version, const Recipe& recipe,
                    const ToolInfo& tool);

// What may stand in the folder already, besides the same work unfinished. What is finished leaves
// nothing to do.
enum class Occupied : std::uint8_t {
  kSameWork,    // the same work finished, as its line says
  kSameRecipe,  // the finished data set of this recipe, whoever made it
  kOurs,        // that, or any other of our data sets: it is replaced
};

class SetWriter {
 public:
  // Takes the folder over, or finds out what is left to do. Throws Error when somebody else uses it
  // or it holds something else.
  SetWriter(const std::string& path, SetPlan plan, Occupied allowed);
  ~SetWriter();

  bool complete() const { return complete_; }
  const std::vector<Piece>& pieces() const { return plan_.pieces; }
  bool finished(std::size_t piece) const { return finished_[piece].has_value(); }
  std::size_t finished_count() const;
  const Folder& folder() const { return folder_; }

  // One piece at a time: begin, write any number of times, end. Ending commits in the background.
  void begin(std::size_t piece);
  void write(std::size_t file, std::string_view bytes, std::uint64_t rows);
  void end(const SetTotals& totals);
  void wait();  // until everything ended is on disk
  // Waits, and throws Interrupted that says how to go on.
  [[noreturn]] void stop();

  // The outline with what was written, when all pieces are there.
  Manifest written();
  // The manifest: from now on this is a data set.
  void finish(const Manifest& manifest);

 private:
  struct OpenFile;
  struct Finished {
    std::vector<FileEntry> files;
    SetTotals totals;
  };

  void take_over();
  bool is_complete() const;
  void check_room() const;
  void read_journal();
  void read_line(std::string_view line);
  void clear_folder();
  void commit_piece(std::size_t piece, std::span<const std::unique_ptr<OpenFile>> files,
                    const SetTotals& totals);
  void tidy_up();

  Folder folder_;
  std::unique_ptr<FolderLock> lock_;
  SetPlan plan_;
  Occupied allowed_;
  bool complete_ = false;

  std::optional<Journal> journal_;  // opened under the lock
  std::vector<std::optional<Finished>> finished_;
  std::size_t current_ = 0;
  std::vector<std::unique_ptr<OpenFile>> open_;
  std::jthread committing_;
  std::exception_ptr commit_problem_;
};

}  // namespace assay
