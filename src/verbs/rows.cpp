#include "assay/verbs/rows.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/text.h"
#include "assay/catalog/catalog.h"
#include "assay/core/stamp.h"
#include "assay/pipeline/row_plan.h"
#include "assay/store/read_row.h"
#include "assay/verbs/data_task.h"

namespace assay::verbs {

namespace {

ParsedId parsed(const Task& task, const std::string& id) {
  const auto found = parse_id(id);
  if (!found) {
    fail(ErrorKind::kUsage, "\"{}\" is not an id such as {}:{}:0:3:0", printable(id),
         task.info().name, stamp_of(task));
  }
  if (found->task != task.info().name) {
    fail(ErrorKind::kUsage, "\"{}\" is not an id of task {}", printable(id), task.info().name);
  }
  return *found;
}

// Row numbers of a task or a data set that has `all` rows.
void check_row(std::string_view what, std::uint64_t row, std::uint64_t all) {
  if (row >= all) {
    fail(ErrorKind::kUsage, "--row {}: {} has {}, counted from 0", row, printable(what),
         counted(all, "row"));
  }
}

std::vector<std::uint64_t> rows_wanted(const RowChoice& choice, const DataSet& data) {
  if (choice.row) {
    check_row(choice.what, *choice.row, data.rows());
    return {*choice.row};
  }
  const ChosenRows chosen = choose_rows(data, choice.part, {.of_split = "train"});
  const std::uint64_t rows = std::min(choice.rows.value_or(kDefaultRows), chosen.count(data));
  std::vector<std::uint64_t> wanted;
  for (std::uint64_t i = 0; i < rows; ++i) {
    wanted.push_back(chosen.rows ? (*chosen.rows)[i] : i);
  }
  return wanted;
}

void check(const RowChoice& choice) {
  const int ways = (choice.rows ? 1 : 0) + (choice.row ? 1 : 0) + (choice.id.empty() ? 0 : 1);
  if (ways > 1) fail(ErrorKind::kUsage, "give only one of -n, --row and --id");
  if (choice.asks_for_part() && (choice.row || !choice.id.empty())) {
    fail(ErrorKind::kUsage,
         "--row and --id look at the whole folder; leave --split and --part out");
  }
  if (choice.seed && !choice.id.empty()) {
    fail(ErrorKind::kUsage, "an id names its seed; leave --seed out");
  }
}

// A folder that may be a mistyped task.
std::shared_ptr<const DataSet> open_folder(const std::string& path, bool may_be_task) {
  if (may_be_task && kind_of_path(path) == PathKind::kNothing) {
    fail(ErrorKind::kUsage, "there is no task and no folder \"{}\"{}", printable(path),
         did_you_mean(path, task_names()));
  }
  return std::make_shared<const DataSet>(path);
}

}  // namespace

RowFeed::RowFeed(const RowChoice& choice, const Workplace& workplace)
    : control_(workplace.control) {
  check(choice);
  const auto names = task_names();
  const bool is_task = std::find(names.begin(), names.end(), choice.what) != names.end();
  const bool looks_like_path = choice.what.find_first_of("/.") != std::string::npos;
  if (is_task && !choice.asks_for_part()) {
    feed_made(choice, workplace);
  } else {
    const bool may_be_task = !looks_like_path && !is_task && !choice.asks_for_part();
    feed_stored(open_folder(choice.what, may_be_task), choice, workplace);
  }
}

bool RowFeed::next(Example& out) {
  if (control_.cancelled()) throw Interrupted("stopped on request");
  return next_(out);
}

void RowFeed::feed_one(Example row) {
  identity_ += id_of(task_->info().name, row);
  next_ = [row = std::move(row), left = true](Example& out) mutable {
    if (!left) return false;
    left = false;
    out = row;
    return true;
  };
}

void RowFeed::feed_made(const RowChoice& choice, const Workplace& workplace) {
  task_ = make_task(choice.what, choice.params, workplace);
  shape_ = row_shape(*task_);
  identity_ = fmt::format("{} {} {} ", task_->info().name, task_->info().version, shape_.stamp);
  if (!choice.id.empty()) {
    const ParsedId id = parsed(*task_, choice.id);
    if (!id.stamp.empty() && id.stamp != stamp_of(*task_)) {
      fail(ErrorKind::kUsage,
           "--id {}: is of other data; with these parameters ids of task {} have the stamp {}",
           printable(choice.id), task_->info().name, stamp_of(*task_));
    }
    feed_one(make_example(*task_, id.seed, id.address.unit, id.address.item));
    return;
  }
  const std::uint64_t seed = choice.seed.value_or(0);
  const std::shared_ptr<const Source> source = task_->open(seed);
  const auto units = source->unit_count();
  const std::uint64_t all = units ? *units * source->items_per_unit() : UINT64_MAX;
  if (choice.row) {
    check_row(choice.what, *choice.row, all);
  }
  const std::uint64_t wanted = choice.row ? *choice.row + 1 : choice.rows.value_or(kDefaultRows);
  const RowPlan plan(*task_, *source, seed, std::min(wanted, all), RowOrder::kSpread);
  identity_ += fmt::format("{} {} {}", seed, choice.row.value_or(0), plan.rows());
  next_ = [this, source, plan, row = choice.row.value_or(0)](Example& out) mutable {
    for (; row < plan.rows(); ++row) {
      reset(out, task_->schema());
      out.stamp = shape_.stamp;
      const auto unit = source->unit(plan.at(row).unit);
      if (!plan.make(*unit, row, {.rules = true}, out)) continue;
      ++row;
      return true;
    }
    return false;
  };
}

void RowFeed::feed_stored(const std::shared_ptr<const DataSet>& data, const RowChoice& choice,
                          const Workplace& workplace) {
  data_ = data;
  task_ = task_of(*data, workplace);
  shape_ = row_shape(*task_, data->manifest());
  identity_ = sha256_hex(manifest_text(data->manifest())) + ' ';
  if (!choice.id.empty()) {
    feed_one(find_example(*data, *task_, choice.id));
    return;
  }
  const auto index = std::make_shared<const RowIndex>(*data);
  const auto lines = std::make_shared<RowLines>(*index);
  const auto reader = std::make_shared<RowReader>(shape_);
  std::vector<std::uint64_t> wanted = rows_wanted(choice, *data);
  identity_ += fmt::format("{}", fmt::join(wanted, ","));
  next_ = [data, index, lines, reader, wanted = std::move(wanted),
           at = std::size_t{0}](Example& out) mutable {
    if (at == wanted.size()) return false;
    const std::uint64_t row = wanted[at++];
    read_row(
        *reader, lines->line(row), [&] { return index->place(row); }, out);
    return true;
  };
}

Example make_example(const Task& task, std::uint64_t seed, std::uint64_t unit, std::uint64_t item) {
  const auto source = task.open(seed);
  const auto units = source->unit_count();
  if (units && unit >= *units) {
    fail(ErrorKind::kUsage, "unit {}: {} has units 0 to {}", unit, task.info().name, *units - 1);
  }
  if (item >= source->items_per_unit()) {
    fail(ErrorKind::kUsage, "item {}: a unit has items 0 to {}", item,
         source->items_per_unit() - 1);
  }
  Example example;
  reset(example, task.schema());
  example.stamp = stamp_of(task);
  const auto made = source->unit(unit);
  if (!made->make(static_cast<std::uint32_t>(item), {.rules = true}, example)) {
    fail(ErrorKind::kUsage, "no example can stand at unit {} item {}", unit, item);
  }
  return example;
}

Example find_example(const DataSet& data, const Task& task, const std::string& id) {
  const Manifest& manifest = data.manifest();
  const ParsedId asked = parsed(task, id);
  Example named;
  named.stamp = asked.stamp.empty() ? manifest.stamp : std::string(asked.stamp);
  named.seed = asked.seed;
  named.address = asked.address;
  named.imported = asked.imported;
  const std::string needle = fmt::format("{{\"id\":\"{}\",", id_of(task.info().name, named));
  DataReader reader(data);
  for (const Block& block : data.blocks()) {
    const std::string_view bytes = reader.read(block);
    const std::size_t at = bytes.starts_with(needle) ? 0 : bytes.find('\n' + needle);
    if (at == std::string_view::npos) continue;
    const std::size_t begin = at == 0 ? 0 : at + 1;
    Example example;
    RowReader row_reader(row_shape(task, manifest));
    read_row(
        row_reader, bytes.substr(begin, bytes.find('\n', begin) - begin),
        [&] { return data.place_of(block.file, block.offset + begin); }, example);
    return example;
  }
  fail(ErrorKind::kUsage, "{}: has no row \"{}\"", printable(data.folder().path()), printable(id));
}

}  // namespace assay::verbs
