#include "assay/pipeline/compare.h"

#include <algorithm>

#include "assay/base/error.h"

namespace assay {

namespace {

void add_row(PairedTally& tally, bool first, bool second) {
  ++(first ? (second ? tally.both : tally.only_first)
           : (second ? tally.only_second : tally.neither));
}

PairedTally sum_of(std::span<const PairedTally> tallies) {
  PairedTally sum;
  for (const PairedTally& each : tallies) {
    sum.both += each.both;
    sum.only_first += each.only_first;
    sum.only_second += each.only_second;
    sum.neither += each.neither;
  }
  return sum;
}

Difference difference_of(std::span<const PairedTally> units, const Control& control) {
  Difference difference;
  difference.tally = sum_of(units);
  difference.difference = difference.tally.difference();
  difference.interval = bootstrap_difference(units, {}, control);
  difference.probability = mcnemar(difference.tally);
  difference.adjusted = difference.probability;
  return difference;
}

// Rows of one unit together.
std::vector<PairedTally> tallies_by_unit(const RunTable& table, const RunVerdicts& first,
                                         const RunVerdicts& second) {
  std::vector<PairedTally> tallies(table.units);
  for (std::size_t row = 0; row < table.rows(); ++row) {
    add_row(tallies[table.unit_of[row]], first.is_right(row), second.is_right(row));
  }
  return tallies;
}

// The same for each group: rows of a unit may stand in different ones.
std::vector<std::vector<PairedTally>> tallies_by_group(const RunTable& table, const GroupedRows& by,
                                                       const RunVerdicts& first,
                                                       const RunVerdicts& second) {
  struct Row {
    std::uint32_t group = 0;
    std::uint32_t unit = 0;
    std::uint32_t row = 0;
  };
  std::vector<Row> rows;
  for (std::uint32_t row = 0; row < table.rows(); ++row) {
    for (const std::uint32_t group : by.of(row)) rows.push_back({group, table.unit_of[row], row});
  }
  std::ranges::sort(rows, [](const Row& a, const Row& b) {
    return a.group != b.group ? a.group < b.group : a.unit < b.unit;
  });
  std::vector<std::vector<PairedTally>> tallies(by.keys.size());
  const Row* before = nullptr;
  for (const Row& row : rows) {
    auto& of_group = tallies[row.group];
    if (before == nullptr || before->group != row.group || before->unit != row.unit) {
      of_group.emplace_back();
    }
    add_row(of_group.back(), first.is_right(row.row), second.is_right(row.row));
    before = &row;
  }
  return tallies;
}

void adjust(const std::vector<Difference*>& differences) {
  std::vector<double> probabilities;
  for (const Difference* each : differences) probabilities.push_back(each->probability);
  const std::vector<double> adjusted = holm(probabilities);
  for (std::size_t i = 0; i < differences.size(); ++i) differences[i]->adjusted = adjusted[i];
}

std::vector<PairComparison::By> compare_groups(const RunTable& table, const RunVerdicts& first,
                                               const RunVerdicts& second, const Control& control) {
  std::vector<PairComparison::By> all;
  for (const GroupedRows& by : table.by) {
    PairComparison::By& out = all.emplace_back();
    out.by = by.by;
    out.columns = by.columns;
    const auto tallies = tallies_by_group(table, by, first, second);
    for (std::size_t group = 0; group < by.keys.size(); ++group) {
      out.groups.push_back({by.keys[group], difference_of(tallies[group], control)});
    }
  }
  std::vector<Difference*> differences;
  for (PairComparison::By& by : all) {
    for (GroupDifference& group : by.groups) differences.push_back(&group.rows);
  }
  adjust(differences);
  return all;
}

PairComparison compare_pair(const RunTable& table, const Disagreement& pair,
                            const Control& control) {
  const RunVerdicts& first = table.runs[pair.first];
  const RunVerdicts& second = table.runs[pair.second];
  const auto tallies = tallies_by_unit(table, first, second);
  PairComparison out{pair.first, pair.second};
  out.all = difference_of(tallies, control);
  const auto rows = static_cast<double>(out.all.tally.rows());
  const auto discordant =
      static_cast<double>(out.all.tally.only_first + out.all.tally.only_second) / rows;
  out.smallest = smallest_detectable_difference(effective_pairs(tallies), discordant);
  out.only_first = pair.only_first;
  out.only_second = pair.only_second;
  out.by = compare_groups(table, first, second, control);
  return out;
}

void note_missed(const RunTable& table, Comparison& out) {
  out.missed_ids = table.missed_by_all;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const bool is_missed =
        std::ranges::none_of(table.runs, [&](const RunVerdicts& run) { return run.is_right(row); });
    out.missed_by_all += is_missed ? 1 : 0;
  }
  out.missed_by_chance = static_cast<double>(out.rows);
  for (const RunFigures& run : out.runs) out.missed_by_chance *= 1 - run.accuracy;
}

}  // namespace

RunFigures figures_of(const RunTable& table, std::size_t run) {
  const RunVerdicts& verdicts = table.runs[run];
  RunFigures figures{verdicts.name, verdicts.paired_by};
  std::vector<GroupTally> units(table.units);
  for (std::size_t row = 0; row < table.rows(); ++row) {
    GroupTally& unit = units[table.unit_of[row]];
    ++unit.rows;
    switch (verdicts.verdicts[row]) {
      case Status::kRight:
        ++figures.right;
        ++unit.right;
        break;
      case Status::kWrong:
        ++figures.wrong;
        break;
      case Status::kUnparsable:
        ++figures.unparsable;
        break;
      case Status::kNoAnswer:
        ++figures.no_answer;
    }
  }
  figures.missing = verdicts.pairing.missing;
  figures.shorter = verdicts.shorter;
  figures.longer = verdicts.longer;
  figures.accuracy = static_cast<double>(figures.right) / static_cast<double>(table.rows());
  figures.interval = wilson_interval(figures.accuracy, effective_rows(units));
  return figures;
}

Comparison compare_runs(const RunTable& table, const Control& control) {
  ASSAY_CHECK(table.rows() > 0 && !table.runs.empty());
  Comparison out;
  out.rows = table.rows();
  out.units = table.units;
  for (std::size_t run = 0; run < table.runs.size(); ++run) {
    out.runs.push_back(figures_of(table, run));
  }
  for (const Disagreement& pair : table.disagreements) {
    out.pairs.push_back(compare_pair(table, pair, control));
  }
  std::vector<Difference*> differences;
  for (PairComparison& pair : out.pairs) differences.push_back(&pair.all);
  adjust(differences);
  note_missed(table, out);
  return out;
}

}  // namespace assay
