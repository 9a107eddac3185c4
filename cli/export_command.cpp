#include <fmt/format.h>

#include "arguments.h"
#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/verbs/export.h"
#include "commands.h"
#include "report.h"

namespace assay {

namespace {

void print_files(const std::string& out, const ExportedFiles& files, bool quiet) {
  if (quiet) return;
  if (files.was_complete) fmt::print("{}: was complete already\n", printable(out));
  for (const std::string& name : files.names) fmt::print("{}/{}\n", printable(out), name);
}

void print_set(const std::string& out, const verbs::MadeSet& made, bool quiet) {
  if (quiet) return;
  for (const PartEntry& entry : made.manifest.parts) {
    fmt::print("{}: {} {} rows{}\n", printable(out), entry.name, with_commas(entry.rows),
               made.was_complete ? " (was complete already)" : "");
  }
}

}  // namespace

int export_command(Words words) {
  std::string path;
  std::string format;
  PartChoice part;
  std::string out;
  Arguments arguments("export", "Write rows in another format, or a split as files.",
                      std::move(words));
  arguments.example("assay export scan --format scan", "the authors' lines on standard output");
  arguments.example("assay export scan --format scan --split length --part test",
                    "one part of a split");
  arguments.example("assay export scan --split length --out scan_length",
                    "a data set with train, validation and test files");
  arguments.example("assay export old --out new", "the same data set in today's format");
  arguments.example("assay export cfq --format cfq --split mcd --out cfq_mcd",
                    "the files of a format, for each part");
  arguments.positional("DIR", "a data set", path);
  arguments.text("--format", "NAME", "assay describe TASK lists them", format);
  arguments.text("--split", "NAME", "only rows of this split", part.split);
  arguments.text("--part", "PART", "train, dev or test: of the split, or else of the folder itself",
                 part.part);
  arguments.text("-o,--out", "DIR2",
                 "a new data set: the parts of the split, or all of it; or the files of --format",
                 out);
  arguments.cache();
  arguments.work();
  if (!arguments.parse()) return 0;

  if (out.empty() && format.empty()) {
    fail(ErrorKind::kUsage, "export: give --format (to standard output), --out, or both");
  }
  if (!part.part.empty() && !out.empty()) {
    fail(ErrorKind::kUsage, "export: --out writes all parts; leave --part out");
  }
  const Workplace workplace = arguments.workplace();
  if (out.empty()) {
    verbs::export_rows({path, format, part}, workplace, write_standard_output);
    return 0;
  }
  if (!format.empty()) {
    print_files(out, verbs::export_files({path, format, part.split, out}, workplace),
                arguments.quiet());
    return 0;
  }
  print_set(out, verbs::export_set({path, part.split, out}, workplace), arguments.quiet());
  return 0;
}

}  // namespace assay
