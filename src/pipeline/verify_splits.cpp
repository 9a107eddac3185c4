#include "assay/pipeline/verify_splits.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/pipeline/make_split.h"
#include "assay/pipeline/mcd_split.h"
#include "assay/store/part_choice.h"
#include "assay/store/row.h"

namespace assay {

namespace {

using Json = nlohmann::ordered_json;

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

Check check_split(const std::string& name, const DataSet& data, const Task& task, Forms forms,
                  const Control& control) {
  const std::string title = "split " + name;
  try {
    const SplitFile file = read_split(data, name);
    const std::uint64_t shared = shared_rows(file.split, forms);
    std::string figures;
    std::string wrong = check_claim(file, data, task, forms, shared, control);
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

std::vector<Check> check_splits(const DataSet& data, const Task& task, Forms forms,
                                const Control& control) {
  std::vector<Check> checks;
  if (data.manifest().claim) {
    checks.push_back(check_parts_claim(data, task, *data.manifest().claim, control));
  }
  for (const std::string& name : split_names(data.folder())) {
    checks.push_back(check_split(name, data, task, forms, control));
  }
  return checks;
}

}  // namespace assay
