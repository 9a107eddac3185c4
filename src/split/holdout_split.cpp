// From what a holdout says of each row to a split.
#include <algorithm>

#include "assay/base/error.h"
#include "assay/base/exact_math.h"
#include "assay/base/permutation.h"
#include "assay/base/text.h"
#include "assay/split/places.h"

namespace assay {

namespace {

// Rows that belong anywhere get a place: that of a row of equal form which has one, test before
// dev before training, or else one at random. Gives the size of a dev that is taken from a side.
std::uint64_t settle(std::vector<Deal>& deals, const HoldoutOptions& options, Key key,
                     Forms forms) {
  const auto bundle_of = bundle_rows(deals.size(), {forms});
  std::vector<Place> fixed(deals.size(), Place::kAny);
  const auto fix = [&](Place place) {
    for (std::size_t row = 0; row < deals.size(); ++row) {
      if (deals[row].place == place) fixed[bundle_of[row]] = place;
    }
  };
  for (const Place place : {Place::kTrain, Place::kDev, Place::kTest}) fix(place);
  std::vector<std::uint64_t> anywhere;
  std::vector<std::uint64_t> bundles;
  for (std::size_t row = 0; row < deals.size(); ++row) {
    if (deals[row].place != Place::kAny) continue;
    deals[row].place = fixed[bundle_of[row]];
    if (deals[row].place != Place::kAny) continue;
    anywhere.push_back(row);
    bundles.push_back(bundle_of[row]);
  }
  const bool takes_dev = options.dev_side != DevSide::kAsDealt;
  if (anywhere.empty()) {
    return takes_dev ? resolve(options.portions, deals.size(), "rows").dev : 0;
  }
  PartSizes sizes = resolve(options.portions, anywhere.size(), "rows");
  Place rest = rest_of(options.portions);
  const std::uint64_t dev = sizes.dev;
  if (takes_dev) {
    const bool of_train = options.dev_side == DevSide::kTrain;
    (of_train ? sizes.train : sizes.test) += dev;
    sizes.dev = 0;
    if (rest == Place::kDev) rest = of_train ? Place::kTrain : Place::kTest;
  }
  const auto thing_of = bundle_rows(anywhere.size(), {bundles});
  const auto places = random_places(sizes_of(thing_of), sizes, rest, sub_key(key, 1));
  for (std::size_t i = 0; i < anywhere.size(); ++i) {
    deals[anywhere[i]].place = places[thing_of[i]];
  }
  return dev;
}

// Marks the rows that move into training as shots: all of a form, and only if each may.
std::vector<bool> choose_shots(std::span<const Deal> deals, std::uint64_t shots, Key key,
                               Forms forms) {
  std::vector<bool> chosen(deals.size(), false);
  if (shots == 0) return chosen;
  const auto bundle_of = bundle_rows(deals.size(), {forms});
  std::vector<bool> may_move(deals.size(), true);  // of each bundle
  for (std::uint64_t row = 0; row < deals.size(); ++row) {
    if (!deals[row].shot) may_move[bundle_of[row]] = false;
  }
  std::vector<std::uint64_t> allowed;  // bundles, ascending
  for (const std::uint64_t bundle : bundle_of) {
    if (may_move[bundle] && (allowed.empty() || bundle > allowed.back())) allowed.push_back(bundle);
  }
  if (shots > allowed.size()) {
    fail(ErrorKind::kUsage, "{} shots are wanted, but only {} {} may move into training",
         with_commas(shots), with_commas(allowed.size()),
         forms.empty() ? "rows" : "different rows");
  }
  const Permutation order(key, allowed.size());
  std::vector<bool> moves(deals.size(), false);  // of each bundle
  for (std::uint64_t i = 0; i < shots; ++i) moves[allowed[order.at(i)]] = true;
  for (std::uint64_t row = 0; row < deals.size(); ++row) chosen[row] = moves[bundle_of[row]];
  return chosen;
}

// Moves rows of one side to dev; what is repeated in training stays there.
void take_dev(std::vector<Deal>& deals, const std::vector<bool>& moved,
              const HoldoutOptions& options, std::uint64_t wanted, Key key, Forms forms) {
  const Place side = options.dev_side == DevSide::kTrain ? Place::kTrain : Place::kTest;
  const auto bundle_of = bundle_rows(deals.size(), {forms});
  std::vector<bool> stays(deals.size(), false);  // of each bundle
  for (std::uint64_t row = 0; row < deals.size(); ++row) {
    if (deals[row].primed || moved[row]) stays[bundle_of[row]] = true;
    if (deals[row].place == Place::kDev) {
      fail(ErrorKind::kUsage, "the holdout has a dev part of its own; leave --dev-from out");
    }
  }
  std::vector<std::uint64_t> candidates;
  for (std::uint64_t row = 0; row < deals.size(); ++row) {
    if (deals[row].place == side && !stays[bundle_of[row]]) candidates.push_back(row);
  }
  if (wanted > candidates.size()) {
    fail(ErrorKind::kUsage, "dev wants {} rows, but the side of {} has only {} to give",
         with_commas(wanted), name_of(side), with_commas(candidates.size()));
  }
  for (const std::uint64_t row : some_of(candidates, wanted, sub_key(key, 4), forms)) {
    deals[row].place = Place::kDev;
  }
}

// How often each repeated row stands in training: rounded to the nearest whole number, halves up.
std::uint64_t repetitions(std::uint64_t plain, std::uint64_t repeated, std::uint32_t percent) {
  if (percent == 0 || repeated == 0) return 1;
  const std::uint64_t both = multiply_divide(plain, percent, 100 - percent);
  return std::max<std::uint64_t>(1, (2 * both + repeated) / (2 * repeated));
}

}  // namespace

Split deal_by_holdout(std::span<const Deal> from, const HoldoutOptions& options, Key key,
                      Forms forms) {
  const Forms together = options.may_share ? Forms() : forms;
  std::vector<Deal> deals(from.begin(), from.end());
  const std::uint64_t dev = settle(deals, options, key, together);
  const std::vector<bool> moved = choose_shots(deals, options.shots, key, together);
  if (options.dev_side != DevSide::kAsDealt) take_dev(deals, moved, options, dev, key, forms);
  const bool repeat_shots = options.repeat_percent > 0;
  std::uint64_t plain = 0;
  std::uint64_t repeated = 0;
  for (std::uint64_t row = 0; row < deals.size(); ++row) {
    const bool in_training = deals[row].place == Place::kTrain || moved[row];
    if (!in_training) continue;
    ++(deals[row].primed || (moved[row] && repeat_shots) ? repeated : plain);
  }
  const std::uint64_t times = repetitions(plain, repeated, options.repeat_percent);
  Split split;
  for (std::uint64_t row = 0; row < deals.size(); ++row) {
    const bool again = deals[row].primed || (moved[row] && repeat_shots);
    const Place place = moved[row] ? Place::kTrain : deals[row].place;
    for (std::uint64_t i = 0; i < (again && place == Place::kTrain ? times : 1); ++i) {
      put(split, place, row);
    }
  }
  drop_shared(split, together);
  return split;
}

}  // namespace assay
