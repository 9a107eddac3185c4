#include "assay/pipeline/verify_parts.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/pipeline/make_split.h"
#include "assay/pipeline/methods/divergence_claim.h"
#include "assay/pipeline/methods/sizes.h"
#include "assay/pipeline/methods/task_holdout.h"
#include "assay/pipeline/part_shares.h"
#include "assay/pipeline/renew_rows.h"
#include "assay/store/part_choice.h"
#include "assay/store/row_pass.h"

namespace assay {

namespace {

// One value for each row: forms, groups or patterns.
using Values = std::span<const std::uint64_t>;

Values values_in(Values values, const PartRange& part) {
  return values.subspan(part.begin, part.end - part.begin);
}

// Sorted, each once.
std::vector<std::uint64_t> distinct(Values values) {
  std::vector<std::uint64_t> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  return sorted;
}

// The first row of a part that has the value.
std::uint64_t row_with(std::uint64_t value, Values values, const PartRange& part) {
  const Values inside = values_in(values, part);
  return part.begin + static_cast<std::uint64_t>(std::ranges::find(inside, value) - inside.begin());
}

// What two parts have in common.
struct Overlap {
  PartRange first;
  PartRange second;
  std::vector<std::uint64_t> shared;
};

// Of the first two parts that have something in common.
std::optional<Overlap> find_overlap(const std::vector<PartRange>& parts, Values values) {
  std::vector<std::vector<std::uint64_t>> sets;
  for (const PartRange& part : parts) {
    sets.push_back(distinct(values_in(values, part)));
    for (std::size_t other = 0; other + 1 < sets.size(); ++other) {
      std::vector<std::uint64_t> shared;
      std::ranges::set_intersection(sets[other], sets.back(), std::back_inserter(shared));
      if (!shared.empty()) return Overlap{parts[other], part, std::move(shared)};
    }
  }
  return std::nullopt;
}

// "12 examples stand both in train and in test, such as ..."
std::string told(const Overlap& overlap, std::string_view things, Values values,
                 const DataSet& data) {
  const RowIndex index(data);
  const std::uint64_t value = overlap.shared.front();
  return fmt::format("{} {} stand both in {} and in {}, such as {} and {}",
                     with_commas(overlap.shared.size()), things, overlap.first.name,
                     overlap.second.name, index.place(row_with(value, values, overlap.first)),
                     index.place(row_with(value, values, overlap.second)));
}

}  // namespace

Check check_overlap(const DataSet& data, Forms forms) {
  const std::vector<PartRange> parts = data.parts();
  if (const auto overlap = find_overlap(parts, forms)) {
    return {"overlap", false, told(*overlap, "examples", forms, data)};
  }
  std::uint64_t count = 0;
  for (const PartRange& part : parts) count += distinct(values_in(forms, part)).size();
  return {"overlap", true,
          fmt::format("{} distinct examples{}", with_commas(count),
                      parts.size() > 1 ? ", no part shares one with another" : "")};
}

namespace {

// Parts that a recipe deals by shares.
Check check_shares(const DataSet& data, Forms forms) {
  const PartShares shares(data.manifest().recipe);
  const std::vector<PartRange> parts = data.parts();
  for (std::size_t part = 0; part < parts.size(); ++part) {
    for (std::uint64_t row = parts[part].begin; row < parts[part].end; ++row) {
      const std::size_t wanted = shares.part_of(forms[row]);
      if (wanted == part) continue;
      return {"parts", false,
              fmt::format("{}: stands in {}, but the shares of the recipe give it to {}",
                          RowIndex(data).place(row), parts[part].name, parts[wanted].name)};
    }
  }
  return {"parts", true, "every row stands in the part that the shares of the recipe give it"};
}

// A data set made from a split by divergence: its figures are measured again from its own rows.
Check check_divergence(const DataSet& data, const SplitSpec& claim, SplitSession& rows) {
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
  const PairReport pair = report_on(file.split, rows.pool(define_of(claim))).pairs.front();
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

// Every row of a part stands where the claim places it, or is a shot. Throws Error(kInput) with the
// place of one that does neither.
void check_places(const RowIndex& index, const PartRange& range, const Predicate& predicate,
                  DevSide dev_side, const RowPass& pass, const Task& task,
                  std::set<std::string>& shots) {
  const Place part = part_named(range.name).value_or(Place::kTest);
  for_rows<std::vector<std::string>>(
      index, row_numbers(range.begin, range.end), pass,
      [&](const Example& row, std::string_view, std::vector<std::string>& found) {
        const Deal deal = predicate(row);
        if (may_stand(deal.place, part, dev_side)) return;
        if (part == Place::kTrain && deal.shot) {
          found.push_back(task.canonical(row));
          return;
        }
        fail(ErrorKind::kInput, "\"{}\" stands in {}, but the claim places it in {}", row.input(),
             range.name, name_of(deal.place));
      },
      [&](const std::vector<std::string>& found) { shots.insert(found.begin(), found.end()); });
}

// Groups and patterns are dealt whole: no part has one of another. A dev that is taken from train
// shares those of train.
Check check_kept_together(const DataSet& data, const SplitSpec& claim, RowFact fact,
                          SplitSession& rows) {
  std::vector<PartRange> parts = data.parts();
  const bool dev_is_of_train = claim.has("dev_from") && dev_side_of(claim) == DevSide::kTrain;
  if (dev_is_of_train) {
    std::erase_if(parts,
                  [](const PartRange& part) { return part_named(part.name) == Place::kDev; });
  }
  const std::vector<std::uint64_t> values = rows.facts(fact);
  if (const auto overlap = find_overlap(parts, values)) {
    return {"claim", false,
            fmt::format("{}: {}", claim.method, told(*overlap, claim.method + "s", values, data))};
  }
  return {"claim", true, fmt::format("{0}: no {0} stands in two parts", claim.method)};
}

// A data set made from a split: every row must stand where the claim places it.
Check check_claim(const DataSet& data, const Task& task, const SplitSpec& claim,
                  const Control& control) {
  const SplitMethod& method = find_split_method(claim.method);
  if (method.by_divergence) {
    SplitSession rows(data, task, control);
    return check_divergence(data, claim, rows);
  }
  if (method.kept_together) {
    SplitSession rows(data, task, control);
    return check_kept_together(data, claim, method.kept_together(claim), rows);
  }
  if (!method.places) return {"claim", true, claim.method + ": nothing to check row by row"};
  const Predicate predicate = method.places(task, claim);
  const DevSide dev_side = claim.has("dev_from") ? dev_side_of(claim) : method.usual_dev_side;
  const RowIndex index(data);
  const RowPass pass{
      .shape = row_shape(task, data.manifest()), .want = {.rules = false}, .control = control};
  std::set<std::string> shots;
  for (const PartRange& range : data.parts()) {
    check_places(index, range, predicate, dev_side, pass, task, shots);
  }
  if (shots.size() != shots_of(claim)) {
    return {"claim", false,
            fmt::format("{}: its claim allows {} held-out examples in training, which shows {}",
                        printable(data.folder().path_of(kManifestName)), shots_of(claim),
                        shots.size())};
  }
  return {"claim", true, fmt::format("{}: every row stands where it says", claim.method)};
}

}  // namespace

std::vector<Check> check_parts(const DataSet& data, const Task& task, Forms forms,
                               const Control& control) {
  const Manifest& manifest = data.manifest();
  if (!manifest.claim) {
    if (manifest.recipe.parts.empty() || manifest.selection) return {};
    return {check_shares(data, forms)};
  }
  try {
    return {check_claim(data, task, *manifest.claim, control)};
  } catch (const Error& problem) {
    if (problem.kind() == ErrorKind::kIo) throw;
    return {{"claim", false, problem.what()}};
  }
}

}  // namespace assay
