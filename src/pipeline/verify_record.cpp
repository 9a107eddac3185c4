#include "assay/pipeline/verify_record.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <tuple>

#include "assay/base/text.h"
#include "assay/core/split.h"
#include "assay/pipeline/part_shares.h"
#include "assay/pipeline/row_plan.h"
#include "assay/pipeline/set_writer.h"

namespace assay {

namespace {

using Names = std::vector<std::string>;

Names names_of(const std::vector<PartEntry>& parts) {
  Names names;
  for (const PartEntry& part : parts) names.push_back(part.name);
  return names;
}

// Its rows were taken from another data set, not made by its recipe.
bool is_copied(const Manifest& manifest) { return manifest.claim || manifest.selection; }

// A data set made from a split has those parts that are not empty, a selected one has one, any
// other those of its recipe.
Names planned_parts(const Manifest& manifest) {
  if (manifest.selection && !manifest.claim) return {"all"};
  if (!manifest.claim) return part_names(manifest.recipe);
  Names names;
  for (const Place place : {Place::kTrain, Place::kDev, Place::kTest}) {
    const std::string name(part_file_name(place));
    if (std::ranges::count(manifest.parts, name, &PartEntry::name) > 0) names.push_back(name);
  }
  return names;
}

// The rows of the plan that the data set was made of.
RowRange planned_rows(const Manifest& manifest, const Task& task) {
  const Recipe& recipe = manifest.recipe;
  if (recipe.rows) return rows_of_shard(manifest.shard, *recipe.rows);
  const auto source = task.open(recipe.seed);
  const RowPlan plan(task, *source, recipe.seed, recipe.rows, recipe.order);
  return rows_of_shard(manifest.shard, plan.rows());
}

// Rows that are cut into the same files.
struct Stretch {
  RowRange rows;
  Names parts;
};

std::vector<Stretch> stretches_of(const Manifest& manifest, RowRange planned) {
  if (!is_copied(manifest)) return {{planned, planned_parts(manifest)}};
  std::vector<Stretch> stretches;
  for (const PartEntry& part : manifest.parts) stretches.push_back({{0, part.rows}, {part.name}});
  return stretches;
}

std::uint64_t count_files(const Stretch& stretch, std::uint64_t step) {
  const auto [begin, end] = stretch.rows;
  return begin == end ? 0 : ((end - 1) / step - begin / step + 1) * stretch.parts.size();
}

// Parts in their order, then pieces.
std::vector<FileEntry> files_of(const Stretch& stretch, std::uint64_t step) {
  const std::vector<Piece> pieces =
      cut_pieces(stretch.rows.begin, stretch.rows.end, step, stretch.parts);
  std::vector<FileEntry> files;
  for (std::size_t part = 0; part < stretch.parts.size(); ++part) {
    for (const Piece& piece : pieces) files.push_back(piece.files[part]);
  }
  return files;
}

std::string file_defect(const FileEntry& found, const FileEntry& wanted) {
  const auto key = [](const FileEntry& file) {
    return std::tie(file.path, file.part, file.first, file.addresses);
  };
  if (key(found) == key(wanted)) return "";
  const auto told = [](const FileEntry& file) {
    return fmt::format("{} of part {} with {} addresses from {}", printable(file.path),
                       printable(file.part), file.addresses, file.first);
  };
  return fmt::format("it lists {}, but its recipe gives {}", told(found), told(wanted));
}

std::string files_defect(const Manifest& manifest, const std::vector<Stretch>& stretches) {
  const std::uint64_t step = manifest.recipe.rows_per_file;
  std::uint64_t count = 0;
  for (const Stretch& stretch : stretches) count += count_files(stretch, step);
  if (count != manifest.files.size()) {
    return fmt::format("it lists {}, but its recipe gives {}",
                       counted(manifest.files.size(), "file"), with_commas(count));
  }
  auto found = manifest.files.begin();
  for (const Stretch& stretch : stretches) {
    for (const FileEntry& wanted : files_of(stretch, step)) {
      std::string defect = file_defect(*found++, wanted);
      if (!defect.empty()) return defect;
    }
  }
  return "";
}

std::string empty_defect(const Manifest& manifest, RowRange planned) {
  const std::uint64_t addresses =
      is_copied(manifest) ? manifest.rows() : planned.end - planned.begin;
  if (manifest.rows() + manifest.empty == addresses) return "";
  return fmt::format("it has {} rows and {} empty addresses, but {} addresses",
                     with_commas(manifest.rows()), with_commas(manifest.empty),
                     with_commas(addresses));
}

}  // namespace

std::string layout_defect(const Manifest& manifest, const Task& task) {
  const Names parts = names_of(manifest.parts);
  if (parts != planned_parts(manifest)) {
    return fmt::format("its parts are {}, which is not what it was made by",
                       printable(fmt::format("{}", fmt::join(parts, ", "))));
  }
  const RowRange planned = is_copied(manifest) ? RowRange{} : planned_rows(manifest, task);
  std::string defect = files_defect(manifest, stretches_of(manifest, planned));
  if (defect.empty()) defect = empty_defect(manifest, planned);
  return defect;
}

namespace {

std::string lengths_defect(const PartEntry& part, const LengthStats& found) {
  if (part.lengths == found) return "";
  return fmt::format(
      "its rows of part {} have {} words of input (at most {}) and {} of target (at most {}), "
      "which "
      "is not what it says",
      part.name, with_commas(found.input_sum), found.input_most, with_commas(found.target_sum),
      found.target_most);
}

// Only training rows of a split may stand there twice. An address where no example stands still
// counts for its unit.
std::string units_defect(const Manifest& manifest, std::vector<Address>& addresses,
                         std::string_view task) {
  const auto key = [](const Address& address) { return std::pair(address.unit, address.item); };
  std::ranges::sort(addresses, {}, key);
  const auto twice = std::ranges::adjacent_find(addresses);
  if (twice != addresses.end() && !manifest.claim) {
    return fmt::format("two of its rows are item {} of unit {} of {}", twice->item, twice->unit,
                       task);
  }
  const auto end = std::unique(addresses.begin(), addresses.end(),
                               [](const Address& a, const Address& b) { return a.unit == b.unit; });
  const auto units = static_cast<std::uint64_t>(end - addresses.begin());
  if (!manifest.units || (units <= *manifest.units && *manifest.units <= units + manifest.empty)) {
    return "";
  }
  return fmt::format("its rows are of {} units, not of {}", with_commas(units),
                     with_commas(*manifest.units));
}

std::string record_defect(const Manifest& manifest, RowFindings& findings) {
  for (std::size_t i = 0; i < manifest.parts.size(); ++i) {
    std::string defect = lengths_defect(manifest.parts[i], findings.lengths[i]);
    if (!defect.empty()) return defect;
  }
  if (findings.content.hex() != manifest.content_hash) {
    return "the rows do not sum up to the recorded content hash";
  }
  return units_defect(manifest, findings.addresses, manifest.recipe.task);
}

}  // namespace

Check check_record(const DataSet& data, RowFindings& findings) {
  const std::string defect = record_defect(data.manifest(), findings);
  if (!defect.empty()) {
    return {"content", false,
            fmt::format("{}: {}", printable(data.folder().path_of(kManifestName)), defect)};
  }
  return {"content", true,
          fmt::format("content hash {}; words and units as recorded", findings.content.hex())};
}

}  // namespace assay
