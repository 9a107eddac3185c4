#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "arguments.h"
#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/text.h"
#include "assay/catalog/catalog.h"
#include "assay/pipeline/verify.h"
#include "assay/pipeline/verify_published.h"
#include "assay/store/data_set.h"
#include "commands.h"
#include "report.h"

namespace assay {

namespace {

// Every task is asked for the format; those that have one are the names to choose from.
std::unique_ptr<PublishedChecker> checker_of(const std::string& format) {
  std::vector<std::string> known;
  for (const std::string& name : task_names()) {
    const auto task = make_task(name, {});
    for (const Format& each : task->formats()) {
      if (!each.checker) continue;
      if (each.name == format) return each.checker->make();
      known.push_back(each.name);
    }
  }
  fail(ErrorKind::kUsage, "verify: no published format \"{}\" can be checked{}", printable(format),
       did_you_mean(format, known));
}

void print_report(const PublishedReport& report) {
  fmt::print("{:<12} {:>11} of {:>11}\n", "aspect", "matches", "records");
  for (const auto& aspect : report.aspects) {
    fmt::print("{:<12} {:>11} of {:>11}\n", aspect.name, with_commas(aspect.matches),
               with_commas(aspect.of));
  }
  for (const auto& mismatch : report.mismatches) {
    if (mismatch.record == 0) {
      fmt::print("{}: {}\n", mismatch.aspect, mismatch.why);
      continue;
    }
    const std::string place =
        mismatch.set.empty() ? ""
                             : fmt::format(" ({}[{}])", printable(mismatch.set), mismatch.index);
    fmt::print("record {}{}, {}: {}\n", mismatch.record, place, mismatch.aspect, mismatch.why);
  }
  fmt::print("{}\n", report.stopped_by ? "not all was read"
                     : report.holds    ? "holds"
                                       : "does not hold");
}

void print_json(const PublishedReport& report) {
  nlohmann::ordered_json document = {{"records", report.records},
                                     {"aspects", nlohmann::ordered_json::array()},
                                     {"mismatches", nlohmann::ordered_json::array()},
                                     {"holds", report.holds}};
  for (const auto& [name, matches, of] : report.aspects) {
    document["aspects"].push_back({{"name", name}, {"matches", matches}, {"of", of}});
  }
  for (const auto& mismatch : report.mismatches) {
    nlohmann::ordered_json each = {{"record", mismatch.record}};
    if (!mismatch.set.empty()) {
      each["split"] = mismatch.set;
      each["index"] = mismatch.index;
    }
    each["aspect"] = mismatch.aspect;
    each["why"] = mismatch.why;
    document["mismatches"].push_back(std::move(each));
  }
  if (report.stopped_by) document["complete"] = false;
  fmt::print("{}\n", document.dump(1, ' ', false, nlohmann::json::error_handler_t::replace));
}

int verify_file(const std::string& path, const std::string& format, bool json,
                const Control& control) {
  const auto checker = checker_of(format);
  const PublishedReport report = verify_published(path, *checker, control);
  json ? print_json(report) : print_report(report);
  if (report.stopped_by) std::rethrow_exception(report.stopped_by);
  return report.holds ? 0 : 1;
}

}  // namespace

int verify_command(Words words) {
  std::string path;
  std::string format;
  bool json = false;
  Arguments arguments("verify", "Check a data set and the claims of its splits, from the files.",
                      std::move(words));
  arguments.example("assay verify scan", "exit 0: all holds; exit 1: something does not");
  arguments.example("assay verify --format gscan dataset.txt",
                    "the authors' file or anybody's, record by record");
  arguments.positional("DIR", "a data set; with --format a file, gzip or not, - for standard input",
                       path);
  arguments.text("--format", "NAME", "check a file in this published format", format);
  arguments.json(json);
  arguments.cache();
  arguments.work();
  if (!arguments.parse()) return 0;

  if (!format.empty()) return verify_file(path, format, json, arguments.control());
  const Workplace workplace = arguments.workplace();
  const auto task = task_of(read_manifest(open_data_folder(path)), workplace);
  const std::vector<Check> checks = verify(path, *task, workplace.control);
  const bool holds =
      std::all_of(checks.begin(), checks.end(), [](const Check& check) { return check.holds; });
  if (json) {
    nlohmann::ordered_json document = {{"holds", holds},
                                       {"checks", nlohmann::ordered_json::array()}};
    for (const Check& check : checks) {
      document["checks"].push_back(
          {{"name", check.name}, {"holds", check.holds}, {"detail", check.detail}});
      if (check.is_known_defect) document["checks"].back()["known_defect"] = true;
    }
    fmt::print("{}\n", document.dump(1, ' ', false, nlohmann::json::error_handler_t::replace));
  } else {
    for (const Check& check : checks) {
      const char* state = !check.holds ? "FAILS" : check.is_known_defect ? "known" : "ok";
      fmt::print("{:<5} {}: {}\n", state, check.name, check.detail);
    }
    fmt::print("{}\n", holds ? "holds" : "does not hold");
  }
  return holds ? 0 : 1;
}

}  // namespace assay
