#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "arguments.h"
#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/pipeline/make_split.h"
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
  bool force = false;
  bool json = false;
};

void declare(Arguments& arguments, Options& options) {
  SplitSpec& spec = options.spec;
  arguments.example("assay split scan --method random --train 80% --name simple",
                    "80 of 100 rows train, the rest test");
  arguments.example("assay split scan --method length --by output --longest 22 --name length",
                    "long outputs are tested");
  arguments.example(
      "assay split scan --method holdout --holdout primitive --set words=jump \\\n"
      "      --repeat-percent 10 --name addprim_jump",
      "what the task keeps out of training; assay describe TASK lists its holdouts");
  arguments.example("assay split scan --import mcd1.json --of tasks.txt --name mcd1",
                    "a published index file, mapped by content");
  arguments.positional("DIR", "a data set", options.folder);
  arguments.text("--method", "M", "random, group, length or holdout", spec.method);
  arguments.text("--name", "NAME", "writes DIR/splits/NAME.json", spec.name);
  arguments.number("-s,--seed", "S", "for what is drawn at random (default 0)", options.seed);
  arguments.text("--train", "SIZE", "random, group: a number, a share such as 80%, or rest (80%)",
                 spec.train);
  arguments.text("--dev", "SIZE", "the same for dev (0)", spec.dev);
  arguments.text("--test", "SIZE", "the same for test (rest)", spec.test);
  arguments.text("--by", "SIDE", "length: of the input or the output (output)", spec.by);
  arguments.number("--longest", "N", "length: the longest in training", options.longest);
  arguments.text("--holdout", "NAME", "holdout: which of the task's", spec.holdout);
  arguments.settings("holdout: a parameter of it", spec.set);
  arguments.number("--shots", "N", "holdout: random held-out rows moved into training",
                   options.shots);
  arguments.number("--repeat-percent", "P",
                   "holdout: repeat its lone showings to P percent of training",
                   options.repeat_percent);
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
  if (spec.method == "holdout" && spec.holdout.empty()) {
    fail(ErrorKind::kUsage, "split: --method holdout needs --holdout; see assay describe");
  }
  spec.seed = options.seed.value_or(0);
  spec.longest = options.longest.value_or(0);
  spec.shots = options.shots.value_or(0);
  spec.repeat_percent =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(options.repeat_percent.value_or(0), 100));
}

}  // namespace

int split_command(Words words) {
  Options options;
  Arguments arguments("split", "Deal a data set into train, dev and test.", std::move(words));
  declare(arguments, options);
  if (!arguments.parse()) return 0;
  complete(options);

  const DataSet data(options.folder);
  const Folder& folder = data.folder();
  folder.make_folder(".assay");
  const FolderLock lock(folder, ".assay/lock");
  const auto task = task_of(data.manifest());
  const Control control = arguments.control();
  const std::string& name = options.spec.name;
  const SplitFile file =
      options.import_path.empty()
          ? make_split(data, *task, options.spec, control)
          : import_split(data, *task, options.import_path, options.of_path, name, control);
  const std::string text = split_text(file);
  const std::string path = split_path(name);
  if (folder.exists(path) && !options.force && folder.read(path) != text) {
    fail(ErrorKind::kUsage, "{}: is another split of that name; choose another --name or --force",
         printable(folder.path_of(path)));
  }
  folder.make_folder("splits");
  folder.write(path, text);

  const nlohmann::ordered_json sizes = {{"train", file.split.train.size()},
                                        {"dev", file.split.dev.size()},
                                        {"test", file.split.test.size()}};
  if (options.json) {
    const nlohmann::ordered_json document = {
        {"path", folder.path_of(path)}, {"claim", to_json(file.claim)}, {"rows", sizes}};
    fmt::print("{}\n", document.dump(1));
  } else if (!arguments.quiet()) {
    fmt::print("{}: train {}, dev {}, test {}\n", printable(folder.path_of(path)),
               with_commas(file.split.train.size()), with_commas(file.split.dev.size()),
               with_commas(file.split.test.size()));
  }
  return 0;
}

}  // namespace assay
