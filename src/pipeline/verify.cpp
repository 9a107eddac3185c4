#include "assay/pipeline/verify.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/text.h"
#include "assay/pipeline/make_split.h"
#include "assay/pipeline/mcd_split.h"
#include "assay/store/data_set.h"
#include "assay/store/part_choice.h"
#include "assay/store/row.h"

namespace assay {

namespace {

using Json = nlohmann::ordered_json;

// The first media file that is missing or not as it was written.
std::string media_defect(const DataSet& data, std::uint64_t& bytes) {
  for (const MediaEntry& file : data.manifest().media) {
    const std::string shown = printable(data.folder().path_of(file.path));
    if (!data.folder().exists(file.path)) return shown + ": is missing";
    const MappedFile mapped(data.folder(), file.path);
    bytes += mapped.bytes().size();
    if (sha256_hex(mapped.bytes()) != file.sha256) {
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
      [&](std::uint64_t index, std::string& hash) { hash = sha256_hex(data.bytes_of(index)); },
      [&](std::uint64_t index, std::string& hash) {
        bytes += data.bytes_of(index).size();
        listed.insert(files[index].path);
        if (hash != files[index].sha256 && wrong.empty()) {
          wrong = fmt::format("{}: the bytes are not those that were written (SHA-256 differs)",
                              printable(data.folder().path_of(files[index].path)));
        }
        control.report({"verify files", index + 1, files.size(), bytes});
      });
  if (wrong.empty()) wrong = media_defect(data, bytes);
  if (!wrong.empty()) return {"files", false, wrong};
  for (const std::string& name : data.folder().list("data")) {
    if (listed.count("data/" + name) == 0) {
      return {"files", false,
              fmt::format("{}: is not named in the manifest",
                          printable(data.folder().path_of("data/" + name)))};
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
  struct Buffer {
    std::unique_ptr<RowReader> reader;
    std::string again;
    Example row;
    ContentHash content;
    std::vector<std::uint64_t> forms;
  };
  RowFindings findings;
  findings.forms.reserve(data.rows());
  const Auditor* auditor = task.abilities().auditor;
  const RowShape shape = row_shape(task, data.manifest());
  const RowWriter writer(shape, data.manifest().recipe.with_rules);
  scan_rows<Buffer>(
      data, control,
      [&](std::string_view line, Buffer& buffer) {
        if (!buffer.reader) buffer.reader = std::make_unique<RowReader>(shape);
        buffer.reader->parse(line, buffer.row);
        buffer.again.clear();
        writer.append(buffer.again, buffer.row);
        if (std::string_view(buffer.again).substr(0, line.size()) != line) {
          fail(ErrorKind::kInput, "the row is not written in the standard form");
        }
        buffer.content.add(buffer.again);
        if (task.info().witness != Witness::kNone) check_truth(task, auditor, buffer.row);
        buffer.forms.push_back(hash64(task.canonical(buffer.row)));
      },
      [&](Buffer& buffer) {
        findings.rows += buffer.forms.size();
        findings.content.add(buffer.content);
        findings.forms.insert(findings.forms.end(), buffer.forms.begin(), buffer.forms.end());
        control.report({"verify rows", findings.rows, data.rows(), 0});
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

// The first row on which two lists differ.
std::optional<std::string> first_difference(const std::vector<std::uint64_t>& found,
                                            const std::vector<std::uint64_t>& wanted,
                                            std::string_view part, const DataSet& data,
                                            const Task& task) {
  const auto differ = std::mismatch(found.begin(), found.end(), wanted.begin(), wanted.end());
  if (differ.first == found.end() && differ.second == wanted.end()) return std::nullopt;
  const bool extra = differ.second == wanted.end() ||
                     (differ.first != found.end() && *differ.first < *differ.second);
  const std::uint64_t row = extra ? *differ.first : *differ.second;
  Example example;
  RowReader(row_shape(task, data.manifest())).parse(RowIndex(data).line(row), example);
  return fmt::format("row {} ({}, \"{}\") {} {}, but the claim says otherwise", row,
                     id_of(task.info().name, example), example.input(),
                     extra ? "stands in" : "is missing from", part);
}

// Whether the claim is a published split whose held-out rows may stand in train, too.
bool may_share(const SplitSpec& claim, const Task& task) {
  const auto holdout = holdout_of(task, claim);
  return holdout && holdout->may_share;
}

// `shared` is the number of held-out rows that also stand in train.
std::string check_claim(const SplitFile& file, const DataSet& data, const Task& task, Forms forms,
                        std::uint64_t shared, const Control& control) {
  if (shared > 0 && !may_share(file.claim, task)) {
    return fmt::format("{} held-out rows also stand in train", with_commas(shared));
  }
  if (file.claim.method == "import") {
    if (member_hash(file.split, forms) == file.members) return "";
    return "its members are not those that were imported";
  }
  const EqualRows equal = file.format == 1 ? EqualRows::kApart : EqualRows::kTogether;
  if (file.claim.method == "mcd") {
    const auto definition = redefined(task.info().compounds, file.claim.define);
    if (definition_from_json(Json::parse(file.definition)) != definition) {
      return "it was made with another compound definition";
    }
    return check_mcd_claim(file, read_pool(data, task, definition, control, equal));
  }
  const Split wanted = make_split(data, task, file.claim, control, equal).split;
  for (const auto& [part, found, dealt] : {std::tuple{"train", &file.split.train, &wanted.train},
                                           std::tuple{"dev", &file.split.dev, &wanted.dev},
                                           std::tuple{"test", &file.split.test, &wanted.test}}) {
    if (auto wrong = first_difference(*found, *dealt, part, data, task)) return *wrong;
  }
  return "";
}

// What the holdout promises of the two parts as wholes: figures when it holds.
std::string check_promise(const SplitFile& file, const DataSet& data, const Task& task,
                          std::string& figures) {
  const auto holdout = holdout_of(task, file.claim);
  if (!holdout || !holdout->promise) return "";
  const auto promise = holdout->promise();
  const RowIndex index(data);
  RowReader reader(row_shape(task, data.manifest()), {.rules = false});
  Example row;
  for (const std::uint64_t at : file.split.train) {
    reader.parse(index.line(at), row);
    promise->see_train(row);
  }
  for (const std::uint64_t at : file.split.test) {
    reader.parse(index.line(at), row);
    const std::string broken = promise->see_test(row);
    if (!broken.empty()) return fmt::format("{}: {}", index.place(at), broken);
  }
  figures = "; " + promise->summary();
  return "";
}

Check check_split(const std::string& name, const DataSet& data, const Task& task,
                  const RowFindings& findings, const Control& control) {
  const std::string title = "split " + name;
  try {
    const SplitFile file = read_split(data, name);
    const std::uint64_t shared = shared_rows(file.split, findings.forms);
    std::string figures;
    std::string wrong = check_claim(file, data, task, findings.forms, shared, control);
    if (wrong.empty()) wrong = check_promise(file, data, task, figures);
    if (!wrong.empty()) return {title, false, wrong};
    if (data.folder().read(split_path(name)) != split_text(file)) {
      return {title, false, "the file was changed after it was written"};
    }
    return {title, true,
            fmt::format("{}: train {}, dev {}, test {}; the claim holds on the rows{}{}",
                        file.claim.method, with_commas(file.split.train.size()),
                        with_commas(file.split.dev.size()), with_commas(file.split.test.size()),
                        figures,
                        shared > 0 ? fmt::format("; up to naming, {} held-out rows stand in train",
                                                 with_commas(shared))
                                   : ""),
            shared > 0};
  } catch (const Error& problem) {
    return {title, false, problem.what()};
  }
}

// A data set made from a split by divergence: its figures are measured again from its own rows.
Check check_parts_divergence(const DataSet& data, const Task& task, const SplitSpec& claim,
                             const Control& control) {
  const Manifest& manifest = data.manifest();
  if (!manifest.recipe.with_rules) {
    return {"claim", true, "mcd: rows have no rules, so divergences cannot be measured again"};
  }
  const auto split = split_of_parts(data);
  if (!split) return {"claim", false, "mcd: there are no parts train and test"};
  const auto definition = redefined(task.info().compounds, claim.define);
  const DivergencePool pool = read_pool(data, task, definition, control);
  SplitFile file;
  file.split = *split;
  file.claim = claim;
  file.report = manifest.measured;
  if (manifest.format > 1) {
    if (definition_from_json(Json::parse(manifest.definition)) != definition) {
      return {"claim", false, "mcd: it was made with another compound definition"};
    }
    std::string wrong = check_mcd_claim(file, pool);
    if (!wrong.empty()) return {"claim", false, "mcd: " + wrong};
  }
  const SplitReport report = report_on(file.split, pool.profiles, pool.example_of, pool.features);
  return {"claim", true,
          fmt::format("mcd: measured again from the rows{}: {} compound divergence {:.4f}, atom "
                      "divergence {:.4f}",
                      manifest.format > 1 ? ", as recorded" : " (format 1 recorded nothing)",
                      report.pairs.front().first + "/" + report.pairs.front().second,
                      report.pairs.front().divergence.compounds,
                      report.pairs.front().divergence.atoms)};
}

// Whether rows of a place may stand in a part: validation has some of the side that dev was taken
// from.
bool may_stand(Place place, Place part, const SplitSpec& claim) {
  if (place == part || place == Place::kAny) return true;
  if (part != Place::kDev) return false;
  const bool of_test =
      claim.dev_from == "test" || (claim.dev_from.empty() && claim.method == "length");
  return (place == Place::kTrain && claim.dev_from == "train") ||
         (place == Place::kTest && of_test);
}

// A data set made from a split: every row must stand where the claim places it.
Check check_parts_claim(const DataSet& data, const Task& task, const SplitSpec& claim,
                        const Control& control) {
  if (claim.method == "mcd") return check_parts_divergence(data, task, claim, control);
  const auto predicate = row_predicate(task, claim);
  if (!predicate) return {"claim", true, claim.method + ": nothing to check row by row"};
  const RowIndex index(data);
  RowReader reader(row_shape(task, data.manifest()), {.rules = false});
  Example row;
  std::set<std::string> shots;
  for (const PartRange& range : data.parts()) {
    const Place part = part_named(range.name).value_or(Place::kTest);
    for (std::uint64_t at = range.begin; at < range.end; ++at) {
      reader.parse(index.line(at), row);
      const Deal deal = (*predicate)(row);
      if (may_stand(deal.place, part, claim)) continue;
      if (range.name == "train" && deal.shot) {
        shots.insert(task.canonical(row));
        continue;
      }
      return {"claim", false,
              fmt::format("{}: \"{}\" stands in {}, but the claim places it in {}", index.place(at),
                          row.input(), range.name, name_of(deal.place))};
    }
  }
  if (shots.size() != claim.shots) {
    return {"claim", false,
            fmt::format("training shows {} held-out examples, the claim allows {}", shots.size(),
                        claim.shots)};
  }
  return {"claim", true, fmt::format("{}: every row stands where it says", claim.method)};
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
    if (data.manifest().claim) {
      checks.push_back(check_parts_claim(data, task, *data.manifest().claim, control));
    }
    for (const std::string& name : split_names(data.folder())) {
      checks.push_back(check_split(name, data, task, findings, control));
    }
  } catch (const Error& problem) {
    if (problem.kind() != ErrorKind::kInput) throw;
    checks.push_back({"data", false, problem.what()});
  }
  return checks;
}

}  // namespace assay
