#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "arguments.h"
#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/random.h"
#include "assay/base/text.h"
#include "assay/catalog/catalog.h"
#include "assay/pipeline/generate.h"
#include "assay/pipeline/methods/split_methods.h"
#include "assay/store/split_json.h"
#include "commands.h"
#include "report.h"

namespace assay {

namespace {

struct Options {
  std::string task;
  std::string out;
  std::string recipe_path;
  std::string shard;
  std::string without;
  std::string order;
  std::optional<std::uint64_t> rows;
  std::optional<std::uint64_t> seed;
  std::optional<std::uint64_t> rows_per_file;
  std::map<std::string, std::string> settings;
  bool fresh = false;
  bool force = false;
  bool show_config = false;
  bool json = false;
};

void declare(Arguments& arguments, Options& options) {
  arguments.example("assay generate scan --out scan", "all of SCAN with its rules, into a folder");
  arguments.example("assay generate scan -n 1000 --seed 7 | head",
                    "a thousand random rows on standard output");
  arguments.example("assay generate -C recipes/scan/length.toml --out scan",
                    "a published split, from its recipe");
  arguments.example("assay generate scan --set conjunctions=3 -n 9000000 --shard 0/3 --out s0",
                    "one of three shards; assay merge puts them together");
  arguments.positional("TASK", "a task of assay list; may come from the recipe", options.task,
                       false);
  arguments.text("-o,--out", "DIR", "the data set; without it rows go to standard output",
                 options.out);
  arguments.number("-n", "N", "rows (default: all of a finite task, in rank order)", options.rows);
  arguments.text("--order", "ORDER",
                 "with -n: spread, different units first (default), or blocks, units whole",
                 options.order);
  arguments.number("-s,--seed", "S", "random seed (default 0)", options.seed);
  arguments.flag("--fresh", "draw the seed from the machine's entropy and record it",
                 options.fresh);
  arguments.settings("a parameter of the task", options.settings);
  arguments.text("-C,--recipe", "FILE", "a TOML recipe; flags win over it", options.recipe_path);
  arguments.text("--shard", "I/N", "only the I-th of N equal stretches, counted from 0",
                 options.shard);
  arguments.text("--without", "rules", "leave the rule graphs out", options.without);
  arguments.number("--rows-per-file", "N", "rows in a data file (default 250,000)",
                   options.rows_per_file);
  arguments.flag("--force", "replace another data set in DIR", options.force);
  arguments.flag("--show-config", "print the merged recipe and where values come from, then stop",
                 options.show_config);
  arguments.json(options.json);
  arguments.cache();
  arguments.work();
}

std::optional<ShardEntry> parse_shard(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const auto pieces = split_text(text, '/');
  const auto index = pieces.size() == 2 ? parse_number(pieces[0]) : std::nullopt;
  const auto of = pieces.size() == 2 ? parse_number(pieces[1]) : std::nullopt;
  if (!index || !of || *of == 0 || *of > 1'000'000 || *index >= *of) {
    fail(ErrorKind::kUsage, "--shard {} is not I/N with I from 0 to N-1, such as 0/3",
         printable(text));
  }
  return ShardEntry{static_cast<std::uint32_t>(*index), static_cast<std::uint32_t>(*of)};
}

Recipe merged_recipe(const Options& options) {
  Recipe recipe;
  if (!options.recipe_path.empty()) {
    recipe = parse_recipe(read_user_file(options.recipe_path), options.recipe_path, split_forms());
    if (!options.task.empty() && options.task != recipe.task) {
      fail(ErrorKind::kUsage, "the command names task {}, the recipe {} names {}",
           printable(options.task), options.recipe_path, printable(recipe.task));
    }
  } else {
    if (options.task.empty()) {
      fail(ErrorKind::kUsage, "generate: name a task or a recipe; see assay generate --help");
    }
    recipe.task = options.task;
  }
  if (options.fresh && options.seed) {
    fail(ErrorKind::kUsage, "--fresh draws a seed, so --seed cannot be given as well");
  }
  if (options.fresh) recipe.seed = fresh_seed();
  if (options.seed) recipe.seed = *options.seed;
  if (recipe.seed > std::numeric_limits<std::int64_t>::max()) {
    fail(ErrorKind::kUsage, "--seed {} is too large; seeds go up to {}", recipe.seed,
         std::numeric_limits<std::int64_t>::max());
  }
  if (options.rows) recipe.rows = options.rows;
  if (!options.order.empty()) recipe.order = row_order(options.order);
  if (options.rows_per_file) recipe.rows_per_file = *options.rows_per_file;
  if (recipe.rows_per_file == 0) fail(ErrorKind::kUsage, "--rows-per-file must be at least 1");
  for (const auto& [name, value] : options.settings) recipe.params[name] = value;
  if (!options.without.empty()) {
    if (options.without != "rules") {
      fail(ErrorKind::kUsage, "--without {} is not known; only \"rules\" can be left out",
           printable(options.without));
    }
    recipe.with_rules = false;
  }
  return recipe;
}

void print_config(const Recipe& recipe, const Task& task, const Options& options) {
  const auto origin = [&](bool flag) {
    return flag ? "flag" : options.recipe_path.empty() ? "default" : options.recipe_path.c_str();
  };
  fmt::print("task = {}  # {}\n", recipe.task, origin(!options.task.empty()));
  fmt::print("seed = {}  # {}\n", recipe.seed, origin(options.seed.has_value() || options.fresh));
  fmt::print("rows = {}  # {}\n", recipe.rows ? std::to_string(*recipe.rows) : "all",
             origin(options.rows.has_value()));
  fmt::print("order = {}  # {}\n", name_of(recipe.order), origin(!options.order.empty()));
  fmt::print("rules = {}  # {}\n", recipe.with_rules, origin(!options.without.empty()));
  fmt::print("rows_per_file = {}  # {}\n", recipe.rows_per_file,
             origin(options.rows_per_file.has_value()));
  for (const auto& [name, value] : task.params().all()) {
    const char* from = options.settings.count(name) > 0 ? "flag"
                       : recipe.params.count(name) > 0  ? options.recipe_path.c_str()
                                                        : "default";
    fmt::print("params.{} = {}  # {}\n", name, value, from);
  }
  for (const SplitSpec& split : recipe.splits) {
    fmt::print("split {} = {}  # {}\n", split.name, to_json(split).dump(), options.recipe_path);
  }
}

void print_result(const GenerateResult& result, const Options& options, const Task& task) {
  const Manifest& manifest = result.manifest;
  if (options.json) {
    fmt::print("{}", manifest_text(manifest));
    return;
  }
  fmt::print("{}: {}{}\n", printable(options.out), rows_text(manifest, task),
             result.was_complete ? " (was complete already)" : "");
  for (const SplitSpec& split : manifest.recipe.splits) {
    if (!manifest.shard) fmt::print("  split {} ({})\n", split.name, split.method);
  }
  fmt::print("  content {}\n", manifest.content_hash);
  if (options.fresh) fmt::print("  seed {}\n", manifest.recipe.seed);
}

}  // namespace

int generate_command(Words words) {
  Options options;
  Arguments arguments("generate", "Make a data set, or rows on standard output.", std::move(words));
  declare(arguments, options);
  if (!arguments.parse()) return 0;

  GenerateJob job;
  job.recipe = merged_recipe(options);
  job.shard = parse_shard(options.shard);
  job.tool = tool_info();
  job.force = options.force;
  const Workplace workplace = arguments.workplace();
  job.control = workplace.control;
  const auto task = make_task(job.recipe.task, job.recipe.params, workplace);
  if (options.show_config) {
    print_config(job.recipe, *task, options);
    return 0;
  }
  if (options.out.empty()) {
    if (options.fresh && !arguments.quiet()) {
      fmt::print(stderr, "assay: seed {}\n", job.recipe.seed);
    }
    widen_standard_output();
    generate_to_stream(*task, job, write_standard_output);
    return 0;
  }
  const GenerateResult result = generate_to_folder(*task, job, options.out);
  if (!arguments.quiet() || options.json) print_result(result, options, *task);
  return 0;
}

}  // namespace assay
