#include "assay/pipeline/seen_compounds.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <span>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/dbca/own_compounds.h"
#include "assay/dbca/rule_hashes.h"
#include "assay/store/read_row.h"
#include "assay/store/row_pass.h"
#include "assay/store/split_file.h"

namespace assay {

namespace {

// An example beyond that is told by its smaller sub-graphs.
constexpr std::uint32_t kMostSets = 20'000;
constexpr std::uint64_t kNoRow = ~std::uint64_t{0};

struct RowsOfPart {
  std::string name;
  std::vector<std::uint64_t> rows;  // ascending, each once
};

std::vector<std::uint64_t> each_once(std::vector<std::uint64_t> rows) {
  std::ranges::sort(rows);
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

std::vector<RowsOfPart> other_parts(const DataSet& data, const ChosenRows& chosen) {
  std::vector<RowsOfPart> parts;
  const auto add = [&](std::string name, std::vector<std::uint64_t> rows) {
    if (name != chosen.part && !rows.empty()) parts.push_back({std::move(name), std::move(rows)});
  };
  if (!chosen.split.empty()) {
    const Split split = read_split(data, chosen.split).split;
    for (const Place place : {Place::kTrain, Place::kDev, Place::kTest}) {
      add(std::string(name_of(place)), each_once(rows_in(split, place)));
    }
  } else if (chosen.rows) {
    for (const PartRange& range : data.parts()) {
      std::vector<std::uint64_t> rows(range.end - range.begin);
      std::iota(rows.begin(), rows.end(), range.begin);
      add(range.name, std::move(rows));
    }
  }
  return parts;
}

// The one that is compared with first.
std::vector<RowsOfPart> parts_for(const DataSet& data, const PartChoice& against) {
  ChosenRows chosen = choose_rows(data, against, {.of_split = "train", .of_own = "train"});
  if (!chosen.rows) {
    chosen.rows.emplace(data.rows());
    std::iota(chosen.rows->begin(), chosen.rows->end(), std::uint64_t{0});
  }
  std::vector<RowsOfPart> parts{{chosen.part, each_once(*chosen.rows)}};
  for (RowsOfPart& other : other_parts(data, chosen)) parts.push_back(std::move(other));
  return parts;
}

bool is_same_row(const Example& a, const Example& b) {
  return a.address == b.address && a.seed == b.seed && a.stamp == b.stamp &&
         a.imported == b.imported;
}

struct Shortest {
  std::uint64_t length = kNoRow;
  std::uint64_t row = kNoRow;
};

// Of some rows of a part.
struct Counts {
  std::vector<std::uint64_t> rows;
  std::vector<Shortest> shortest;
  std::uint64_t looked_at = 0;
  bool has_example = false;
  std::optional<OwnCompoundFinder> finder = {};
};

class SeenCount {
 public:
  SeenCount(const DataSet& data, const Task& task, const Example& example, const OwnCompounds& own,
            const Control& control)
      : task_(task),
        example_(example),
        own_(own),
        index_(data),
        pass_{.shape = row_shape(task, data.manifest()),
              .control = control,
              .progress = {"count sub-graphs", 0, 0, 0},
              .rows_per_block = 1024} {}

  void expect(std::uint64_t rows) { pass_.progress.total += rows; }

  // The counts of a part, and where its shortest rows are.
  Counts count(const RowsOfPart& part) {
    Counts all{std::vector<std::uint64_t>(own_.size()), std::vector<Shortest>(own_.size())};
    for_rows<Counts>(
        index_, part.rows, pass_,
        [&](const Example& row, std::string_view, Counts& some) { note(row, some); },
        [&](const Counts& some) { add(some, part, all); });
    pass_.progress.done += part.rows.size();
    return all;
  }

  // What stands in these rows.
  std::vector<ShownRow> show(std::span<const std::uint64_t> rows) const {
    std::vector<ShownRow> shown;
    RowReader reader(pass_.shape, {.rules = false});
    RowLines lines(index_);
    const Instructor* instructor = task_.abilities().instructor;
    Example row;
    for (const std::uint64_t number : rows) {
      read_row(
          reader, lines.line(number), [&] { return index_.place(number); }, row);
      shown.push_back({id_of(pass_.shape.task, row), row.input(),
                       instructor == nullptr ? "" : instructor->steps(row)});
    }
    return shown;
  }

 private:
  void note(const Example& row, Counts& some) const {
    if (!some.finder) {
      some.finder.emplace(own_);
      some.rows.resize(own_.size());
      some.shortest.resize(own_.size());
    }
    for (const std::uint32_t number : some.finder->find(row.rules)) {
      ++some.rows[number];
      if (row.input().size() >= some.shortest[number].length) continue;
      some.shortest[number] = {row.input().size(), some.looked_at};
    }
    ++some.looked_at;
    some.has_example = some.has_example || is_same_row(row, example_);
  }

  static void add(const Counts& some, const RowsOfPart& part, Counts& all) {
    for (std::size_t number = 0; number < some.rows.size(); ++number) {
      all.rows[number] += some.rows[number];
      const Shortest& found = some.shortest[number];
      if (found.length >= all.shortest[number].length) continue;
      all.shortest[number] = {found.length, part.rows[all.looked_at + found.row]};
    }
    all.looked_at += some.looked_at;
    all.has_example = all.has_example || some.has_example;
  }

  const Task& task_;
  const Example& example_;
  const OwnCompounds& own_;
  RowIndex index_;
  RowPass pass_;
};

bool is_telling(const OwnCompound& compound, std::uint64_t rows, const Counts& counts) {
  return std::ranges::all_of(compound.parts,
                             [&](std::uint32_t part) { return rows < counts.rows[part]; });
}

// The shortest row that has it, or else all of it but one node.
std::uint64_t row_to_show(const OwnCompounds& own, std::size_t number, const Counts& counts) {
  if (counts.rows[number] > 0) return counts.shortest[number].row;
  std::uint64_t rarest = kNoRow;
  std::uint64_t row = kNoRow;
  for (const std::uint32_t part : own[number].parts) {
    if (counts.rows[part] == 0 || counts.rows[part] >= rarest) continue;
    rarest = counts.rows[part];
    row = counts.shortest[part].row;
  }
  return row;
}

// In the order of their numbers; `shown` are row numbers of the data set.
std::vector<SeenCompound> compounds_of(const OwnCompounds& own, const std::vector<Counts>& counts,
                                       bool show_all, std::vector<std::uint64_t>& shown) {
  std::vector<SeenCompound> compounds;
  std::map<std::uint64_t, std::size_t> place_of;
  for (std::size_t number = 0; number < own.size(); ++number) {
    SeenCompound& compound = compounds.emplace_back();
    compound.nodes = own[number].nodes;
    for (const Counts& part : counts) compound.rows.push_back(part.rows[number]);
    compound.telling = is_telling(own[number], compound.rows[0], counts.front());
    if (!compound.telling && !show_all) continue;
    const std::uint64_t row = row_to_show(own, number, counts.front());
    if (row == kNoRow) continue;
    compound.shown = place_of.try_emplace(row, place_of.size()).first->second;
    if (*compound.shown == shown.size()) shown.push_back(row);
  }
  return compounds;
}

void sort_by_rarity(std::vector<SeenCompound>& compounds) {
  std::ranges::stable_sort(compounds, [](const SeenCompound& a, const SeenCompound& b) {
    return a.rows[0] != b.rows[0] ? a.rows[0] < b.rows[0] : a.nodes.size() < b.nodes.size();
  });
}

CompoundDefinition definition_for(const Task& task, const SeenRequest& request) {
  CompoundDefinition definition = task.info().compounds;
  if (request.most_nodes != 0) definition.most_nodes = request.most_nodes;
  definition.most_sets = kMostSets;
  return definition;
}

}  // namespace

SeenCompounds count_seen(const DataSet& data, const Task& task, const Example& example,
                         const SeenRequest& request, const Control& control) {
  if (!data.manifest().recipe.with_rules) {
    fail(ErrorKind::kInput,
         "{}: its rows were stored without rules; generate it again without --without rules",
         printable(data.folder().path()));
  }
  const auto parts = parts_for(data, request.against);
  const auto hashes = hashes_of(task.rules());
  const OwnCompounds own(example.rules, definition_for(task, request), hashes);
  SeenCount count(data, task, example, own, control);
  for (const RowsOfPart& part : parts) count.expect(part.rows.size());
  SeenCompounds seen{.split = request.against.split,
                     .most_nodes = own.definition().most_nodes,
                     .is_cut = own.is_cut()};
  std::vector<Counts> counts;
  for (const RowsOfPart& part : parts) {
    counts.push_back(count.count(part));
    seen.parts.push_back({part.name, part.rows.size(), counts.back().has_example});
  }
  std::vector<std::uint64_t> shown;
  seen.compounds = compounds_of(own, counts, request.all, shown);
  sort_by_rarity(seen.compounds);
  seen.shown = count.show(shown);
  return seen;
}

}  // namespace assay
