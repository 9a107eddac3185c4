#include "assay/pipeline/set_writer.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/core/stamp.h"
#include "assay/pipeline/make_split.h"
#include "assay/pipeline/row_maker.h"
#include "assay/store/card.h"
#include "assay/store/data_set.h"

namespace assay {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kPrivateFolder = ".assay";
constexpr const char* kLock = ".assay/lock";
constexpr const char* kPlan = ".assay/plan.json";
constexpr const char* kJournal = ".assay/finished.jsonl";
constexpr const char* kCard = "README.md";
constexpr const char* kRecipe = "recipe.toml";

bool is_ours(const Folder& folder) { return folder.exists(kManifestName) || folder.exists(kPlan); }

Json to_json(const LengthStats& lengths) {
  return {lengths.input_sum, lengths.input_most, lengths.target_sum, lengths.target_most};
}

LengthStats lengths_from_json(const Json& json) {
  return {json.at(0).get<std::uint64_t>(), json.at(1).get<std::uint64_t>(),
          json.at(2).get<std::uint64_t>(), json.at(3).get<std::uint64_t>()};
}

}  // namespace

std::vector<Piece> cut_pieces(std::uint64_t begin, std::uint64_t end, std::uint64_t step) {
  std::vector<Piece> pieces;
  while (begin < end) {
    const std::uint64_t next = std::min(end, (begin / step + 1) * step);
    pieces.push_back({begin, next});
    begin = next;
  }
  return pieces;
}

struct SetWriter::OpenFile {
  OpenFile(const Folder& folder, FileEntry file_entry)
      : entry(std::move(file_entry)), file(folder, entry.path) {}
  FileEntry entry;
  NewFile file;
  Sha256 hash;
};

SetWriter::SetWriter(const std::string& path, const Task& task, std::string task_version,
                     const Recipe& recipe, std::optional<ShardEntry> shard,
                     std::vector<Piece> pieces, ToolInfo tool, bool force)
    : folder_(Folder::create(path)),
      recipe_(recipe),
      recipe_hash_(recipe_hash(recipe, task, task_version)),
      stamp_(stamp_of(task, task_version)),
      task_version_(std::move(task_version)),
      shard_(shard),
      pieces_(std::move(pieces)),
      parts_(part_names(recipe)),
      tool_(std::move(tool)),
      journal_(pieces_.size()) {
  for (const std::string& name : folder_.list()) {
    if (name == kPrivateFolder || is_ours(folder_)) continue;
    fail(ErrorKind::kUsage, "{}: is not empty and holds no data set; choose another folder",
         printable(path));
  }
  folder_.make_folder(kPrivateFolder);
  lock_ = std::make_unique<FolderLock>(folder_, kLock);
  take_over(force);
}

SetWriter::~SetWriter() = default;

void SetWriter::take_over(bool force) {
  const Json plan = {{"recipe_hash", recipe_hash_},
                     {"shard", shard_ ? fmt::format("{}/{}", shard_->index, shard_->of) : ""},
                     {"pieces", pieces_.size()}};
  const std::string plan_text = plan.dump() + '\n';
  if (folder_.exists(kManifestName)) {
    const Manifest manifest = read_manifest(folder_);
    if (manifest.recipe_hash == recipe_hash_ && manifest.shard == shard_ && !manifest.claim) {
      complete_ = true;
      return;
    }
    if (!force) {
      fail(ErrorKind::kUsage,
           "{}: holds another data set of task {}; choose another folder, or --force to replace it",
           printable(folder_.path()), manifest.recipe.task);
    }
    clear_folder();
  } else if (folder_.exists(kPlan)) {
    if (folder_.read(kPlan) == plan_text) {
      read_journal();
      return;
    }
    if (!force) {
      fail(ErrorKind::kUsage,
           "{}: holds the unfinished data set of another command; run that one again, choose "
           "another folder, or --force to replace it",
           printable(folder_.path()));
    }
    clear_folder();
  }
  folder_.write(kPlan, plan_text);
  folder_.make_folder("data");
}

void SetWriter::clear_folder() {
  for (const char* subfolder : {"data", "splits"}) {
    for (const std::string& name : folder_.list(subfolder)) {
      folder_.remove(fmt::format("{}/{}", subfolder, name));
    }
    if (folder_.is_folder(subfolder)) folder_.remove_folder(subfolder);
  }
  for (const char* name : {kManifestName, kCard, kRecipe, kJournal, kPlan}) folder_.remove(name);
}

// A line that was being written when the power went is not a line yet: its piece is made again.
void SetWriter::read_journal() {
  folder_.make_folder("data");
  if (!folder_.exists(kJournal)) return;
  const std::string text = folder_.read(kJournal);
  for_each_line(text, [&](std::string_view line) {
    const Json json = Json::parse(line, nullptr, false);
    if (json.is_discarded() || !json.contains("piece")) return;
    const auto piece = json.at("piece").get<std::size_t>();
    if (piece >= pieces_.size()) return;
    Finished finished;
    for (std::size_t part = 0; part < parts_.size(); ++part) {
      const Json& file = json.at("files").at(part);
      FileEntry entry;
      entry.path = data_path(parts_[part], piece, pieces_.size());
      entry.part = parts_[part];
      entry.first = pieces_[piece].begin;
      entry.addresses = pieces_[piece].end - pieces_[piece].begin;
      entry.rows = file.at("rows").get<std::uint64_t>();
      entry.bytes = file.at("bytes").get<std::uint64_t>();
      entry.sha256 = file.at("sha256").get<std::string>();
      finished.totals.lengths.push_back(lengths_from_json(file.at("lengths")));
      if (!folder_.exists(entry.path) || folder_.size_of(entry.path) != entry.bytes) return;
      finished.files.push_back(std::move(entry));
    }
    finished.totals.empty = json.at("empty").get<std::uint64_t>();
    finished.totals.content = ContentHash::from_hex(json.at("content").get<std::string>());
    journal_[piece] = std::move(finished);
  });
}

std::size_t SetWriter::finished_count() const {
  return static_cast<std::size_t>(std::count_if(journal_.begin(), journal_.end(),
                                                [](const auto& each) { return each.has_value(); }));
}

void SetWriter::begin(std::size_t piece) {
  ASSAY_CHECK(open_.empty());
  current_ = piece;
  for (const std::string& part : parts_) {
    FileEntry entry;
    entry.path = data_path(part, piece, pieces_.size());
    entry.part = part;
    entry.first = pieces_[piece].begin;
    entry.addresses = pieces_[piece].end - pieces_[piece].begin;
    open_.push_back(std::make_unique<OpenFile>(folder_, std::move(entry)));
  }
}

void SetWriter::write(std::size_t part, std::string_view bytes, std::uint64_t rows) {
  OpenFile& open = *open_[part];
  open.file.write(bytes);
  open.hash.update(bytes);
  open.entry.rows += rows;
}

void SetWriter::wait() {
  if (committing_.joinable()) committing_.join();
  if (commit_problem_) std::rethrow_exception(std::exchange(commit_problem_, nullptr));
}

// Waiting for the disk overlaps with making the next piece; one commit is under way at most.
void SetWriter::end(const SetTotals& totals) {
  wait();
  auto files = std::make_shared<std::vector<std::unique_ptr<OpenFile>>>(std::move(open_));
  open_.clear();
  committing_ = std::jthread([this, files, piece = current_, totals] {
    try {
      Finished finished{{}, totals};
      Json line = {{"piece", piece}, {"files", Json::array()}};
      for (std::size_t part = 0; part < files->size(); ++part) {
        OpenFile& open = *(*files)[part];
        open.file.commit();
        open.entry.bytes = open.file.size();
        open.entry.sha256 = open.hash.hex();
        line["files"].push_back({{"rows", open.entry.rows},
                                 {"bytes", open.entry.bytes},
                                 {"sha256", open.entry.sha256},
                                 {"lengths", to_json(totals.lengths[part])}});
        finished.files.push_back(open.entry);
      }
      line["empty"] = totals.empty;
      line["content"] = totals.content.hex();
      folder_.append(kJournal, line.dump() + '\n');
      journal_[piece] = std::move(finished);
    } catch (...) {
      commit_problem_ = std::current_exception();
    }
  });
}

Manifest SetWriter::summary(const SetTotals* extra) const {
  Manifest manifest;
  manifest.tool_version = tool_.version;
  manifest.tool_commit = tool_.commit;
  manifest.task_version = task_version_;
  manifest.stamp = stamp_;
  manifest.recipe = recipe_;
  manifest.recipe_hash = recipe_hash_;
  manifest.shard = shard_;
  ContentHash content;
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    PartEntry entry{parts_[part], 0, {}};
    for (const auto& finished : journal_) {
      entry.rows += finished->files[part].rows;
      entry.lengths.add(finished->totals.lengths[part]);
      manifest.files.push_back(finished->files[part]);
    }
    if (extra != nullptr) entry.lengths.add(extra->lengths[part]);
    manifest.parts.push_back(entry);
  }
  for (const auto& finished : journal_) {
    manifest.empty += finished->totals.empty;
    content.add(finished->totals.content);
  }
  if (extra != nullptr) {
    manifest.empty += extra->empty;
    content.add(extra->content);
  }
  manifest.content_hash = content.hex();
  return manifest;
}

Manifest SetWriter::finish(const Task& task, std::uint64_t units, const SetTotals* extra,
                           const Control& control) {
  wait();
  ASSAY_CHECK(finished_count() == pieces_.size());
  Manifest manifest = summary(extra);
  manifest.columns = task.schema();
  manifest.units = units;
  if (!recipe_.splits.empty() && !shard_) {
    folder_.make_folder("splits");
    const DataSet data(folder_.path(), manifest);
    SplitSession rows(data, task, control);
    for (const SplitSpec& spec : recipe_.splits) {
      folder_.write(split_path(spec.name), split_text(make_split(rows, spec)));
    }
  }
  folder_.write(kCard, card_text(manifest, task));
  folder_.write(kRecipe, recipe_toml(recipe_));
  folder_.write(kManifestName, manifest_text(manifest));
  folder_.remove(kJournal);
  folder_.remove(kPlan);
  return manifest;
}

}  // namespace assay
