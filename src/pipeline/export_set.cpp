#include "assay/pipeline/export_set.h"

#include <algorithm>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/core/stamp.h"
#include "assay/pipeline/make_split.h"
#include "assay/pipeline/methods/divergence_claim.h"
#include "assay/store/card.h"
#include "assay/store/part_choice.h"
#include "assay/store/row.h"

namespace assay {

namespace {

constexpr const char* kPlan = ".assay/plan.json";

// An empty folder, or one where the same export was killed: that begins again.
FolderLock take_folder(const Folder& folder, const std::string& what) {
  const std::string plan = fmt::format("{{\"export\":\"{}\"}}\n", sha256_hex(what));
  const bool killed = folder.exists(kPlan) && folder.read(kPlan) == plan;
  if (!killed && !folder.list().empty()) {
    fail(ErrorKind::kUsage, "{}: is not empty; choose another folder", printable(folder.path()));
  }
  folder.make_folder(".assay");
  FolderLock lock(folder, ".assay/lock");
  folder.write(kPlan, plan);
  folder.make_folder("data");
  return lock;
}

// Rows of a data set, written into the files of another one in today's format.
class SetCopier {
 public:
  SetCopier(const DataSet& data, const Task& task, const Folder& folder, const ToolInfo& tool)
      : index_(data),
        task_(task),
        folder_(folder),
        reader_(row_shape(task, data.manifest())),
        writer_(row_shape(task), data.manifest().recipe.with_rules),
        manifest_(data.manifest()) {
    manifest_.format = kFormat;
    manifest_.tool_version = tool.version;
    manifest_.tool_commit = tool.commit;
    manifest_.stamp = stamp_of(task, manifest_.task_version);
    manifest_.recipe_hash = recipe_hash(manifest_.recipe, task, manifest_.task_version);
    manifest_.columns = task.schema();
    manifest_.parts.clear();
    manifest_.files.clear();
  }

  Manifest& manifest() { return manifest_; }

  void begin_part(const std::string& name) { manifest_.parts.push_back({name, 0, {}}); }

  // A file of the part that was begun last; `row_of(i)` is the number of its i-th row.
  template <typename RowOf>
  void write_file(FileEntry file, RowOf row_of) {
    PartEntry& part = manifest_.parts.back();
    NewFile out(folder_, file.path);
    Sha256 hash;
    for (std::uint64_t i = 0; i < file.rows; ++i) {
      reader_.parse(index_.line(row_of(i)), row_);
      row_.stamp = manifest_.stamp;
      line_.clear();
      writer_.append(line_, row_);
      part.lengths.add(count_words(row_.input()), count_words(row_.target()));
      units_.push_back(row_.address.unit);
      content_.add(line_);
      hash.update(line_);
      out.write(line_);
    }
    part.rows += file.rows;
    file.bytes = out.size();
    file.sha256 = hash.hex();
    out.commit();
    manifest_.files.push_back(std::move(file));
  }

  void end_rows() {
    std::ranges::sort(units_);
    manifest_.units = std::unique(units_.begin(), units_.end()) - units_.begin();
    manifest_.content_hash = content_.hex();
  }

  void finish() {
    folder_.write("README.md", card_text(manifest_, task_));
    folder_.write("recipe.toml", recipe_toml(manifest_.recipe));
    folder_.write(kManifestName, manifest_text(manifest_));
    folder_.remove(kPlan);
  }

 private:
  RowIndex index_;
  const Task& task_;
  const Folder& folder_;
  RowReader reader_;
  RowWriter writer_;
  Manifest manifest_;
  Example row_;
  std::string line_;
  ContentHash content_;
  std::vector<std::uint64_t> units_;
};

// In files of as many rows as the source has per file.
void write_part(SetCopier& copier, const std::string& part,
                const std::vector<std::uint64_t>& rows) {
  if (rows.empty()) return;
  copier.begin_part(part);
  const auto pieces = cut_pieces(0, rows.size(), copier.manifest().recipe.rows_per_file);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    FileEntry file;
    file.path = data_path(part, i, pieces.size());
    file.part = part;
    file.first = pieces[i].begin;
    file.addresses = file.rows = pieces[i].end - pieces[i].begin;
    copier.write_file(file, [&](std::uint64_t at) { return rows[pieces[i].begin + at]; });
  }
}

// Which compounds count depends on the rows, so what was measured on the whole pool does not hold
// of the parts alone: figures of their own, which `verify` can measure again, are recorded.
void measure_parts(const DataSet& written, const Task& task, const Control& control,
                   Manifest& manifest) {
  if (!manifest.claim || !manifest.recipe.with_rules) return;
  if (!find_split_method(manifest.claim->method).by_divergence) return;
  const auto split = split_of_parts(written);
  if (!split) return;
  SplitSession rows(written, task, control);
  const DivergencePool& pool = rows.pool(manifest.claim->table("define"));
  manifest.definition = pool.definition;
  manifest.measured = bounded_report(*split, pool, bound_of(*manifest.claim));
}

}  // namespace

Manifest export_split(const DataSet& data, const Task& task, const SplitFile& split,
                      const std::string& path, const ToolInfo& tool, const Control& control) {
  const Folder folder = Folder::create(path);
  const FolderLock lock = take_folder(folder, split_text(split));
  SetCopier copier(data, task, folder, tool);
  Manifest& manifest = copier.manifest();
  manifest.claim = split.claim;
  manifest.empty = 0;
  for (const Place part : {Place::kTrain, Place::kDev, Place::kTest}) {
    write_part(copier, std::string(part_file_name(part)), rows_in(split.split, part));
  }
  copier.end_rows();
  measure_parts(DataSet(path, manifest), task, control, manifest);
  copier.finish();
  return manifest;
}

Manifest write_again(const DataSet& data, const Task& task, const std::string& path,
                     const ToolInfo& tool, const Control& control) {
  const Folder folder = Folder::create(path);
  const FolderLock lock = take_folder(folder, data.manifest().content_hash);
  SetCopier copier(data, task, folder, tool);
  std::uint64_t before = 0;
  for (const PartEntry& part : data.manifest().parts) {
    copier.begin_part(part.name);
    for (const FileEntry& file : data.manifest().files) {
      if (file.part != part.name) continue;
      copier.write_file(file, [&](std::uint64_t at) { return before + at; });
      before += file.rows;
    }
  }
  copier.end_rows();
  measure_parts(DataSet(path, copier.manifest()), task, control, copier.manifest());
  for (const std::string& name : split_names(data.folder())) {
    SplitFile split = read_split(data, name);
    split.subject.content_hash = copier.manifest().content_hash;
    folder.make_folder("splits");
    folder.write(split_path(name), split_text(split));
  }
  copier.finish();
  return copier.manifest();
}

}  // namespace assay
