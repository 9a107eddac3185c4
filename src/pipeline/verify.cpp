#include "assay/pipeline/verify.h"

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/pipeline/verify_files.h"
#include "assay/pipeline/verify_parts.h"
#include "assay/pipeline/verify_record.h"
#include "assay/pipeline/verify_rows.h"
#include "assay/pipeline/verify_selection.h"
#include "assay/pipeline/verify_splits.h"
#include "assay/store/data_set.h"
#include "assay/store/manifest_check.h"

namespace assay {

namespace {

Check check_manifest(const Folder& folder, const Task& task) {
  std::string defect = manifest_defect(folder, task);
  if (!defect.empty()) return {"manifest", false, std::move(defect)};
  const Manifest manifest = read_manifest(folder);
  defect = layout_defect(manifest, task);
  if (!defect.empty()) {
    return {"manifest", false,
            fmt::format("{}: {}", printable(folder.path_of(kManifestName)), defect)};
  }
  return {"manifest", true,
          fmt::format("task {} {}, seed {}, made by assay {}, format {}", manifest.recipe.task,
                      manifest.task_version, manifest.recipe.seed, manifest.tool_version,
                      manifest.format)};
}

void certify(const Manifest& manifest, const Task& task, std::vector<Check>& checks) {
  const Auditor* auditor = task.abilities().auditor;
  if (auditor == nullptr) return;
  for (const Finding& finding : auditor->certify(manifest.recipe.seed)) {
    checks.push_back({finding.name, true, finding.detail, finding.is_defect});
  }
}

// Each step believes what those before it have shown: a damaged manifest says nothing of files.
// Rows of damaged files are read, to say what changed, but tell nothing of what is recorded of
// them.
void check_in_turn(const std::string& path, const Task& task, const Control& control,
                   std::vector<Check>& checks) {
  const auto holds = [&](Check check) {
    checks.push_back(std::move(check));
    return checks.back().holds;
  };
  if (!holds(check_manifest(open_data_folder(path), task))) return;
  const DataSet data(path);
  const bool has_files = holds(check_files(data, control));
  checks.push_back(check_documents(data));
  checks.push_back(check_strangers(data));
  RowFindings findings = read_rows(data, task, control);
  checks.push_back({"rows", true,
                    fmt::format("{} rows; {}", with_commas(findings.rows()),
                                what_confirms(task.info().witness))});
  if (!has_files) return;
  checks.push_back(check_record(data, findings));
  checks.push_back(check_overlap(data, findings.forms));
  certify(data.manifest(), task, checks);
  for (Check& check : check_selection(data, task, findings.forms, control)) {
    checks.push_back(std::move(check));
  }
  for (Check& check : check_parts(data, task, findings.forms, control)) {
    checks.push_back(std::move(check));
  }
  for (Check& check : check_splits(data, task, findings.forms, control)) {
    checks.push_back(std::move(check));
  }
}

}  // namespace

std::vector<Check> verify(const std::string& path, const Task& task, const Control& control) {
  std::vector<Check> checks;
  try {
    check_in_turn(path, task, control, checks);
  } catch (const Error& problem) {
    if (problem.kind() != ErrorKind::kInput) throw;
    checks.push_back({"data", false, problem.what()});
  }
  return checks;
}

}  // namespace assay
