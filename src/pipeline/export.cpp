#include "assay/pipeline/export.h"

#include <algorithm>

#include "assay/base/error.h"
#include "assay/base/json.h"
#include "assay/base/tab_separated.h"
#include "assay/base/text.h"
#include "assay/store/row.h"

namespace assay {

namespace {

Format jsonl_format(const RowShape& shape, bool with_rules) {
  const auto append = [writer = std::make_shared<RowWriter>(shape, with_rules)](
                          const Example& row, std::string& out) { writer->append(out, row); };
  return {.name = "jsonl",
          .summary = "rows as they are stored",
          .files = {RowFile{"{part}.jsonl", append}}};
}

Format tsv_format() {
  const auto append = [](const Example& row, std::string& out) {
    append_tab_separated(out, row.input(), row.target());
  };
  return {.name = "tsv", .summary = "input, tab, target", .files = {RowFile{"{part}.tsv", append}}};
}

Format inspect_format(const Task& task) {
  const auto append = [name = task.info().name](const Example& row, std::string& out) {
    out += "{\"input\":";
    append_json_string(out, row.input());
    out += ",\"target\":";
    append_json_string(out, row.target());
    out += ",\"id\":";
    append_json_string(out, id_of(name, row));
    out += fmt::format(",\"metadata\":{{\"task\":\"{}\",\"seed\":\"{}\"}}}}\n", name, row.seed);
  };
  return {.name = "inspect",
          .summary = "JSON lines with the keys input, target, id, metadata",
          .files = {RowFile{"{part}.jsonl", append}}};
}

}  // namespace

std::vector<Format> all_formats(const Task& task, const RowShape& shape, bool with_rules) {
  std::vector<Format> formats = task.formats();
  formats.push_back(jsonl_format(shape, with_rules));
  formats.push_back(tsv_format());
  formats.push_back(inspect_format(task));
  return formats;
}

Format find_format(const DataSet& data, const Task& task, const std::string& name) {
  std::vector<std::string> names;
  const RowShape shape = row_shape(task, data.manifest());
  for (Format& format : all_formats(task, shape, data.manifest().recipe.with_rules)) {
    if (format.name == name) return std::move(format);
    names.push_back(format.name);
  }
  fail(ErrorKind::kUsage, "task {} has no format \"{}\"{}", task.info().name, printable(name),
       did_you_mean(name, names));
}

namespace {

// The rows on many threads, in order.
void write_in_blocks(const RowIndex& index, const RowShape& shape, const RowFile& file,
                     const std::vector<std::uint64_t>& rows, const std::string& between,
                     const Control& control, const std::function<void(std::string_view)>& write,
                     const std::function<void(std::uint64_t done)>& report) {
  constexpr std::uint64_t kRows = 128;
  struct Buffer {
    std::unique_ptr<RowReader> reader;
    Example row;
    std::string text;
  };
  ordered_parallel<Buffer>(
      0, (rows.size() + kRows - 1) / kRows, control,
      [&](std::uint64_t block, Buffer& buffer) {
        if (!buffer.reader) buffer.reader = std::make_unique<RowReader>(shape);
        buffer.text.clear();
        const std::size_t end = std::min<std::size_t>(rows.size(), (block + 1) * kRows);
        for (std::size_t i = block * kRows; i < end; ++i) {
          const std::string_view line = index.line(rows[i]);
          buffer.reader->parse(line, buffer.row);
          if (i > 0) buffer.text += between;
          file.append(buffer.row, buffer.text);
        }
        index.forget(rows[block * kRows], rows[end - 1]);
      },
      [&](std::uint64_t block, Buffer& buffer) {
        write(buffer.text);
        report(std::min<std::uint64_t>(rows.size(), (block + 1) * kRows));
      });
}

}  // namespace

void export_rows(const DataSet& data, const Task& task, const Format& format,
                 const std::optional<std::vector<std::uint64_t>>& rows, const std::string& part,
                 const Control& control, const std::function<void(std::string_view)>& write) {
  const RowFile& file = format.rows();
  if (format.parts && !rows) {
    fail(ErrorKind::kUsage, "format {} puts rows into parts of its own; give --out", format.name);
  }
  const RowShape shape = row_shape(task, data.manifest());
  const std::vector<FormatPart> parts{{part, rows ? rows->size() : data.rows()}};
  const auto framed = [&](std::initializer_list<FormatEdge> edges) {
    std::string text;
    for (const FormatEdge edge : edges) {
      if (file.frame) file.frame(edge, parts, 0, text);
    }
    return text;
  };
  const std::string between = framed({FormatEdge::kBetweenRows});
  write(framed({FormatEdge::kFileBegin, FormatEdge::kPartBegin}));
  if (!rows) {
    struct Buffer {
      std::unique_ptr<RowReader> reader;
      Example row;
      std::string text;
    };
    bool first = true;
    scan_rows<Buffer>(
        data, control,
        [&](std::string_view line, Buffer& buffer) {
          if (!buffer.reader) buffer.reader = std::make_unique<RowReader>(shape);
          buffer.reader->parse(line, buffer.row);
          buffer.text += between;
          file.append(buffer.row, buffer.text);
        },
        [&](Buffer& buffer) {
          if (buffer.text.empty()) return;
          write(std::string_view(buffer.text).substr(first ? between.size() : 0));
          first = false;
        });
  } else {
    const RowIndex index(data);
    write_in_blocks(index, shape, file, *rows, between, control, write, [](std::uint64_t) {});
  }
  write(framed({FormatEdge::kPartEnd, FormatEdge::kFileEnd}));
}

namespace {

struct ExportPart {
  std::string name;
  std::vector<std::uint64_t> rows;
};

std::vector<ExportPart> parts_of(const DataSet& data, const Task& task, const Format& format,
                                 const std::optional<SplitFile>& split) {
  std::vector<ExportPart> parts;
  if (split) {
    parts = {{"train", split->split.train}, {"dev", split->split.dev}, {"test", split->split.test}};
    std::erase_if(parts, [](const ExportPart& part) { return part.rows.empty(); });
    return parts;
  }
  if (format.parts) {
    for (const std::string& name : format.parts->names) parts.push_back({name, {}});
    const RowIndex index(data);
    RowReader reader(row_shape(task, data.manifest()), {.rules = false});
    Example example;
    for (std::uint64_t row = 0; row < data.rows(); ++row) {
      reader.parse(index.line(row), example);
      const auto part = std::ranges::find(parts, format.parts->of(example), &ExportPart::name);
      if (part != parts.end()) part->rows.push_back(row);
    }
    return parts;
  }
  parts.push_back({"all", {}});
  for (std::uint64_t row = 0; row < data.rows(); ++row) parts.back().rows.push_back(row);
  return parts;
}

std::string file_name(const std::string& pattern, const std::string& part) {
  constexpr std::string_view kPlace = "{part}";
  std::string name = pattern;
  for (std::size_t at = name.find(kPlace); at != std::string::npos; at = name.find(kPlace)) {
    name.replace(at, kPlace.size(), part);
  }
  return name;
}

// Writes the files of a format, one after the other; each reads the rows it needs.
class FormatWriter {
 public:
  FormatWriter(const DataSet& data, const Task& task, const Folder& folder,
               std::vector<ExportPart> parts, const Control& control)
      : index_(data),
        shape_(row_shape(task, data.manifest())),
        folder_(folder),
        parts_(std::move(parts)),
        control_(control) {
    for (const ExportPart& part : parts_) {
      shown_.push_back({part.name, part.rows.size()});
      total_ += part.rows.size();
    }
  }

  void write(const RowFile& file) {
    done_ = 0;
    const bool shared = file.name.find("{part}") == std::string::npos;
    std::unique_ptr<NewFile> out;
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      if (!shared || p == 0) out = open(file_name(file.name, parts_[p].name), file, p);
      write_part(file, p, *out);
      if (!shared || p + 1 == parts_.size()) {
        frame(file, FormatEdge::kFileEnd, p);
        flush(*out);
        out->commit();
      }
    }
  }

  void write(const GatheredFile& file) {
    const auto summary = file.gather();
    RowReader reader(shape_);
    Example row;
    for (const ExportPart& part : parts_) {
      if (part.name != "train" && part.name != "all") continue;
      for (const std::uint64_t number : part.rows) {
        reader.parse(index_.line(number), row);
        summary->add(row);
      }
    }
    write_text(file.name, summary->text());
  }

  void write(const FixedFile& file) { write_text(file.name, file.text()); }

  const std::vector<std::string>& names() const { return names_; }

 private:
  std::unique_ptr<NewFile> open(const std::string& name, const RowFile& file, std::size_t part) {
    if (const auto slash = name.rfind('/'); slash != std::string::npos) {
      folder_.make_folder(name.substr(0, slash));
    }
    names_.push_back(name);
    auto out = std::make_unique<NewFile>(folder_, name);
    frame(file, FormatEdge::kFileBegin, part);
    return out;
  }

  void frame(const RowFile& file, FormatEdge edge, std::size_t part) {
    if (file.frame) file.frame(edge, shown_, part, text_);
  }

  void write_part(const RowFile& file, std::size_t p, NewFile& out) {
    frame(file, FormatEdge::kPartBegin, p);
    flush(out);
    frame(file, FormatEdge::kBetweenRows, p);
    const std::string between = std::exchange(text_, {});
    const std::vector<std::uint64_t>& rows = parts_[p].rows;
    write_in_blocks(
        index_, shape_, file, rows, between, control_,
        [&](std::string_view text) { out.write(text); },
        [&](std::uint64_t done) {
          control_.report({"export", done_ + done, total_, 0});
        });
    done_ += rows.size();
    frame(file, FormatEdge::kPartEnd, p);
  }

  void flush(NewFile& out) {
    out.write(text_);
    text_.clear();
  }

  void write_text(const std::string& name, std::string_view text) {
    folder_.write(name, text);
    names_.push_back(name);
  }

  RowIndex index_;
  RowShape shape_;
  const Folder& folder_;
  std::vector<ExportPart> parts_;
  std::vector<FormatPart> shown_;
  const Control& control_;
  std::vector<std::string> names_;
  std::string text_;
  std::uint64_t done_ = 0;
  std::uint64_t total_ = 0;
};

}  // namespace

std::vector<std::string> export_format(const DataSet& data, const Task& task, const Format& format,
                                       const std::optional<SplitFile>& split,
                                       const std::string& path, const Control& control) {
  const Folder folder = Folder::create(path);
  if (!folder.list().empty()) {
    fail(ErrorKind::kUsage, "{}: is not empty; choose another folder", printable(folder.path()));
  }
  FormatWriter writer(data, task, folder, parts_of(data, task, format, split), control);
  for (const FormatFile& file : format.files) {
    std::visit([&](const auto& each) { writer.write(each); }, file);
  }
  return writer.names();
}

}  // namespace assay
