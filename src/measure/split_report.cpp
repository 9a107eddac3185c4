#include "assay/measure/split_report.h"

#include <algorithm>

#include "assay/base/error.h"
#include "assay/dbca/divergence.h"

namespace assay {

namespace {

struct Part {
  std::string name;
  std::vector<std::uint64_t> rows;  // distinct, ascending
  Frequencies frequencies;
};

Part part_of(std::string name, std::vector<std::uint64_t> rows, const Profiles& profiles,
             std::span<const std::uint32_t> example_of) {
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  std::vector<std::uint64_t> examples;
  for (const std::uint64_t row : rows) examples.push_back(example_of[row]);
  return {std::move(name), std::move(rows), frequencies_of(profiles, examples)};
}

PartReport report_part(const Part& part, std::size_t all_rows) {
  PartReport report{part.name, part.rows.size(), 0, 0, 0, 0};
  report.share = static_cast<double>(part.rows.size()) / static_cast<double>(all_rows);
  for (const double count : part.frequencies.atoms) {
    if (count <= 0) continue;
    const auto examples = static_cast<std::uint64_t>(count);
    if (report.atoms++ == 0 || examples < report.smallest_atom_count) {
      report.smallest_atom_count = examples;
    }
  }
  const auto& compounds = part.frequencies.compounds;
  report.compounds = static_cast<std::uint64_t>(
      std::ranges::count_if(compounds, [](double weight) { return weight > 0; }));
  return report;
}

template <typename Pattern>
double coverage(const Part& first, const Part& second, std::span<const RowFeatures> features,
                Pattern pattern) {
  const auto patterns = [&](const Part& part) {
    std::vector<std::uint64_t> distinct;
    for (const std::uint64_t row : part.rows) distinct.push_back(features[row].*pattern);
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    return distinct;
  };
  const auto seen = patterns(first);
  const auto asked = patterns(second);
  const auto known = std::ranges::count_if(
      asked, [&](std::uint64_t one) { return std::binary_search(seen.begin(), seen.end(), one); });
  return static_cast<double>(known) / static_cast<double>(asked.size());
}

template <typename Length>
std::optional<double> length_ratio(const Part& first, const Part& second,
                                   std::span<const RowFeatures> features, Length length) {
  const auto mean = [&](const Part& part) {
    std::uint64_t sum = 0;
    for (const std::uint64_t row : part.rows) sum += features[row].*length;
    return static_cast<double>(sum) / static_cast<double>(part.rows.size());
  };
  const double below = mean(second);
  if (below <= 0) return std::nullopt;
  return mean(first) / below;
}

PairReport report_pair(const Part& first, const Part& second, const Profiles& profiles,
                       std::span<const RowFeatures> features) {
  PairReport report;
  report.first = first.name;
  report.second = second.name;
  const Divergence divergence = divergence_of(first.frequencies, second.frequencies);
  report.atom_divergence = divergence.atoms;
  report.compound_divergence = divergence.compounds;
  for (std::size_t atom = 0; atom < profiles.atoms(); ++atom) {
    if (first.frequencies.atoms[atom] <= 0 && second.frequencies.atoms[atom] > 0) {
      report.atoms_only_in_second.push_back(profiles.atom_name(atom));
    }
  }
  for (std::size_t i = 0; i < profiles.compounds(); ++i) {
    const bool only_second =
        first.frequencies.compounds[i] <= 0 && second.frequencies.compounds[i] > 0;
    report.compounds_only_in_second += only_second ? 1U : 0U;
  }
  if (features.empty()) return report;
  report.input_pattern_coverage = coverage(first, second, features, &RowFeatures::input_pattern);
  report.output_pattern_coverage = coverage(first, second, features, &RowFeatures::output_pattern);
  report.input_length_ratio = length_ratio(first, second, features, &RowFeatures::input_length);
  report.output_length_ratio = length_ratio(first, second, features, &RowFeatures::output_length);
  return report;
}

}  // namespace

Shares shares_in(const std::vector<std::uint64_t>& rows, const Profiles& profiles,
                 std::span<const std::uint32_t> example_of) {
  std::vector<std::uint32_t> examples;
  for (const std::uint64_t row : rows) examples.push_back(example_of[row]);
  std::sort(examples.begin(), examples.end());
  examples.erase(std::unique(examples.begin(), examples.end()), examples.end());
  Shares shares{std::vector<double>(profiles.atoms()), std::vector<double>(profiles.compounds())};
  for (const std::uint32_t example : examples) {
    for (const std::uint32_t atom : profiles[example].atoms) ++shares.atoms[atom];
    for (const WeightedCompound& one : profiles[example].compounds)
      ++shares.compounds[one.compound];
  }
  for (auto* counts : {&shares.atoms, &shares.compounds}) {
    for (double& count : *counts) count /= static_cast<double>(examples.size());
  }
  return shares;
}

SplitReport report_on(const Split& split, const Profiles& profiles,
                      std::span<const std::uint32_t> example_of,
                      std::span<const RowFeatures> features) {
  const Part train = part_of("train", split.train, profiles, example_of);
  const Part dev = part_of("dev", split.dev, profiles, example_of);
  const Part test = part_of("test", split.test, profiles, example_of);
  SplitReport report;
  for (const Part* part : {&train, &dev, &test}) {
    if (!part->rows.empty()) report.parts.push_back(report_part(*part, example_of.size()));
  }
  std::vector<std::uint64_t> all;
  for (const Part* part : {&train, &dev, &test}) {
    all.insert(all.end(), part->rows.begin(), part->rows.end());
  }
  report.together =
      report_part(part_of("together", std::move(all), profiles, example_of), example_of.size());
  const auto compare = [&](const Part& first, const Part& second) {
    if (first.rows.empty() || second.rows.empty()) return;
    report.pairs.push_back(report_pair(first, second, profiles, features));
  };
  compare(train, test);
  compare(train, dev);
  compare(dev, test);
  if (!dev.rows.empty() && !test.rows.empty()) {
    std::vector<std::uint64_t> held_out = dev.rows;
    held_out.insert(held_out.end(), test.rows.begin(), test.rows.end());
    compare(train, part_of("dev+test", std::move(held_out), profiles, example_of));
  }
  return report;
}

}  // namespace assay
