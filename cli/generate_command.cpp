#include <fmt/format.h>

#include <algorithm>

#include "arguments.h"
#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/verbs/generate.h"
#include "commands.h"
#include "report.h"

namespace assay {

namespace {

struct GenerateOptions {
  verbs::RecipeRequest recipe;
  std::string order;
  std::string without;
  std::string out;
  std::string shard;
  bool force = false;
  bool show_config = false;
  bool json = false;
};

void declare(Arguments& arguments, GenerateOptions& options) {
  verbs::RecipeRequest& recipe = options.recipe;
  arguments.example("assay generate scan --out scan", "all of SCAN with its rules, into a folder");
  arguments.example("assay generate scan -n 1000 --seed 7 | head",
                    "a thousand random rows on standard output");
  arguments.example("assay generate -C recipes/scan/length.toml --out scan",
                    "a published split, from its recipe");
  arguments.example("assay generate scan --set conjunctions=3 -n 9000000 --shard 0/3 --out s0",
                    "one of three shards; assay merge puts them together");
  arguments.positional("TASK", "a task of assay list; may come from the recipe", recipe.task,
                       false);
  arguments.text("-o,--out", "DIR", "the data set; without it rows go to standard output",
                 options.out);
  arguments.number("-n", "N", "rows (default: all of a finite task, in rank order)", recipe.rows);
  arguments.text("--order", "ORDER",
                 "with -n: spread, different units first (default), or blocks, units whole",
                 options.order);
  arguments.number("-s,--seed", "S", "random seed (default 0)", recipe.seed);
  arguments.flag("--fresh", "draw the seed from the machine's entropy and record it",
                 recipe.fresh_seed);
  arguments.settings("a parameter of the task", recipe.params);
  arguments.text("-C,--recipe", "FILE", "a TOML recipe; flags win over it", recipe.file);
  arguments.text("--shard", "I/N", "only the I-th of N equal stretches, counted from 0",
                 options.shard);
  arguments.text("--without", "rules", "leave the rule graphs out", options.without);
  arguments.number("--rows-per-file", "N", "rows in a data file (default 250,000)",
                   recipe.rows_per_file);
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

void complete(GenerateOptions& options) {
  if (!options.order.empty()) options.recipe.order = row_order(options.order);
  if (options.without.empty()) return;
  if (options.without != "rules") {
    fail(ErrorKind::kUsage, "--without {} is not known; only \"rules\" can be left out",
         printable(options.without));
  }
  options.recipe.with_rules = false;
}

void print_config(const verbs::MergedRecipe& merged, const std::string& file) {
  for (const verbs::RecipeValue& value : merged.values) {
    const std::string origin = value.origin == verbs::Origin::kRequest ? "flag"
                               : value.origin == verbs::Origin::kFile  ? file
                                                                       : "default";
    fmt::print("{} = {}  # {}\n", value.name, value.value, origin);
  }
}

void print_result(const verbs::MadeSet& made, const GenerateOptions& options) {
  const Manifest& manifest = made.manifest;
  const char* state = !made.was_complete      ? ""
                      : made.restored.empty() ? " (was complete already)"
                                              : " (was complete already but for splits)";
  fmt::print("{}: {}{}\n", printable(options.out), rows_text(made), state);
  for (const SplitSpec& split : promised_splits(manifest)) {
    const bool is_restored = std::ranges::count(made.restored, split.name) > 0;
    fmt::print("  split {} ({}){}\n", escaped(split.name), escaped(split.method),
               is_restored ? ": was missing, made again" : "");
  }
  fmt::print("  content {}\n", manifest.content_hash);
  if (options.recipe.fresh_seed) fmt::print("  seed {}\n", manifest.recipe.seed);
}

}  // namespace

int generate_command(Words words) {
  GenerateOptions options;
  Arguments arguments("generate", "Make a data set, or rows on standard output.", std::move(words));
  declare(arguments, options);
  if (!arguments.parse()) return 0;
  complete(options);

  const Workplace workplace = arguments.workplace();
  const verbs::MergedRecipe merged = verbs::merged_recipe(options.recipe, workplace);
  const verbs::GenerateRequest request{merged.recipe, parse_shard(options.shard), options.out,
                                       options.force};
  if (options.show_config) {
    print_config(merged, options.recipe.file);
    return 0;
  }
  if (options.out.empty()) {
    if (options.recipe.fresh_seed && !arguments.quiet()) {
      fmt::print(stderr, "assay: seed {}\n", merged.recipe.seed);
    }
    widen_standard_output();
    verbs::generate_lines(request, workplace, write_standard_output);
    return 0;
  }
  const verbs::MadeSet made = verbs::generate(request, workplace);
  if (options.json) {
    fmt::print("{}", manifest_text(made.manifest));
  } else if (!arguments.quiet()) {
    print_result(made, options);
  }
  return 0;
}

}  // namespace assay
