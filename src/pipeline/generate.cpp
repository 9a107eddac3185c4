#include "assay/pipeline/generate.h"

#include <nlohmann/json.hpp>

#include "assay/base/error.h"
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

struct Stretch {
  std::size_t piece = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// The unfinished pieces cut into stretches, one after the other; a stretch never reaches over the
// end of a piece.
class Stretches {
 public:
  Stretches(const SetWriter& writer, std::uint64_t rows) : pieces_(writer.pieces()), rows_(rows) {
    for (std::size_t piece = 0; piece < pieces_.size(); ++piece) {
      if (!writer.finished(piece)) unfinished_.push_back(piece);
    }
  }

  std::uint64_t rows_left() const {
    std::uint64_t rows = 0;
    for (const std::size_t piece : unfinished_) rows += pieces_[piece].end - pieces_[piece].begin;
    return rows;
  }

  bool next(Stretch& out) {
    if (next_ == unfinished_.size()) return false;
    const Piece& piece = pieces_[unfinished_[next_]];
    const std::uint64_t begin = std::max(at_, piece.begin);
    // Blocks begin at multiples, wherever pieces do.
    at_ = std::min(piece.end, (begin / rows_ + 1) * rows_);
    out = {unfinished_[next_], begin, at_};
    if (at_ == piece.end) ++next_;
    return true;
  }

 private:
  const std::vector<Piece>& pieces_;
  std::uint64_t rows_;
  std::vector<std::size_t> unfinished_;
  std::size_t next_ = 0;  // of those
  std::uint64_t at_ = 0;  // up to here rows were given
};

struct StretchBlock {
  Stretch stretch;
  RowBlock rows;
};

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
  Stretches stretches(writer, rows);
  Progress progress{what, 0, 0, 0};
  for (const Piece& piece : writer.pieces()) progress.total += piece.end - piece.begin;
  progress.done = progress.total - stretches.rows_left();
  SetTotals totals;
  ordered_stream<StretchBlock>(
      control, [&](std::uint64_t, StretchBlock& block) { return stretches.next(block.stretch); },
      [&](std::uint64_t, StretchBlock& block) {
        maker.make(block.stretch.begin, block.stretch.end, block.rows);
      },
      [&](std::uint64_t, StretchBlock& made) {
        const auto& [stretch, block] = made;
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

// Where each address is of a unit of its own, an empty one is a unit without a row.
std::uint64_t units_of(const RowPlan& plan, const RowRange& range, std::uint64_t empty) {
  const std::uint64_t units = plan.units(range.begin, range.end);
  return units == range.end - range.begin ? units - empty : units;
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

namespace {

// The splits of the recipe, in its order: one may follow another.
void make_splits(std::span<const SplitSpec> specs, const Folder& folder, const Manifest& manifest,
                 const Task& task, const Control& control) {
  if (specs.empty()) return;
  folder.make_folder(kSplitsFolder);
  const DataSet data(folder.path(), manifest);
  SplitSession rows(data, task, control);
  for (const SplitSpec& spec : specs) {
    folder.write(split_path(spec.name), split_text(make_split(rows, spec)));
  }
}

}  // namespace

void finish_by_recipe(Manifest& manifest, const Task& task, const Control& control,
                      SetWriter& writer) {
  make_splits(promised_splits(manifest), writer.folder(), manifest, task, control);
  manifest.documents = write_documents(writer.folder(), manifest, task);
  writer.finish(manifest);
}

std::vector<std::string> restore_splits(const Manifest& manifest, const Task& task,
                                        const Control& control, const Folder& folder) {
  std::vector<SplitSpec> missing;
  for (const SplitSpec& spec : promised_splits(manifest)) {
    if (!folder.exists(split_path(spec.name))) missing.push_back(spec);
  }
  make_splits(missing, folder, manifest, task, control);
  std::vector<std::string> names;
  for (const SplitSpec& spec : missing) names.push_back(spec.name);
  return names;
}

GenerateResult generate_to_folder(const Task& task, const GenerateJob& job,
                                  const std::string& path) {
  const Recipe& recipe = job.recipe;
  const auto source = task.open(recipe.seed);
  const RowPlan plan(task, *source, recipe.seed, recipe.rows, recipe.order);
  const RowRange range = rows_of_shard(job.shard, plan.rows());
  Manifest outline = outline_of(task, task.info().version, recipe, job.tool);
  outline.shard = job.shard;
  SetWriter writer(path, plan_by_recipe(outline, range.begin, range.end),
                   job.force ? Occupied::kOurs : Occupied::kSameRecipe);
  GenerateResult result;
  result.files_found = writer.finished_count();
  if (writer.complete()) {
    result.was_complete = true;
    result.manifest = read_manifest(writer.folder());
    result.restored = restore_splits(result.manifest, task, job.control, writer.folder());
    return result;
  }
  const RowMaker maker(task, *source, plan, recipe, true);
  const Control& control = job.control;
  try {
    write_pieces(writer, maker, rows_per_block(*source, recipe), "generate " + recipe.task,
                 control);
    result.manifest = writer.written();
    result.manifest.units = units_of(plan, range, result.manifest.empty);
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
  const RowRange range = rows_of_shard(job.shard, plan.rows());
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
