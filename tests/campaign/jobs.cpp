#include <sstream>

#include "job.h"

namespace assay::campaign {

namespace {

// A task as jobs use it: few rows in two files, settings that make it small, one of its formats.
struct TaskRow {
  const char* name;
  const char* rows;
  const char* settings;
  const char* format;
  bool has_pictures = false;
};

constexpr TaskRow kTasks[] = {
    {"scan", "-n 40 --rows-per-file 20", "", "scan"},
    {"cfq", "-n 24 --rows-per-file 12", "--set highest_level=12", "cfq"},
    {"logic", "-n 24 --rows-per-file 12", "", "tfrecord"},
    {"gscan", "-n 12 --rows-per-file 6", "--set resampling=1", "gscan", true},
    {"reascan", "-n 12 --rows-per-file 6", "--set commands=20 --set worlds=2", "reascan", true},
    {"arc", "-n 8 --rows-per-file 4", "", "arc", true},
    {"cscan", "-n 20 --rows-per-file 10", "--set contexts=2 --set examples=10", "t5"},
    {"curi", "-n 8 --rows-per-file 4", "--set draws=1000 --set scenes=200", "episodes", true},
};

// A command for each task. TASK, ROWS, SETTINGS and FORMAT stand for what the task's row has.
struct VerbRow {
  const char* name;  // the task's name follows, as it does after those of needs
  const char* command;
  std::vector<std::string> needs = {};
  const char* makes = "";
  const char* printed_to = "";
  bool only_with_pictures = false;
};

const std::vector<VerbRow>& verb_rows() {
  static const std::vector<VerbRow> kRows = {
      {"generate-", "generate TASK ROWS SETTINGS -q -j 1 --out set", {}, "set"},
      {"other-", "generate TASK ROWS SETTINGS -q -j 1 --seed 4 --out set", {}, "set"},
      {"force-", "generate TASK ROWS SETTINGS -q -j 1 --force --out set", {"other-"}, "set"},
      {"first-", "generate TASK ROWS SETTINGS -q -j 1 --shard 0/2 --out first", {}, "first"},
      {"second-", "generate TASK ROWS SETTINGS -q -j 1 --shard 1/2 --out second", {}, "second"},
      {"merge-", "merge second first -q -j 1 --out set", {"first-", "second-"}, "set"},
      {"split-", "split set -q -j 1 --method random --train 60% --name a", {"generate-"}, "set"},
      {"resplit-", "split set -q -j 1 --method random --seed 5 --name b", {"split-"}, "set"},
      {"verify-", "verify set -j 1", {"resplit-"}},
      {"measure-", "measure set -j 1 --split a --json --svg measured.svg", {"split-"}},
      {"show-", "show set -n 3 --split a", {"split-"}},
      {"explain-", "explain TASK SETTINGS --unit 1 --svg tree.svg"},
      {"render-", "render set -n 3 -q -j 1 --out pictures", {"generate-"}, "pictures", "", true},
      {"png-",
       "render set -n 2 -q -j 1 --format png --out pictures",
       {"generate-"},
       "pictures",
       "",
       true},
      {"solve-",
       "solve TASK SETTINGS -j 1 set/data/all-00000-of-00002.jsonl",
       {"generate-"},
       "",
       "answers.jsonl"},
      {"score-", "score set answers.jsonl -j 1 --json", {"split-", "solve-"}},
      {"export-", "export set -q -j 1 --split a --out out", {"split-"}, "out"},
      {"format-", "export set -q -j 1 --split a --format FORMAT --out out", {"split-"}, "out"},
      {"prompt-", "prompt set -n 2 --split a --shots 2 --shots-from train --json", {"split-"}},
      {"asked-",
       "export set -q -j 1 --split a --prompt instructed --format chat --out out",
       {"split-"},
       "out"},
      {"baseline-", "baseline set -j 1 --split a --json", {"split-"}},
      {"compare-",
       "compare set answers.jsonl answers.jsonl -j 1 --split a --json",
       {"split-", "solve-"}},
      {"report-",
       "report set -q -j 1 --run solver=answers.jsonl --examples 2 --out page.html",
       {"split-", "solve-"}},
      {"select-", "select set -n 4 --by rules -q -j 1 --out chosen", {"generate-"}, "chosen"},
      {"describe-", "describe TASK"},
  };
  return kRows;
}

// What only one task has, or only one needs to show.
struct FurtherRow {
  const char* name;
  const char* command;
  std::vector<std::string> needs = {};
  const char* makes = "";
  Tree files = {};
  Weight weight = Weight::kLight;
};

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

constexpr const char* kJudgedLines =
    "{\"id\":\"a\",\"input\":\"jump\",\"target\":\"I_JUMP\",\"answer\":\"I_JUMP\"}\n"
    "{\"input\":\"walk\",\"target\":\"I_WALK\",\"answer\":[\"<answer>I_RUN</answer>\",null]}\n";

// Six films with their makers, as N-Triples.
std::string facts() {
  std::string text;
  const auto add = [&](char subject, const char* relation, const std::string& object) {
    text += "<http://rdf.freebase.com/ns/m.0" + std::string(1, subject) +
            ">\t<http://rdf.freebase.com/ns/" + relation + ">\t" + object + "\t.\n";
  };
  const auto node = [](char letter) {
    return "<http://rdf.freebase.com/ns/m.0" + std::string(1, letter) + ">";
  };
  for (char film = 'a'; film < 'g'; ++film) {
    const auto person = static_cast<char>(film + 10);
    const auto other = static_cast<char>(film == 'f' ? 'k' : person + 1);
    add(film, "type.object.name", "\"Film " + std::string(1, film) + "\"@en");
    add(person, "type.object.name", "\"Person " + std::string(1, person) + "\"@en");
    add(person, "film.director.film", node(film));
    add(other, "film.editor.film", node(film));
    add(person, "film.writer.film", node(film));
  }
  return text;
}

const std::vector<FurtherRow>& further_rows() {
  static const std::vector<FurtherRow> kRows = {
      {"list", "list"},
      {"recipe-scan",
       "generate -C recipe.toml -q -j 1 --out set",
       {},
       "set",
       {{"recipe.toml", kRecipe}}},
      {"verify-recipe", "verify set -j 1", {"recipe-scan"}},
      {"verify-exported", "verify out -j 1", {"export-scan"}},
      {"consistency-cscan",
       "score set answers.jsonl -j 1 --metric consistency --list-to listed.jsonl",
       {"generate-cscan", "solve-cscan"}},
      {"runs-scan",
       "score set answers.jsonl answers.jsonl -j 1 --split a --by output_length/5 --svg by.svg",
       {"split-scan", "solve-scan"}},
      {"verdicts-cfq",
       "score set answers.jsonl -j 1 --extract last-line --verdicts verdicts.jsonl",
       {"generate-cfq", "solve-cfq"}},
      {"judge-scan", "judge scan -j 1 lines.jsonl", {}, "", {{"lines.jsonl", kJudgedLines}}},
      {"gap-curi", "measure set -j 1 --gap --split a --resamples 20 --json", {"split-curi"}},
      {"against-scan", "explain set --input jump --against train --split a", {"split-scan"}},
      {"checked-scan",
       "report --check page.html set --run solver=answers.jsonl -j 1",
       {"report-scan"}},
      {"questions-cfq",
       "generate cfq -n 24 --rows-per-file 12 --set target=answer --set films=60 -q -j 1 --out set",
       {},
       "set"},
      {"verify-questions", "verify set -j 1", {"questions-cfq"}},
      {"solve-questions",
       "solve cfq --set target=answer --set films=60 -j 1 set/data/all-00000-of-00002.jsonl",
       {"questions-cfq"}},
      {"facts-cfq",
       "generate cfq -n 60 --rows-per-file 20 --set target=query --set kb=facts.nt --set "
       "highest_level=11 -q -j 1 --out set",
       {},
       "set",
       {{"facts.nt", facts()}}},
      {"verify-facts", "verify set -j 1", {"facts-cfq"}, "", {{"facts.nt", facts()}}},
      {"cold-curi",
       "generate curi -n 8 -j 1 --set draws=1000 --set scenes=200 --cache cache --out set",
       {},
       "set"},
      {"warm-curi",
       "generate curi -n 8 -j 1 --set draws=1000 --set scenes=200 --cache cache --out again",
       {"cold-curi"},
       "again"},
      {"mcd-scan",
       "split set -q -j 1 --method mcd --name hard",
       {"generate-scan"},
       "set",
       {},
       Weight::kSlow},
      {"large-scan",
       "generate scan --set conjunctions=2 -n 150000 --rows-per-file 20000 -q -j 1 --out set",
       {},
       "set",
       {},
       Weight::kHeavy},
  };
  return kRows;
}

Words words_of(const std::string& command) {
  std::istringstream text(command);
  Words words;
  for (std::string word; text >> word;) words.push_back(word);
  return words;
}

Words words_for(const char* command, const TaskRow& task) {
  Words all;
  for (const std::string& word : words_of(command)) {
    const Words meant = word == "TASK"       ? Words{task.name}
                        : word == "ROWS"     ? words_of(task.rows)
                        : word == "SETTINGS" ? words_of(task.settings)
                        : word == "FORMAT"   ? Words{task.format}
                                             : Words{word};
    all.insert(all.end(), meant.begin(), meant.end());
  }
  return all;
}

Job job_for(const VerbRow& row, const TaskRow& task) {
  Job job;
  job.name = std::string(row.name) + task.name;
  job.words = words_for(row.command, task);
  for (const std::string& need : row.needs) job.needs.push_back(need + task.name);
  job.makes = row.makes;
  job.printed_to = row.printed_to;
  return job;
}

Job job_of(const FurtherRow& row) {
  Job job;
  job.name = row.name;
  job.words = words_of(row.command);
  job.needs = row.needs;
  job.makes = row.makes;
  job.files = row.files;
  job.weight = row.weight;
  return job;
}

}  // namespace

std::vector<Job> all_jobs() {
  std::vector<Job> jobs;
  for (const VerbRow& row : verb_rows()) {
    for (const TaskRow& task : kTasks) {
      if (task.has_pictures || !row.only_with_pictures) jobs.push_back(job_for(row, task));
    }
  }
  for (const FurtherRow& row : further_rows()) jobs.push_back(job_of(row));
  return jobs;
}

}  // namespace assay::campaign
