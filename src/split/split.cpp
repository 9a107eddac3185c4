#include "assay/split/split.h"

#include <algorithm>
#include <array>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/exact_math.h"
#include "assay/base/permutation.h"
#include "assay/base/text.h"
#include "assay/split/places.h"

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

Split deal_random(std::uint64_t rows, const Portions& portions, Key key, Forms forms) {
  const auto bundle_of = bundle_rows(rows, {forms});
  const auto places =
      random_places(sizes_of(bundle_of), resolve(portions, rows, "rows"), rest_of(portions), key);
  return split_of(places, bundle_of);
}

Split deal_groups(std::span<const std::uint64_t> group_of_row, const Portions& portions, Key key,
                  Forms forms) {
  const std::uint64_t rows = group_of_row.size();
  const auto bundle_of = bundle_rows(rows, {group_of_row, forms});
  std::vector<std::pair<std::uint64_t, std::uint64_t>> groups;  // group, bundle
  for (std::uint64_t row = 0; row < rows; ++row) {
    groups.emplace_back(group_of_row[row], bundle_of[row]);
  }
  std::sort(groups.begin(), groups.end());
  groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
  // Bundles in the order of their least group, which does not depend on the order of the rows.
  constexpr std::uint64_t kUnseen = ~std::uint64_t{0};
  std::vector<std::uint64_t> rank_of(groups.size(), kUnseen);
  std::vector<std::uint32_t> weights;
  for (const auto& [group, bundle] : groups) {
    if (rank_of[bundle] == kUnseen) {
      rank_of[bundle] = weights.size();
      weights.push_back(0);
    }
    ++weights[rank_of[bundle]];
  }
  const auto places =
      random_places(weights, resolve(portions, groups.size(), "groups"), rest_of(portions), key);
  Split split;
  for (std::uint64_t row = 0; row < rows; ++row) put(split, places[rank_of[bundle_of[row]]], row);
  return split;
}

Split deal_by_length(std::span<const std::uint32_t> lengths, std::uint32_t longest, Forms forms) {
  Split split;
  for (std::uint64_t row = 0; row < lengths.size(); ++row) {
    put(split, lengths[row] <= longest ? Place::kTrain : Place::kTest, row);
  }
  drop_shared(split, forms);
  return split;
}

namespace {

struct TwoParts {
  std::vector<std::uint64_t> first;
  std::vector<std::uint64_t> second;
};

// Two parts of some rows, at random; smaller ones in proportion where there are too few rows.
TwoParts divide(const std::vector<std::uint64_t>& rows, std::uint64_t first, std::uint64_t second,
                Key rows_key, Key first_key, Forms forms) {
  const std::uint64_t both = first + second;
  const auto used = some_of(rows, both, rows_key, forms);
  if (used.size() < both) {
    first = multiply_divide(used.size(), first, std::max<std::uint64_t>(1, both));
  }
  TwoParts parts{some_of(used, first, first_key, forms), {}};
  std::set_difference(used.begin(), used.end(), parts.first.begin(), parts.first.end(),
                      std::back_inserter(parts.second));
  // Bundles that are too large for the first part must not swell the second.
  parts.second = some_of(parts.second, second, first_key, forms);
  return parts;
}

// Each row's cluster, and clusters that share a form made one: the least of them.
std::vector<std::uint64_t> joined_clusters(std::span<const std::uint64_t> cluster_of_row,
                                           Forms forms) {
  const std::uint64_t rows = cluster_of_row.size();
  const auto bundle_of = bundle_rows(rows, {cluster_of_row, forms});
  std::vector<std::uint64_t> least(rows, ~std::uint64_t{0});
  for (std::uint64_t row = 0; row < rows; ++row) {
    least[bundle_of[row]] = std::min(least[bundle_of[row]], cluster_of_row[row]);
  }
  std::vector<std::uint64_t> joined;
  for (std::uint64_t row = 0; row < rows; ++row) joined.push_back(least[bundle_of[row]]);
  return joined;
}

// All rows, whole clusters at random, each to the part that is filled least.
Split share_out(std::span<const std::uint64_t> cluster_of_row, const PartSizes& sizes, Key key) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> by_cluster;  // cluster, row
  for (std::uint64_t row = 0; row < cluster_of_row.size(); ++row) {
    by_cluster.emplace_back(cluster_of_row[row], row);
  }
  std::sort(by_cluster.begin(), by_cluster.end());
  std::vector<std::size_t> begins;
  for (std::size_t i = 0; i < by_cluster.size(); ++i) {
    if (i == 0 || by_cluster[i].first != by_cluster[i - 1].first) begins.push_back(i);
  }
  begins.push_back(by_cluster.size());
  const std::uint64_t clusters = begins.size() - 1;
  Split split;
  if (clusters == 0) return split;
  std::vector<std::uint64_t>* const parts[] = {&split.train, &split.dev, &split.test};
  const double wanted[] = {static_cast<double>(sizes.train), static_cast<double>(sizes.dev),
                           static_cast<double>(sizes.test)};
  const Permutation order(key, clusters);
  for (std::uint64_t i = 0; i < clusters; ++i) {
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
  for (auto* part : parts) std::sort(part->begin(), part->end());
  return split;
}

}  // namespace

Split deal_clusters(std::span<const std::uint64_t> cluster_of_row, const Portions& portions,
                    Key key, DevSide dev_side, Forms forms) {
  const PartSizes sizes = resolve(portions, cluster_of_row.size(), "rows");
  const auto clusters = joined_clusters(cluster_of_row, forms);
  Split split;
  if (dev_side == DevSide::kTrain) {
    split = share_out(clusters, {sizes.train + sizes.dev, 0, sizes.test}, key);
    auto [dev, train] =
        divide(split.train, sizes.dev, sizes.train, sub_key(key, 1), sub_key(key, 2), forms);
    split.dev = std::move(dev);
    split.train = std::move(train);
  } else {
    split = share_out(clusters, sizes, key);
    split.train = some_of(split.train, sizes.train, sub_key(key, 1), forms);
    split.dev = some_of(split.dev, sizes.dev, sub_key(key, 2), forms);
  }
  split.test = some_of(split.test, sizes.test, sub_key(key, 3), forms);
  return split;
}

Split thin_out(const Split& split, std::uint64_t rows, const Portions& portions, Key key,
               DevSide dev_side, Forms forms) {
  const PartSizes sizes = resolve(portions, rows, "rows");
  Split thinned;
  if (dev_side == DevSide::kTrain) {
    auto [dev, train] =
        divide(split.train, sizes.dev, sizes.train, sub_key(key, 1), sub_key(key, 3), forms);
    thinned.dev = std::move(dev);
    thinned.train = std::move(train);
    thinned.test = some_of(split.test, sizes.test, sub_key(key, 2), forms);
  } else {
    auto [dev, test] =
        divide(split.test, sizes.dev, sizes.test, sub_key(key, 2), sub_key(key, 3), forms);
    thinned.dev = std::move(dev);
    thinned.test = std::move(test);
    thinned.train = some_of(split.train, sizes.train, sub_key(key, 1), forms);
  }
  return thinned;
}

}  // namespace assay
