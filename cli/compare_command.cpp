#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "arguments.h"
#include "assay/base/error.h"
#include "assay/verbs/compare.h"
#include "assay/verbs/compare_splits.h"
#include "commands.h"
#include "compare_report.h"
#include "report.h"

namespace assay {

namespace {

struct CompareOptions {
  verbs::CompareRequest request;
  std::string table;
  bool json = false;
};

void declare(Arguments& arguments, CompareOptions& options) {
  verbs::CompareRequest& request = options.request;
  arguments.example("assay compare scan --split hard a.jsonl b.jsonl",
                    "is one better, or is it noise?");
  arguments.example("assay compare logic a.jsonl b.jsonl --by problem_type",
                    "the same for each type, with Holm's correction");
  arguments.example("assay compare scan --split hard lstm-*.jsonl",
                    "all pairs, and the rows that every run has wrong");
  arguments.example("assay compare --runs runs.jsonl",
                    "runs on several splits: accuracy against divergence and length");
  arguments.positional("DIR", "a data set", request.data, false);
  arguments.positionals("FILE", "at least two files of predictions", request.predictions, false);
  arguments.text("--split", "NAME", "rows of a part of this split", request.part.split);
  arguments.text("--part", "PART", "which part (default test)", request.part.part);
  arguments.texts("--by", "COLUMN[/WIDTH][*COLUMN]",
                  "compare for each value of a column, too; also input_length, output_length",
                  request.by);
  arguments.text("--extract", "RULE", "how answers are taken out of texts, as for score (auto)",
                 request.extract);
  arguments.text("--form", "FORM", "what the files are, as for score (default: recognised)",
                 request.form);
  arguments.text("--runs", "TABLE", "instead of DIR and files: JSON lines, a run on a split each",
                 options.table);
  arguments.cache();
  arguments.work();
  arguments.json(options.json);
}

void compare_table(const CompareOptions& options, const Arguments& arguments) {
  const verbs::CompareRequest& request = options.request;
  const bool has_more = !request.data.empty() || !request.by.empty() ||
                        !request.part.split.empty() || !request.part.part.empty();
  if (has_more) {
    fail(ErrorKind::kUsage,
         "compare: --runs names data, splits and files itself; give no DIR, FILE, --split, --part "
         "or --by beside it");
  }
  const auto report =
      verbs::compare_splits({options.table, request.extract, request.form}, arguments.workplace());
  if (options.json) {
    print_document(to_json(report));
  } else {
    fmt::print("{}", compare_splits_text(report));
  }
}

}  // namespace

int compare_command(Words words) {
  CompareOptions options;
  Arguments arguments("compare", "Compare runs on the same rows, row by row.", std::move(words));
  declare(arguments, options);
  if (!arguments.parse()) return 0;
  if (!options.table.empty()) {
    compare_table(options, arguments);
    return 0;
  }
  if (options.request.data.empty()) {
    fail(ErrorKind::kUsage, "compare: name a DIR and two files or more, or --runs TABLE");
  }
  const verbs::CompareReport report = verbs::compare(options.request, arguments.workplace());
  if (options.json) {
    print_document(to_json(report));
  } else {
    fmt::print("{}", compare_text(report));
  }
  return 0;
}

}  // namespace assay
