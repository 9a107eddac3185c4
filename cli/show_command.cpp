#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "arguments.h"
#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/catalog/catalog.h"
#include "assay/pipeline/export.h"
#include "assay/pipeline/row_plan.h"
#include "assay/store/row.h"
#include "commands.h"
#include "report.h"

namespace assay {

namespace {

struct Options {
  std::string what;
  std::string split;
  std::string part = "train";
  std::optional<std::uint64_t> rows;
  std::optional<std::uint64_t> seed;
  std::map<std::string, std::string> settings;
  bool json = false;
};

void print(const Task& task, const Example& example, bool json, bool first) {
  if (json) {
    std::string row;
    RowWriter(task, !example.rules.empty()).append(row, example);
    fmt::print("{}", row);
    return;
  }
  if (!first) fmt::print("\n");
  print_example(task, example);
}

void show_task(const Options& options, std::uint64_t rows) {
  const auto task = make_task(options.what, options.settings);
  const std::uint64_t seed = options.seed.value_or(0);
  const auto source = task->open(seed, {});
  const auto units = source->unit_count();
  const std::uint64_t all = units ? *units * source->items_per_unit() : rows;
  const RowPlan plan(*task, *source, seed, std::min(rows, all));
  Example example;
  for (std::uint64_t row = 0; row < plan.rows(); ++row) {
    const Address address = plan.at(row);
    shape(example, task->schema());
    if (!source->unit(address.unit)->make(address.item, {.rules = true}, example)) continue;
    print(*task, example, options.json, row == 0);
  }
}

void show_folder(const Options& options, std::uint64_t rows) {
  const DataSet data(options.what);
  const auto task = task_of(data.manifest());
  std::vector<std::uint64_t> wanted;
  if (options.split.empty()) {
    for (std::uint64_t row = 0; row < std::min(rows, data.rows()); ++row) wanted.push_back(row);
  } else {
    wanted = rows_of_part(read_split(data.folder(), options.split, data.rows()), options.part);
    wanted.resize(std::min<std::size_t>(wanted.size(), rows));
  }
  const RowIndex index(data);
  RowReader reader(*task);
  Example example;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    reader.parse(index.line(wanted[i]), example);
    print(*task, example, options.json, i == 0);
  }
}

}  // namespace

int show_command(Words words) {
  Options options;
  Arguments arguments("show", "Look at a few examples of a task or a data set.", std::move(words));
  arguments.example("assay show scan -n 5 --seed 7", "five random commands, made on the spot");
  arguments.example("assay show ./scan --split length --part test", "rows of a folder");
  arguments.positional("TASK|DIR", "a task, or a data set (write ./scan for a folder named scan)",
                       options.what);
  arguments.number("-n", "N", "how many (default 10)", options.rows);
  arguments.number("-s,--seed", "S", "of the task (default 0)", options.seed);
  arguments.settings("a parameter of the task", options.settings);
  arguments.text("--split", "NAME", "only rows of this split of the folder", options.split);
  arguments.text("--part", "PART", "train, dev or test (train)", options.part);
  arguments.flag("--json", "rows as JSON lines", options.json);
  if (!arguments.parse()) return 0;

  constexpr std::uint64_t kDefaultRows = 10;
  const std::uint64_t rows = options.rows.value_or(kDefaultRows);
  const auto names = task_names();
  const bool is_task = std::find(names.begin(), names.end(), options.what) != names.end();
  const bool looks_like_path = options.what.find_first_of("/.") != std::string::npos;
  if (is_task && options.split.empty()) {
    show_task(options, rows);
  } else if (looks_like_path || is_task || !options.split.empty()) {
    show_folder(options, rows);
  } else {
    try {
      show_folder(options, rows);
    } catch (const Error& problem) {
      if (problem.kind() != ErrorKind::kIo) throw;
      fail(ErrorKind::kUsage, "there is no task and no folder \"{}\"{}", printable(options.what),
           did_you_mean(options.what, names));
    }
  }
  return 0;
}

}  // namespace assay
