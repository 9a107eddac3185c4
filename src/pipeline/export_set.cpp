#include "assay/pipeline/export_set.h"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/pipeline/ask_rows.h"
#include "assay/pipeline/make_split.h"
#include "assay/pipeline/methods/divergence_claim.h"
#include "assay/pipeline/renew_rows.h"
#include "assay/store/card.h"
#include "assay/store/layout.h"
#include "assay/store/part_choice.h"
#include "assay/store/selection_json.h"

namespace assay {

namespace {

using RowNumbers = std::vector<std::uint64_t>;

// The manifest of a data set as this version writes it, without its rows.
Manifest renewed(const DataSet& data, const Task& task, const ToolInfo& tool) {
  const Manifest& old = data.manifest();
  Manifest manifest = outline_of(task, old.task_version, old.recipe, tool);
  manifest.shard = old.shard;
  manifest.empty = old.empty;
  manifest.media = old.media;
  manifest.selection = old.selection;
  manifest.claim = old.claim;
  manifest.definition = old.definition;
  manifest.measured = old.measured;
  return manifest;
}

// The same export of the same rows in the same order.
std::string name_of_work(const DataSet& data, const std::string& what) {
  return fmt::format("{{\"export\":\"{}\"}}", sha256_hex(what + manifest_text(data.manifest())));
}

// Writes the pieces that are not finished, each of one file; rows_of(piece) are its rows.
void copy_rows(const DataSet& data, const Task& task,
               const std::function<RowNumbers(std::size_t piece)>& rows_of, const Control& control,
               SetWriter& writer) {
  const RowRenewer renewer(data, task);
  Progress progress{"export", 0, 0, 0};
  for (const Piece& piece : writer.pieces()) progress.total += piece.end - piece.begin;
  for (std::size_t piece = 0; piece < writer.pieces().size(); ++piece) {
    progress.done += writer.pieces()[piece].end - writer.pieces()[piece].begin;
    if (writer.finished(piece)) continue;
    SetTotals totals{0, {}, {{}}};
    writer.begin(piece);
    renewer.renew(rows_of(piece), control, [&](const RenewedRows& rows) {
      writer.write(0, rows.block.bytes, rows.block.rows);
      totals.content.add(rows.content);
      totals.lengths[0].add(rows.block.lengths);
    });
    writer.end(totals);
    control.report(progress);
  }
}

std::uint64_t count_units(const DataSet& written, const Task& task, const Control& control) {
  auto units = ask_rows<std::uint64_t>(written, task, control,
                                       [](const Example& row) { return row.address.unit; });
  std::ranges::sort(units);
  return static_cast<std::uint64_t>(std::unique(units.begin(), units.end()) - units.begin());
}

// Which compounds count depends on the rows, so what was measured on the whole pool does not hold
// of the parts alone: figures of their own, which `verify` can measure again, are recorded.
void measure_parts(const DataSet& written, const Task& task, const Control& control,
                   Manifest& manifest) {
  if (!manifest.claim || !manifest.recipe.with_rules) return;
  if (!find_split_method(manifest.claim->method).by_divergence) return;
  const auto split = split_of_parts(written);
  if (!split) return;
  SplitSession rows(written, task, control);
  const DivergencePool& pool = rows.pool(define_of(*manifest.claim));
  manifest.definition = pool.definition;
  manifest.measured = bounded_report(*split, pool, bound_of(*manifest.claim));
}

// All rows written: the manifest with what is measured on them.
Manifest copied_set(const DataSet& data, const Task& task,
                    const std::function<RowNumbers(std::size_t piece)>& rows_of,
                    const Control& control, SetWriter& writer) try {
  copy_rows(data, task, rows_of, control, writer);
  Manifest manifest = writer.written();
  const DataSet written(writer.folder().path(), manifest);
  manifest.units = count_units(written, task, control);
  measure_parts(written, task, control, manifest);
  return manifest;
} catch (const Interrupted&) {
  writer.stop();
}

RowNumbers stretch_of(const RowNumbers& rows, const Piece& piece) {
  const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(piece.begin);
  return {begin, begin + static_cast<std::ptrdiff_t>(piece.end - piece.begin)};
}

}  // namespace

ExportedSet export_split(const DataSet& data, const Task& task, const SplitFile& split,
                         const std::string& path, const ToolInfo& tool, const Control& control) {
  SetPlan plan{renewed(data, task, tool), {}, {}, name_of_work(data, split_text(split))};
  plan.outline.claim = split.claim;
  plan.outline.empty = 0;
  std::vector<const RowNumbers*> rows_of_piece;
  for (const Place place : {Place::kTrain, Place::kDev, Place::kTest}) {
    const RowNumbers& rows = rows_in(split.split, place);
    if (rows.empty()) continue;
    const std::string part(part_file_name(place));
    plan.parts.push_back(part);
    for (Piece& piece : cut_pieces(0, rows.size(), plan.outline.recipe.rows_per_file, {part})) {
      plan.pieces.push_back(std::move(piece));
      rows_of_piece.push_back(&rows);
    }
  }
  SetWriter writer(path, std::move(plan), Occupied::kSameWork);
  if (writer.complete()) return {read_manifest(writer.folder()), true};
  Manifest manifest = copied_set(
      data, task,
      [&](std::size_t piece) { return stretch_of(*rows_of_piece[piece], writer.pieces()[piece]); },
      control, writer);
  manifest.documents = write_documents(writer.folder(), manifest, task);
  writer.finish(manifest);
  return {std::move(manifest), false};
}

ExportedSet export_selection(const DataSet& data, const Task& task, const RowNumbers& rows,
                             const SelectionRecord& selection, const std::string& path,
                             const ToolInfo& tool, const Control& control) {
  SetPlan plan{
      renewed(data, task, tool), {"all"}, {}, name_of_work(data, to_json(selection).dump())};
  plan.outline.selection = selection;
  plan.outline.empty = 0;
  plan.pieces = cut_pieces(0, rows.size(), plan.outline.recipe.rows_per_file, plan.parts);
  SetWriter writer(path, std::move(plan), Occupied::kSameWork);
  if (writer.complete()) return {read_manifest(writer.folder()), true};
  Manifest manifest = copied_set(
      data, task, [&](std::size_t piece) { return stretch_of(rows, writer.pieces()[piece]); },
      control, writer);
  manifest.documents = write_documents(writer.folder(), manifest, task);
  writer.finish(manifest);
  return {std::move(manifest), false};
}

namespace {

// The splits of a data set beside the same rows in another folder.
void copy_splits(const DataSet& data, const Manifest& manifest, const Folder& folder) {
  for (const std::string& name : split_names(data.folder())) {
    SplitFile split = read_split(data, name);
    split.subject.content_hash = manifest.content_hash;
    folder.make_folder(kSplitsFolder);
    folder.write(split_path(name), split_text(split));
  }
}

}  // namespace

ExportedSet write_again(const DataSet& data, const Task& task, const std::string& path,
                        const ToolInfo& tool, const Control& control) {
  SetPlan plan{renewed(data, task, tool), {}, {}, name_of_work(data, "")};
  for (const PartEntry& part : data.manifest().parts) plan.parts.push_back(part.name);
  std::uint64_t before = 0;
  for (const FileEntry& file : data.manifest().files) {
    FileEntry again{.path = file.path,
                    .part = file.part,
                    .first = file.first,
                    .addresses = file.addresses,
                    .sha256 = {}};
    plan.pieces.push_back({before, before + file.rows, {std::move(again)}});
    before += file.rows;
  }
  SetWriter writer(path, std::move(plan), Occupied::kSameWork);
  if (writer.complete()) return {read_manifest(writer.folder()), true};
  Manifest manifest = copied_set(
      data, task,
      [&](std::size_t piece) {
        return row_numbers(writer.pieces()[piece].begin, writer.pieces()[piece].end);
      },
      control, writer);
  copy_splits(data, manifest, writer.folder());
  manifest.documents = write_documents(writer.folder(), manifest, task);
  writer.finish(manifest);
  return {std::move(manifest), false};
}

}  // namespace assay
