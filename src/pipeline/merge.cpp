#include "assay/pipeline/merge.h"

#include <algorithm>
#include <map>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/pipeline/generate.h"
#include "assay/pipeline/renew_rows.h"
#include "assay/store/data_set.h"

namespace assay {

namespace {

// The shards by index, complete and of one recipe.
std::vector<DataSet> open_shards(const std::vector<std::string>& folders) {
  std::vector<DataSet> shards;
  for (const std::string& folder : folders) shards.emplace_back(folder);
  for (const DataSet& shard : shards) {
    const Manifest& manifest = shard.manifest();
    if (!manifest.shard) {
      fail(ErrorKind::kInput, "{}: is a whole data set, not a shard",
           printable(shard.folder().path()));
    }
    const Manifest& first = shards.front().manifest();
    if (manifest.format != first.format) {
      fail(ErrorKind::kInput,
           "{}: is of format {}, {} of format {}; write the older one again: "
           "assay export DIR --out NEW",
           printable(shard.folder().path()), manifest.format,
           printable(shards.front().folder().path()), first.format);
    }
    if (manifest.recipe_hash != first.recipe_hash || manifest.shard->of != first.shard->of) {
      fail(ErrorKind::kInput, "{}: is a shard of another data set than {}",
           printable(shard.folder().path()), printable(shards.front().folder().path()));
    }
  }
  std::sort(shards.begin(), shards.end(), [](const DataSet& a, const DataSet& b) {
    return a.manifest().shard->index < b.manifest().shard->index;
  });
  const std::uint32_t count = shards.front().manifest().shard->of;
  for (std::uint32_t index = 0; index < count || index < shards.size(); ++index) {
    if (index < shards.size() && shards[index].manifest().shard->index == index) continue;
    if (index > 0 && index < shards.size() && shards[index].manifest().shard->index == index - 1) {
      fail(ErrorKind::kInput, "shard {}/{} is given twice: {} and {}", index - 1, count,
           printable(shards[index - 1].folder().path()), printable(shards[index].folder().path()));
    }
    fail(ErrorKind::kInput, "shard {}/{} is missing; make it with --shard {}/{}", index, count,
         index, count);
  }
  return shards;
}

struct SourceFile {
  const DataSet* shard = nullptr;
  std::size_t file = 0;
  const FileEntry* entry = nullptr;
  std::uint64_t first_row = 0;  // in the shard
};

// All files of one part, by the rows they cover.
std::vector<SourceFile> files_of(const std::vector<DataSet>& shards, const std::string& part) {
  std::vector<SourceFile> files;
  for (const DataSet& shard : shards) {
    std::uint64_t row = 0;
    for (std::size_t file = 0; file < shard.manifest().files.size(); ++file) {
      const FileEntry& entry = shard.manifest().files[file];
      if (entry.part == part) files.push_back({&shard, file, &entry, row});
      row += entry.rows;
    }
  }
  std::uint64_t next = 0;
  for (const SourceFile& file : files) {
    if (file.entry->first != next) {
      fail(ErrorKind::kInput, "{}: begins at row {}, but row {} comes next",
           printable(file.shard->folder().path_of(file.entry->path)), file.entry->first, next);
    }
    next += file.entry->addresses;
  }
  return files;
}

// Files of shards into files of the whole: as they are, or renewed from an earlier format.
class FileCopier {
 public:
  FileCopier(const std::vector<DataSet>& shards, const Task& task, const Control& control)
      : control_(control) {
    if (shards.front().manifest().format == kFormat) return;
    for (const DataSet& shard : shards) renewers_.try_emplace(&shard, shard, task);
  }

  // Adds to the content hash what is not in the manifest of a shard.
  void copy(const SourceFile& file, std::size_t part, SetWriter& writer, ContentHash& content) {
    const auto renewer = renewers_.find(file.shard);
    const bool as_it_is = renewer == renewers_.end();
    Sha256 hash;
    file.shard->open_file(file.file).read_through([&](std::string_view bytes) {
      hash.update(bytes);
      if (as_it_is) writer.write(part, bytes, 0);
    });
    if (hash.hex() != file.entry->sha256) {
      fail(ErrorKind::kInput, "{}: the bytes are not those that were written; make the shard again",
           printable(file.shard->folder().path_of(file.entry->path)));
    }
    if (as_it_is) {
      writer.write(part, "", file.entry->rows);
      return;
    }
    renewer->second.renew(row_numbers(file.first_row, file.first_row + file.entry->rows), control_,
                          [&](const RenewedRows& rows) {
                            writer.write(part, rows.block.bytes, rows.block.rows);
                            content.add(rows.content);
                          });
  }

 private:
  const Control& control_;
  std::map<const DataSet*, RowRenewer> renewers_;  // of shards of an earlier format
};

// The files of each part, into the pieces that are not finished.
void write_pieces(const std::vector<DataSet>& shards,
                  const std::vector<std::vector<SourceFile>>& files, const Task& task,
                  const Control& control, SetWriter& writer) {
  FileCopier copier(shards, task, control);
  Progress progress{"merge", 0, writer.pieces().empty() ? 0 : writer.pieces().back().end, 0};
  for (std::size_t index = 0; index < writer.pieces().size(); ++index) {
    const Piece& piece = writer.pieces()[index];
    progress.done = piece.end;
    if (writer.finished(index)) continue;
    if (control.cancelled()) throw Interrupted("stopped on request");
    writer.begin(index);
    SetTotals totals{0, {}, std::vector<LengthStats>(files.size())};
    for (std::size_t part = 0; part < files.size(); ++part) {
      for (const SourceFile& file : files[part]) {
        if (file.entry->first < piece.begin || file.entry->first >= piece.end) continue;
        copier.copy(file, part, writer, totals.content);
      }
    }
    writer.end(totals);
    control.report(progress);
  }
}

// What cannot be summed over files stands in the shards' manifests.
void add_totals(const std::vector<DataSet>& shards, Manifest& manifest) {
  ContentHash content = ContentHash::from_hex(manifest.content_hash);
  for (const DataSet& shard : shards) {
    manifest.empty += shard.manifest().empty;
    if (shard.manifest().format == kFormat) {
      content.add(ContentHash::from_hex(shard.manifest().content_hash));
    }
    for (std::size_t part = 0; part < manifest.parts.size(); ++part) {
      manifest.parts[part].lengths.add(shard.manifest().parts[part].lengths);
    }
  }
  manifest.content_hash = content.hex();
}

}  // namespace

Manifest merge_shards(const Task& task, const std::vector<std::string>& folders,
                      const std::string& path, const ToolInfo& tool, bool force,
                      const Control& control) {
  const std::vector<DataSet> shards = open_shards(folders);
  const Recipe& recipe = shards.front().manifest().recipe;
  const std::vector<std::string> parts = part_names(recipe);
  std::vector<std::vector<SourceFile>> files;
  for (const std::string& part : parts) files.push_back(files_of(shards, part));
  std::uint64_t rows = 0;
  for (const SourceFile& file : files.front()) rows += file.entry->addresses;

  const Manifest& first = shards.front().manifest();
  SetWriter writer(path,
                   plan_by_recipe(outline_of(task, first.task_version, recipe, tool), 0, rows),
                   force ? Occupied::kOurs : Occupied::kSameRecipe);
  if (writer.complete()) {
    Manifest manifest = read_manifest(writer.folder());
    restore_splits(manifest, task, control, writer.folder());
    return manifest;
  }
  try {
    write_pieces(shards, files, task, control, writer);
  } catch (const Interrupted&) {
    writer.stop();
  }
  Manifest manifest = writer.written();
  add_totals(shards, manifest);
  const auto source = task.open(recipe.seed);
  const RowPlan plan(task, *source, recipe.seed, recipe.rows, recipe.order);
  manifest.units = plan.units(0, rows);
  finish_by_recipe(manifest, task, control, writer);
  return manifest;
}

}  // namespace assay
