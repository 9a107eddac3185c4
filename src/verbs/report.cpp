#include "assay/verbs/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/limits.h"
#include "assay/base/text.h"
#include "assay/page/document.h"
#include "assay/store/json_document.h"
#include "assay/verbs/data_task.h"
#include "assay/verbs/report_data.h"
#include "assay/verbs/report_runs.h"
#include "assay/verbs/user_file.h"
#include "assay/verbs/version.h"

namespace assay::verbs {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::uint64_t kMostPageBytes = 1ULL << 30U;

std::string relative_to(const std::string& folder, const std::string& path) {
  return fs::proximate(fs::weakly_canonical(path), fs::weakly_canonical(folder)).generic_string();
}

std::string record_text(const ReportRequest& request, const page::Report& report) {
  Json runs = Json::array();
  for (const page::RunFacts& run : report.runs) {
    for (const page::AnswerFile& file : run.files) {
      runs.push_back({{"name", run.name},
                      {"split", file.split},
                      {"path", file.path},
                      {"sha256", file.sha256}});
    }
  }
  const Json record = {{"made_by", report.made_by},
                       {"data", report.data},
                       {"content_hash", report.facts.content_hash},
                       {"splits", request.splits},
                       {"runs", std::move(runs)},
                       {"by", request.by},
                       {"extract", request.extract},
                       {"examples", request.examples.value_or(kDefaultExamples)}};
  return record.dump();
}

std::vector<std::string> texts_from_json(const Json& json, const char* key) {
  std::vector<std::string> texts;
  for (const Json& text : list_from_json(json, key)) texts.push_back(text.get<std::string>());
  return texts;
}

PageRecord parse_record(const std::string& page, const std::string& path) {
  const std::string text = page::record_of(page);
  if (text.empty()) {
    fail(ErrorKind::kInput, "{}: is no page that assay report wrote", printable(path));
  }
  try {
    const Json json = parse_document(text);
    const std::string folder = folder_of_file(path);
    const auto from_page = [&](const std::string& name) {
      return (fs::path(folder) / name).lexically_normal().string();
    };
    PageRecord record;
    record.made_by = text_from_json(json, "made_by");
    record.content_hash = text_from_json(json, "content_hash");
    record.data_path = text_from_json(json, "data");
    record.request.data = from_page(record.data_path);
    record.request.splits = texts_from_json(json, "splits");
    record.request.by = texts_from_json(json, "by");
    record.request.extract = text_from_json(json, "extract");
    record.request.examples = count_from_json(json, "examples");
    record.request.page_folder = folder;
    for (const Json& run : list_from_json(json, "runs")) {
      const std::string& run_path = record.run_paths.emplace_back(text_from_json(run, "path"));
      record.request.runs.push_back(
          {text_from_json(run, "name"), text_from_json(run, "split"), from_page(run_path)});
      record.sha256.push_back(text_from_json(run, "sha256"));
    }
    return record;
  } catch (const Error& problem) {
    fail(ErrorKind::kInput, "{}: its record: {}", printable(path), problem.what());
  } catch (const Json::exception& problem) {
    fail(ErrorKind::kInput, "{}: its record: {}", printable(path), document_problem(problem));
  }
}

// Files may lie elsewhere by now.
void replace_files(ReportRequest& request, const ReportRequest& instead) {
  if (!instead.data.empty()) request.data = instead.data;
  for (const ReportRun& run : instead.runs) {
    const auto same = [&](const ReportRun& each) {
      return each.name == run.name && each.split == run.split;
    };
    const auto found = std::ranges::find_if(request.runs, same);
    if (found == request.runs.end()) {
      fail(ErrorKind::kUsage, "report: the page has no run \"{}\"", printable(run.name));
    }
    found->predictions = run.predictions;
  }
}

std::vector<std::string> changed_inputs(const PageRecord& record, const page::Report& report) {
  std::vector<std::string> changed;
  if (report.facts.content_hash != record.content_hash) {
    changed.push_back(fmt::format("data set {}: content hash {}, the page was made from {}",
                                  record.request.data, report.facts.content_hash,
                                  record.content_hash));
  }
  std::size_t place = 0;
  for (const page::RunFacts& run : report.runs) {
    for (const page::AnswerFile& file : run.files) {
      const std::string& recorded = record.sha256[place++];
      if (file.sha256 == recorded) continue;
      changed.push_back(fmt::format("run {}: sha256 {}, the page was made from {}", run.name,
                                    file.sha256, recorded));
    }
  }
  return changed;
}

// As the page says it, wherever the files lie by now.
void keep_places(page::Report& report, const PageRecord& record) {
  const fs::path folder = fs::weakly_canonical(record.request.page_folder);
  report.data = record.data_path;
  report.facts.name = (folder / record.data_path).lexically_normal().filename().string();
  std::size_t place = 0;
  for (page::RunFacts& run : report.runs) {
    for (page::AnswerFile& file : run.files) file.path = record.run_paths[place++];
  }
  report.record = record_text(record.request, report);
}

}  // namespace

page::Report report(const ReportRequest& request, const Workplace& workplace) {
  const std::uint64_t examples = request.examples.value_or(kDefaultExamples);
  if (examples > kMostExamples) {
    fail(ErrorKind::kUsage, "report: --examples takes a number from 0 to {}", kMostExamples);
  }
  const DataSet data(request.data);
  const auto task = task_of(data, workplace);
  const std::vector<NamedSplit> splits = chosen_splits(data, request.splits);
  const ExampleShelf shelf(data, *task);
  page::Report report;
  report.made_by = fmt::format("assay {} ({})", kVersion, kCommit);
  report.data = relative_to(request.page_folder, request.data);
  report.facts = facts_of(data, *task);
  report.splits = describe_splits(data, *task, splits, shelf, examples, workplace.control);
  score_runs(report, {data, *task, splits, shelf, request, examples}, workplace.control);
  for (page::RunFacts& run : report.runs) {
    for (page::AnswerFile& file : run.files) {
      file.path = relative_to(request.page_folder, file.path);
    }
  }
  report.record = record_text(request, report);
  return report;
}

PageCheck check_report(const std::string& path, const ReportRequest& instead,
                       const Workplace& workplace) {
  const std::string page = read_user_file(path, {kMostPageBytes});
  PageCheck check;
  check.record = parse_record(page, path);
  ReportRequest request = check.record.request;
  replace_files(request, instead);
  page::Report again = report(request, workplace);
  check.changed_inputs = changed_inputs(check.record, again);
  keep_places(again, check.record);
  const page::Comparison found = page::compare_pages(page, page::report_page(again));
  check.numbers = found.keys;
  check.differences = found.differences;
  check.is_text_compared = check.record.made_by == again.made_by;
  if (check.is_text_compared) check.other_line = found.other_line;
  return check;
}

}  // namespace assay::verbs
