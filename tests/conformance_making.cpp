#include <algorithm>
#include <fstream>
#include <map>
#include <thread>

#include "assay/base/scratch_folder_testing.h"
#include "assay/base/text.h"
#include "assay/core/stamp.h"
#include "assay/dbca/divergence.h"
#include "assay/dbca/profile_graphs.h"
#include "assay/split/divergence_search.h"
#include "assay/store/manifest.h"
#include "assay/store/row.h"
#include "conformance_laws.h"

namespace assay::conformance {

Complaints card_says_everything(const Subject& subject) {
  Complaints complaints;
  const TaskInfo& info = subject.task().info();
  if (split_text(info.version, '.').size() != 3) complaints.add("version {}", info.version);
  for (const std::string* text :
       {&info.title, &info.summary, &info.unit, &info.citation, &info.licence}) {
    if (text->empty()) complaints.add("title, summary, unit, citation or licence is empty");
  }
  for (const ParamSpec& param : info.params) {
    if (param.summary.empty()) complaints.add("parameter {} has no summary", param.name);
  }
  const bool is_confirmed_by_defect =
      info.witness == Witness::kCompiler || info.witness == Witness::kRow;
  if (is_confirmed_by_defect && subject.task().abilities().auditor == nullptr) {
    complaints.add("defect() should confirm targets, and there is no auditor");
  }
  if (info.compounds.most_nodes == 0) complaints.add("compounds have no nodes");
  const auto& fields = subject.task().schema().fields;
  if (fields.size() < 2 || fields[kInputField].name != "input" ||
      fields[kTargetField].name != "target") {
    complaints.add("the first columns are not input and target");
  }
  return complaints;
}

// In any order, on any thread, in memory that was used before.
Complaints same_address_same_example(const Subject& subject) {
  Complaints complaints;
  const auto& expected = subject.rows();
  if (expected.size() < 100) complaints.add("there are only {} rows", expected.size());
  std::vector<std::jthread> threads;
  std::vector<int> differences(4, 0);
  for (std::size_t worker = 0; worker < differences.size(); ++worker) {
    threads.emplace_back([&, worker] {
      Example reused;
      reused.stamp = expected.front().stamp;
      for (std::uint64_t step = worker % 2; step < expected.size(); step += 2) {
        const std::uint64_t at = (step * 7919 + worker * 131) % expected.size();
        const Address address = expected[at].address;
        const auto unit = subject.source().unit(address.unit);
        if (!unit->make(address.item, {}, reused) || !(reused == expected[at])) {
          ++differences[worker];
        }
      }
    });
  }
  threads.clear();
  for (const int count : differences) {
    if (count > 0) complaints.add("{} rows differ when they are made again", count);
  }
  return complaints;
}

Complaints leaving_rules_out_changes_nothing_else(const Subject& subject) {
  Complaints complaints;
  const auto without = subject.rows_of(subject.source(), kSeed, {.rules = false});
  if (without.size() != subject.rows().size()) complaints.add("there are {} rows", without.size());
  for (std::size_t i = 0; i < std::min(without.size(), subject.rows().size()); ++i) {
    Example with = subject.rows()[i];
    if (with.rules.empty()) complaints.add("{} has no rules", with.input());
    with.rules.clear();
    if (!(with == without[i])) complaints.add("{} is another row", with.input());
  }
  return complaints;
}

Complaints rule_graphs_are_well_formed(const Subject& subject) {
  Complaints complaints;
  for (const Example& example : subject.rows()) {
    if (example.rules.empty()) continue;  // a law of its own
    std::vector<bool> used(example.rules.size(), false);
    for (NodeId node = 0; node < example.rules.size(); ++node) {
      if (example.rules.rule(node) >= subject.task().rules().size()) {
        complaints.add("{} has a rule that is not in the table", example.input());
      }
      for (const NodeId input : example.rules.inputs(node)) used[input] = true;
    }
    // Everything but the root is used by something: the graph is connected from its root.
    if (std::ranges::count(used, false) != 1 || used[example.rules.root()]) {
      complaints.add("{} has rules that do not hang together", example.input());
    }
  }
  return complaints;
}

Complaints rows_read_back_are_equal(const Subject& subject) {
  Complaints complaints;
  const RowWriter writer(row_shape(subject.task()), true);
  RowReader reader(row_shape(subject.task()));
  for (const Example& example : subject.rows()) {
    std::string line;
    writer.append(line, example);
    Example again;
    reader.parse(line.substr(0, line.size() - 1), again);
    if (!(again == example)) complaints.add("{}", line);
  }
  return complaints;
}

namespace {

// A value that the parameter does not have, as far as one is known.
std::string other_value(const ParamSpec& spec, const std::string& value) {
  if (spec.is_number()) {
    const std::int64_t number = std::stoll(value);
    return std::to_string(number == *spec.most ? number - 1 : number + 1);
  }
  for (const std::vector<std::string>* values : {&spec.choices, &spec.known}) {
    for (const std::string& other : *values) {
      if (other != value) return other;
    }
  }
  return spec.content ? value : value + "x";  // files that are not there cannot be read
}

}  // namespace

// Every parameter and the first number of the version show in the id; nothing else does.
Complaints ids_name_their_data(const Subject& subject) {
  Complaints complaints;
  const TaskInfo& info = subject.task().info();
  const auto& values = subject.task().params().all();
  const std::map<std::string, std::string> own(values.begin(), values.end());
  const auto stamp = [&](const std::map<std::string, std::string>& params) {
    return identity_of(info, Params(info.params, params, info.name), info.version)
        .substr(0, kStampDigits);
  };
  std::map<std::string, std::string> seen = {{stamp(own), "no change"}};
  for (const ParamSpec& spec : info.params) {
    auto changed = own;
    changed[spec.name] = other_value(spec, own.at(spec.name));
    if (changed == own) continue;
    const auto [found, is_new] = seen.emplace(stamp(changed), spec.name);
    if (!is_new) complaints.add("{} gives the stamp of {}", spec.name, found->second);
  }
  const auto of_version = [&](const char* version) {
    return identity_of(info, subject.task().params(), version);
  };
  if (of_version("7.0.0") == of_version("8.0.0")) complaints.add("versions do not show");
  if (of_version("7.0.0") != of_version("7.1.2")) complaints.add("small versions show");
  if (info.name.size() > kMostTaskName) complaints.add("the name {} is too long", info.name);
  for (const Example& example : subject.rows()) {
    const std::string id = id_of(info.name, example);
    const auto parsed = parse_id(id);
    if (!parsed || parsed->stamp != stamp(own) || parsed->address != example.address) {
      complaints.add("{} does not name its row", id);
    }
    if (id.size() > kMostIdLength) complaints.add("{} is too long", id);
  }
  return complaints;
}

// A parameter that names files counts by their bytes, wherever they lie.
Complaints files_count_by_what_they_say(const Subject& subject) {
  Complaints complaints;
  const ScratchFolder folder;
  const auto file = [&](const char* name, const char* text) {
    const std::string path = folder.path() + '/' + name;
    std::ofstream(path) << text;
    return path;
  };
  const std::string one = file("one", "one\n");
  const std::string other = file("other", "other\n");
  const std::string copy = file("copy", "one\n");
  for (const ParamSpec& spec : subject.task().info().params) {
    if (!spec.content) continue;
    if (spec.content(one) == spec.content(other))
      complaints.add("{}: other files count as the same", spec.name);
    if (spec.content(one) != spec.content(copy))
      complaints.add("{}: the same file elsewhere counts as another", spec.name);
  }
  return complaints;
}

Complaints neighbouring_seeds_give_other_rows(const Subject& subject) {
  Complaints complaints;
  const auto& first = subject.rows();
  for (const std::uint64_t seed : {kSeed + 1, kSeed + 2}) {
    const auto source = subject.task().open(seed);
    const auto second = subject.rows_of(*source, seed, {.rules = false});
    const std::size_t rows = std::min(first.size(), second.size());
    for (std::size_t shift = 0; shift < 5; ++shift) {
      std::size_t equal = 0;
      for (std::size_t i = 0; i + shift < rows; ++i) {
        equal += first[i + shift].input() == second[i].input() ? 1U : 0U;
      }
      if (equal > rows / 20) complaints.add("seed {}, shift {}: {} equal", seed, shift, equal);
    }
  }
  return complaints;
}

namespace {

// Places `first` and after in an order that tears neighbours apart: those may be of one unit.
std::vector<std::uint64_t> strewn(std::uint64_t rows, std::uint64_t first, std::uint64_t count) {
  constexpr std::uint64_t kPrime = 7919;
  std::vector<std::uint64_t> list;
  for (std::uint64_t i = first; i < first + count; ++i) list.push_back(i * kPrime % rows);
  return list;
}

std::vector<std::uint64_t> members(const Arrangement& found, int set) {
  std::vector<std::uint64_t> list;
  for (std::uint64_t i = 0; i < found.set_of.size(); ++i) {
    if (found.set_of[i] == set) list.push_back(i);
  }
  return list;
}

}  // namespace

// Every task can be split by divergence, also those whose authors never could.
Complaints rows_split_by_divergence(const Subject& subject) {
  Complaints complaints;
  GraphPool graphs;
  for (const Example& example : subject.rows()) graphs.add(example.rules);
  const std::uint64_t rows = graphs.examples();
  CompoundFigures figures;
  const Profiles profiles = profile_graphs(graphs, {}, subject.task().rules(),
                                           subject.task().info().compounds, {}, figures);
  if (rows < 100 || profiles.compounds() == 0) {
    complaints.add("{} rows have {} compounds", rows, profiles.compounds());
    return complaints;
  }
  const SearchPool pool(profiles);
  const DivergenceGoal goal{{rows * 2 / 5, rows / 10}, {{0, 1}}, std::nullopt, 0.05};
  const Arrangement found = search_divergence(
      pool, goal, {.starts = 4, .finalists = 1, .shakes = 1, .exchanges = 20'000}, {1, 2}, {}, {});
  const auto train = members(found, 0);
  const auto test = members(found, 1);
  if (train.size() != goal.sizes[0] || test.size() != goal.sizes[1]) {
    complaints.add("{} rows train and {} test", train.size(), test.size());
  }
  const auto apart = [&](const auto& one, const auto& other) {
    return divergence_of(frequencies_of(profiles, one), frequencies_of(profiles, other));
  };
  const Divergence divergence = apart(train, test);
  const Divergence by_chance =
      apart(strewn(rows, 0, goal.sizes[0]), strewn(rows, goal.sizes[0], goal.sizes[1]));
  if (divergence.atoms > goal.most_atom_divergence + 0.001) {
    complaints.add("the divergence of atoms is {}", divergence.atoms);
  }
  if (divergence.compounds <= by_chance.compounds + 0.1) {
    complaints.add("the divergence of compounds is {}, by chance {}", divergence.compounds,
                   by_chance.compounds);
  }
  if (found.outlook.missing != 0) complaints.add("{} atoms are missing", found.outlook.missing);
  return complaints;
}

}  // namespace assay::conformance
