#include "assay/pipeline/verify_selection.h"

#include <algorithm>
#include <map>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/pipeline/select.h"

namespace assay {

namespace {

// What the levels of the record say that cannot be.
std::string levels_defect(const SelectionRecord& recorded, const SelectionRecord& found) {
  std::map<std::uint32_t, std::uint64_t> rows;
  for (const LevelRecord& level : found.levels) rows[level.level] = level.rows;
  for (const LevelRecord& level : recorded.levels) {
    if (level.rows != rows[level.level]) {
      return fmt::format("{} of its rows have level {}, not {}", with_commas(rows[level.level]),
                         level.level, with_commas(level.rows));
    }
    if (level.rows > level.pool) {
      return fmt::format("it has {} rows of level {}, more than its pool", with_commas(level.rows),
                         level.level);
    }
    if (recorded.cap && level.rows > *recorded.cap) {
      return fmt::format("it has {} rows of level {}, more than its cap of {}",
                         with_commas(level.rows), level.level, with_commas(*recorded.cap));
    }
    rows.erase(level.level);
  }
  if (rows.empty()) return "";
  return fmt::format("it has rows of level {}, which is not recorded", rows.begin()->first);
}

std::string defect_of(const DataSet& data, const Task& task, Forms forms, const Control& control) {
  const SelectionRecord& recorded = *data.manifest().selection;
  std::vector<std::uint64_t> sorted(forms.begin(), forms.end());
  std::ranges::sort(sorted);
  if (std::ranges::adjacent_find(sorted) != sorted.end()) return "an example stands there twice";
  const SelectionRecord found = measure_selection(data, task, recorded, control);
  if (found.rows != recorded.rows) {
    return fmt::format("it has {} rows, not {}", with_commas(found.rows),
                       with_commas(recorded.rows));
  }
  std::string defect = levels_defect(recorded, found);
  if (!defect.empty()) return defect;
  if (found.compounds != recorded.compounds || found.entropy != recorded.entropy) {
    return fmt::format("its {} compounds have an entropy of {} bits; recorded are {} and {}",
                       with_commas(found.compounds), found.entropy, with_commas(recorded.compounds),
                       recorded.entropy);
  }
  return "";
}

}  // namespace

std::vector<Check> check_selection(const DataSet& data, const Task& task, Forms forms,
                                   const Control& control) {
  const Manifest& manifest = data.manifest();
  if (!manifest.selection || manifest.claim) return {};
  std::string defect;
  try {
    defect = defect_of(data, task, forms, control);
  } catch (const Error& problem) {
    if (problem.kind() == ErrorKind::kIo) throw;
    defect = problem.what();
  }
  if (!defect.empty()) return {{"selection", false, defect}};
  return {{"selection", true,
           fmt::format("{} of {} rows; {} rule combinations with an entropy of {} bits, measured "
                       "again from the rows",
                       with_commas(manifest.selection->rows),
                       with_commas(manifest.selection->pool_rows),
                       with_commas(manifest.selection->compounds), manifest.selection->entropy)}};
}

}  // namespace assay
