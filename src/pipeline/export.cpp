#include "assay/pipeline/export.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/json.h"
#include "assay/base/tab_separated.h"
#include "assay/base/text.h"
#include "assay/pipeline/ask_rows.h"
#include "assay/pipeline/work_folder.h"
#include "assay/store/row_pass.h"

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

using Sink = std::function<void(std::string_view)>;
using RowNumbers = std::vector<std::uint64_t>;

struct ExportPart {
  std::string name;
  std::optional<RowNumbers> rows;  // absent: every row of the data set
};

// Rows and what a file has around them.
class DocumentWriter {
 public:
  // `what` names the work in reports; nothing is reported when it is empty.
  DocumentWriter(const DataSet& data, const Task& task, std::vector<ExportPart> parts,
                 std::string what, const Control& control)
      : data_(data),
        shape_(row_shape(task, data.manifest())),
        parts_(std::move(parts)),
        control_(control),
        progress_{std::move(what), 0, 0, 0} {
    for (const ExportPart& part : parts_) {
      if (part.rows && !index_) index_.emplace(data);
      shown_.push_back({part.name, part.rows ? part.rows->size() : data.rows()});
      progress_.total += shown_.back().rows;
    }
  }

  const std::vector<ExportPart>& parts() const { return parts_; }

  // The parts [first, last) as one file; the first begins the count of rows anew.
  void write(const RowFile& file, std::size_t first, std::size_t last, const Sink& sink) {
    if (first == 0) progress_.done = 0;
    write_edge(file, FormatEdge::kFileBegin, first, sink);
    for (std::size_t part = first; part < last; ++part) {
      write_edge(file, FormatEdge::kPartBegin, part, sink);
      write_rows(file, part, sink);
      write_edge(file, FormatEdge::kPartEnd, part, sink);
    }
    write_edge(file, FormatEdge::kFileEnd, last - 1, sink);
  }

  // Shows the rows of a part one by one.
  void show(std::size_t part, const std::function<void(const Example&)>& see) const {
    pass<std::vector<Example>>(
        part, {},
        [](Example& row, std::string_view, std::vector<Example>& rows) {
          rows.push_back(std::move(row));
        },
        [&](const std::vector<Example>& rows) { std::ranges::for_each(rows, see); });
  }

 private:
  template <typename Out, typename Make, typename Take>
  void pass(std::size_t part, Progress progress, Make make, Take take) const {
    const RowPass pass{.shape = shape_, .control = control_, .progress = std::move(progress)};
    if (const auto& rows = parts_[part].rows) {
      for_rows<Out>(*index_, *rows, pass, make, take);
    } else {
      for_rows<Out>(data_, pass, make, take);
    }
  }

  std::string edge(const RowFile& file, FormatEdge edge, std::size_t part) const {
    std::string text;
    if (file.frame) file.frame(edge, shown_, part, text);
    return text;
  }

  void write_edge(const RowFile& file, FormatEdge which, std::size_t part, const Sink& sink) const {
    sink(edge(file, which, part));
  }

  void write_rows(const RowFile& file, std::size_t part, const Sink& sink) {
    const std::string between = edge(file, FormatEdge::kBetweenRows, part);
    std::size_t too_much = between.size();  // before the first row
    pass<std::string>(
        part, progress_,
        [&](const Example& row, std::string_view, std::string& text) {
          text += between;
          file.append(row, text);
        },
        [&](std::string_view text) { sink(text.substr(std::exchange(too_much, 0))); });
    progress_.done += shown_[part].rows;
  }

  const DataSet& data_;
  RowShape shape_;
  std::vector<ExportPart> parts_;
  std::vector<FormatPart> shown_;
  std::optional<RowIndex> index_;  // where a part is a list of rows
  const Control& control_;
  Progress progress_;
};

}  // namespace

void export_rows(const DataSet& data, const Task& task, const Format& format,
                 const std::optional<std::vector<std::uint64_t>>& rows, const std::string& part,
                 const Control& control, const std::function<void(std::string_view)>& write) {
  if (format.parts && !rows) {
    fail(ErrorKind::kUsage, "format {} puts rows into parts of its own; give --out", format.name);
  }
  DocumentWriter(data, task, {{part, rows}}, "", control).write(format.rows(), 0, 1, write);
}

namespace {

std::vector<ExportPart> own_parts(const DataSet& data, const Task& task, const Format& format,
                                  const Control& control) {
  std::vector<ExportPart> parts;
  for (const std::string& name : format.parts->names) parts.push_back({name, RowNumbers()});
  const auto part_of = ask_rows<std::size_t>(data, task, control, [&](const Example& row) {
    const auto found = std::ranges::find(parts, format.parts->of(row), &ExportPart::name);
    return static_cast<std::size_t>(found - parts.begin());
  });
  for (std::uint64_t row = 0; row < part_of.size(); ++row) {
    if (part_of[row] < parts.size()) parts[part_of[row]].rows->push_back(row);
  }
  return parts;
}

std::vector<ExportPart> parts_of(const DataSet& data, const Task& task, const Format& format,
                                 const std::optional<SplitFile>& split, const Control& control) {
  if (!split && !format.parts) return {{"all", std::nullopt}};
  if (!split) return own_parts(data, task, format, control);
  std::vector<ExportPart> parts = {
      {"train", split->split.train}, {"dev", split->split.dev}, {"test", split->split.test}};
  std::erase_if(parts, [](const ExportPart& part) { return part.rows->empty(); });
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

// The files of a format in a folder.
class FormatFiles {
 public:
  FormatFiles(const Folder& folder, DocumentWriter documents)
      : folder_(folder), documents_(std::move(documents)) {}

  void write(const RowFile& file) {
    const std::size_t parts = documents_.parts().size();
    const bool is_shared = file.name.find("{part}") == std::string::npos;
    const std::size_t step = is_shared ? parts : 1;
    for (std::size_t part = 0; part < parts; part += step) write_parts(file, part, part + step);
  }

  void write(const GatheredFile& file) {
    if (was_there(file.name)) return;
    const auto summary = file.gather();
    for (std::size_t part = 0; part < documents_.parts().size(); ++part) {
      const std::string& name = documents_.parts()[part].name;
      if (name != "train" && name != "all") continue;
      documents_.show(part, [&](const Example& row) { summary->add(row); });
    }
    write_whole(file.name, summary->text());
  }

  void write(const FixedFile& file) { write_whole(file.name, file.text()); }

  const std::vector<std::string>& names() const { return names_; }

 private:
  // Written by a run that was stopped.
  bool was_there(const std::string& name) {
    const bool is_there = folder_.exists(name);
    if (is_there) names_.push_back(name);
    return is_there;
  }

  void write_parts(const RowFile& file, std::size_t first, std::size_t last) {
    const std::string name = file_name(file.name, documents_.parts()[first].name);
    if (was_there(name)) return;
    if (const auto slash = name.rfind('/'); slash != std::string::npos) {
      folder_.make_folder(name.substr(0, slash));
    }
    NewFile out(folder_, name);
    documents_.write(file, first, last, [&](std::string_view text) { out.write(text); });
    out.commit();
    names_.push_back(name);
  }

  void write_whole(const std::string& name, std::string_view text) {
    folder_.write(name, text);
    names_.push_back(name);
  }

  const Folder& folder_;
  DocumentWriter documents_;
  std::vector<std::string> names_;
};

// The same rows in the same format; `rows` tells which, where it is not all of the data set.
std::string name_of_work(const DataSet& data, const Format& format, std::string_view rows) {
  const std::string what = format.name + '\n' + manifest_text(data.manifest());
  return fmt::format("{{\"format\":\"{}\"}}", sha256_hex(what + std::string(rows)));
}

ExportedFiles write_files(const DataSet& data, const Task& task, const Format& format,
                          std::vector<ExportPart> parts, const WorkFolder& place,
                          const Control& control) {
  FormatFiles files(place.folder(),
                    DocumentWriter(data, task, std::move(parts), "export", control));
  for (const FormatFile& file : format.files) {
    std::visit([&](const auto& each) { files.write(each); }, file);
  }
  place.finish();
  return {files.names(), false};
}

}  // namespace

ExportedFiles export_format(const DataSet& data, const Task& task, const Format& format,
                            const std::optional<SplitFile>& split, const std::string& path,
                            const Control& control) {
  const WorkFolder place(path, name_of_work(data, format, split ? split_text(*split) : ""));
  if (place.was_complete()) return {{}, true};
  return write_files(data, task, format, parts_of(data, task, format, split, control), place,
                     control);
}

ExportedFiles export_format(const DataSet& data, const Task& task, const Format& format,
                            const PartExport& request, const std::string& path,
                            const Control& control) {
  const ChosenRows& part = request.part;
  const std::string what = fmt::format("{}/{} {} {}", part.split, part.part, request.settings,
                                       fmt::join(part.rows.value_or(RowNumbers()), ","));
  const WorkFolder place(path, name_of_work(data, format, what));
  if (place.was_complete()) return {{}, true};
  return write_files(data, task, format, {{part.part, part.rows}}, place, control);
}

}  // namespace assay
