#include "job.h"

namespace assay::campaign {

namespace {

// A task as jobs use it: settings that make it small, and what it can do beyond the common.
struct TaskRow {
  std::string name;
  std::string rows;
  std::string rows_per_file;
  Words settings;
  std::string format;  // of export
  bool has_pictures = false;
};

const std::vector<TaskRow>& task_rows() {
  static const std::vector<TaskRow> kRows = {
      {"scan", "40", "20", {}, "scan"},
      {"cfq", "24", "12", {"--set", "highest_level=12"}, "cfq"},
      {"logic", "24", "12", {}, "tfrecord"},
      {"gscan", "12", "6", {"--set", "resampling=1"}, "gscan", true},
      {"reascan", "12", "6", {"--set", "commands=20", "--set", "worlds=2"}, "reascan", true},
      {"arc", "8", "4", {}, "arc", true},
      {"cscan", "20", "10", {"--set", "contexts=2", "--set", "examples=10"}, "t5"},
      {"curi", "8", "4", {"--set", "draws=1000", "--set", "scenes=200"}, "episodes", true},
  };
  return kRows;
}

// A verb as it is called for each task. `%` is the task's name; a word in braces is replaced by
// those that the task's row has under it: {rows}, {settings}, {format}.
struct VerbRow {
  std::string name;
  std::string verb;
  Words words;
  std::vector<std::string> needs = {};
  std::string makes = {};
  std::string printed_to = {};
  bool only_with_pictures = false;
};

const Words kQuiet = {"-q", "-j", "1"};

const std::vector<VerbRow>& verb_rows() {
  static const std::vector<VerbRow> kRows = {
      {"generate-%",
       "generate",
       {"%", "{rows}", "{settings}", "{quiet}", "--out", "set"},
       {},
       "set"},
      {"other-%",
       "generate",
       {"%", "{rows}", "{settings}", "{quiet}", "--seed", "4", "--out", "set"},
       {},
       "set"},
      {"force-%",
       "generate",
       {"%", "{rows}", "{settings}", "{quiet}", "--force", "--out", "set"},
       {"other-%"},
       "set"},
      {"first-%",
       "generate",
       {"%", "{rows}", "{settings}", "{quiet}", "--shard", "0/2", "--out", "first"},
       {},
       "first"},
      {"second-%",
       "generate",
       {"%", "{rows}", "{settings}", "{quiet}", "--shard", "1/2", "--out", "second"},
       {},
       "second"},
      {"merge-%",
       "merge",
       {"second", "first", "{quiet}", "--out", "set"},
       {"first-%", "second-%"},
       "set"},
      {"split-%",
       "split",
       {"set", "{quiet}", "--method", "random", "--train", "60%", "--name", "a"},
       {"generate-%"},
       "set"},
      {"resplit-%",
       "split",
       {"set", "{quiet}", "--method", "random", "--seed", "5", "--name", "b"},
       {"split-%"},
       "set"},
      {"verify-%", "verify", {"set", "-j", "1"}, {"resplit-%"}},
      {"measure-%",
       "measure",
       {"set", "-j", "1", "--split", "a", "--json", "--svg", "measured.svg"},
       {"split-%"}},
      {"show-%", "show", {"set", "-n", "3", "--split", "a"}, {"split-%"}},
      {"explain-%", "explain", {"%", "{settings}", "--unit", "1", "--svg", "tree.svg"}},
      {"render-%",
       "render",
       {"set", "-n", "3", "{quiet}", "--out", "pictures"},
       {"generate-%"},
       "pictures",
       {},
       true},
      {"solve-%",
       "solve",
       {"%", "{settings}", "-j", "1", "set/data/all-00000-of-00002.jsonl"},
       {"generate-%"},
       {},
       "answers.jsonl"},
      {"score-%", "score", {"set", "answers.jsonl", "-j", "1", "--json"}, {"split-%", "solve-%"}},
      {"export-%",
       "export",
       {"set", "{quiet}", "--split", "a", "--out", "out"},
       {"split-%"},
       "out"},
      {"format-%",
       "export",
       {"set", "{quiet}", "--split", "a", "--format", "{format}", "--out", "out"},
       {"split-%"},
       "out"},
      {"describe-%", "describe", {"%"}},
  };
  return kRows;
}

constexpr const char* kRecipe = R"(task = "scan"
rows = 40
seed = 3
rows_per_file = 20

[[part]]
name = "train"
share = 3

[[part]]
name = "test"
share = 1

[[split]]
name = "long"
method = "length"
longest = 10

[[split]]
name = "any"
method = "random"
)";

// What only one task has, or only one needs to show.
std::vector<Job> further_jobs() {
  const Words cached = {"curi",       "-n",    "8",          "-j",      "1",     "--set",
                        "draws=1000", "--set", "scenes=200", "--cache", "cache", "--out"};
  const auto with = [](Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  return {
      {"list", "list", {}, {}},
      {"recipe-scan",
       "generate",
       {"-C", "recipe.toml", "-q", "-j", "1", "--out", "set"},
       {},
       {{"recipe.toml", kRecipe}},
       "set"},
      {"verify-recipe", "verify", {"set", "-j", "1"}, {"recipe-scan"}},
      {"verify-exported", "verify", {"out", "-j", "1"}, {"export-scan"}},
      {"mcd-scan",
       "split",
       {"set", "-q", "-j", "1", "--method", "mcd", "--name", "hard"},
       {"generate-scan"},
       {},
       "set",
       {},
       Weight::kSlow},
      {"png-gscan",
       "render",
       {"set", "-n", "3", "-q", "-j", "1", "--format", "png", "--out", "pictures"},
       {"generate-gscan"},
       {},
       "pictures",
       {},
       Weight::kSlow},  // fonts
      {"consistency-cscan",
       "score",
       {"set", "answers.jsonl", "-j", "1", "--metric", "consistency", "--list-to", "listed.jsonl"},
       {"generate-cscan", "solve-cscan"}},
      {"gap-curi",
       "measure",
       {"set", "-j", "1", "--gap", "--split", "a", "--resamples", "20", "--json"},
       {"split-curi"}},
      {"cold-curi", "generate", with(cached, {"set"}), {}, {}, "set"},
      {"warm-curi", "generate", with(cached, {"again"}), {"cold-curi"}, {}, "again"},
      {"large-scan",
       "generate",
       {"scan", "--set", "conjunctions=2", "-n", "150000", "--rows-per-file", "20000", "-q", "-j",
        "1", "--out", "set"},
       {},
       {},
       "set",
       {},
       Weight::kHeavy},
  };
}

std::string for_task(std::string text, const TaskRow& task) {
  const std::size_t at = text.find('%');
  const bool is_name = at == 0 || (at != std::string::npos && text[at - 1] == '-');
  return is_name ? text.replace(at, 1, task.name) : text;  // else a share, such as 60%
}

Words for_task(const Words& words, const TaskRow& task) {
  Words all;
  const auto add = [&](const Words& more) { all.insert(all.end(), more.begin(), more.end()); };
  for (const std::string& word : words) {
    if (word == "{settings}") {
      add(task.settings);
    } else if (word == "{rows}") {
      add({"-n", task.rows, "--rows-per-file", task.rows_per_file});
    } else if (word == "{quiet}") {
      add(kQuiet);
    } else if (word == "{format}") {
      all.push_back(task.format);
    } else {
      all.push_back(for_task(word, task));
    }
  }
  return all;
}

}  // namespace

std::vector<Job> all_jobs() {
  std::vector<Job> jobs;
  for (const VerbRow& row : verb_rows()) {
    for (const TaskRow& task : task_rows()) {
      if (row.only_with_pictures && !task.has_pictures) continue;
      jobs.push_back({for_task(row.name, task),
                      row.verb,
                      for_task(row.words, task),
                      for_task(row.needs, task),
                      {},
                      row.makes,
                      row.printed_to});
    }
  }
  for (Job& job : further_jobs()) jobs.push_back(std::move(job));
  for (Job& job : jobs) job.words.insert(job.words.begin(), job.verb);
  return jobs;
}

}  // namespace assay::campaign
