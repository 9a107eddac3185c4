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
#include "assay/core/split.h"
#include "assay/split/bundles.h"

namespace assay {

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

// Which side dev is taken from, at random; kAsDealt: as the method does by itself.
enum class DevSide : std::uint8_t { kAsDealt, kTrain, kTest };

// Every method takes `forms`: rows of equal form are dealt as one and never stand in two parts. A
// part then has as many as fit without exceeding its size; "rest" is all that is left.

// Uniformly at random without repetition. Throws Error(kUsage) when the portions exceed the rows.
Split deal_random(std::uint64_t rows, const Portions& portions, Key key, Forms forms = {});

// The same over groups: rows with equal group stay together, as do groups that share a form;
// portions count groups.
Split deal_groups(std::span<const std::uint64_t> group_of_row, const Portions& portions, Key key,
                  Forms forms = {});

// Training gets what is at most `longest`, test the rest. Of rows of equal form and different
// length only the long ones are used.
Split deal_by_length(std::span<const std::uint32_t> lengths, std::uint32_t longest,
                     Forms forms = {});

// Rows of one cluster never stand in two parts: clusters are dealt at random in the proportion of
// the portions, then each part is thinned out at random to what its portion allows. A dev of the
// train side shares clusters with train.
Split deal_clusters(std::span<const std::uint64_t> cluster_of_row, const Portions& portions,
                    Key key, DevSide dev_side = DevSide::kAsDealt, Forms forms = {});

// Keeps of training, and of test for dev and test, only what the portions allow, at random. A dev
// of the train side is taken from training instead.
Split thin_out(const Split& split, std::uint64_t rows, const Portions& portions, Key key,
               DevSide dev_side = DevSide::kAsDealt, Forms forms = {});

// How a holdout's deals become a split. `shots` random examples that allow it move into training;
// primed rows and shots are repeated, equally often, until they make up about `repeat_percent` of
// it. Rows that belong anywhere are dealt at random by `portions`. With a dev side, dev is taken
// from it, and primed rows and shots stay in training; portions then count all rows where none
// belong anywhere. Of rows of equal form in different places test keeps its own, then dev.
struct HoldoutOptions {
  std::uint64_t shots = 0;
  std::uint32_t repeat_percent = 0;
  Portions portions = {};
  DevSide dev_side = DevSide::kAsDealt;
  bool may_share = false;  // parts may have rows of equal form; only a dev that is taken has not
};
Split deal_by_holdout(std::span<const Deal> deals, const HoldoutOptions& options, Key key,
                      Forms forms = {});

}  // namespace assay
