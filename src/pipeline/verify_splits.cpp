#include "assay/pipeline/verify_splits.h"

#include <algorithm>
#include <set>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/pipeline/make_split.h"
#include "assay/pipeline/methods/divergence_claim.h"
#include "assay/pipeline/methods/shared_rows.h"
#include "assay/pipeline/methods/sizes.h"
#include "assay/pipeline/methods/task_holdout.h"
#include "assay/store/part_choice.h"
#include "assay/store/row.h"

namespace assay {

namespace {

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

// What `verify` deals and measures again with: rows of equal form together, or one by one.
struct Sessions {
  SplitSession together;
  SplitSession apart;

  SplitSession& of(const SplitFile& file) { return file.format == 1 ? apart : together; }
};

// `shared` is the number of held-out rows that also stand in train.
std::string check_claim(const SplitFile& file, std::uint64_t shared, const DataSet& data,
                        SplitSession& rows) {
  const SplitMethod& method = find_split_method(file.claim.method);
  if (shared > 0 && !may_share(file.claim, rows.task())) {
    return fmt::format("{} held-out rows also stand in train", with_commas(shared));
  }
  if (method.check) return method.check(file, rows);
  const Split wanted = make_split(rows, file.claim).split;
  for (const Place part : {Place::kTrain, Place::kDev, Place::kTest}) {
    auto wrong = first_difference(rows_in(file.split, part), rows_in(wanted, part), name_of(part),
                                  data, rows.task());
    if (wrong) return *wrong;
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
  RowLines lines(index);
  RowReader reader(row_shape(task, data.manifest()), {.rules = false});
  Example row;
  for (const std::uint64_t at : file.split.train) {
    reader.parse(lines.line(at), row);
    promise->see_train(row);
  }
  for (const std::uint64_t at : file.split.test) {
    reader.parse(lines.line(at), row);
    const std::string broken = promise->see_test(row);
    if (!broken.empty()) return fmt::format("{}: {}", index.place(at), broken);
  }
  figures = "; " + promise->summary();
  return "";
}

// As the file was written: nothing was added to its claim or left out of it.
std::string written_form(const SplitFile& file) {
  SplitFile plain = file;
  plain.claim = recorded(find_split_method(file.claim.method).form, file.claim);
  return split_text(plain);
}

Check check_split(const std::string& name, const DataSet& data, Sessions& sessions) {
  const std::string title = "split " + name;
  try {
    const SplitFile file = read_split(data, name);
    SplitSession& rows = sessions.of(file);
    const std::uint64_t shared = shared_rows(file.split, rows.canonical_forms());
    std::string figures;
    std::string wrong = check_claim(file, shared, data, rows);
    if (wrong.empty()) wrong = check_promise(file, data, rows.task(), figures);
    if (!wrong.empty()) return {title, false, wrong};
    if (data.folder().read(split_path(name)) != written_form(file)) {
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
    if (problem.kind() == ErrorKind::kIo) throw;  // nobody could look
    return {title, false, problem.what()};
  }
}

// A data set made from a split by divergence: its figures are measured again from its own rows.
Check check_parts_divergence(const DataSet& data, const SplitSpec& claim, SplitSession& rows) {
  const Manifest& manifest = data.manifest();
  const auto check = [&](bool holds, std::string_view detail) -> Check {
    return {"claim", holds, fmt::format("{}: {}", claim.method, detail)};
  };
  if (!manifest.recipe.with_rules) {
    return check(true, "rows have no rules, so divergences cannot be measured again");
  }
  SplitFile file;
  if (auto split = split_of_parts(data)) {
    file.split = std::move(*split);
  } else {
    return check(false, "there are no parts train and test");
  }
  file.claim = claim;
  file.definition = manifest.definition;
  file.report = manifest.measured;
  if (manifest.format > 1) {
    const std::string wrong = check_divergence_claim(file, rows);
    if (!wrong.empty()) return check(false, wrong);
  }
  const PairReport pair = report_on(file.split, rows.pool(claim.table("define"))).pairs.front();
  return check(
      true, fmt::format("measured again from the rows{}: {}/{} compound divergence "
                        "{:.4f}, atom divergence {:.4f}",
                        manifest.format > 1 ? ", as recorded" : " (format 1 recorded nothing)",
                        pair.first, pair.second, pair.compound_divergence, pair.atom_divergence));
}

// Whether rows of a place may stand in a part: validation has some of the side that dev was taken
// from.
bool may_stand(Place place, Place part, DevSide dev_side) {
  if (place == part || place == Place::kAny) return true;
  if (part != Place::kDev) return false;
  return (place == Place::kTrain && dev_side == DevSide::kTrain) ||
         (place == Place::kTest && dev_side == DevSide::kTest);
}

// A data set made from a split: every row must stand where the claim places it.
Check check_parts_claim(const DataSet& data, const Task& task, const SplitSpec& claim,
                        const Control& control) {
  const SplitMethod& method = find_split_method(claim.method);
  if (method.by_divergence) {
    SplitSession rows(data, task, control);
    return check_parts_divergence(data, claim, rows);
  }
  if (!method.places) return {"claim", true, claim.method + ": nothing to check row by row"};
  const Predicate predicate = method.places(task, claim);
  const DevSide dev_side = claim.has("dev_from") ? dev_side_of(claim) : method.usual_dev_side;
  const RowIndex index(data);
  RowLines lines(index);
  RowReader reader(row_shape(task, data.manifest()), {.rules = false});
  Example row;
  std::set<std::string> shots;
  for (const PartRange& range : data.parts()) {
    const Place part = part_named(range.name).value_or(Place::kTest);
    for (std::uint64_t at = range.begin; at < range.end; ++at) {
      reader.parse(lines.line(at), row);
      const Deal deal = predicate(row);
      if (may_stand(deal.place, part, dev_side)) continue;
      if (range.name == "train" && deal.shot) {
        shots.insert(task.canonical(row));
        continue;
      }
      return {"claim", false,
              fmt::format("{}: \"{}\" stands in {}, but the claim places it in {}", index.place(at),
                          row.input(), range.name, name_of(deal.place))};
    }
  }
  if (shots.size() != claim.number("shots")) {
    return {"claim", false,
            fmt::format("training shows {} held-out examples, the claim allows {}", shots.size(),
                        claim.number("shots"))};
  }
  return {"claim", true, fmt::format("{}: every row stands where it says", claim.method)};
}

}  // namespace

std::vector<Check> check_splits(const DataSet& data, const Task& task, Forms forms,
                                const Control& control) {
  std::vector<Check> checks;
  if (const auto& claim = data.manifest().claim) {
    try {
      checks.push_back(check_parts_claim(data, task, *claim, control));
    } catch (const Error& problem) {
      if (problem.kind() == ErrorKind::kIo) throw;
      checks.push_back({"claim", false, problem.what()});
    }
  }
  Sessions sessions{{data, task, control, EqualRows::kTogether, forms},
                    {data, task, control, EqualRows::kApart, forms}};
  for (const std::string& name : split_names(data.folder())) {
    checks.push_back(check_split(name, data, sessions));
  }
  return checks;
}

}  // namespace assay
