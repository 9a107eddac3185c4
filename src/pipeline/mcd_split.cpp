#include "assay/pipeline/mcd_split.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/text.h"

namespace assay {

namespace {

using Json = nlohmann::ordered_json;

// Six decimals are what figures are compared by, and the same on every machine.
Json rounded(double value) { return std::round(value * 1e6) / 1e6; }
Json rounded(const std::optional<double>& value) { return value ? rounded(*value) : Json(nullptr); }

EffortLevel level_of(const std::string& effort) {
  if (effort == "quick") return EffortLevel::kQuick;
  if (effort == "thorough") return EffortLevel::kThorough;
  fail(ErrorKind::kUsage, "effort is \"{}\"; it is quick or thorough", printable(effort));
}

void check_share(const char* name, double value) {
  if (value >= 0 && value <= 1) return;
  fail(ErrorKind::kUsage, "{} is {}; a divergence lies between 0 and 1", name, value);
}

DivergenceGoal goal_of(const SplitSpec& spec, const PartSizes& sizes) {
  // A little inside the bound, so that rounding and the division of dev and test stay there.
  constexpr double kMargin = 0.997;
  DivergenceGoal goal;
  goal.target = spec.target_compound_divergence;
  goal.must_hold = true;
  goal.most_atom_divergence = spec.max_atom_divergence * kMargin;
  if (spec.three_way) {
    goal.sizes = {sizes.train, sizes.dev, sizes.test};
    goal.pairs = {{0, 2}, {0, 1}, {1, 2}};
  } else if (spec.dev_from == "train") {
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
  if (spec.target_compound_divergence && *spec.target_compound_divergence > 0) {
    for (std::size_t p = 0; p < goal.pairs.size(); ++p) {
      const double reached = outlook.pairs[p].compounds;
      if (std::abs(reached - *spec.target_compound_divergence) <= kNearEnough) continue;
      fail(ErrorKind::kUsage,
           "a compound divergence of {} was not reached at an atom divergence of at most {}: the "
           "nearest found is {:.4f} at {:.4f}; without --target-compound-divergence the highest is "
           "sought, and fewer rows or --effort thorough reach further",
           *spec.target_compound_divergence, spec.max_atom_divergence, reached,
           outlook.pairs[p].atoms);
    }
  }
  if (atoms > spec.max_atom_divergence) {
    fail(ErrorKind::kUsage,
         "an atom divergence of at most {} was not reached with these sizes: the best split found "
         "has {:.4f} (compound divergence {:.4f}); allow more, or ask for smaller parts",
         spec.max_atom_divergence, atoms, most);
  }
}

}  // namespace

SplitSpec with_mcd_defaults(SplitSpec spec) {
  if (spec.train.empty()) spec.train = "40%";
  if (spec.dev.empty()) spec.dev = "5%";
  if (spec.test.empty()) spec.test = "5%";
  return spec;
}

Json to_json(const SplitReport& report) {
  const auto figures = [](const PartReport& part) -> Json {
    return {{"rows", part.rows},
            {"share", rounded(part.share)},
            {"atoms", part.atoms},
            {"compounds", part.compounds},
            {"smallest_atom_count", part.smallest_atom_count}};
  };
  Json parts = Json::object();
  for (const PartReport& part : report.parts) parts[part.name] = figures(part);
  Json pairs = Json::object();
  for (const PairReport& pair : report.pairs) {
    pairs[pair.first + "/" + pair.second] = {
        {"atom_divergence", rounded(pair.divergence.atoms)},
        {"compound_divergence", rounded(pair.divergence.compounds)},
        {"output_pattern_coverage", rounded(pair.output_pattern_coverage)},
        {"input_pattern_coverage", rounded(pair.input_pattern_coverage)},
        {"output_length_ratio", rounded(pair.output_length_ratio)},
        {"input_length_ratio", rounded(pair.input_length_ratio)},
        {"atoms_only_in_second", pair.atoms_only_in_second},
        {"compounds_only_in_second", pair.compounds_only_in_second}};
  }
  return {{"parts", parts}, {"together", figures(report.together)}, {"pairs", pairs}};
}

Json report_with_bound(const SplitFile& file, const DivergencePool& pool) {
  Json json = to_json(report_on(file.split, pool.profiles, pool.example_of, pool.features));
  if (file.format == 1) return json;
  for (auto& [name, pair] : json.at("pairs").items()) {
    const bool above = pair.at("atom_divergence").get<double>() > file.claim.max_atom_divergence;
    if (above) pair["above_bound"] = true;
  }
  return json;
}

namespace {

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
std::vector<std::uint32_t> dealt_examples(const DivergencePool& pool, const SplitSpec& spec) {
  if (spec.leaders && (pool.definition.grouped || pool.features.empty())) {
    fail(ErrorKind::kUsage,
         "\"leaders\" needs rows of a data set that are split one by one, not in groups");
  }
  std::vector<bool> leads(pool.profiles.size(), !spec.leaders);
  for (std::uint64_t row = 0; spec.leaders && row < pool.rows(); ++row) {
    if (!pool.features[row].follows) leads[pool.example_of[row]] = true;
  }
  std::vector<std::uint32_t> dealt;
  for (std::size_t example = 0; example < pool.profiles.size(); ++example) {
    if (leads[example]) dealt.push_back(static_cast<std::uint32_t>(example));
  }
  return dealt;
}

void check_spec(const SplitSpec& spec) {
  check_share("max-atom-divergence", spec.max_atom_divergence);
  if (spec.target_compound_divergence) {
    check_share("target-compound-divergence", *spec.target_compound_divergence);
  }
  if (spec.three_way && !spec.dev_from.empty()) {
    fail(ErrorKind::kUsage, "a three-way split searches for dev; leave --dev-from out");
  }
}

// From the two sets that were found to train, dev and test.
Membership three_parts(const SearchPool& pool, const DivergenceGoal& goal, const Arrangement& found,
                       const SplitSpec& spec, std::uint64_t dev, std::uint64_t exchanges, Key key,
                       const Control& control) {
  const double bound = spec.max_atom_divergence;
  if (spec.dev_from == "train") {
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

}  // namespace

SplitFile make_mcd_split(const DivergencePool& pool, const SplitSpec& asked, Key key,
                         const Folder& folder, const Control& control) {
  const SplitSpec spec = with_mcd_defaults(asked);
  const EffortLevel level = level_of(spec.effort);
  check_spec(spec);
  const std::vector<std::uint32_t> dealt = dealt_examples(pool, spec);
  const char* things = pool.definition.grouped              ? "groups"
                       : pool.profiles.size() < pool.rows() ? "different rows"
                                                            : "rows";
  const PartSizes sizes =
      resolve({parse_portion(spec.train), parse_portion(spec.dev), parse_portion(spec.test)},
              dealt.size(), things);
  const DivergenceGoal goal = goal_of(spec, sizes);
  if (std::ranges::any_of(goal.sizes, [](std::uint64_t size) { return size == 0; })) {
    fail(ErrorKind::kUsage,
         "a split by divergence needs a train part and a {}; here train has {}, dev {}, test {} of "
         "{} {}",
         spec.three_way ? "dev and a test part" : "test part", sizes.train, sizes.dev, sizes.test,
         with_commas(dealt.size()), things);
  }
  const bool is_all = dealt.size() == pool.profiles.size();
  const SearchPool search_pool(is_all ? pool.profiles : pool.profiles.only(dealt));
  const std::string path = ".assay/search-" + spec.name;
  const std::string what =
      to_json(spec).dump() + to_json(pool.definition).dump() + pool.subject.content_hash;
  const SearchEffort effort = effort_for(level, search_pool);
  const Arrangement found =
      search_divergence(search_pool, goal, effort, key, memory_in(folder, path, what), control);
  folder.remove(path);
  check_reached(goal, found.outlook, spec);
  const bool divide = !spec.three_way && sizes.dev > 0;
  const Membership set_of_dealt = divide ? three_parts(search_pool, goal, found, spec, sizes.dev,
                                                       effort.exchanges, key, control)
                                         : found.set_of;
  Membership set_of(pool.profiles.size(), kMostSets);
  for (std::size_t i = 0; i < dealt.size(); ++i) set_of[dealt[i]] = set_of_dealt[i];
  SplitFile file;
  if (spec.leaders && std::ranges::none_of(pool.features, &RowFeatures::follows)) {
    file.notes.emplace_back(
        "no row was made for another one, so \"leaders\" leaves none out; siblings stand together "
        "in "
        "data made with --order blocks");
  }
  file.split = split_of(set_of, pool, !spec.three_way && sizes.dev == 0, spec.leaders);
  file.claim = spec;
  file.subject = pool.subject;
  file.definition = to_json(pool.definition).dump();
  file.report = report_with_bound(file, pool).dump();
  note_sizes(pool, set_of, file);
  return file;
}

std::string check_mcd_claim(const SplitFile& file, const DivergencePool& pool) try {
  const SplitReport report = report_on(file.split, pool.profiles, pool.example_of, pool.features);
  const Json measured = report_with_bound(file, pool);
  const Json recorded = Json::parse(file.report);
  if (measured.at("parts").size() != recorded.at("parts").size()) {
    return "its parts are not those that were measured";
  }
  for (const auto& [name, pair] : measured.at("pairs").items()) {
    if (!recorded.at("pairs").contains(name)) return fmt::format("{} was not measured", name);
    for (const auto& [figure, value] : pair.items()) {
      const Json before = recorded.at("pairs").at(name).value(figure, Json());
      const bool same = value.is_number() && before.is_number()
                            ? std::abs(value.get<double>() - before.get<double>()) <= 2e-6
                            : value == before;
      if (!same) {
        return fmt::format("{} of {} is {}, but the file says {}", figure, name, value.dump(),
                           before.dump());
      }
    }
    if (recorded.at("pairs").at(name).size() != pair.size()) {
      return fmt::format("{} has figures that were not measured", name);
    }
  }
  for (const PairReport& pair : report.pairs) {
    if (pair.first != "train") continue;
    if (!pair.atoms_only_in_second.empty()) {
      return fmt::format("{} has the atom \"{}\", which train lacks", pair.second,
                         pair.atoms_only_in_second[0]);
    }
  }
  return "";
} catch (const Json::exception& problem) {
  return fmt::format("\"measured\" is not a report: {}", printable(problem.what()));
}

}  // namespace assay
