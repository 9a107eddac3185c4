#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "arguments.h"
#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/pipeline/make_split.h"
#include "assay/pipeline/mcd_split.h"
#include "commands.h"
#include "report.h"

namespace assay {

namespace {

struct Options {
  std::string folder;
  std::string import_path;
  std::string of_path;
  SplitSpec spec;
  std::optional<std::uint64_t> seed;
  std::optional<std::uint64_t> longest;
  std::optional<std::uint64_t> shots;
  std::optional<std::uint64_t> repeat_percent;
  std::optional<double> target;
  std::optional<double> atom_bound;
  bool strict = false;
  bool force = false;
  bool json = false;
};

void declare(Arguments& arguments, Options& options) {
  SplitSpec& spec = options.spec;
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
  arguments.positional("DIR", "a data set, or a file of JSON lines (not for holdout, follow)",
                       options.folder);
  arguments.text("--method", "M", "random, group, length, pattern, holdout, mcd or follow",
                 spec.method);
  arguments.text("--name", "NAME", "writes DIR/splits/NAME.json", spec.name);
  arguments.number("-s,--seed", "S", "random seed (default 0)", options.seed);
  arguments.text("--train", "SIZE",
                 "a number, a share such as 80%, or rest (random, group 80%; pattern, mcd 40%)",
                 spec.train);
  arguments.text("--dev", "SIZE", "the same for dev (0; 5%)", spec.dev);
  arguments.text("--test", "SIZE", "the same for test (rest; 5%)", spec.test);
  arguments.text("--dev-from", "SIDE",
                 "take dev from train (same distribution, to tune on) or from test; default: as "
                 "the method does, mostly from test",
                 spec.dev_from);
  arguments.text("--by", "SIDE", "length, pattern: of the input or the output (output)", spec.by);
  arguments.number("--longest", "N", "length: the longest in training", options.longest);
  arguments.text("--holdout", "NAME", "holdout: which of the task's", spec.holdout);
  arguments.settings("holdout: a parameter of it", spec.set);
  arguments.number("--shots", "N", "holdout: number of random held-out rows to move into training",
                   options.shots);
  arguments.number("--repeat-percent", "P",
                   "holdout: oversample the isolated primitive to P % of the training rows",
                   options.repeat_percent);
  arguments.real("--target-compound-divergence", "X",
                 "mcd: target compound divergence (default: maximise; 0: minimise)",
                 options.target);
  arguments.real("--max-atom-divergence", "X",
                 "mcd: bound of the atom divergence between train and each other part, with "
                 "--three-way also between dev and test (default 0.02)",
                 options.atom_bound);
  arguments.flag("--strict", "mcd: exit 1 if such a pair is above the bound; the split is written",
                 options.strict);
  arguments.text("--effort", "E", "mcd: quick (seconds) or thorough (minutes)", spec.effort);
  arguments.flag("--three-way", "mcd: dev diverges from train and from test", spec.three_way);
  arguments.flag("--leaders", "mcd: leave out companion rows (add them later with --method follow)",
                 spec.leaders);
  arguments.settings(
      "--define",
      "mcd: change the compounds: nodes, least, shape, weights, kept, order, sets, sample, groups",
      spec.define);
  arguments.text("--follow", "NAME",
                 "follow: a split; its dev and test also get the companion rows of theirs",
                 spec.of);
  arguments.text("--import", "FILE", "an index file with trainIdxs, devIdxs, testIdxs",
                 options.import_path);
  arguments.text("--of", "FILE", "import: the text file that the indices count lines of",
                 options.of_path);
  arguments.flag("--force", "replace a split of the same name", options.force);
  arguments.json(options.json);
  arguments.work();
}

void complete(Options& options) {
  SplitSpec& spec = options.spec;
  if (spec.name.empty()) fail(ErrorKind::kUsage, "split: give the split a --name");
  check_split_name(spec.name);
  const bool import = !options.import_path.empty();
  if (import == !spec.method.empty()) {
    fail(ErrorKind::kUsage, "split: give either --method or --import");
  }
  if (import && options.of_path.empty()) {
    fail(ErrorKind::kUsage, "split: --import needs --of, the file whose lines it counts");
  }
  if (spec.method == "length" && !options.longest) {
    fail(ErrorKind::kUsage, "split: --method length needs --longest");
  }
  if (spec.method == "follow" && spec.of.empty()) {
    fail(ErrorKind::kUsage, "split: --method follow needs --follow, the name of a split");
  }
  if (spec.method == "holdout" && spec.holdout.empty()) {
    fail(ErrorKind::kUsage, "split: --method holdout needs --holdout; see assay describe");
  }
  spec.target_compound_divergence = options.target;
  spec.max_atom_divergence = options.atom_bound.value_or(spec.max_atom_divergence);
  spec.seed = options.seed.value_or(0);
  spec.longest = options.longest.value_or(0);
  spec.shots = options.shots.value_or(0);
  spec.repeat_percent =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(options.repeat_percent.value_or(0), 100));
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
  folder.make_folder("splits");
  folder.write(path, text);
}

void print_pairs(const nlohmann::ordered_json& pairs, double bound) {
  for (const auto& [name, pair] : pairs.items()) {
    fmt::print("  {:<15} compound divergence {:.4f}, atom divergence {:.4f}{}\n", name,
               pair.at("compound_divergence").get<double>(),
               pair.at("atom_divergence").get<double>(),
               pair.contains("above_bound") ? fmt::format(" (above the bound {})", bound) : "");
  }
}

void print_unused(const Options& options, const SplitFile& file) {
  const std::uint64_t unused = file.unused();
  if (unused == 0) return;
  const SplitSpec& asked = options.spec;
  const bool by_default = asked.train.empty() && asked.dev.empty() && asked.test.empty();
  const bool paper_sizes = by_default && (asked.method == "mcd" || asked.method == "pattern");
  fmt::print(
      "  unused {} of {} ({:.1f} %){}\n", with_commas(unused), with_commas(file.subject.rows),
      100 * static_cast<double>(unused) / static_cast<double>(file.subject.rows),
      paper_sizes ? "; the sizes are the default: for larger parts --train 80% --test rest" : "");
}

void print_result(const Folder& folder, const Options& options, const SplitFile& file, bool quiet) {
  const std::string path = folder.path_of(split_path(options.spec.name));
  const nlohmann::ordered_json report = nlohmann::ordered_json::parse(file.report);
  if (options.json) {
    nlohmann::ordered_json document = {{"path", path},
                                       {"claim", to_json(file.claim)},
                                       {"rows",
                                        {{"train", file.split.train.size()},
                                         {"dev", file.split.dev.size()},
                                         {"test", file.split.test.size()},
                                         {"unused", file.unused()}}},
                                       {"notes", file.notes}};
    document.update(report);
    fmt::print("{}\n", document.dump(1));
    return;
  }
  if (quiet) return;
  fmt::print("{}: train {}, dev {}, test {}\n", printable(path),
             with_commas(file.split.train.size()), with_commas(file.split.dev.size()),
             with_commas(file.split.test.size()));
  if (report.contains("pairs")) print_pairs(report.at("pairs"), file.claim.max_atom_divergence);
  print_unused(options, file);
  for (const std::string& note : file.notes) fmt::print("  {}\n", note);
}

// Whether a pair that the bound is about is above it.
bool is_above_bound(const SplitFile& file) {
  const auto report = nlohmann::ordered_json::parse(file.report);
  if (!report.contains("pairs")) return false;
  for (const auto& [name, pair] : report.at("pairs").items()) {
    const bool counts = name.starts_with("train/") || file.claim.three_way;
    if (counts && pair.contains("above_bound")) return true;
  }
  return false;
}

}  // namespace

int split_command(Words words) {
  Options options;
  Arguments arguments("split", "Split a data set into train, dev and test.", std::move(words));
  declare(arguments, options);
  if (!arguments.parse()) return 0;
  complete(options);

  const Control control = arguments.control();
  const auto run = [&](const Folder& folder, auto make) {
    folder.make_folder(".assay");
    const FolderLock lock(folder, ".assay/lock");
    const SplitFile file = make();
    write_split(folder, options.spec.name, file, options.force);
    print_result(folder, options, file, arguments.quiet());
    return options.strict && is_above_bound(file) ? 1 : 0;
  };
  if (std::filesystem::is_regular_file(options.folder)) {
    const Folder folder = Folder::open(folder_of_file(options.folder));
    return run(folder, [&] {
      if (!options.import_path.empty()) {
        fail(ErrorKind::kUsage, "split: --import needs a data set; {} is a file",
             printable(options.folder));
      }
      return split_foreign_rows(options.folder, options.spec, folder, control);
    });
  }
  const DataSet data(options.folder);
  const auto task = task_of(data.manifest(), arguments.workplace());
  return run(data.folder(), [&] {
    return options.import_path.empty() ? make_split(data, *task, options.spec, control)
                                       : import_split(data, *task, options.import_path,
                                                      options.of_path, options.spec.name, control);
  });
}

}  // namespace assay
