#include <fmt/format.h>

#include "arguments.h"
#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/pipeline/export.h"
#include "commands.h"
#include "report.h"

namespace assay {

int export_command(Words words) {
  std::string path;
  std::string format;
  std::string split;
  std::string part;
  std::string out;
  Arguments arguments("export", "Write rows in another format, or a split as files.",
                      std::move(words));
  arguments.example("assay export scan --format scan", "the authors' lines on standard output");
  arguments.example("assay export scan --format scan --split length --part test",
                    "one part of a split");
  arguments.example("assay export scan --split length --out scan_length",
                    "a data set with train, validation and test files");
  arguments.example("assay export cfq --format cfq --split mcd --out cfq_mcd",
                    "the files of a format, for each part");
  arguments.positional("DIR", "a data set", path);
  arguments.text("--format", "NAME", "assay describe TASK lists them", format);
  arguments.text("--split", "NAME", "only rows of this split", split);
  arguments.text("--part", "PART", "train, dev or test", part);
  arguments.text("-o,--out", "DIR2",
                 "a new data set whose parts are those of the split, or the files of --format",
                 out);
  arguments.work();
  if (!arguments.parse()) return 0;

  if (out.empty() && format.empty()) {
    fail(ErrorKind::kUsage, "export: give --format (to standard output), --out, or both");
  }
  if (!part.empty() && split.empty()) fail(ErrorKind::kUsage, "export: --part needs --split");
  if (!part.empty() && !out.empty()) {
    fail(ErrorKind::kUsage, "export: --out writes all parts; leave --part out");
  }
  if (!out.empty() && format.empty() && split.empty()) {
    fail(ErrorKind::kUsage, "export: --out without --format needs --split");
  }
  if (out.empty() && !split.empty() && part.empty()) {
    fail(ErrorKind::kUsage, "export: --split needs --part train, dev or test");
  }
  const DataSet data(path);
  const auto task = task_of(data.manifest());
  std::optional<SplitFile> file;
  if (!split.empty()) file = read_split(data, split);
  if (!out.empty() && !format.empty()) {
    const Format chosen = find_format(*task, data.manifest().recipe.with_rules, format);
    const auto names = export_format(data, *task, chosen, file, out, arguments.control());
    for (const std::string& name : names) {
      if (!arguments.quiet()) fmt::print("{}/{}\n", printable(out), name);
    }
    return 0;
  }
  if (!out.empty()) {
    const Manifest manifest = export_split(data, *task, *file, out, tool_info());
    if (!arguments.quiet()) {
      for (const PartEntry& entry : manifest.parts) {
        fmt::print("{}: {} {} rows\n", printable(out), entry.name, with_commas(entry.rows));
      }
    }
    return 0;
  }
  std::optional<std::vector<std::uint64_t>> rows;
  if (file) rows = rows_of_part(*file, part);
  export_rows(data, *task, find_format(*task, data.manifest().recipe.with_rules, format), rows,
              part.empty() ? "all" : part, arguments.control(), write_standard_output);
  return 0;
}

}  // namespace assay
