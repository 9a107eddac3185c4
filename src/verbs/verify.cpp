#include "assay/verbs/verify.h"

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/catalog/catalog.h"
#include "assay/store/data_set.h"
#include "assay/store/manifest_check.h"
#include "assay/verbs/data_task.h"

namespace assay::verbs {

namespace {

using Json = nlohmann::ordered_json;

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

Json json_of(const PublishedReport::Mismatch& mismatch) {
  Json json = {{"record", mismatch.record}};
  if (!mismatch.set.empty()) {
    json["split"] = mismatch.set;
    json["index"] = mismatch.index;
  }
  json["aspect"] = mismatch.aspect;
  json["why"] = mismatch.why;
  return json;
}

}  // namespace

bool Verification::holds() const { return std::ranges::all_of(checks, &Check::holds); }

Verification verify(const VerifyRequest& request, const Workplace& workplace) {
  const Folder folder = open_data_folder(request.data);
  const Manifest manifest = read_manifest(folder);
  const std::string damage = manifest_damage(folder);
  if (!damage.empty()) return {{{"manifest", false, damage}}};
  const auto task = task_of(folder, manifest, workplace);
  return {assay::verify(request.data, *task, workplace.control)};
}

Json to_json(const Verification& verification) {
  Json document = {{"holds", verification.holds()}, {"checks", Json::array()}};
  for (const Check& check : verification.checks) {
    document["checks"].push_back(
        {{"name", check.name}, {"holds", check.holds}, {"detail", check.detail}});
    if (check.is_known_defect) document["checks"].back()["known_defect"] = true;
  }
  return document;
}

PublishedReport verify_published(const VerifyPublishedRequest& request, const Control& control) {
  const auto checker = checker_of(request.format);
  return assay::verify_published(request.path, *checker, control);
}

Json to_json(const PublishedReport& report) {
  Json document = {{"records", report.records},
                   {"aspects", Json::array()},
                   {"mismatches", Json::array()},
                   {"holds", report.holds}};
  for (const auto& [name, matches, of] : report.aspects) {
    document["aspects"].push_back({{"name", name}, {"matches", matches}, {"of", of}});
  }
  for (const auto& mismatch : report.mismatches) {
    document["mismatches"].push_back(json_of(mismatch));
  }
  if (report.stopped_by) document["complete"] = false;
  return document;
}

}  // namespace assay::verbs
