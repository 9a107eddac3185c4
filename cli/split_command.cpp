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
#include "commands.h"
#include "report.h"

namespace assay {

namespace {

// What was said with a flag. Which kind counts is that of the parameter.
struct Given {
  std::string text;
  std::optional<std::uint64_t> number;
  std::optional<double> real;
  bool on = false;
  ParamTable table;
};

struct Options {
  std::string folder;
  SplitSpec spec;
  std::map<std::string, Given> given;  // by flag; methods share those of one name
  bool strict = false;
  bool force = false;
  bool json = false;
};

std::string flag_of(const SplitParam& param) {
  if (!param.flag.empty()) return param.flag;
  std::string flag = "--" + param.spec.name;
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

std::optional<ParamValue> value_of(const SplitParam& param, const Given& given) {
  switch (param.spec.kind) {
    case ParamKind::kNumber:
    case ParamKind::kCount:
      return given.number ? std::optional<ParamValue>(*given.number) : std::nullopt;
    case ParamKind::kShare:
      return given.real ? std::optional<ParamValue>(*given.real) : std::nullopt;
    case ParamKind::kFlag:
      return given.on ? std::optional<ParamValue>(true) : std::nullopt;
    case ParamKind::kTable:
      return given.table.empty() ? std::nullopt : std::optional<ParamValue>(given.table);
    default:
      return given.text.empty() ? std::nullopt : std::optional<ParamValue>(given.text);
  }
}

void declare_param(Arguments& arguments, const SplitParam& param, const std::string& help,
                   Given& given) {
  const std::string flag = flag_of(param);
  const auto value = [&](const char* usual) { return param.value.empty() ? usual : param.value; };
  switch (param.spec.kind) {
    case ParamKind::kNumber:
    case ParamKind::kCount:
      arguments.number(flag, value("N"), help, given.number);
      break;
    case ParamKind::kShare:
      arguments.real(flag, value("X"), help, given.real);
      break;
    case ParamKind::kFlag:
      arguments.flag(flag, help, given.on);
      break;
    case ParamKind::kTable:
      arguments.settings(flag, help, given.table);
      break;
    case ParamKind::kSize:
      arguments.text(flag, value("SIZE"), help, given.text);
      break;
    default:
      arguments.text(flag, value("WORD"), help, given.text);
  }
}

// The methods that have a parameter, as one flag.
struct SharedParam {
  const SplitParam* param = nullptr;
  std::vector<std::string> methods;
  std::vector<std::string> defaults;  // of each
};

std::vector<SharedParam> shared_params(const std::vector<SplitForm>& forms) {
  std::vector<SharedParam> all;
  for (const SplitForm& form : forms) {
    for (const SplitParam& param : form.params) {
      auto known = std::find_if(all.begin(), all.end(), [&](const SharedParam& each) {
        return flag_of(*each.param) == flag_of(param);
      });
      if (known == all.end()) known = all.insert(all.end(), SharedParam{&param, {}, {}});
      known->methods.push_back(form.name);
      known->defaults.push_back(param.spec.default_text);
    }
  }
  return all;
}

// "80% for random, group; 40% for pattern, mcd": or the one default that all methods have.
std::string defaults_text(const SharedParam& shared) {
  std::vector<std::pair<std::string, std::vector<std::string>>> methods_of;
  for (std::size_t i = 0; i < shared.methods.size(); ++i) {
    const std::string& text = shared.defaults[i];
    auto known = std::ranges::find(methods_of, text, [](const auto& each) { return each.first; });
    if (known == methods_of.end()) known = methods_of.insert(known, {text, {}});
    known->second.push_back(shared.methods[i]);
  }
  if (methods_of.size() == 1) {
    return methods_of[0].first.empty() ? "" : fmt::format("default {}", methods_of[0].first);
  }
  std::string out;
  for (const auto& [text, methods] : methods_of) {
    if (text.empty()) continue;
    out += fmt::format("{}{} {}", out.empty() ? "" : "; ", fmt::join(methods, ", "), text);
  }
  return out;
}

// "length, pattern: of the input or the output (default output)".
std::string help_of(const SharedParam& shared) {
  constexpr std::size_t kMost = 4;  // methods that are named; what more have is said of none
  const std::string defaults = defaults_text(shared);
  return fmt::format(
      "{}{}{}",
      shared.methods.size() > kMost ? "" : fmt::format("{}: ", fmt::join(shared.methods, ", ")),
      shared.param->spec.summary, defaults.empty() ? "" : fmt::format(" ({})", defaults));
}

void declare(Arguments& arguments, const std::vector<SplitForm>& forms, Options& options) {
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
  std::vector<std::string> names;
  std::vector<std::pair<std::string, std::string>> methods;
  for (const SplitForm& form : forms) {
    names.push_back(form.name);
    methods.emplace_back(form.name, form.summary);
  }
  arguments.positional("DIR", "a data set, or a file of JSON lines (not for holdout, follow)",
                       options.folder);
  arguments.text("--method", "M", fmt::format("{}", fmt::join(names, ", ")), options.spec.method);
  arguments.text("--name", "NAME", "writes DIR/splits/NAME.json", options.spec.name);
  for (const SharedParam& shared : shared_params(forms)) {
    declare_param(arguments, *shared.param, help_of(shared), options.given[flag_of(*shared.param)]);
  }
  arguments.flag("--strict",
                 "mcd: exit 1 if a pair is above --max-atom-divergence; the split is written",
                 options.strict);
  arguments.flag("--force", "replace a split of the same name", options.force);
  arguments.json(options.json);
  arguments.work();
  arguments.glossary("Methods, and the part in which they put a row:", std::move(methods));
}

// The values of the method's parameters, and nothing that belongs to others.
void take_values(const std::vector<SplitForm>& forms, Options& options) {
  SplitSpec& spec = options.spec;
  const SplitForm& form = find_form(forms, spec.method);
  for (const SplitParam& param : form.params) {
    const std::string flag = flag_of(param);
    if (auto value = value_of(param, options.given.at(flag))) {
      spec.set(param.spec.name, std::move(*value));
    } else if (param.needed) {
      fail(ErrorKind::kUsage, "split: --method {} needs {}: {}", form.name, flag,
           param.spec.summary);
    }
  }
  for (const SharedParam& shared : shared_params(forms)) {
    const std::string flag = flag_of(*shared.param);
    if (!value_of(*shared.param, options.given.at(flag))) continue;
    if (std::ranges::find(shared.methods, spec.method) != shared.methods.end()) continue;
    fail(ErrorKind::kUsage, "split: --method {} does not take {}, which is for: {}", spec.method,
         flag, fmt::join(shared.methods, ", "));
  }
}

void complete(const std::vector<SplitForm>& forms, Options& options) {
  SplitSpec& spec = options.spec;
  if (spec.name.empty()) fail(ErrorKind::kUsage, "split: give the split a --name");
  check_split_name(spec.name);
  const bool import = !options.given.at("--import").text.empty();
  if (import && !spec.method.empty() && spec.method != "import") {
    fail(ErrorKind::kUsage, "split: give either --method or --import");
  }
  if (import) spec.method = "import";
  if (spec.method.empty()) fail(ErrorKind::kUsage, "split: give either --method or --import");
  take_values(forms, options);
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
  const std::vector<SplitForm> forms = split_forms();
  declare(arguments, forms, options);
  if (!arguments.parse()) return 0;
  complete(forms, options);

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
      ForeignSession rows(options.folder, folder, control);
      return make_split(rows, options.spec);
    });
  }
  const DataSet data(options.folder);
  const auto task = task_of(data.manifest(), arguments.workplace());
  return run(data.folder(), [&] {
    SplitSession rows(data, *task, control);
    return make_split(rows, options.spec);
  });
}

}  // namespace assay
