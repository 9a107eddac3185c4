#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "arguments.h"
#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/pipeline/make_split.h"
#include "assay/pipeline/methods/divergence_claim.h"
#include "assay/pipeline/methods/sizes.h"
#include "assay/store/recipe.h"
#include "assay/store/split_json.h"
#include "assay/verbs/data_task.h"
#include "assay/verbs/user_file.h"
#include "commands.h"
#include "report.h"
#include "split_flags.h"

namespace assay {

namespace {

struct Options {
  std::string folder;
  SplitSpec spec;
  SplitFlags flags{split_forms()};
  bool strict = false;
  bool force = false;
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
  arguments.example("assay split scan --import mcd1.json --of tasks.txt --name mcd1",
                    "a published index file, mapped by content");
}

void declare(Arguments& arguments, Options& options) {
  std::vector<std::string> names;
  std::vector<std::string> for_data_sets;
  std::vector<std::pair<std::string, std::string>> methods;
  for (const SplitMethod& method : split_methods()) {
    names.push_back(method.form.name);
    if (!method.deal) for_data_sets.push_back(method.form.name);
    methods.emplace_back(method.form.name, method.form.summary);
  }
  arguments.positional("DIR",
                       fmt::format("a data set, or a file of JSON lines (not for {})",
                                   fmt::join(for_data_sets, ", ")),
                       options.folder);
  arguments.text("--method", "M", fmt::format("{}", fmt::join(names, ", ")), options.spec.method);
  arguments.text("--name", "NAME", "writes DIR/splits/NAME.json", options.spec.name);
  options.flags.declare(arguments);
  arguments.flag("--strict",
                 "mcd: exit 1 if a pair is above --max-atom-divergence; the split is written",
                 options.strict);
  arguments.flag("--force", "replace a split of the same name", options.force);
  arguments.json(options.json);
  arguments.work();
  arguments.glossary("Methods, and the part in which they put a row:", std::move(methods));
}

void complete(Options& options) {
  SplitSpec& spec = options.spec;
  if (spec.name.empty()) fail(ErrorKind::kUsage, "split: give the split a --name");
  check_split_name(spec.name);
  const bool import = options.flags.is_given("--import");
  if (import && spec.method.empty()) spec.method = "import";
  if (spec.method.empty() || (import && spec.method != "import")) {
    fail(ErrorKind::kUsage, "split: give either --method or --import");
  }
  options.flags.take_values(spec);
}

// Whose split of that name stands there already: that of another file of JSON lines, or one more
// of the same data.
std::string other_split(const std::string& text, const SplitFile& file) {
  const auto document = nlohmann::json::parse(text, nullptr, false);
  const std::string other = document.is_object() ? document.value("file", "") : "";
  return other.empty() || other == file.subject.file ? "another split of that name"
                                                     : "a split of " + printable(other);
}

// Writes the split beside the data, unless another of that name stands there.
void write_split(const Folder& folder, const std::string& name, const SplitFile& file, bool force) {
  const std::string text = split_text(file);
  const std::string path = split_path(name);
  if (folder.exists(path) && !force) {
    const std::string before = folder.read(path);
    if (before != text) {
      fail(ErrorKind::kUsage, "{}: is {}; choose another --name or --force",
           printable(folder.path_of(path)), other_split(before, file));
    }
  }
  folder.make_folder(kSplitsFolder);
  folder.write(path, text);
}

void print_pairs(const SplitReport& report, double bound) {
  for (const PairReport& pair : report.pairs) {
    fmt::print("  {:<15} compound divergence {:.4f}, atom divergence {:.4f}{}\n",
               pair.first + "/" + pair.second, pair.compound_divergence, pair.atom_divergence,
               pair.above_bound ? fmt::format(" (above the bound {})", bound) : "");
  }
}

void print_unused(const Options& options, const SplitFile& file) {
  const std::uint64_t unused = file.unused();
  if (unused == 0) return;
  const SplitParam* train = find_split_method(file.claim.method).form.find("train");
  const bool by_default =
      train != nullptr && !train->spec.default_text.empty() && !has_sizes(options.spec);
  fmt::print(
      "  unused {} of {} ({:.1f} %){}\n", with_commas(unused), with_commas(file.subject.rows),
      100 * static_cast<double>(unused) / static_cast<double>(file.subject.rows),
      by_default ? "; the sizes are the default: for larger parts --train 80% --test rest" : "");
}

void print_result(const Folder& folder, const Options& options, const SplitFile& file, bool quiet) {
  const std::string path = folder.path_of(split_path(options.spec.name));
  if (options.json) {
    nlohmann::ordered_json document = {{"path", path},
                                       {"claim", to_json(file.claim)},
                                       {"rows",
                                        {{"train", file.split.train.size()},
                                         {"dev", file.split.dev.size()},
                                         {"test", file.split.test.size()},
                                         {"unused", file.unused()}}},
                                       {"notes", file.notes}};
    document.update(to_json(file.report));
    fmt::print("{}\n", document.dump(1));
    return;
  }
  if (quiet) return;
  fmt::print("{}: train {}, dev {}, test {}\n", printable(path),
             with_commas(file.split.train.size()), with_commas(file.split.dev.size()),
             with_commas(file.split.test.size()));
  if (file.report) print_pairs(*file.report, bound_of(file.claim));
  print_unused(options, file);
  for (const std::string& note : file.notes) fmt::print("  {}\n", note);
}

// Whether a pair that the bound is about is above it.
bool is_above_bound(const SplitFile& file) {
  if (!file.report) return false;
  return std::ranges::any_of(file.report->pairs, [&](const PairReport& pair) {
    return pair.above_bound && (pair.first == "train" || file.claim.flag("three_way"));
  });
}

}  // namespace

int split_command(Words words) {
  Options options;
  Arguments arguments("split", "Split a data set into train, dev and test.", std::move(words));
  show_examples(arguments);
  declare(arguments, options);
  if (!arguments.parse()) return 0;
  complete(options);

  const Control control = arguments.control();
  const auto run = [&](const Folder& folder, auto make) {
    folder.make_folder(kPrivateFolder);
    const FolderLock lock(folder, kLockName);
    const SplitFile file = make();
    write_split(folder, options.spec.name, file, options.force);
    print_result(folder, options, file, arguments.quiet());
    return options.strict && is_above_bound(file) ? 1 : 0;
  };
  if (std::filesystem::is_regular_file(options.folder)) {
    const Folder folder = Folder::open(verbs::folder_of_file(options.folder));
    return run(folder, [&] {
      ForeignSession rows(options.folder, folder, control);
      return make_split(rows, options.spec);
    });
  }
  const DataSet data(options.folder);
  const auto task = verbs::task_of(data.manifest(), arguments.workplace());
  return run(data.folder(), [&] {
    SplitSession rows(data, *task, control);
    return make_split(rows, options.spec);
  });
}

}  // namespace assay
