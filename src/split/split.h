// Choosing and dealing rows. Splitters see row numbers, groups, lengths and deals; never a task.
//
// Every method is a function of its arguments alone, so whoever holds the rows and the claim can
// deal again and compare.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/random.h"
#include "assay/core/holdout.h"

namespace assay {

// Row numbers of a data set, ascending; training may repeat a row.
struct Split {
  std::vector<std::uint64_t> train;
  std::vector<std::uint64_t> dev;
  std::vector<std::uint64_t> test;
  friend bool operator==(const Split&, const Split&) = default;
};

// How much a part gets: a number ("1045"), a share rounded down ("80%", "5.2%") or what is left
// ("rest"). A share counts thousandths.
struct Portion {
  enum class Kind { kCount, kShare, kRest };
  Kind kind = Kind::kCount;
  std::uint64_t value = 0;
};

Portion parse_portion(std::string_view text);  // throws Error(kUsage)

struct Portions {
  Portion train;
  Portion dev;
  Portion test;
};

struct PartSizes {
  std::uint64_t train = 0;
  std::uint64_t dev = 0;
  std::uint64_t test = 0;
};

// Throws Error(kUsage) when the portions exceed the pool; `things` names what is dealt.
PartSizes resolve(const Portions& portions, std::uint64_t pool, std::string_view things);

// Uniformly at random without repetition. Throws Error(kUsage) when the portions exceed the rows.
Split deal_random(std::uint64_t rows, const Portions& portions, Key key);

// The same over groups: rows with equal group stay together; portions count groups.
Split deal_groups(std::span<const std::uint64_t> group_of_row, const Portions& portions, Key key);

// Training gets what is at most `longest`, test the rest.
Split deal_by_length(std::span<const std::uint32_t> lengths, std::uint32_t longest);

// Rows of one cluster never stand in two parts: clusters are dealt at random in the proportion of
// the portions, then each part is thinned out at random to what its portion allows.
Split deal_clusters(std::span<const std::uint64_t> cluster_of_row, const Portions& portions,
                    Key key);

// Keeps of training, and of test for dev and test, only what the portions allow, at random.
Split thin_out(const Split& split, std::uint64_t rows, const Portions& portions, Key key);

// How a holdout's deals become a split. `shots` random rows that allow it move into training;
// primed rows and shots are repeated, equally often, until they make up about `repeat_percent` of
// it.
// Rows that belong anywhere are dealt at random by `portions`.
struct HoldoutOptions {
  std::uint64_t shots = 0;
  std::uint32_t repeat_percent = 0;
  Portions portions = {};
};
Split deal_by_holdout(std::span<const Deal> deals, const HoldoutOptions& options, Key key);

}  // namespace assay
