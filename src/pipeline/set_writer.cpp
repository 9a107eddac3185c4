#include "assay/pipeline/set_writer.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <system_error>

#include "assay/base/error.h"
#include "assay/base/input_file.h"
#include "assay/base/limits.h"
#include "assay/base/progress.h"
#include "assay/base/text.h"
#include "assay/core/stamp.h"
#include "assay/core/task.h"
#include "assay/pipeline/work_folder.h"
#include "assay/store/data_set.h"
#include "assay/store/json_document.h"
#include "assay/store/layout.h"

namespace assay {

namespace {

using Json = nlohmann::ordered_json;

// In the order in which the one takes the place of the other.
bool is_ours(const Folder& folder) {
  return folder.exists(kPlanName) || folder.exists(kManifestName);
}

// The first data file that is missing or has another size than the manifest says. Bytes are not
// read: that is what `verify` is for.
std::string damage_in(const Folder& folder, const Manifest& manifest) {
  try {
    const DataSet data(folder.path(), manifest);
  } catch (const Error& problem) {
    if (problem.kind() != ErrorKind::kInput) throw;
    return problem.what();
  }
  return "";
}
// The plan while another data set is cleared away: the work of nobody.
constexpr const char* kReplacing = "{\"replacing\":true}";

Json to_json(const LengthStats& lengths) {
  return {lengths.input_sum, lengths.input_most, lengths.target_sum, lengths.target_most};
}

LengthStats lengths_from_json(const Json& json) {
  return {json.at(0).get<std::uint64_t>(), json.at(1).get<std::uint64_t>(),
          json.at(2).get<std::uint64_t>(), json.at(3).get<std::uint64_t>()};
}

}  // namespace

std::vector<Piece> cut_pieces(std::uint64_t begin, std::uint64_t end, std::uint64_t step,
                              const std::vector<std::string>& parts) {
  if ((end - begin) / step >= kMostDataFiles / parts.size()) {
    fail(ErrorKind::kUsage,
         "{} rows with {} in a file are more than {} files, the most of a data set; put more rows "
         "in a file (rows_per_file) or make several data sets",
         with_commas(end - begin), with_commas(step), with_commas(kMostDataFiles));
  }
  std::vector<Piece> pieces;
  while (begin < end) {
    const std::uint64_t next = std::min(end, (begin / step + 1) * step);
    pieces.push_back({begin, next, {}});
    begin = next;
  }
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    Piece& piece = pieces[i];
    for (const std::string& part : parts) {
      piece.files.push_back({.path = data_path(part, i, pieces.size()),
                             .part = part,
                             .first = piece.begin,
                             .addresses = piece.end - piece.begin,
                             .sha256 = {}});
    }
  }
  return pieces;
}

Manifest outline_of(const Task& task, const std::string& task_version, const Recipe& recipe,
                    const ToolInfo& tool) {
  Manifest manifest;
  manifest.tool_version = tool.version;
  manifest.tool_commit = tool.commit;
  manifest.task_version = task_version;
  manifest.stamp = stamp_of(task, task_version);
  manifest.recipe = recipe;
  manifest.recipe_hash = recipe_hash(recipe, task, task_version);
  manifest.columns = task.schema();
  return manifest;
}

struct SetWriter::OpenFile {
  OpenFile(const Folder& folder, FileEntry file_entry)
      : entry(std::move(file_entry)), file(folder, entry.path) {}
  FileEntry entry;
  NewFile file;
  Sha256 hash;
};

SetWriter::SetWriter(const std::string& path, SetPlan plan, Occupied allowed)
    : folder_(Folder::create(path)),
      plan_(std::move(plan)),
      allowed_(allowed),
      finished_(plan_.pieces.size()) {
  for (const std::string& name : folder_.list()) {
    if (name == kPrivateFolder || is_ours(folder_)) continue;
    fail(ErrorKind::kUsage, "{}: is not empty and holds no data set; choose another folder",
         printable(path));
  }
  folder_.make_folder(kPrivateFolder);
  lock_ = std::make_unique<FolderLock>(folder_, kLockName);
  complete_ = is_complete();
  if (complete_) {
    tidy_up();
  } else {
    take_over();
    read_journal();
  }
}

SetWriter::~SetWriter() = default;

// Throws Error(kInput) for this very data set when it is damaged and may not be replaced.
bool SetWriter::is_complete() const {
  if (!folder_.exists(kManifestName)) return false;
  const Manifest manifest = read_manifest(folder_);
  const bool is_this =
      allowed_ == Occupied::kSameWork
          ? says(folder_, kMadeName, plan_.work) || says(folder_, kPlanName, plan_.work)
          : manifest.recipe_hash == plan_.outline.recipe_hash &&
                manifest.shard == plan_.outline.shard && !manifest.claim && !manifest.selection;
  if (!is_this) return false;
  const std::string damage = damage_in(folder_, manifest);
  if (damage.empty()) return true;
  if (allowed_ == Occupied::kOurs) return false;
  fail(ErrorKind::kInput, "{}; restore it, {}", damage,
       allowed_ == Occupied::kSameWork ? "or choose another folder"
                                       : "or make the data set again with --force");
}

// Throws Error(kUsage) when there is something that may not be replaced.
void SetWriter::check_room() const {
  if (allowed_ == Occupied::kOurs) return;
  if (allowed_ == Occupied::kSameWork) {
    fail(ErrorKind::kUsage, "{}: is not empty; choose another folder", printable(folder_.path()));
  }
  if (folder_.exists(kManifestName)) {
    fail(ErrorKind::kUsage,
         "{}: holds another data set of task {}; choose another folder, or --force to replace it",
         printable(folder_.path()), read_manifest(folder_).recipe.task);
  }
  fail(ErrorKind::kUsage,
       "{}: holds the unfinished data set of another command; run that one again, choose "
       "another folder, or --force to replace it",
       printable(folder_.path()));
}

void SetWriter::take_over() {
  const bool goes_on = says(folder_, kPlanName, plan_.work) && !folder_.exists(kManifestName);
  if (!goes_on) {
    if (is_ours(folder_)) {
      check_room();
      clear_folder();
    }
    folder_.write(kPlanName, plan_.work + '\n');
  }
  folder_.make_folder(kDataFolder);
}

// The plan comes first, so that a kill leaves a folder that is still ours and says that it is not
// finished; then the manifest, which promises all the rest.
void SetWriter::clear_folder() {
  folder_.remove(kJournalName);
  folder_.write(kPlanName, kReplacing);
  for (const char* name : {kManifestName, kMadeName, kCardName, kRecipeName}) folder_.remove(name);
  for (const char* subfolder : {kDataFolder, kSplitsFolder}) {
    for (const std::string& name : folder_.list(subfolder)) {
      folder_.remove(fmt::format("{}/{}", subfolder, name));
    }
    if (folder_.is_folder(subfolder)) folder_.remove_folder(subfolder);
  }
}

// What a finished data set does not need; a run that was killed here is tidied up by the next.
void SetWriter::tidy_up() {
  folder_.remove(kJournalName);
  if (allowed_ != Occupied::kSameWork) {
    folder_.remove(kPlanName);
  } else if (folder_.exists(kPlanName)) {
    folder_.rename(kPlanName, kMadeName);
  }
}

void SetWriter::read_journal() {
  journal_.emplace(folder_, kJournalName);
  for (const std::string& line : journal_->lines()) {
    try {
      read_line(line);
    } catch (const Json::exception&) {
      continue;  // of another version, or spoilt: its piece is made again
    } catch (const Error& problem) {
      if (problem.kind() != ErrorKind::kInput) throw;
    }
  }
}

// A piece counts when its files are there and as long as they were.
void SetWriter::read_line(std::string_view line) {
  const Json json = parse_document(line);
  const auto piece = json.at("piece").get<std::size_t>();
  if (piece >= plan_.pieces.size()) return;
  Finished finished;
  finished.files = plan_.pieces[piece].files;
  for (std::size_t i = 0; i < finished.files.size(); ++i) {
    const Json& file = json.at("files").at(i);
    FileEntry& entry = finished.files[i];
    entry.rows = file.at("rows").get<std::uint64_t>();
    entry.bytes = file.at("bytes").get<std::uint64_t>();
    entry.sha256 = file.at("sha256").get<std::string>();
    finished.totals.lengths.push_back(lengths_from_json(file.at("lengths")));
    const auto found = InputFile::find(folder_, entry.path);
    if (!found || found->size() != entry.bytes) return;
  }
  finished.totals.empty = json.at("empty").get<std::uint64_t>();
  finished.totals.content = ContentHash::from_hex(json.at("content").get<std::string>());
  finished_[piece] = std::move(finished);
}

std::size_t SetWriter::finished_count() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(finished_, [](const auto& each) { return each.has_value(); }));
}

void SetWriter::begin(std::size_t piece) {
  ASSAY_CHECK(open_.empty());
  current_ = piece;
  for (const FileEntry& file : plan_.pieces[piece].files) {
    open_.push_back(std::make_unique<OpenFile>(folder_, file));
  }
}

void SetWriter::write(std::size_t file, std::string_view bytes, std::uint64_t rows) {
  OpenFile& open = *open_[file];
  open.file.write(bytes);
  open.hash.update(bytes);
  open.entry.rows += rows;
}

void SetWriter::wait() {
  if (committing_.joinable()) committing_.join();
  if (commit_problem_) std::rethrow_exception(std::exchange(commit_problem_, nullptr));
}

void SetWriter::stop() {
  wait();
  throw Interrupted(
      fmt::format("stopped; {} of {} files are safe in {}. The same command goes on from there",
                  finished_count(), pieces().size(), printable(folder_.path())));
}

// Waiting for the disk overlaps with making the next piece; one commit is under way at most.
void SetWriter::end(const SetTotals& totals) {
  wait();
  auto files = std::make_shared<std::vector<std::unique_ptr<OpenFile>>>(std::move(open_));
  open_.clear();
  const auto commit = [this, files, piece = current_, totals] {
    try {
      commit_piece(piece, *files, totals);
    } catch (...) {
      commit_problem_ = std::current_exception();
    }
  };
  try {
    committing_ = std::jthread(commit);
  } catch (const std::system_error&) {
    commit();  // no thread is to be had
  }
}

void SetWriter::commit_piece(std::size_t piece, std::span<const std::unique_ptr<OpenFile>> files,
                             const SetTotals& totals) {
  Finished finished{{}, totals};
  Json line = {{"piece", piece}, {"files", Json::array()}};
  for (std::size_t i = 0; i < files.size(); ++i) {
    OpenFile& open = *files[i];
    open.file.commit();
    open.entry.bytes = open.file.size();
    open.entry.sha256 = open.hash.hex();
    line["files"].push_back({{"rows", open.entry.rows},
                             {"bytes", open.entry.bytes},
                             {"sha256", open.entry.sha256},
                             {"lengths", to_json(totals.lengths[i])}});
    finished.files.push_back(open.entry);
  }
  line["empty"] = totals.empty;
  line["content"] = totals.content.hex();
  journal_->add(line.dump());
  finished_[piece] = std::move(finished);
}

Manifest SetWriter::written() {
  wait();
  ASSAY_CHECK(finished_count() == pieces().size());
  Manifest manifest = plan_.outline;
  ContentHash content;
  for (const std::string& part : plan_.parts) manifest.parts.push_back({part, 0, {}});
  for (PartEntry& part : manifest.parts) {
    for (const auto& finished : finished_) {
      for (std::size_t i = 0; i < finished->files.size(); ++i) {
        if (finished->files[i].part != part.name) continue;
        part.rows += finished->files[i].rows;
        part.lengths.add(finished->totals.lengths[i]);
        manifest.files.push_back(finished->files[i]);
      }
    }
  }
  for (const auto& finished : finished_) {
    manifest.empty += finished->totals.empty;
    content.add(finished->totals.content);
  }
  manifest.content_hash = content.hex();
  return manifest;
}

void SetWriter::finish(const Manifest& manifest) {
  folder_.write(kManifestName, manifest_text(manifest));
  tidy_up();
}

}  // namespace assay
