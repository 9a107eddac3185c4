#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "arguments.h"
#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/page/report.h"
#include "assay/verbs/report.h"
#include "assay/verbs/user_file.h"
#include "commands.h"
#include "report.h"

namespace assay {

namespace {

struct ReportOptions {
  verbs::ReportRequest request;
  std::vector<std::pair<std::string, std::string>> runs;
  std::string out;
  std::string check;
};

void declare(Arguments& arguments, ReportOptions& options) {
  verbs::ReportRequest& request = options.request;
  arguments.example("assay report scan --out scan.html", "the data set and all of its splits");
  arguments.example(
      "assay report scan --split hard --run lstm=a.jsonl --run t5=b.jsonl --out scan.html",
      "with the answers of two models, judged on the test part of that split");
  arguments.example(
      "assay report scan --run lstm@easy=a.jsonl --run lstm@hard=b.jsonl --out scan.html",
      "one model, trained on each split: accuracy against compound divergence");
  arguments.example("assay report --check scan.html",
                    "recompute every number on the page; exit 1 when one differs");
  arguments.positional("DIR", "a data set", request.data, false);
  arguments.texts("--split", "NAME",
                  "one of its splits, or several: a,b (default: all, or the folder's own parts)",
                  request.splits);
  arguments.pairs("--run", "NAME[@SPLIT]=FILE",
                  "answers of a run, as assay score reads them; @SPLIT: only about that split",
                  options.runs);
  arguments.texts("--by", "COLUMN[/WIDTH]",
                  "also accuracies for each value of a column, as in assay score", request.by);
  arguments.text("--extract", "RULE",
                 "how answers are taken out of texts, as in assay score (auto)", request.extract);
  arguments.number("--examples", "N", "random rows that are shown of each part (10)",
                   request.examples);
  arguments.text("-o,--out", "FILE", "where to write the page; - is standard output", options.out);
  arguments.text("--check", "FILE",
                 "compare a page with what its data give now; DIR and --run say where its files "
                 "lie if they were moved",
                 options.check);
  arguments.cache();
  arguments.work();
}

void add_runs(ReportOptions& options) {
  for (const auto& [name, file] : options.runs) {
    const std::size_t at = name.find('@');
    const std::string split = at == std::string::npos ? "" : name.substr(at + 1);
    options.request.runs.push_back({name.substr(0, at), split, file});
  }
}

int write_page(const ReportOptions& options, const Arguments& arguments) {
  if (options.request.data.empty()) {
    fail(ErrorKind::kUsage, "report: name a data set, or a page with --check");
  }
  if (options.out.empty()) fail(ErrorKind::kUsage, "report: give --out, a file for the page");
  const page::Report report = verbs::report(options.request, arguments.workplace());
  const std::string html = page::report_page(report);
  write_picture(options.out, html);
  if (options.out != "-" && !arguments.quiet()) {
    fmt::print("{}: {}, {}, {:.1f} MB\n", escaped(options.out),
               counted(report.splits.size(), "split"), counted(report.runs.size(), "run"),
               static_cast<double>(html.size()) / 1e6);
  }
  return 0;
}

void print_difference(const page::Difference& difference) {
  const auto shown = [](const std::string& said) {
    return said.empty() ? std::string("nothing") : printable(said);
  };
  fmt::print("  {}: the page has {}, computed {}\n", printable(difference.key),
             shown(difference.on_page), shown(difference.computed));
}

int check_page(const ReportOptions& options, const Arguments& arguments) {
  const verbs::PageCheck check =
      verbs::check_report(options.check, options.request, arguments.workplace());
  for (const std::string& input : check.changed_inputs) fmt::print("changed: {}\n", escaped(input));
  if (!check.differences.empty()) {
    constexpr std::size_t kMostShown = 20;
    fmt::print("{} of {} differ:\n", with_commas(check.differences.size()),
               counted(check.numbers, "number"));
    const std::size_t shown = std::min(check.differences.size(), kMostShown);
    for (std::size_t i = 0; i < shown; ++i) print_difference(check.differences[i]);
    if (shown < check.differences.size()) {
      fmt::print("  and {} more\n", with_commas(check.differences.size() - shown));
    }
  } else {
    fmt::print("all {} on {} are as computed\n", counted(check.numbers, "number"),
               escaped(options.check));
  }
  if (!check.is_text_compared) {
    fmt::print("made by another version, {}; its text was not compared\n",
               printable(check.record.made_by));
  }
  if (check.other_line) {
    fmt::print("the text differs apart from its numbers, first in line {}\n",
               with_commas(*check.other_line));
  }
  return check.holds() ? 0 : 1;
}

}  // namespace

int report_command(Words words) {
  ReportOptions options;
  Arguments arguments("report",
                      "Write one HTML page about a data set, its splits and the answers of runs.",
                      std::move(words));
  declare(arguments, options);
  if (!arguments.parse()) return 0;
  add_runs(options);
  if (!options.check.empty()) {
    if (!options.out.empty()) fail(ErrorKind::kUsage, "report: give --out or --check, not both");
    return check_page(options, arguments);
  }
  options.request.page_folder = options.out == "-" ? "." : verbs::folder_of_file(options.out);
  return write_page(options, arguments);
}

}  // namespace assay
