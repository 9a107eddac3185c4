#include "assay/pipeline/generate.h"

#include <nlohmann/json.hpp>

#include "assay/base/error.h"
#include "assay/base/exact_math.h"
#include "assay/base/parallel.h"
#include "assay/base/text.h"
#include "assay/pipeline/make_split.h"
#include "assay/pipeline/row_maker.h"
#include "assay/store/card.h"
#include "assay/store/data_set.h"
#include "assay/store/layout.h"
#include "assay/store/split_file.h"

namespace assay {

namespace {

// Large enough to make threads worth while, small enough to stay in the cache; and where rows come
// in blocks whole units, which may be costly to make twice.
std::uint64_t rows_per_block(const Source& source, const Recipe& recipe) {
  constexpr std::uint64_t kRows = 512;
  if (recipe.rows && recipe.order == RowOrder::kSpread) return kRows;
  const std::uint64_t items = source.items_per_unit();
  return std::max<std::uint64_t>(1, kRows / items) * std::min(items, kRows);
}

struct RowRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

RowRange range_of(const std::optional<ShardEntry>& shard, std::uint64_t rows) {
  if (!shard) return {0, rows};
  return {multiply_divide(rows, shard->index, shard->of),
          multiply_divide(rows, shard->index + 1, shard->of)};
}

struct Stretch {
  std::size_t piece = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// The unfinished pieces cut into stretches; a stretch never reaches over the end of a piece.
std::vector<Stretch> cut_stretches(const SetWriter& writer, std::uint64_t rows) {
  std::vector<Stretch> stretches;
  for (std::size_t piece = 0; piece < writer.pieces().size(); ++piece) {
    if (writer.finished(piece)) continue;
    const Piece& whole = writer.pieces()[piece];
    for (std::uint64_t at = whole.begin; at < whole.end;) {
      // Blocks begin at multiples, wherever pieces do.
      const std::uint64_t end = std::min(whole.end, (at / rows + 1) * rows);
      stretches.push_back({piece, at, end});
      at = end;
    }
  }
  return stretches;
}

void add(SetTotals& totals, const RowBlock& block) {
  totals.empty += block.empty;
  totals.content.add(block.content);
  totals.lengths.resize(block.parts.size());
  for (std::size_t part = 0; part < block.parts.size(); ++part) {
    totals.lengths[part].add(block.parts[part].lengths);
  }
}

void write_pieces(SetWriter& writer, const RowMaker& maker, std::uint64_t rows,
                  const std::string& what, const Control& control) {
  const std::vector<Stretch> stretches = cut_stretches(writer, rows);
  Progress progress{what, 0, 0, 0};
  for (const Piece& piece : writer.pieces()) progress.total += piece.end - piece.begin;
  progress.done = progress.total;
  for (const Stretch& stretch : stretches) progress.done -= stretch.end - stretch.begin;
  SetTotals totals;
  ordered_parallel<RowBlock>(
      0, stretches.size(), control,
      [&](std::uint64_t index, RowBlock& block) {
        maker.make(stretches[index].begin, stretches[index].end, block);
      },
      [&](std::uint64_t index, RowBlock& block) {
        const Stretch& stretch = stretches[index];
        const Piece& piece = writer.pieces()[stretch.piece];
        if (stretch.begin == piece.begin) {
          totals = {};
          writer.begin(stretch.piece);
        }
        for (std::size_t part = 0; part < block.parts.size(); ++part) {
          writer.write(part, block.parts[part].bytes, block.parts[part].rows);
          progress.bytes += block.parts[part].bytes.size();
        }
        add(totals, block);
        if (stretch.end == piece.end) writer.end(totals);
        progress.done += stretch.end - stretch.begin;
        control.report(progress);
      });
  writer.wait();
}

}  // namespace

SetPlan plan_by_recipe(const Manifest& outline, std::uint64_t first_row, std::uint64_t last_row) {
  SetPlan plan{outline, part_names(outline.recipe), {}, {}};
  plan.pieces = cut_pieces(first_row, last_row, outline.recipe.rows_per_file, plan.parts);
  const auto& shard = outline.shard;
  plan.work =
      nlohmann::ordered_json{{"recipe_hash", outline.recipe_hash},
                             {"shard", shard ? fmt::format("{}/{}", shard->index, shard->of) : ""},
                             {"pieces", plan.pieces.size()}}
          .dump();
  return plan;
}

void finish_by_recipe(const Manifest& manifest, const Task& task, const Control& control,
                      SetWriter& writer) {
  const Folder& folder = writer.folder();
  if (!manifest.recipe.splits.empty() && !manifest.shard) {
    folder.make_folder(kSplitsFolder);
    const DataSet data(folder.path(), manifest);
    SplitSession rows(data, task, control);
    for (const SplitSpec& spec : manifest.recipe.splits) {
      folder.write(split_path(spec.name), split_text(make_split(rows, spec)));
    }
  }
  write_card(folder, manifest, task);
  writer.finish(manifest);
}

GenerateResult generate_to_folder(const Task& task, const GenerateJob& job,
                                  const std::string& path) {
  const Recipe& recipe = job.recipe;
  const auto source = task.open(recipe.seed);
  const RowPlan plan(task, *source, recipe.seed, recipe.rows, recipe.order);
  const RowRange range = range_of(job.shard, plan.rows());
  Manifest outline = outline_of(task, task.info().version, recipe, job.tool);
  outline.shard = job.shard;
  SetWriter writer(path, plan_by_recipe(outline, range.begin, range.end),
                   job.force ? Occupied::kOurs : Occupied::kSameRecipe);
  GenerateResult result;
  result.files_found = writer.finished_count();
  if (writer.complete()) {
    result.was_complete = true;
    result.manifest = read_manifest(writer.folder());
    return result;
  }
  const RowMaker maker(task, *source, plan, recipe, true);
  const Control& control = job.control;
  try {
    write_pieces(writer, maker, rows_per_block(*source, recipe), "generate " + recipe.task,
                 control);
    result.manifest = writer.written();
    result.manifest.units = plan.units(range.begin, range.end);
    finish_by_recipe(result.manifest, task, control, writer);
  } catch (const Interrupted&) {
    writer.stop();
  }
  return result;
}

void generate_to_stream(const Task& task, const GenerateJob& job,
                        const std::function<void(std::string_view)>& write) {
  const auto source = task.open(job.recipe.seed);
  const RowPlan plan(task, *source, job.recipe.seed, job.recipe.rows, job.recipe.order);
  const RowRange range = range_of(job.shard, plan.rows());
  const RowMaker maker(task, *source, plan, job.recipe, false);
  const Control& control = job.control;
  const std::uint64_t block_rows = rows_per_block(*source, job.recipe);
  Progress progress{"generate " + job.recipe.task, 0, range.end - range.begin, 0};
  const std::uint64_t blocks = (progress.total + block_rows - 1) / block_rows;
  ordered_parallel<RowBlock>(
      0, blocks, control,
      [&](std::uint64_t index, RowBlock& block) {
        const std::uint64_t begin = range.begin + index * block_rows;
        maker.make(begin, std::min(range.end, begin + block_rows), block);
      },
      [&](std::uint64_t index, RowBlock& block) {
        for (const PartBlock& part : block.parts) {
          write(part.bytes);
          progress.bytes += part.bytes.size();
        }
        progress.done = std::min(progress.total, (index + 1) * block_rows);
        control.report(progress);
      });
}

}  // namespace assay
