#include "assay/pipeline/verify.h"

#include <algorithm>
#include <set>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/text.h"
#include "assay/pipeline/verify_splits.h"
#include "assay/store/data_set.h"
#include "assay/store/row.h"
#include "assay/store/row_pass.h"

namespace assay {

namespace {

// The first media file that is missing or not as it was written.
std::string media_defect(const DataSet& data, std::uint64_t& bytes) {
  for (const MediaEntry& file : data.manifest().media) {
    const std::string shown = printable(data.folder().path_of(file.path));
    const auto found = InputFile::find(data.folder(), file.path);
    if (!found) return shown + ": is missing";
    bytes += found->size();
    if (sha256_hex(*found) != file.sha256) {
      return shown + ": the bytes are not those that were written (SHA-256 differs)";
    }
  }
  return "";
}

Check check_files(const DataSet& data, const Control& control) {
  std::uint64_t bytes = 0;
  std::set<std::string> listed;
  const auto& files = data.manifest().files;
  std::string wrong;
  ordered_parallel<std::string>(
      0, files.size(), control,
      [&](std::uint64_t index, std::string& hash) { hash = sha256_hex(data.open_file(index)); },
      [&](std::uint64_t index, std::string& hash) {
        bytes += files[index].bytes;
        listed.insert(files[index].path);
        if (hash != files[index].sha256 && wrong.empty()) {
          wrong = fmt::format("{}: the bytes are not those that were written (SHA-256 differs)",
                              printable(data.folder().path_of(files[index].path)));
        }
        control.report({"verify files", index + 1, files.size(), bytes});
      });
  if (wrong.empty()) wrong = media_defect(data, bytes);
  if (!wrong.empty()) return {"files", false, wrong};
  for (const std::string& name : data.folder().list(kDataFolder)) {
    const std::string path = fmt::format("{}/{}", kDataFolder, name);
    if (listed.count(path) == 0) {
      return {
          "files", false,
          fmt::format("{}: is not named in the manifest", printable(data.folder().path_of(path)))};
    }
  }
  return {"files", true,
          fmt::format("{}, {} bytes, SHA-256 as recorded",
                      counted(files.size() + data.manifest().media.size(), "file"),
                      with_commas(bytes))};
}

Check check_manifest(const DataSet& data, const Task& task) {
  const Manifest& manifest = data.manifest();
  std::string defect = manifest_defect(data.folder(), task);
  if (!defect.empty()) return {"manifest", false, std::move(defect)};
  return {"manifest", true,
          fmt::format("task {} {}, seed {}, made by assay {}, format {}", manifest.recipe.task,
                      manifest.task_version, manifest.recipe.seed, manifest.tool_version,
                      manifest.format)};
}

// What a pass over all rows gathers.
struct RowFindings {
  std::uint64_t rows = 0;
  ContentHash content;
  std::vector<std::uint64_t> forms;  // hash of each row's canonical form, in order
};

void check_truth(const Task& task, const Auditor* auditor, const Example& row) {
  const auto object = [&](std::string_view what, std::string_view why) {
    fail(ErrorKind::kInput, "{}: {}: {}", id_of(task.info().name, row), what, why);
  };
  const auto check_defect = [&](std::string_view what) {
    const std::string defect = auditor == nullptr ? "" : auditor->defect(row);
    if (!defect.empty()) object(what, defect);
  };
  const Witness witness = task.info().witness;
  const bool is_compiled = witness == Witness::kCompiler;
  if (is_compiled) check_defect("the target is not what the input means");
  if (witness != Witness::kRow) {
    const Verdict solved = task.judge(row, task.solve(row.input()));
    if (solved.status != Status::kRight) {
      object("the target is not what the solver answers", solved.why);
    }
  }
  const Verdict given = task.judge(row, row.target());
  if (given.status != Status::kRight) object("the target is wrong", given.why);
  if (!is_compiled) check_defect("the row does not fit its input");
}

std::string_view what_confirms(Witness witness) {
  switch (witness) {
    case Witness::kSolver:
      return "the solver confirms every target";
    case Witness::kCompiler:
      return "an independent compiler confirms every target, and the solver agrees";
    case Witness::kSameRules:
      return "the solver confirms every target, but by the rules that made it: there is no "
             "independent check";
    case Witness::kRow:
      return "a second reading of each row confirms its target";
    case Witness::kNone:
      break;
  }
  return "targets are not compared with the solver's: not all can be right";
}

RowFindings read_rows(const DataSet& data, const Task& task, const Control& control) {
  struct Seen {
    ContentHash content;
    std::vector<std::uint64_t> forms;
    std::string again;
  };
  RowFindings findings;
  findings.forms.reserve(data.rows());
  const Auditor* auditor = task.abilities().auditor;
  const RowShape shape = row_shape(task, data.manifest());
  const RowWriter writer(shape, data.manifest().recipe.with_rules);
  for_rows<Seen>(
      data, {.shape = shape, .control = control, .progress = {"verify rows", 0, data.rows(), 0}},
      [&](const Example& row, std::string_view line, Seen& seen) {
        seen.again.clear();
        writer.append(seen.again, row);
        if (std::string_view(seen.again).substr(0, line.size()) != line) {
          fail(ErrorKind::kInput, "the row is not written in the standard form");
        }
        seen.content.add(seen.again);
        if (task.info().witness != Witness::kNone) check_truth(task, auditor, row);
        seen.forms.push_back(hash64(task.canonical(row)));
      },
      [&](const Seen& seen) {
        findings.rows += seen.forms.size();
        findings.content.add(seen.content);
        findings.forms.insert(findings.forms.end(), seen.forms.begin(), seen.forms.end());
      });
  return findings;
}

Check check_distinct(const RowFindings& findings, const DataSet& data) {
  std::vector<std::vector<std::uint64_t>> parts;
  for (const PartRange& range : data.parts()) {
    parts.emplace_back(findings.forms.begin() + static_cast<std::ptrdiff_t>(range.begin),
                       findings.forms.begin() + static_cast<std::ptrdiff_t>(range.end));
    std::sort(parts.back().begin(), parts.back().end());
    parts.back().erase(std::unique(parts.back().begin(), parts.back().end()), parts.back().end());
  }
  std::uint64_t distinct = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    distinct += parts[i].size();
    for (std::size_t j = i + 1; j < parts.size(); ++j) {
      std::vector<std::uint64_t> shared;
      std::set_intersection(parts[i].begin(), parts[i].end(), parts[j].begin(), parts[j].end(),
                            std::back_inserter(shared));
      if (!shared.empty()) {
        return {"overlap", false,
                fmt::format("{} examples stand both in {} and in {}", with_commas(shared.size()),
                            data.parts()[i].name, data.parts()[j].name)};
      }
    }
  }
  return {"overlap", true,
          fmt::format("{} distinct examples{}", with_commas(distinct),
                      parts.size() > 1 ? ", no part shares one with another" : "")};
}

}  // namespace

std::vector<Check> verify(const std::string& path, const Task& task, const Control& control) {
  std::vector<Check> checks;
  try {
    const DataSet data(path);
    checks.push_back(check_manifest(data, task));
    checks.push_back(check_files(data, control));
    const RowFindings findings = read_rows(data, task, control);
    if (findings.rows != data.rows()) {
      checks.push_back(
          {"rows", false,
           fmt::format("there are {} rows, the manifest says {}", findings.rows, data.rows())});
      return checks;
    }
    checks.push_back({"rows", true,
                      fmt::format("{} rows; {}", with_commas(findings.rows),
                                  what_confirms(task.info().witness))});
    const bool same = findings.content.hex() == data.manifest().content_hash;
    checks.push_back({"content", same,
                      same ? "content hash " + findings.content.hex()
                           : "the rows do not sum up to the recorded content hash"});
    checks.push_back(check_distinct(findings, data));
    if (const Auditor* auditor = task.abilities().auditor) {
      for (const Finding& finding : auditor->certify(data.manifest().recipe.seed)) {
        checks.push_back({finding.name, true, finding.detail, finding.is_defect});
      }
    }
    for (Check& check : check_splits(data, task, findings.forms, control)) {
      checks.push_back(std::move(check));
    }
  } catch (const Error& problem) {
    if (problem.kind() != ErrorKind::kInput) throw;
    checks.push_back({"data", false, problem.what()});
  }
  return checks;
}

}  // namespace assay
