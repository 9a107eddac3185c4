// As compositional as it gets: high compound divergence at low atom divergence, by search.
#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/text.h"
#include "assay/pipeline/methods/divergence_claim.h"
#include "assay/pipeline/methods/sizes.h"
#include "assay/pipeline/methods/split_methods.h"
#include "assay/split/divergence_search.h"
#include "assay/store/layout.h"
#include "assay/store/split_json.h"

namespace assay {

namespace {

constexpr const char* kTarget = "target_compound_divergence";

EffortLevel level_of(const SplitSpec& spec) {
  return spec.text("effort") == "thorough" ? EffortLevel::kThorough : EffortLevel::kQuick;
}

DivergenceGoal goal_of(const SplitSpec& spec, const PartSizes& sizes) {
  // A little inside the bound, so that rounding and the division of dev and test stay there.
  constexpr double kMargin = 0.997;
  DivergenceGoal goal;
  goal.target = spec.real(kTarget);
  goal.must_hold = true;
  goal.most_atom_divergence = bound_of(spec) * kMargin;
  if (spec.flag(kThreeWay)) {
    goal.sizes = {sizes.train, sizes.dev, sizes.test};
    goal.pairs = {{0, 2}, {0, 1}, {1, 2}};
  } else if (dev_side_of(spec) == DevSide::kTrain) {
    goal.sizes = {sizes.train + sizes.dev, sizes.test};
    goal.pairs = {{0, 1}};
  } else {
    goal.sizes = {sizes.train, sizes.dev + sizes.test};
    goal.pairs = {{0, 1}};
  }
  return goal;
}

// Sets 0, 1 and 2 are train, dev and test; without dev set 1 is test. With `leaders` rows that were
// made for others stay out, also where they are equal to rows that are dealt.
Split split_of(const Membership& set_of, const DivergencePool& pool, bool no_dev, bool leaders) {
  Split split;
  for (std::uint64_t row = 0; row < pool.rows(); ++row) {
    if (leaders && pool.features[row].follows) continue;
    switch (set_of[pool.example_of[row]]) {
      case 0:
        split.train.push_back(row);
        break;
      case 1:
        (no_dev ? split.test : split.dev).push_back(row);
        break;
      case 2:
        split.test.push_back(row);
        break;
      default:
        break;
    }
  }
  return split;
}

constexpr double kNearEnough = 0.01;

// The search aims; what it reached must be what was asked for.
void check_reached(const DivergenceGoal& goal, const Outlook& outlook, const SplitSpec& spec) {
  double most = 0;
  double atoms = 0;
  for (std::size_t p = 0; p < goal.pairs.size(); ++p) {
    most = p == 0 ? outlook.pairs[p].compounds : std::max(most, outlook.pairs[p].compounds);
    atoms = std::max(atoms, outlook.pairs[p].atoms);
  }
  if (outlook.missing > 0) {
    fail(ErrorKind::kUsage,
         "no split of these sizes was found in which train has all atoms of the other parts "
         "({} missing); ask for a larger train or smaller other parts",
         outlook.missing);
  }
  const auto target = spec.real(kTarget);
  if (target && *target > 0) {
    for (std::size_t p = 0; p < goal.pairs.size(); ++p) {
      const double reached = outlook.pairs[p].compounds;
      if (std::abs(reached - *target) <= kNearEnough) continue;
      fail(ErrorKind::kUsage,
           "a compound divergence of {} was not reached at an atom divergence of at most {}: the "
           "nearest found is {:.4f} at {:.4f}; without --target-compound-divergence the highest is "
           "sought, and fewer rows or --effort thorough reach further",
           *target, bound_of(spec), reached, outlook.pairs[p].atoms);
    }
  }
  if (atoms > bound_of(spec)) {
    fail(ErrorKind::kUsage,
         "an atom divergence of at most {} was not reached with these sizes: the best split found "
         "has {:.4f} (compound divergence {:.4f}); allow more, or ask for smaller parts",
         bound_of(spec), atoms, most);
  }
}

// A file in which a search keeps what it has; another wish or other data begin again.
SearchMemory memory_in(const Folder& folder, const std::string& path, const std::string& what) {
  const std::string tag = sha256_hex(what);
  return {[&folder, path, tag] {
            if (!folder.exists(path)) return std::string();
            const std::string bytes = folder.read(path);
            return bytes.starts_with(tag) ? bytes.substr(tag.size()) : std::string();
          },
          [&folder, path, tag](const std::string& bytes) { folder.write(path, tag + bytes); }};
}

// All examples, or those with rows that were not made for others.
std::vector<std::uint32_t> dealt_examples(const DivergencePool& pool, bool leaders) {
  if (leaders && (pool.definition.grouped || pool.features.empty())) {
    fail(ErrorKind::kUsage,
         "\"leaders\" needs rows of a data set that are split one by one, not in groups");
  }
  std::vector<bool> leads(pool.profiles.size(), !leaders);
  for (std::uint64_t row = 0; leaders && row < pool.rows(); ++row) {
    if (!pool.features[row].follows) leads[pool.example_of[row]] = true;
  }
  std::vector<std::uint32_t> dealt;
  for (std::size_t example = 0; example < pool.profiles.size(); ++example) {
    if (leads[example]) dealt.push_back(static_cast<std::uint32_t>(example));
  }
  return dealt;
}

// From the two sets that were found to train, dev and test.
Membership three_parts(const SearchPool& pool, const DivergenceGoal& goal, const Arrangement& found,
                       const SplitSpec& spec, std::uint64_t dev, std::uint64_t exchanges, Key key,
                       const Control& control) {
  const double bound = bound_of(spec);
  if (dev_side_of(spec) == DevSide::kTrain) {
    return dev_from_train(pool, goal, found.set_of, dev, bound, key);
  }
  Membership divided = divide_held_out(pool, goal, found, dev, key);
  if (dev == goal.sizes[1]) return divided;  // no test
  Membership held = hold_bound(pool, goal, divided, bound, exchanges, key, control);
  if (held == divided || !goal.target || *goal.target <= 0) return held;
  Membership together = held;
  std::replace(together.begin(), together.end(), std::uint8_t{2}, std::uint8_t{1});
  const double reached =
      DivergenceSets(pool, goal, together).arrangement().outlook.pairs[0].compounds;
  return std::abs(reached - *goal.target) <= kNearEnough ? held : divided;
}

// Where equal rows make a part larger than its size, which counts them once.
void note_sizes(const DivergencePool& pool, const Membership& set_of, SplitFile& file) {
  std::array<std::uint64_t, kMostSets> examples{};
  for (const std::uint8_t set : set_of) {
    if (set < kMostSets) ++examples[set];
  }
  const std::uint64_t dealt = examples[0] + examples[1] + examples[2];
  const std::uint64_t rows =
      file.split.train.size() + file.split.dev.size() + file.split.test.size();
  if (pool.definition.grouped || dealt == rows) return;
  file.notes.push_back(
      fmt::format("sizes count equal rows once: {} different rows are dealt, {} rows in all",
                  with_commas(dealt), with_commas(rows)));
}

std::string_view things_in(const DivergencePool& pool) {
  if (pool.definition.grouped) return "groups";
  return pool.profiles.size() < pool.rows() ? "different rows" : "rows";
}

// Throws Error(kUsage) for sizes that leave nothing to search for.
void check_sizes(const DivergenceGoal& goal, const PartSizes& sizes, const SplitSpec& spec,
                 std::uint64_t dealt, std::string_view things) {
  if (std::ranges::none_of(goal.sizes, [](std::uint64_t size) { return size == 0; })) return;
  fail(ErrorKind::kUsage,
       "a split by divergence needs a train part and a {}; here train has {}, dev {}, test {} of "
       "{} {}",
       spec.flag(kThreeWay) ? "dev and a test part" : "test part", sizes.train, sizes.dev,
       sizes.test, with_commas(dealt), things);
}

// The set of each of the dealt examples. What a long search has found is kept in .assay/ until it
// is done.
Membership search(const DivergencePool& pool, const std::vector<std::uint32_t>& dealt,
                  const SplitSpec& spec, const PartSizes& sizes, const SplitRows& rows) {
  const DivergenceGoal goal = goal_of(spec, sizes);
  check_sizes(goal, sizes, spec, dealt.size(), things_in(pool));
  const bool is_all = dealt.size() == pool.profiles.size();
  const SearchPool search_pool(is_all ? pool.profiles : pool.profiles.only(dealt));
  const std::string path = search_path(spec.name);
  const std::string what = to_json(recorded(mcd_method().form, spec)).dump() +
                           to_json(pool.definition).dump() + rows.subject().content_hash;
  const Key key = rows.key(spec.number("seed"));
  const SearchEffort effort = effort_for(level_of(spec), search_pool);
  const Arrangement found = search_divergence(search_pool, goal, effort, key,
                                              memory_in(rows.folder(), path, what), rows.control());
  rows.folder().remove(path);
  check_reached(goal, found.outlook, spec);
  if (spec.flag(kThreeWay) || sizes.dev == 0) return found.set_of;
  return three_parts(search_pool, goal, found, spec, sizes.dev, effort.exchanges, key,
                     rows.control());
}

void deal(const SplitSpec& spec, SplitRows& rows, SplitFile& file) {
  const DivergencePool& pool = rows.pool(define_of(spec));
  const bool leaders = spec.flag("leaders");
  const std::vector<std::uint32_t> dealt = dealt_examples(pool, leaders);
  const PartSizes sizes = resolve(portions_of(spec), dealt.size(), things_in(pool));
  const Membership set_of_dealt = search(pool, dealt, spec, sizes, rows);
  Membership set_of(pool.profiles.size(), kMostSets);
  for (std::size_t i = 0; i < dealt.size(); ++i) set_of[dealt[i]] = set_of_dealt[i];
  if (leaders && std::ranges::none_of(pool.features, &RowFeatures::follows)) {
    file.notes.emplace_back(
        "no row was made for another one, so \"leaders\" leaves none out; siblings stand together "
        "in data made with --order blocks");
  }
  file.split = split_of(set_of, pool, !spec.flag(kThreeWay) && sizes.dev == 0, leaders);
  file.definition = pool.definition;
  file.report = bounded_report(file.split, pool, bound_of(spec));
  note_sizes(pool, set_of, file);
}

void complete(const Task* /*task*/, SplitSpec& spec) {
  if (spec.flag(kThreeWay) && spec.has("dev_from")) {
    fail(ErrorKind::kUsage, "a three-way split searches for dev; leave --dev-from out");
  }
}

std::string check(const SplitFile& file, TaskRows& rows) {
  return check_divergence_claim(file, rows);
}

}  // namespace

SplitMethod mcd_method() {
  std::vector<SplitParam> params = size_params(kPaperSizes);
  const auto add = [&](ParamSpec spec, Recorded recorded = Recorded::kWhenGiven) {
    params.push_back({std::move(spec), recorded});
  };
  add(ParamSpec::of_kind(ParamKind::kShare, kTarget, "",
                         "target compound divergence (default: maximise; 0: minimise)"));
  add(ParamSpec::of_kind(ParamKind::kShare, kBound, fmt::format("{}", kUsualBound),
                         "bound of the atom divergence between train and each other part, with "
                         "--three-way also between dev and test"),
      Recorded::kAlways);
  add(ParamSpec::choice("effort", "quick", {"quick", "thorough"},
                        "quick (seconds) or thorough (minutes)"),
      Recorded::kAlways);
  add(ParamSpec::of_kind(ParamKind::kFlag, kThreeWay, "", "dev diverges from train and from test"));
  add(ParamSpec::of_kind(ParamKind::kFlag, "leaders", "",
                         "leave out companion rows (add them later with --method follow)"));
  add(ParamSpec::of_kind(ParamKind::kTable, kDefine, "",
                         "change the compounds: nodes, least, shape, weights, kept, order, sets, "
                         "sample, groups"));
  return {.form = {.name = "mcd",
                   .summary = "the part where the search for divergence puts it",
                   .params = std::move(params)},
          .deal = deal,
          .complete = complete,
          .check = check,
          .by_divergence = true};
}

}  // namespace assay
