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
  return {"jsonl",
          "rows as they are stored",
          "{part}.jsonl",
          [writer = std::make_shared<RowWriter>(shape, with_rules)](
              const Example& row, std::string& out) { writer->append(out, row); },
          {}};
}

Format tsv_format() {
  return {"tsv",
          "input, tab, target",
          "{part}.tsv",
          [](const Example& row, std::string& out) {
            append_tab_separated(out, row.input(), row.target());
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

// The rows on many threads, in order. Each format.append must be safe to call by several at once.
void write_in_blocks(const RowIndex& index, const RowShape& shape, const Format& format,
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
          format.append(buffer.row, buffer.text);
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
  if (format.own_part && !rows) {
    fail(ErrorKind::kUsage, "format {} puts rows into parts of its own; give --out", format.name);
  }
  const RowShape shape = row_shape(task, data.manifest());
  const std::vector<FormatPart> parts{{part, rows ? rows->size() : data.rows()}};
  const auto framed = [&](std::initializer_list<FormatEdge> edges) {
    std::string text;
    for (const FormatEdge edge : edges) {
      if (format.frame) format.frame(edge, parts, 0, text);
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
          format.append(buffer.row, buffer.text);
        },
        [&](Buffer& buffer) {
          if (buffer.text.empty()) return;
          write(std::string_view(buffer.text).substr(first ? between.size() : 0));
          first = false;
        });
  } else {
    const RowIndex index(data);
    write_in_blocks(index, shape, format, *rows, between, control, write, [](std::uint64_t) {});
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
  if (format.own_part) {
    for (const std::string& name : format.own_parts) parts.push_back({name, {}});
    const RowIndex index(data);
    RowReader reader(row_shape(task, data.manifest()), {.rules = false});
    Example example;
    for (std::uint64_t row = 0; row < data.rows(); ++row) {
      reader.parse(index.line(row), example);
      const auto part = std::ranges::find(parts, format.own_part(example), &ExportPart::name);
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

// Writes one format; its rows are read again for each of the formats beside it.
class FormatWriter {
 public:
  FormatWriter(const DataSet& data, const Task& task, const Folder& folder,
               std::vector<ExportPart> parts, const Control& control)
      : index_(data),
        shape_(row_shape(task, data.manifest())),
        reader_(shape_),
        folder_(folder),
        parts_(std::move(parts)),
        control_(control) {
    for (const ExportPart& part : parts_) {
      shown_.push_back({part.name, part.rows.size()});
      total_ += part.rows.size();
    }
  }

  void write(const Format& format) {
    done_ = 0;
    const bool shared = format.file.find("{part}") == std::string::npos;
    std::unique_ptr<NewFile> out;
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      if (!shared || p == 0) out = open(file_name(format.file, parts_[p].name), format, p);
      write_part(format, p, *out);
      if (!shared || p + 1 == parts_.size()) {
        frame(format, FormatEdge::kFileEnd, p);
        flush(*out);
        out->commit();
      }
    }
    if (format.summarise) summarise(format);
    for (const Format& other : format.beside) write(other);
  }

  const std::vector<std::string>& names() const { return names_; }

 private:
  std::unique_ptr<NewFile> open(const std::string& name, const Format& format, std::size_t part) {
    if (const auto slash = name.rfind('/'); slash != std::string::npos) {
      folder_.make_folder(name.substr(0, slash));
    }
    names_.push_back(name);
    auto out = std::make_unique<NewFile>(folder_, name);
    frame(format, FormatEdge::kFileBegin, part);
    return out;
  }

  void frame(const Format& format, FormatEdge edge, std::size_t part) {
    if (format.frame) format.frame(edge, shown_, part, text_);
  }

  void write_part(const Format& format, std::size_t p, NewFile& out) {
    frame(format, FormatEdge::kPartBegin, p);
    flush(out);
    frame(format, FormatEdge::kBetweenRows, p);
    const std::string between = std::exchange(text_, {});
    const std::vector<std::uint64_t>& rows = parts_[p].rows;
    write_in_blocks(
        index_, shape_, format, rows, between, control_,
        [&](std::string_view text) { out.write(text); },
        [&](std::uint64_t done) {
          control_.report({"export", done_ + done, total_, 0});
        });
    done_ += rows.size();
    frame(format, FormatEdge::kPartEnd, p);
  }

  void flush(NewFile& out) {
    out.write(text_);
    text_.clear();
  }

  void summarise(const Format& format) {
    const auto summary = format.summarise();
    for (const ExportPart& part : parts_) {
      if (part.name != "train" && part.name != "all") continue;
      for (const std::uint64_t number : part.rows) {
        reader_.parse(index_.line(number), row_);
        summary->add(row_);
      }
    }
    folder_.write(format.summary_file, summary->text());
    names_.push_back(format.summary_file);
  }

  RowIndex index_;
  RowShape shape_;
  RowReader reader_;
  const Folder& folder_;
  std::vector<ExportPart> parts_;
  std::vector<FormatPart> shown_;
  const Control& control_;
  std::vector<std::string> names_;
  Example row_;
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
  writer.write(format);
  return writer.names();
}

}  // namespace assay
