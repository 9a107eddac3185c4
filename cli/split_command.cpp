#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "arguments.h"
#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/pipeline/methods/split_methods.h"
#include "assay/store/recipe.h"
#include "assay/verbs/split.h"
#include "commands.h"
#include "report.h"
#include "split_flags.h"

namespace assay {

namespace {

struct SplitOptions {
  verbs::SplitRequest request;
  std::string recipe;
  SplitFlags flags{split_forms()};
  bool strict = false;
  bool json = false;
};

void show_examples(Arguments& arguments) {
  arguments.example("assay split scan --method random --train 80% --name simple",
                    "80 % of the rows for train, the rest for test");
  arguments.example("assay split scan --method length --by output --longest 22 --name length",
                    "long outputs are tested");
  arguments.example(
      "assay split scan --method holdout --holdout primitive --set words=jump \\\n"
      "      --repeat-percent 10 --name addprim_jump",
      "what the task keeps out of training; assay describe TASK lists its holdouts");
  arguments.example("assay split scan --method mcd --name hard",
                    "as compositional as it gets: high compound, low atom divergence");
  arguments.example("assay split scan --method mcd --dev 5% --dev-from train --name tuned",
                    "the same, with a dev part of train's distribution to tune on");
  arguments.example(
      "assay split pool.jsonl --method mcd --target-compound-divergence 0.4 \\\n"
      "      --train 1000 --dev 100 --test 100 --name medium",
      "your own JSON lines with \"rules\", or \"atoms\" and \"compounds\"");
  arguments.example("assay split cfq_full -C recipes/cfq/table_3.toml",
                    "all splits of a recipe that are not there yet; rows are read once");
  arguments.example("assay split scan --import mcd1.json --of tasks.txt --name mcd1",
                    "a published index file, mapped by content");
}

void declare(Arguments& arguments, SplitOptions& options) {
  std::vector<std::string> names;
  std::vector<std::string> for_data_sets;
  std::vector<std::string> by_divergence;
  std::vector<std::pair<std::string, std::string>> methods;
  for (const SplitMethod& method : split_methods()) {
    names.push_back(method.form.name);
    if (!method.deal) for_data_sets.push_back(method.form.name);
    if (method.by_divergence) by_divergence.push_back(method.form.name);
    methods.emplace_back(method.form.name, method.form.summary);
  }
  arguments.positional("DIR",
                       fmt::format("a data set, or a file of JSON lines (not for {})",
                                   fmt::join(for_data_sets, ", ")),
                       options.request.data);
  arguments.text("--method", "M", fmt::format("{}", fmt::join(names, ", ")),
                 options.request.spec.method);
  arguments.text("--name", "NAME", "writes DIR/splits/NAME.json", options.request.spec.name);
  arguments.text(
      "-C,--recipe", "FILE",
      "make the splits of a TOML recipe that are not there yet, instead of one by --name",
      options.recipe);
  options.flags.declare(arguments);
  arguments.flag("--strict",
                 fmt::format("{}: exit 1 if a pair is above --max-atom-divergence; the split is "
                             "written",
                             fmt::join(by_divergence, ", ")),
                 options.strict);
  arguments.flag("--force", "replace a split of the same name", options.request.force);
  arguments.json(options.json);
  arguments.work();
  arguments.glossary("Methods, and the part in which they put a row:", std::move(methods));
}

void complete(SplitOptions& options) {
  SplitSpec& spec = options.request.spec;
  if (spec.name.empty()) fail(ErrorKind::kUsage, "split: give the split a --name");
  check_split_name(spec.name);
  const bool import = options.flags.is_given("--import");
  if (import && spec.method.empty()) spec.method = kImportMethod;
  if (spec.method.empty() || (import && spec.method != kImportMethod)) {
    fail(ErrorKind::kUsage, "split: give either --method or --import");
  }
  options.flags.take_values(spec);
}

void print_pairs(const SplitReport& report, double bound) {
  for (const PairReport& pair : report.pairs) {
    fmt::print("  {:<15} compound divergence {:.4f}, atom divergence {:.4f}{}\n",
               pair.first + "/" + pair.second, pair.compound_divergence, pair.atom_divergence,
               pair.above_bound ? fmt::format(" (above the bound {})", bound) : "");
  }
}

void print_unused(const verbs::SplitResult& result) {
  const SplitFile& file = result.file;
  const std::uint64_t unused = file.unused();
  if (unused == 0) return;
  fmt::print("  unused {} of {} ({:.1f} %){}\n", with_commas(unused),
             with_commas(file.subject.rows),
             100 * static_cast<double>(unused) / static_cast<double>(file.subject.rows),
             result.sizes_are_default
                 ? "; the sizes are the default: for larger parts --train 80% --test rest"
                 : "");
}

void print_result(const verbs::SplitResult& result) {
  const SplitFile& file = result.file;
  fmt::print("{}: train {}, dev {}, test {}\n", printable(result.path),
             with_commas(file.split.train.size()), with_commas(file.split.dev.size()),
             with_commas(file.split.test.size()));
  if (file.report) print_pairs(*file.report, result.bound);
  print_unused(result);
  for (const std::string& note : file.notes) fmt::print("  {}\n", escaped(note));
}

// All splits of a recipe. Exit code 1 as for one of them.
int split_by_recipe(const SplitOptions& options, Arguments& arguments) {
  const SplitSpec& spec = options.request.spec;
  if (!spec.name.empty() || !spec.method.empty() || options.flags.is_any_given()) {
    fail(ErrorKind::kUsage,
         "split: with --recipe, names, methods and sizes are those of the recipe");
  }
  const bool prints = !options.json && !arguments.quiet();
  const verbs::RecipeSplitsResult result =
      verbs::split_by_recipe({options.request.data, options.recipe, options.request.force},
                             arguments.workplace(), [&](const verbs::SplitResult& made) {
                               if (prints) print_result(made);
                             });
  if (options.json) print_document(to_json(result));
  if (prints && !result.kept.empty()) {
    fmt::print("kept: {}\n", fmt::join(result.kept, ", "));
  }
  const bool is_above = std::ranges::any_of(result.made, &verbs::SplitResult::is_above_bound);
  return options.strict && is_above ? 1 : 0;
}

}  // namespace

int split_command(Words words) {
  SplitOptions options;
  Arguments arguments("split", "Split a data set into train, dev and test.", std::move(words));
  show_examples(arguments);
  declare(arguments, options);
  if (!arguments.parse()) return 0;
  if (!options.recipe.empty()) return split_by_recipe(options, arguments);
  complete(options);

  const verbs::SplitResult result = verbs::split(options.request, arguments.workplace());
  if (options.json) {
    print_document(to_json(result));
  } else if (!arguments.quiet()) {
    print_result(result);
  }
  return options.strict && result.is_above_bound ? 1 : 0;
}

}  // namespace assay
