#include "assay/pipeline/export.h"

#include <algorithm>

#include "assay/base/error.h"
#include "assay/base/json.h"
#include "assay/base/text.h"
#include "assay/store/card.h"
#include "assay/store/row.h"

namespace assay {

namespace {

void append_tab_separated(std::string& out, std::string_view text) {
  for (const char letter : text) out += letter == '\t' || letter == '\n' ? ' ' : letter;
}

Format jsonl_format(const Task& task, bool with_rules) {
  return {"jsonl",
          "rows as they are stored",
          "{part}.jsonl",
          [writer = std::make_shared<RowWriter>(task, with_rules)](
              const Example& row, std::string& out) { writer->append(out, row); },
          {}};
}

Format tsv_format() {
  return {"tsv",
          "input, tab, target",
          "{part}.tsv",
          [](const Example& row, std::string& out) {
            append_tab_separated(out, row.input());
            out += '\t';
            append_tab_separated(out, row.target());
            out += '\n';
          },
          {}};
}

Format inspect_format(const Task& task) {
  return {"inspect",
          "JSON lines with the keys input, target, id, metadata",
          "{part}.jsonl",
          [name = task.info().name](const Example& row, std::string& out) {
            out += "{\"input\":";
            append_json_string(out, row.input());
            out += ",\"target\":";
            append_json_string(out, row.target());
            out += ",\"id\":";
            append_json_string(out, id_of(name, row));
            out += fmt::format(",\"metadata\":{{\"task\":\"{}\",\"seed\":\"{}\"}}}}\n", name,
                               row.seed);
          },
          {}};
}

}  // namespace

std::vector<Format> all_formats(const Task& task, bool with_rules) {
  std::vector<Format> formats = task.formats();
  formats.push_back(jsonl_format(task, with_rules));
  formats.push_back(tsv_format());
  formats.push_back(inspect_format(task));
  return formats;
}

Format find_format(const Task& task, bool with_rules, const std::string& name) {
  std::vector<std::string> names;
  for (Format& format : all_formats(task, with_rules)) {
    if (format.name == name) return std::move(format);
    names.push_back(format.name);
  }
  fail(ErrorKind::kUsage, "task {} has no format \"{}\"{}", task.info().name, printable(name),
       did_you_mean(name, names));
}

std::vector<std::uint64_t> rows_of_part(const SplitFile& split, const std::string& part) {
  if (part == "train") return split.split.train;
  if (part == "dev" || part == "validation") return split.split.dev;
  if (part == "test") return split.split.test;
  fail(ErrorKind::kUsage, "a split has no part \"{}\"; there are: train, dev, test",
       printable(part));
}

void export_rows(const DataSet& data, const Task& task, const Format& format,
                 const std::optional<std::vector<std::uint64_t>>& rows, const Control& control,
                 const std::function<void(std::string_view)>& write) {
  if (!rows) {
    struct Buffer {
      std::unique_ptr<RowReader> reader;
      Example row;
      std::string text;
    };
    scan_rows<Buffer>(
        data, control,
        [&](std::string_view line, Buffer& buffer) {
          if (!buffer.reader) buffer.reader = std::make_unique<RowReader>(task);
          buffer.reader->parse(line, buffer.row);
          format.append(buffer.row, buffer.text);
        },
        [&](Buffer& buffer) { write(buffer.text); });
    return;
  }
  constexpr std::size_t kFlushAt = 1U << 20U;
  const RowIndex index(data);
  RowReader reader(task);
  Example row;
  std::string text;
  for (const std::uint64_t number : *rows) {
    reader.parse(index.line(number), row);
    format.append(row, text);
    if (text.size() >= kFlushAt) {
      write(text);
      text.clear();
    }
  }
  write(text);
}

namespace {

// One part, in files of as many rows as the source has a file.
void write_part(const DataSet& data, const RowIndex& index, const Task& task, const Folder& folder,
                const std::string& part, const std::vector<std::uint64_t>& rows, Manifest& manifest,
                ContentHash& content) {
  const auto pieces = cut_pieces(0, rows.size(), data.manifest().recipe.rows_per_file);
  PartEntry entry{part, rows.size(), {}};
  RowReader reader(task);
  Example row;
  for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
    FileEntry file;
    file.path = data_path(part, piece, pieces.size());
    file.part = part;
    file.first = pieces[piece].begin;
    file.addresses = file.rows = pieces[piece].end - pieces[piece].begin;
    NewFile out(folder, file.path);
    Sha256 hash;
    for (std::uint64_t at = pieces[piece].begin; at < pieces[piece].end; ++at) {
      const std::string line = std::string(index.line(rows[at])) + '\n';
      reader.parse(index.line(rows[at]), row);
      entry.lengths.add(count_words(row.input()), count_words(row.target()));
      content.add(line);
      hash.update(line);
      out.write(line);
    }
    file.bytes = out.size();
    file.sha256 = hash.hex();
    out.commit();
    manifest.files.push_back(file);
  }
  manifest.parts.push_back(entry);
}

}  // namespace

namespace {

// An empty folder, or one where the same export was killed: that begins anew.
FolderLock take_for_export(const Folder& folder, const std::string& split) {
  constexpr const char* kPlan = ".assay/plan.json";
  const std::string plan = fmt::format("{{\"export\":\"{}\"}}\n", sha256_hex(split));
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

}  // namespace

Manifest export_split(const DataSet& data, const Task& task, const SplitFile& split,
                      const std::string& path, const ToolInfo& tool) {
  const Folder folder = Folder::create(path);
  const FolderLock lock = take_for_export(folder, split_text(split));
  Manifest manifest = data.manifest();
  manifest.tool_version = tool.version;
  manifest.tool_commit = tool.commit;
  manifest.parts.clear();
  manifest.files.clear();
  manifest.claim = split.claim;
  ContentHash content;
  const RowIndex index(data);
  for (const auto& [part, rows] :
       {std::pair{"train", &split.split.train}, std::pair{"validation", &split.split.dev},
        std::pair{"test", &split.split.test}}) {
    if (!rows->empty()) write_part(data, index, task, folder, part, *rows, manifest, content);
  }
  manifest.content_hash = content.hex();
  folder.write("README.md", card_text(manifest, task));
  folder.write("recipe.toml", recipe_toml(manifest.recipe));
  folder.write(kManifestName, manifest_text(manifest, task.schema()));
  folder.remove(".assay/plan.json");
  return manifest;
}

}  // namespace assay
