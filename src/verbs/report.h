// report: one HTML page about a data set, its splits and the answers of some runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assay/core/workplace.h"
#include "assay/page/numbers.h"
#include "assay/page/report.h"

namespace assay::verbs {

// A file of answers.
struct ReportRun {
  std::string name;         // of the run; several files may belong to one
  std::string split;        // the only split it is about; empty: all
  std::string predictions;  // the file
};

struct ReportRequest {
  std::string data;                      // the folder of a data set
  std::vector<std::string> splits = {};  // none: all of its splits, or else its own parts
  std::vector<ReportRun> runs = {};
  std::string extract = "auto";      // how answers are taken out of texts, as in score
  std::vector<std::string> by = {};  // groupings besides the lengths, such as "depth*kind"
  std::optional<std::uint64_t> examples = {};  // random rows of each part that are shown (10)
  std::string page_folder = ".";  // where the page will stand: paths in it are relative to this
};

inline constexpr std::uint64_t kDefaultExamples = 10;
inline constexpr std::uint64_t kMostExamples = 200;

// The same request over the same files gives the same report.
page::Report report(const ReportRequest& request, const Workplace& workplace = {});

// What the record of a page says it was made from.
struct PageRecord {
  std::string made_by;  // the program
  ReportRequest request;
  std::string data_path;  // as it stands in the page
  std::string content_hash;
  std::vector<std::string> run_paths;  // of the file of each run
  std::vector<std::string> sha256;
};

struct PageCheck {
  PageRecord record;
  std::uint64_t numbers = 0;                  // numbers and drawings that were compared
  std::vector<std::string> changed_inputs;    // files that are not what the page was made from
  std::vector<page::Difference> differences;  // by key
  // The first line of the page that differs apart from these. Not looked for in a page that another
  // version made: its text is not compared.
  std::optional<std::uint64_t> other_line;
  bool is_text_compared = true;

  bool holds() const { return differences.empty() && changed_inputs.empty() && !other_line; }
};

// Makes the page again, from the files that its record names or from those of `instead`, and
// compares. Of `instead` only the data and the files of runs are looked at.
// Throws Error(kInput) when the file is no page of ours.
PageCheck check_report(const std::string& path, const ReportRequest& instead,
                       const Workplace& workplace = {});

}  // namespace assay::verbs
