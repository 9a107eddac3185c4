#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "arguments.h"
#include "assay/base/text.h"
#include "assay/verbs/verify.h"
#include "commands.h"
#include "report.h"

namespace assay {

namespace {

void print_report(const PublishedReport& report) {
  fmt::print("{:<12} {:>11} of {:>11}\n", "aspect", "matches", "records");
  for (const auto& aspect : report.aspects) {
    fmt::print("{:<12} {:>11} of {:>11}\n", aspect.name, with_commas(aspect.matches),
               with_commas(aspect.of));
  }
  for (const auto& mismatch : report.mismatches) {
    if (mismatch.record == 0) {
      fmt::print("{}: {}\n", mismatch.aspect, escaped(mismatch.why));
      continue;
    }
    const std::string place =
        mismatch.set.empty() ? ""
                             : fmt::format(" ({}[{}])", printable(mismatch.set), mismatch.index);
    fmt::print("record {}{}, {}: {}\n", mismatch.record, place, mismatch.aspect,
               escaped(mismatch.why));
  }
  fmt::print("{}\n", report.stopped_by ? "not all was read"
                     : report.holds    ? "all records passed"
                                       : "not all records passed");
}

void print_checks(const verbs::Verification& verification) {
  for (const Check& check : verification.checks) {
    const char* state = !check.holds ? "FAILS" : check.is_known_defect ? "known" : "ok";
    fmt::print("{:<5} {}: {}\n", state, check.name, escaped(check.detail));
  }
  const auto failed = std::count_if(verification.checks.begin(), verification.checks.end(),
                                    [](const Check& check) { return !check.holds; });
  if (failed == 0) {
    fmt::print("all {} checks passed\n", verification.checks.size());
  } else {
    fmt::print("{} of {} checks failed\n", failed, verification.checks.size());
  }
}

int verify_file(const verbs::VerifyPublishedRequest& request, bool json, const Control& control) {
  const PublishedReport report = verbs::verify_published(request, control);
  json ? print_document(verbs::to_json(report)) : print_report(report);
  if (report.stopped_by) std::rethrow_exception(report.stopped_by);
  return report.holds ? 0 : 1;
}

int verify_data(const verbs::VerifyRequest& request, bool json, const Workplace& workplace) {
  const verbs::Verification verification = verbs::verify(request, workplace);
  json ? print_document(to_json(verification)) : print_checks(verification);
  return verification.holds() ? 0 : 1;
}

}  // namespace

int verify_command(Words words) {
  std::string path;
  std::string format;
  bool json = false;
  Arguments arguments("verify", "Check a data set and the claims of its splits, from the files.",
                      std::move(words));
  arguments.example("assay verify scan", "exit 0: all checks passed; exit 1: a check failed");
  arguments.example("assay verify --format gscan dataset.txt",
                    "the authors' file or anybody's, record by record");
  arguments.positional("DIR", "a data set; with --format a file, gzip or not, - for standard input",
                       path);
  arguments.text("--format", "NAME", "check a file in this published format", format);
  arguments.json(json);
  arguments.cache();
  arguments.work();
  if (!arguments.parse()) return 0;

  return format.empty() ? verify_data({path}, json, arguments.workplace())
                        : verify_file({path, format}, json, arguments.control());
}

}  // namespace assay
