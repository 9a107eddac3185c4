#include "assay/pipeline/merge.h"

#include <algorithm>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/core/stamp.h"
#include "assay/pipeline/row_maker.h"
#include "assay/store/data_set.h"
#include "assay/store/row.h"

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
};

// All files of one part, by the rows they cover.
std::vector<SourceFile> files_of(const std::vector<DataSet>& shards, const std::string& part) {
  std::vector<SourceFile> files;
  for (const DataSet& shard : shards) {
    for (std::size_t file = 0; file < shard.manifest().files.size(); ++file) {
      const FileEntry& entry = shard.manifest().files[file];
      if (entry.part == part) files.push_back({&shard, file, &entry});
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

// Rows of an earlier format as they are written now.
class Converter {
 public:
  Converter(const Task& task, const Manifest& manifest)
      : reader_(row_shape(task, manifest)),
        writer_(row_shape(task), manifest.recipe.with_rules),
        stamp_(stamp_of(task, manifest.task_version)) {}

  std::string converted(std::string_view bytes, ContentHash& content) {
    std::string out;
    for_each_line(bytes, [&](std::string_view line) {
      reader_.parse(line, row_);
      row_.stamp = stamp_;
      const std::size_t begin = out.size();
      writer_.append(out, row_);
      content.add(std::string_view(out).substr(begin));
    });
    return out;
  }

 private:
  RowReader reader_;
  RowWriter writer_;
  std::string stamp_;
  Example row_;
};

void copy_file(const SourceFile& file, std::size_t part, const Task& task, SetWriter& writer,
               ContentHash& content) {
  const std::string_view bytes = file.shard->bytes_of(file.file);
  if (sha256_hex(bytes) != file.entry->sha256) {
    fail(ErrorKind::kInput, "{}: the bytes are not those that were written; make the shard again",
         printable(file.shard->folder().path_of(file.entry->path)));
  }
  const Manifest& manifest = file.shard->manifest();
  if (manifest.format == kFormat) {
    writer.write(part, bytes, file.entry->rows);
  } else {
    writer.write(part, Converter(task, manifest).converted(bytes, content), file.entry->rows);
  }
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
  SetWriter writer(path, task, first.task_version, recipe, std::nullopt,
                   cut_pieces(0, rows, recipe.rows_per_file), tool, force);
  if (writer.complete()) return read_manifest(writer.folder());
  Progress progress{"merge", 0, rows, 0};
  for (std::size_t index = 0; index < writer.pieces().size(); ++index) {
    const Piece& piece = writer.pieces()[index];
    progress.done = piece.end;
    if (writer.finished(index)) continue;
    if (control.cancelled()) {
      writer.wait();
      throw Interrupted("stopped; the same command goes on from there");
    }
    writer.begin(index);
    SetTotals totals{0, {}, std::vector<LengthStats>(parts.size())};
    for (std::size_t part = 0; part < parts.size(); ++part) {
      for (const SourceFile& file : files[part]) {
        if (file.entry->first < piece.begin || file.entry->first >= piece.end) continue;
        copy_file(file, part, task, writer, totals.content);
      }
    }
    writer.end(totals);
    control.report(progress);
  }
  // What cannot be summed over files stands in the shards' manifests.
  SetTotals totals{0, {}, std::vector<LengthStats>(parts.size())};
  for (const DataSet& shard : shards) {
    totals.empty += shard.manifest().empty;
    if (shard.manifest().format == kFormat) {
      totals.content.add(ContentHash::from_hex(shard.manifest().content_hash));
    }
    for (std::size_t part = 0; part < parts.size(); ++part) {
      totals.lengths[part].add(shard.manifest().parts[part].lengths);
    }
  }
  const auto source = task.open(recipe.seed);
  const RowPlan plan(task, *source, recipe.seed, recipe.rows, recipe.order);
  return writer.finish(task, plan.units(0, rows), &totals, control);
}

}  // namespace assay
