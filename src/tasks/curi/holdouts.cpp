#include "assay/tasks/curi/holdouts.h"

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/tasks/curi/language/spelling.h"
#include "assay/tasks/curi/row.h"

namespace assay::curi {

namespace {

Place place_of_set(const Example& row) {
  const std::string& set = text_at(row, kSetColumn);
  if (set == "train") return Place::kTrain;
  if (set == "dev") return Place::kDev;
  if (set == "test") return Place::kTest;
  if (set == "all") return Place::kAny;
  return Place::kUnused;
}

Predicate predicate_of(SplitRule rule, const SpaceSettings& space) {
  return [rule, space](const Example& row) -> Deal {
    const auto words = parse_postfix(text_at(row, kConceptColumn), spelling_of(space.edition));
    if (!words) {
      fail(ErrorKind::kInput, "{}: \"{}\" is no concept", id_of("curi", row),
           printable(text_at(row, kConceptColumn)));
    }
    const auto meaning = static_cast<std::uint64_t>(number_at(row, kMeaningColumn));
    return {.place = place_of(rule, space.edition, *words, meaning, space.seed)};
  };
}

}  // namespace

std::vector<Holdout> curi_holdouts(const Settings& settings) {
  std::vector<Holdout> holdouts;
  for (const NamedSplit& split : kSplits) {
    Holdout holdout;
    holdout.name = split.name;
    holdout.summary = split.summary;
    holdout.bind = [rule = split.rule, space = settings.space](const Params&) {
      return predicate_of(rule, space);
    };
    if (split.rule == SplitRule::kInstanceIid) {
      holdout.sizes = Holdout::Sizes{"80%", "5%", "rest"};
    }
    holdouts.push_back(std::move(holdout));
  }
  Holdout sets;
  sets.name = "sets";
  sets.summary = "episodes as the parameters train, dev and test of the data asked for";
  sets.bind = [](const Params&) -> Predicate {
    return [](const Example& row) -> Deal { return {.place = place_of_set(row)}; };
  };
  sets.sizes = Holdout::Sizes{"80%", "5%", "rest"};
  sets.is_by_task = true;
  holdouts.push_back(std::move(sets));
  return holdouts;
}

}  // namespace assay::curi
