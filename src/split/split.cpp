#include "assay/split/split.h"

#include <algorithm>
#include <numeric>

#include "assay/base/error.h"
#include "assay/base/exact_math.h"
#include "assay/base/permutation.h"
#include "assay/base/text.h"

namespace assay {

namespace {

// Thousandths of "80" or "5.2" percent.
std::optional<std::uint64_t> parse_share(std::string_view percent) {
  const std::size_t point = percent.find('.');
  const auto whole = parse_number(percent.substr(0, point));
  if (!whole || *whole > 100) return std::nullopt;
  std::uint64_t share = *whole * 10;
  if (point != std::string_view::npos) {
    const auto tenth = parse_number(percent.substr(point + 1));
    if (percent.size() != point + 2 || !tenth) return std::nullopt;
    share += *tenth;
  }
  return share <= 1000 ? std::optional(share) : std::nullopt;
}

}  // namespace

Portion parse_portion(std::string_view text) {
  if (text == "rest") return {Portion::Kind::kRest, 0};
  const bool percent = !text.empty() && text.back() == '%';
  const auto number = percent ? parse_share(text.substr(0, text.size() - 1)) : parse_number(text);
  if (!number) {
    fail(ErrorKind::kUsage, "\"{}\" is not a size; write a number, a share such as 80% or \"rest\"",
         printable(text));
  }
  return {percent ? Portion::Kind::kShare : Portion::Kind::kCount, *number};
}

PartSizes resolve(const Portions& portions, std::uint64_t pool, std::string_view things) {
  const auto fixed = [&](const Portion& portion) -> std::uint64_t {
    switch (portion.kind) {
      case Portion::Kind::kCount:
        return portion.value;
      case Portion::Kind::kShare:
        return multiply_divide(pool, portion.value, 1000);
      case Portion::Kind::kRest:
        return 0;
    }
    return 0;
  };
  PartSizes sizes{fixed(portions.train), fixed(portions.dev), fixed(portions.test)};
  const Wide wanted = Wide{sizes.train} + sizes.dev + sizes.test;
  if (wanted > pool) {
    fail(ErrorKind::kUsage, "the parts want {} {}, but there are only {}",
         with_commas(static_cast<std::uint64_t>(wanted)), things, with_commas(pool));
  }
  const std::uint64_t rest = pool - static_cast<std::uint64_t>(wanted);
  int takers = 0;
  for (const auto& [portion, size] :
       {std::pair{&portions.train, &sizes.train}, std::pair{&portions.dev, &sizes.dev},
        std::pair{&portions.test, &sizes.test}}) {
    if (portion->kind != Portion::Kind::kRest) continue;
    *size = rest;
    if (++takers > 1) fail(ErrorKind::kUsage, "only one part can be given \"rest\"");
  }
  return sizes;
}

namespace {

// The place of each of `pool` things: the first `train` of a keyed order train, and so on.
std::vector<Place> random_places(std::uint64_t pool, const PartSizes& sizes, Key key) {
  std::vector<Place> places(pool, Place::kUnused);
  if (pool == 0) return places;
  const Permutation order(key, pool);
  const std::uint64_t wanted = sizes.train + sizes.dev + sizes.test;
  for (std::uint64_t i = 0; i < wanted; ++i) {
    places[order.at(i)] = i < sizes.train               ? Place::kTrain
                          : i < sizes.train + sizes.dev ? Place::kDev
                                                        : Place::kTest;
  }
  return places;
}

void put(Split& split, Place place, std::uint64_t row) {
  switch (place) {
    case Place::kTrain:
      split.train.push_back(row);
      return;
    case Place::kDev:
      split.dev.push_back(row);
      return;
    case Place::kTest:
      split.test.push_back(row);
      return;
    case Place::kUnused:
    case Place::kAny:
      return;
  }
}

}  // namespace

Split deal_random(std::uint64_t rows, const Portions& portions, Key key) {
  const auto places = random_places(rows, resolve(portions, rows, "rows"), key);
  Split split;
  for (std::uint64_t row = 0; row < rows; ++row) put(split, places[row], row);
  return split;
}

Split deal_groups(std::span<const std::uint64_t> group_of_row, const Portions& portions, Key key) {
  std::vector<std::uint64_t> groups(group_of_row.begin(), group_of_row.end());
  std::sort(groups.begin(), groups.end());
  groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
  const auto places = random_places(groups.size(), resolve(portions, groups.size(), "groups"), key);
  Split split;
  for (std::uint64_t row = 0; row < group_of_row.size(); ++row) {
    const auto at = std::lower_bound(groups.begin(), groups.end(), group_of_row[row]);
    put(split, places[static_cast<std::size_t>(at - groups.begin())], row);
  }
  return split;
}

Split deal_by_length(std::span<const std::uint32_t> lengths, std::uint32_t longest) {
  Split split;
  for (std::uint64_t row = 0; row < lengths.size(); ++row) {
    put(split, lengths[row] <= longest ? Place::kTrain : Place::kTest, row);
  }
  return split;
}

namespace {

// `count` of the rows, at random, ascending.
std::vector<std::uint64_t> some_of(const std::vector<std::uint64_t>& rows, std::uint64_t count,
                                   Key key) {
  if (count >= rows.size()) return rows;
  std::vector<std::uint64_t> some;
  const Permutation order(key, rows.size());
  for (std::uint64_t i = 0; i < count; ++i) some.push_back(rows[order.at(i)]);
  std::sort(some.begin(), some.end());
  return some;
}

// A key of its own for each of several draws.
Key sub_key(Key key, std::uint32_t draw) { return {key[0] + draw * 0x9E3779B9U, key[1] ^ draw}; }

}  // namespace

Split deal_clusters(std::span<const std::uint64_t> cluster_of_row, const Portions& portions,
                    Key key) {
  const std::uint64_t rows = cluster_of_row.size();
  const PartSizes sizes = resolve(portions, rows, "rows");
  std::vector<std::pair<std::uint64_t, std::uint64_t>> by_cluster;  // cluster, row
  for (std::uint64_t row = 0; row < rows; ++row) by_cluster.emplace_back(cluster_of_row[row], row);
  std::sort(by_cluster.begin(), by_cluster.end());
  std::vector<std::size_t> begins;
  for (std::size_t i = 0; i < by_cluster.size(); ++i) {
    if (i == 0 || by_cluster[i].first != by_cluster[i - 1].first) begins.push_back(i);
  }
  begins.push_back(by_cluster.size());
  const std::uint64_t clusters = begins.size() - 1;
  Split split;
  std::vector<std::uint64_t>* const parts[] = {&split.train, &split.dev, &split.test};
  const double wanted[] = {static_cast<double>(sizes.train), static_cast<double>(sizes.dev),
                           static_cast<double>(sizes.test)};
  if (clusters > 0) {
    const Permutation order(key, clusters);
    for (std::uint64_t i = 0; i < clusters; ++i) {
      // To the part that is filled least.
      std::size_t least = 0;
      for (std::size_t part = 1; part < 3; ++part) {
        if (wanted[part] <= 0) continue;
        if (wanted[least] <= 0 || static_cast<double>(parts[part]->size()) * wanted[least] <
                                      static_cast<double>(parts[least]->size()) * wanted[part]) {
          least = part;
        }
      }
      const std::uint64_t cluster = order.at(i);
      for (std::size_t at = begins[cluster]; at < begins[cluster + 1]; ++at) {
        parts[least]->push_back(by_cluster[at].second);
      }
    }
  }
  for (auto* part : parts) std::sort(part->begin(), part->end());
  split.train = some_of(split.train, sizes.train, sub_key(key, 1));
  split.dev = some_of(split.dev, sizes.dev, sub_key(key, 2));
  split.test = some_of(split.test, sizes.test, sub_key(key, 3));
  return split;
}

Split thin_out(const Split& split, std::uint64_t rows, const Portions& portions, Key key) {
  const PartSizes sizes = resolve(portions, rows, "rows");
  const auto held_out = some_of(split.test, sizes.dev + sizes.test, sub_key(key, 2));
  Split thinned;
  thinned.train = some_of(split.train, sizes.train, sub_key(key, 1));
  const std::uint64_t dev =
      held_out.size() < sizes.dev + sizes.test
          ? multiply_divide(held_out.size(), sizes.dev,
                            std::max<std::uint64_t>(1, sizes.dev + sizes.test))
          : sizes.dev;
  thinned.dev = some_of(held_out, dev, sub_key(key, 3));
  std::set_difference(held_out.begin(), held_out.end(), thinned.dev.begin(), thinned.dev.end(),
                      std::back_inserter(thinned.test));
  return thinned;
}

namespace {

// Marks the rows that move into training as shots.
std::vector<bool> choose_shots(std::span<const Deal> deals, std::uint64_t shots, Key key) {
  std::vector<bool> chosen(deals.size(), false);
  if (shots == 0) return chosen;
  std::vector<std::uint64_t> allowed;
  for (std::uint64_t row = 0; row < deals.size(); ++row) {
    if (deals[row].shot) allowed.push_back(row);
  }
  if (shots > allowed.size()) {
    fail(ErrorKind::kUsage, "{} shots are wanted, but only {} rows may move into training",
         with_commas(shots), with_commas(allowed.size()));
  }
  const Permutation order(key, allowed.size());
  for (std::uint64_t i = 0; i < shots; ++i) chosen[allowed[order.at(i)]] = true;
  return chosen;
}

// How often each repeated row stands in training: rounded to the nearest whole number, halves up.
std::uint64_t repetitions(std::uint64_t plain, std::uint64_t repeated, std::uint32_t percent) {
  if (percent == 0 || repeated == 0) return 1;
  const std::uint64_t both = multiply_divide(plain, percent, 100 - percent);
  return std::max<std::uint64_t>(1, (2 * both + repeated) / (2 * repeated));
}

}  // namespace

Split deal_by_holdout(std::span<const Deal> deals, const HoldoutOptions& options, Key key) {
  std::vector<std::uint64_t> anywhere;
  for (std::uint64_t row = 0; row < deals.size(); ++row) {
    if (deals[row].place == Place::kAny) anywhere.push_back(row);
  }
  if (!anywhere.empty()) {
    const auto places = random_places(
        anywhere.size(), resolve(options.portions, anywhere.size(), "rows"), sub_key(key, 1));
    std::vector<Deal> settled(deals.begin(), deals.end());
    for (std::size_t i = 0; i < anywhere.size(); ++i) settled[anywhere[i]].place = places[i];
    return deal_by_holdout(settled, options, key);
  }
  const std::vector<bool> moved = choose_shots(deals, options.shots, key);
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
  return split;
}

}  // namespace assay
