#include "assay/pipeline/make_split.h"

#include <algorithm>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/text.h"
#include "assay/pipeline/ask_rows.h"
#include "assay/pipeline/mcd_split.h"

namespace assay {

Key split_key(std::string_view task, std::uint64_t seed) {
  Stream stream(stream_key(seed, task), {.purpose = Purpose::kSplit});
  const std::uint32_t first = stream.next();
  const std::uint32_t second = stream.next();
  return {first, second};
}

namespace {

std::uint32_t length_of(const Task& task, const Example& row, const std::string& by) {
  const Features features = task.features(row);
  return by == "input" ? features.input_length : features.output_length;
}

void check_side(const std::string& by) {
  if (by != "input" && by != "output") {
    fail(ErrorKind::kUsage, "\"by\" is \"{}\", but it is \"input\" or \"output\"", printable(by));
  }
}

Predicate bind_holdout(const Task& task, const SplitSpec& spec) {
  std::vector<std::string> names;
  for (const Holdout& holdout : task.holdouts()) {
    if (holdout.name == spec.holdout) {
      return holdout.bind(
          Params(holdout.params, spec.set, fmt::format("holdout {}", holdout.name)));
    }
    names.push_back(holdout.name);
  }
  fail(ErrorKind::kUsage, "task {} has no holdout \"{}\"{}", task.info().name,
       printable(spec.holdout), did_you_mean(spec.holdout, names));
}

bool has_sizes(const SplitSpec& spec) {
  return !spec.train.empty() || !spec.dev.empty() || !spec.test.empty();
}

// With every parameter spelled out, so that a claim does not change when a default does.
SplitSpec completed(const Task& task, SplitSpec spec) {
  if (spec.method == "random" || spec.method == "group") {
    if (spec.train.empty()) spec.train = "80%";
    if (spec.dev.empty()) spec.dev = "0";
    if (spec.test.empty()) spec.test = "rest";
  }
  if (spec.method == "pattern" || (spec.method == "length" && has_sizes(spec))) {
    spec = with_mcd_defaults(std::move(spec));
  }
  for (const Holdout& holdout : task.holdouts()) {
    if (spec.method != "holdout" || holdout.name != spec.holdout) continue;
    const Params params(holdout.params, spec.set, fmt::format("holdout {}", holdout.name));
    for (const auto& [name, value] : params.all()) spec.set[name] = value;
    if (has_sizes(spec) && !holdout.sizes) {
      fail(ErrorKind::kUsage, "holdout {} deals nothing at random; leave the sizes out",
           holdout.name);
    }
    if (!holdout.sizes) continue;
    if (spec.train.empty()) spec.train = holdout.sizes->train;
    if (spec.dev.empty()) spec.dev = holdout.sizes->dev;
    if (spec.test.empty()) spec.test = holdout.sizes->test;
  }
  return spec;
}

// Another split with the rows that were made for those of its dev and test.
Split follow(const DataSet& data, const Task& task, const SplitSpec& spec, const Control& control) {
  if (spec.of.empty()) {
    fail(ErrorKind::kUsage, "a split of method follow needs \"of\", the split to add rows to");
  }
  Split split = read_split(data.folder(), spec.of, data.rows()).split;
  struct Tie {
    Address address;
    std::optional<std::uint32_t> leader;
  };
  const auto ties = ask_rows<Tie>(data, task, control, [&](const Example& row) {
    return Tie{row.address, task.features(row).leader};
  });
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::vector<std::uint64_t>*> parts;
  for (std::vector<std::uint64_t>* part : {&split.dev, &split.test}) {
    for (const std::uint64_t row : *part) {
      parts[{ties[row].address.unit, ties[row].address.item}] = part;
    }
  }
  for (std::uint64_t row = 0; row < ties.size(); ++row) {
    if (!ties[row].leader) continue;
    const auto part = parts.find({ties[row].address.unit, *ties[row].leader});
    if (part != parts.end()) part->second->push_back(row);
  }
  for (std::vector<std::uint64_t>* part : {&split.dev, &split.test}) {
    std::ranges::sort(*part);
    part->erase(std::unique(part->begin(), part->end()), part->end());
  }
  return split;
}

Split deal(const DataSet& data, const Task& task, const SplitSpec& spec, const Control& control) {
  const auto portions = [&] {
    return Portions{parse_portion(spec.train), parse_portion(spec.dev), parse_portion(spec.test)};
  };
  if (spec.method == "random")
    return deal_random(data.rows(), portions(), split_key(task.info().name, spec.seed));
  if (spec.method == "group") {
    const auto groups = ask_rows<std::uint64_t>(data, task, control, [&](const Example& row) {
      const std::string group = task.features(row).group;
      return hash64(group.empty() ? id_of(task.info().name, row) : group);
    });
    return deal_groups(groups, portions(), split_key(task.info().name, spec.seed));
  }
  if (spec.method == "length") {
    check_side(spec.by);
    const std::uint64_t longest =
        std::min<std::uint64_t>(spec.longest, std::numeric_limits<std::uint32_t>::max());
    const auto lengths = ask_rows<std::uint32_t>(
        data, task, control, [&](const Example& row) { return length_of(task, row, spec.by); });
    const Split all = deal_by_length(lengths, static_cast<std::uint32_t>(longest));
    return has_sizes(spec)
               ? thin_out(all, data.rows(), portions(), split_key(task.info().name, spec.seed))
               : all;
  }
  if (spec.method == "pattern") {
    check_side(spec.by);
    const auto patterns = ask_rows<std::uint64_t>(data, task, control, [&](const Example& row) {
      const Features features = task.features(row);
      return hash64(spec.by == "input" ? features.input_pattern : features.output_pattern);
    });
    return deal_clusters(patterns, portions(), split_key(task.info().name, spec.seed));
  }
  if (spec.method == "follow") return follow(data, task, spec, control);
  if (spec.method == "holdout") {
    if (spec.repeat_percent > 90) {
      fail(ErrorKind::kUsage, "repeat-percent is {}; it goes from 0 to 90", spec.repeat_percent);
    }
    const auto deals = ask_rows<Deal>(data, task, control, bind_holdout(task, spec));
    HoldoutOptions options{spec.shots, spec.repeat_percent, {}};
    if (has_sizes(spec)) options.portions = portions();
    return deal_by_holdout(deals, options, split_key(task.info().name, spec.seed));
  }
  fail(ErrorKind::kUsage, "there is no split method \"{}\"{}", printable(spec.method),
       did_you_mean(spec.method, split_methods()));
}

}  // namespace

std::vector<std::string> split_methods() {
  return {"random", "group", "length", "pattern", "holdout", "mcd", "follow"};
}

SplitFile make_split(const DataSet& data, const Task& task, const SplitSpec& spec,
                     const Control& control) {
  check_split_name(spec.name);
  if (spec.method == "mcd") {
    const auto definition = redefined(task.info().compounds, spec.define);
    const DivergencePool pool = read_pool(data, task, definition, control);
    return make_mcd_split(pool, spec, split_key(task.info().name, spec.seed), data.folder(),
                          control);
  }
  SplitFile file;
  file.claim = completed(task, spec);
  file.split = deal(data, task, file.claim, control);
  file.content_hash = data.manifest().content_hash;
  return file;
}

std::optional<Holdout> holdout_of(const Task& task, const SplitSpec& claim) {
  if (claim.method != "holdout") return std::nullopt;
  for (Holdout& holdout : task.holdouts()) {
    if (holdout.name == claim.holdout) return std::move(holdout);
  }
  return std::nullopt;
}

std::optional<Predicate> row_predicate(const Task& task, const SplitSpec& spec) {
  if (spec.method == "holdout") return bind_holdout(task, spec);
  if (spec.method == "length") {
    check_side(spec.by);
    return [&task, by = spec.by, longest = spec.longest](const Example& row) -> Deal {
      return {length_of(task, row, by) <= longest ? Place::kTrain : Place::kTest, false, false};
    };
  }
  return std::nullopt;
}

std::string member_hash(const DataSet& data, const Task& task, const Split& split,
                        const Control& control) {
  const auto forms = ask_rows<std::uint64_t>(
      data, task, control, [&](const Example& row) { return hash64(task.canonical(row)); });
  ContentHash sum;
  const auto add = [&](std::string_view part, const std::vector<std::uint64_t>& rows) {
    for (const std::uint64_t row : rows) sum.add(fmt::format("{} {:016x}", part, forms[row]));
  };
  add("train", split.train);
  add("dev", split.dev);
  add("test", split.test);
  return sum.hex();
}

namespace {

// The input text of a line in one of the shapes that authors publish.
std::string input_of_line(std::string_view line) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  if (line.starts_with("IN: ")) {
    const std::size_t out = line.find(" OUT: ");
    if (out != std::string_view::npos) return std::string(line.substr(4, out - 4));
  }
  return std::string(line);
}

std::vector<std::uint64_t> rows_of_lines(const std::string& text, const std::string& of_path,
                                         const std::map<std::string, std::uint64_t>& row_of_input) {
  std::vector<std::uint64_t> rows;
  for_each_line(text, [&](std::string_view line) {
    const std::string input = input_of_line(line);
    const auto found = row_of_input.find(input);
    if (found == row_of_input.end()) {
      fail(ErrorKind::kInput, "{}:{}: \"{}\" is not an input of the data set", printable(of_path),
           rows.size() + 1, printable(std::string_view(input).substr(0, 80)));
    }
    rows.push_back(found->second);
  });
  return rows;
}

}  // namespace

SplitFile import_split(const DataSet& data, const Task& task, const std::string& index_path,
                       const std::string& of_path, const std::string& name,
                       const Control& control) {
  check_split_name(name);
  const auto inputs =
      ask_rows<std::string>(data, task, control, [](const Example& row) { return row.input(); });
  std::map<std::string, std::uint64_t> row_of_input;
  for (std::uint64_t row = 0; row < inputs.size(); ++row) row_of_input.emplace(inputs[row], row);
  const auto rows = rows_of_lines(read_user_file(of_path), of_path, row_of_input);

  Split split = parse_index_lists(read_user_file(index_path), index_path);
  for (auto* part : {&split.train, &split.dev, &split.test}) {
    for (std::uint64_t& index : *part) {
      if (index >= rows.size()) {
        fail(ErrorKind::kInput, "{}: names line {}, but {} has only {} lines",
             printable(index_path), index, printable(of_path), with_commas(rows.size()));
      }
      index = rows[index];
    }
    std::sort(part->begin(), part->end());
  }
  SplitFile file;
  file.claim.name = name;
  file.claim.method = "import";
  file.members = member_hash(data, task, split, control);
  file.split = std::move(split);
  file.content_hash = data.manifest().content_hash;
  return file;
}

}  // namespace assay
