#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "arguments.h"
#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/verbs/selftest.h"
#include "commands.h"
#include "report.h"

namespace assay {

namespace {

void print_steps(const verbs::SelftestReport& report) {
  for (const verbs::SelftestStep& step : report.steps) {
    fmt::print("{:<5} {}: {} tried, {} failed\n", step.failed == 0 ? "ok" : "FAILS", step.name,
               with_commas(step.tried), with_commas(step.failed));
    for (const std::string& failure : step.failures) fmt::print("      {}\n", failure);
  }
  fmt::print("{}\n", report.holds() ? "this installation keeps its promises"
                                    : "this installation does not keep its promises");
}

}  // namespace

int selftest_command(Words words) {
  verbs::SelftestRequest request;
  request.program = "/proc/self/exe";
  std::optional<double> minutes;
  bool json = false;
  Arguments arguments("selftest", "Check that assay keeps its promises on this machine.",
                      std::move(words));
  arguments.example("assay selftest",
                    "digests, kills, flipped bits, shards; exit 1: a promise is broken");
  arguments.text("--in", "DIR", "a folder to work in, such as one on the disk you mean to use",
                 request.folder);
  arguments.real("--minutes", "M", "about how many minutes it may take (default 2)", minutes);
  arguments.json(json);
  arguments.work();
  if (!arguments.parse()) return 0;

  if (minutes) {
    if (!(*minutes > 0 && *minutes <= 1000)) {
      fail(ErrorKind::kUsage, "selftest: --minutes is above 0 and at most 1000");
    }
    request.effort = *minutes / 2;
  }
  const verbs::SelftestReport report = verbs::selftest(request, arguments.workplace());
  json ? print_document(to_json(report)) : print_steps(report);
  return report.holds() ? 0 : 1;
}

}  // namespace assay
