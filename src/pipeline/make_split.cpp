#include "assay/pipeline/make_split.h"

#include <algorithm>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/text.h"
#include "assay/pipeline/ask_rows.h"
#include "assay/pipeline/foreign_rows.h"
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

void check_dev_from(const SplitSpec& spec) {
  if (spec.dev_from.empty()) return;
  if (spec.dev_from != "train" && spec.dev_from != "test") {
    fail(ErrorKind::kUsage, "dev comes from \"{}\", but it is taken from \"train\" or \"test\"",
         printable(spec.dev_from));
  }
  if (spec.method == "follow") {
    fail(ErrorKind::kUsage,
         "method follow keeps the dev part of the other split; leave "
         "--dev-from out");
  }
  if ((spec.method == "length" || spec.method == "holdout") && spec.dev.empty()) {
    fail(ErrorKind::kUsage, "--dev-from needs --dev, the size of the dev part");
  }
}

DevSide dev_side_of(const SplitSpec& spec) {
  if (spec.dev_from == "train") return DevSide::kTrain;
  return spec.dev_from == "test" ? DevSide::kTest : DevSide::kAsDealt;
}

// With every parameter spelled out, so that a claim does not change when a default does.
SplitSpec completed(SplitSpec spec) {
  if (spec.method == "random" || spec.method == "group") {
    if (spec.train.empty()) spec.train = "80%";
    if (spec.dev.empty()) spec.dev = "0";
    if (spec.test.empty()) spec.test = "rest";
  }
  if (spec.method == "pattern" || (spec.method == "length" && has_sizes(spec))) {
    spec = with_mcd_defaults(std::move(spec));
  }
  return spec;
}

SplitSpec completed(const Task& task, SplitSpec spec) {
  spec = completed(std::move(spec));
  for (const Holdout& holdout : task.holdouts()) {
    if (spec.method != "holdout" || holdout.name != spec.holdout) continue;
    const Params params(holdout.params, spec.set, fmt::format("holdout {}", holdout.name));
    for (const auto& [name, value] : params.all()) spec.set[name] = value;
    const bool only_dev = !spec.dev_from.empty() && spec.train.empty() && spec.test.empty();
    if (has_sizes(spec) && !holdout.sizes && !only_dev) {
      fail(ErrorKind::kUsage,
           "holdout {} deals nothing at random; leave the sizes out, or give only --dev with "
           "--dev-from",
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
Split follow(const DataSet& data, const Task& task, const SplitSpec& spec, EqualRows equal,
             std::vector<std::string>& notes, const Control& control) {
  if (spec.of.empty()) {
    fail(ErrorKind::kUsage, "a split of method follow needs \"of\", the split to add rows to");
  }
  Split split = read_split(data, spec.of).split;
  struct Tie {
    Address address;
    std::optional<std::uint32_t> leader;
    std::uint64_t form = 0;
  };
  const auto ties = ask_rows<Tie>(data, task, control, [&](const Example& row) {
    return Tie{row.address, task.features(row).leader, hash64(task.canonical(row))};
  });
  std::set<std::uint64_t> known;  // forms of training rows, which must not be held out as well
  if (equal == EqualRows::kTogether) {
    for (const std::uint64_t row : split.train) known.insert(ties[row].form);
  }
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::vector<std::uint64_t>*> parts;
  for (std::vector<std::uint64_t>* part : {&split.dev, &split.test}) {
    for (const std::uint64_t row : *part) {
      parts[{ties[row].address.unit, ties[row].address.item}] = part;
    }
  }
  bool has_followers = false;
  for (std::uint64_t row = 0; row < ties.size(); ++row) {
    if (!ties[row].leader || known.contains(ties[row].form)) continue;
    const auto part = parts.find({ties[row].address.unit, *ties[row].leader});
    if (part == parts.end()) continue;
    part->second->push_back(row);
    has_followers = true;
  }
  if (!has_followers) {
    notes.emplace_back(
        "no row was made for one of dev or test, so none follows; siblings stand together in data "
        "made with --order blocks");
  }
  for (std::vector<std::uint64_t>* part : {&split.dev, &split.test}) {
    std::ranges::sort(*part);
    part->erase(std::unique(part->begin(), part->end()), part->end());
  }
  return split;
}

// What methods that look at rows one by one ask of each: its form, and a length or the hash of a
// group or pattern.
struct RowFacts {
  std::vector<std::uint64_t> forms;  // empty: rows are dealt one by one
  std::vector<std::uint64_t> values;
};

Portions portions_of(const SplitSpec& spec) {
  const auto portion = [](const std::string& text) {
    return text.empty() ? Portion() : parse_portion(text);
  };
  return {portion(spec.train), portion(spec.dev), portion(spec.test)};
}

Split deal_by_facts(const SplitSpec& spec, const RowFacts& facts, std::uint64_t rows, Key key) {
  const Portions portions = portions_of(spec);
  if (spec.method == "random") return deal_random(rows, portions, key, facts.forms);
  if (spec.method == "group") return deal_groups(facts.values, portions, key, facts.forms);
  if (spec.method == "pattern") {
    return deal_clusters(facts.values, portions, key, dev_side_of(spec), facts.forms);
  }
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> lengths;
  for (const std::uint64_t length : facts.values) {
    lengths.push_back(static_cast<std::uint32_t>(length));
  }
  const Split all = deal_by_length(
      lengths, static_cast<std::uint32_t>(std::min(spec.longest, kMost)), facts.forms);
  return has_sizes(spec) ? thin_out(all, rows, portions, key, dev_side_of(spec), facts.forms) : all;
}

bool deals_by_facts(const std::string& method) {
  return method == "random" || method == "group" || method == "length" || method == "pattern";
}

RowFacts facts_of(const DataSet& data, const Task& task, const SplitSpec& spec, EqualRows equal,
                  const Control& control) {
  const bool together = equal == EqualRows::kTogether;
  struct Fact {
    std::uint64_t form = 0;
    std::uint64_t value = 0;
  };
  RowFacts facts;
  if (spec.method == "random" && !together) return facts;
  if (spec.method == "length" || spec.method == "pattern") check_side(spec.by);
  const bool by_input = spec.by == "input";
  const auto all = ask_rows<Fact>(data, task, control, [&](const Example& row) {
    Fact fact;
    if (together) fact.form = hash64(task.canonical(row));
    if (spec.method == "random") return fact;
    const Features features = task.features(row);
    if (spec.method == "group") {
      fact.value = hash64(features.group.empty() ? id_of(task.info().name, row) : features.group);
    } else if (spec.method == "length") {
      fact.value = by_input ? features.input_length : features.output_length;
    } else {
      fact.value = hash64(by_input ? features.input_pattern : features.output_pattern);
    }
    return fact;
  });
  for (const Fact& fact : all) {
    if (together) facts.forms.push_back(fact.form);
    facts.values.push_back(fact.value);
  }
  return facts;
}

Split deal_holdout(const DataSet& data, const Task& task, const SplitSpec& spec, EqualRows equal,
                   const Control& control) {
  if (spec.repeat_percent > 90) {
    fail(ErrorKind::kUsage, "repeat-percent is {}; it goes from 0 to 90", spec.repeat_percent);
  }
  const auto predicate = bind_holdout(task, spec);
  const bool together = equal == EqualRows::kTogether;
  struct Dealt {
    Deal deal;
    std::uint64_t form = 0;
  };
  const auto all = ask_rows<Dealt>(data, task, control, [&](const Example& row) {
    return Dealt{predicate(row), together ? hash64(task.canonical(row)) : 0};
  });
  std::vector<Deal> deals;
  std::vector<std::uint64_t> forms;
  for (const Dealt& dealt : all) {
    deals.push_back(dealt.deal);
    if (together) forms.push_back(dealt.form);
  }
  const HoldoutOptions options{spec.shots, spec.repeat_percent, portions_of(spec),
                               dev_side_of(spec), holdout_of(task, spec)->may_share};
  return deal_by_holdout(deals, options, split_key(task.info().name, spec.seed), forms);
}

Split deal(const DataSet& data, const Task& task, const SplitSpec& spec, EqualRows equal,
           const Control& control) {
  if (deals_by_facts(spec.method)) {
    return deal_by_facts(spec, facts_of(data, task, spec, equal, control), data.rows(),
                         split_key(task.info().name, spec.seed));
  }
  if (spec.method == "holdout") return deal_holdout(data, task, spec, equal, control);
  fail(ErrorKind::kUsage, "there is no split method \"{}\"{}", printable(spec.method),
       did_you_mean(spec.method, split_methods()));
}

// Where a part has fewer rows than its size, because of bundles or because there are no more.
void note_sizes(SplitFile& file) {
  const SplitSpec& claim = file.claim;
  const bool by_rows = claim.method == "random" || claim.method == "pattern" ||
                       (claim.method == "length" && has_sizes(claim));
  if (!by_rows) return;
  const Portions portions = portions_of(claim);
  const PartSizes sizes = resolve(portions, file.subject.rows, "rows");
  std::string missed;
  for (const auto& [name, portion, wanted, rows] :
       {std::tuple{"train", portions.train, sizes.train, file.split.train.size()},
        std::tuple{"dev", portions.dev, sizes.dev, file.split.dev.size()},
        std::tuple{"test", portions.test, sizes.test, file.split.test.size()}}) {
    if (portion.kind == Portion::Kind::kRest || rows >= wanted) continue;
    missed += fmt::format("{}{} has {} of {} rows", missed.empty() ? "" : ", ", name,
                          with_commas(rows), with_commas(wanted));
  }
  if (missed.empty()) return;
  file.notes.push_back(missed + (claim.method == "random"
                                     ? ": equal rows go together and did not fit"
                                     : ": there are no more rows for it, or equal rows that go "
                                       "together did not fit"));
}

}  // namespace

std::vector<std::string> split_methods() {
  return {"random", "group", "length", "pattern", "holdout", "mcd", "follow"};
}

SplitFile make_split(const DataSet& data, const Task& task, const SplitSpec& spec,
                     const Control& control, EqualRows equal) {
  check_split_name(spec.name);
  check_dev_from(spec);
  if (spec.method == "mcd") {
    const auto definition = redefined(task.info().compounds, spec.define);
    const DivergencePool pool = read_pool(data, task, definition, control, equal);
    return make_mcd_split(pool, spec, split_key(task.info().name, spec.seed), data.folder(),
                          control);
  }
  SplitFile file;
  file.claim = completed(task, spec);
  file.split = spec.method == "follow" ? follow(data, task, file.claim, equal, file.notes, control)
                                       : deal(data, task, file.claim, equal, control);
  file.subject = subject_of(data);
  note_sizes(file);
  return file;
}

SplitFile split_foreign_rows(const std::string& path, const SplitSpec& spec, const Folder& folder,
                             const Control& control) {
  check_split_name(spec.name);
  check_dev_from(spec);
  const Key key = split_key("", spec.seed);
  if (spec.method == "mcd") {
    return make_mcd_split(read_foreign_pool(path, spec.define, control), spec, key, folder,
                          control);
  }
  if (!deals_by_facts(spec.method)) {
    fail(ErrorKind::kUsage,
         "{} is a file, which the methods random, group, length, pattern and mcd can split; "
         "\"{}\" needs a data set",
         printable(path), printable(spec.method));
  }
  const bool needs_texts = spec.method == "length" || spec.method == "pattern";
  if (needs_texts) check_side(spec.by);
  const bool by_input = spec.by == "input";
  RowFacts facts;
  const std::string text = read_user_file(path);
  for_foreign_rows(path, text, [&](const ForeignRow& row, std::uint64_t number) {
    if (!row.has_texts && (needs_texts || (!row.has_rules && !row.has_lists))) {
      fail(ErrorKind::kInput, "has no \"input\" and \"target\", which --method {} needs",
           spec.method);
    }
    facts.forms.push_back(row.form);
    const RowFeatures& features = row.features;
    facts.values.push_back(
        spec.method == "group"    ? (row.group.empty() ? mix(number, 0x67) : hash64(row.group))
        : spec.method == "length" ? (by_input ? features.input_length : features.output_length)
                                  : (by_input ? features.input_pattern : features.output_pattern));
  });
  SplitFile file;
  file.claim = completed(spec);
  file.subject = foreign_subject(path, text);
  file.split = deal_by_facts(file.claim, facts, file.subject.rows, key);
  note_sizes(file);
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

std::vector<std::uint64_t> forms_of(const DataSet& data, const Task& task, const Control& control) {
  return ask_rows<std::uint64_t>(data, task, control,
                                 [&](const Example& row) { return hash64(task.canonical(row)); });
}

std::string member_hash(const Split& split, Forms forms) {
  ContentHash sum;
  const auto add = [&](std::string_view part, const std::vector<std::uint64_t>& rows) {
    for (const std::uint64_t row : rows) sum.add(fmt::format("{} {:016x}", part, forms[row]));
  };
  add("train", split.train);
  add("dev", split.dev);
  add("test", split.test);
  return sum.hex();
}

std::uint64_t shared_rows(const Split& split, Forms forms) {
  std::vector<std::uint64_t> train;
  for (const std::uint64_t row : split.train) train.push_back(forms[row]);
  std::sort(train.begin(), train.end());
  std::uint64_t shared = 0;
  for (const auto* part : {&split.dev, &split.test}) {
    for (const std::uint64_t row : *part) {
      shared += std::binary_search(train.begin(), train.end(), forms[row]) ? 1U : 0U;
    }
  }
  return shared;
}

}  // namespace assay
