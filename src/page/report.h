// What `assay report` shows, as plain data, and the page made of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/core/compound_definition.h"
#include "assay/core/split_report.h"
#include "assay/core/value_shares.h"
#include "assay/render/frequency_plot.h"

namespace assay::page {

struct DataFacts {
  std::string name;  // of the folder
  std::string task;
  std::string task_version;
  std::string title;
  std::string summary;
  std::string made_by;  // "assay 0.2.0 (2de7671)"
  std::string content_hash;
  std::string recipe_hash;
  std::uint64_t seed = 0;
  std::uint64_t rows = 0;
  std::optional<std::uint64_t> units = {};  // different ones
  std::string unit;                         // what one is: "command"
  std::vector<std::pair<std::string, std::string>> params = {};
  std::string recipe;  // TOML
  std::vector<std::string> notes = {};
  std::string licence;
  std::string citation;
};

struct ShownExample {
  std::string id;
  std::string input;
  std::string target;
  std::string group = {};  // what it shares with others, such as a concept; empty: nothing
  // Documents of render/, for a page; empty: none.
  std::string picture = {};
  std::string rules = {};
};

struct Divergences {
  CompoundDefinition definition;
  std::uint64_t kept_compounds = 0;
  std::uint64_t all_compounds = 0;
  SplitReport report;
  std::optional<FrequencyPlot> frequencies = {};  // absent when the split lacks train or test
};

struct SplitFacts {
  std::string name;  // as in keys and tables: "mcd1", "own parts", "all rows"
  std::string method;
  std::vector<std::pair<std::string, std::string>> claim = {};
  ValueShares shares;
  std::optional<Divergences> divergences = {};  // absent without rules or without train
  // Drawn at random; of the first two parts that are compared, train and test.
  std::vector<ShownExample> train = {};
  std::vector<ShownExample> test = {};

  // Between train and test; nullptr when it was not measured.
  const PairReport* train_and_test() const;
};

// A share of rows with its 95 % interval.
struct Accuracy {
  std::uint64_t right = 0;
  std::uint64_t rows = 0;
  double low = 0;
  double high = 1;

  std::optional<double> share() const;
};

struct RunResult {
  Accuracy accuracy;  // of all rows that were asked about
  std::uint64_t wrong = 0;
  std::uint64_t unparsable = 0;
  std::uint64_t no_answer = 0;
  std::uint64_t strict = 0;  // right to the letter
  struct SubScore {
    std::string name;
    std::uint64_t answers = 0;
    double mean = 0;
  };
  std::vector<SubScore> sub_scores = {};
  // What answers were found by in the texts, those that occur: {"tags", 120}.
  std::vector<std::pair<std::string, std::uint64_t>> found_by = {};
  std::uint64_t missing = 0;    // rows without a prediction, of those without an answer
  std::uint64_t unknown = 0;    // predictions about no row of the data set
  std::uint64_t duplicate = 0;  // predictions with the id of an earlier one
};

// Accuracies by the value of a column.
struct Breakdown {
  std::string by;                    // "input_length/5"
  std::vector<std::string> columns;  // "input length/5 (words)"
  struct Group {
    std::vector<std::string> values;    // one for each column
    std::optional<double> number = {};  // where there is one column, of numbers
    std::vector<Accuracy> runs;
  };
  std::vector<Group> groups;
};

struct ShownAnswer {
  ShownExample example;
  std::string status;  // "right", "wrong", "unparsable"
  std::string answer;
  std::string why;
};

// All runs on the rows of one part.
struct ScoredPart {
  std::string split;                           // the name of a SplitFacts
  std::string part;                            // "test"
  std::vector<std::optional<RunResult>> runs;  // absent: the run has no file about it
  std::vector<Breakdown> by = {};
  struct Pair {
    std::size_t first = 0;  // places of runs
    std::size_t second = 0;
    std::uint64_t both = 0;
    std::uint64_t only_first = 0;
    std::uint64_t only_second = 0;
    std::uint64_t neither = 0;
    double probability = 1;  // of such a difference between equals: exact McNemar test
  };
  std::vector<Pair> pairs = {};
  std::vector<std::vector<ShownAnswer>> wrong = {};  // of each run, drawn at random
  std::vector<std::vector<ShownAnswer>> right = {};
};

// A file of answers.
struct AnswerFile {
  std::string split;   // the only one it is about; empty: any
  std::string path;    // relative to the page
  std::string sha256;  // of the file
  std::uint64_t bytes = 0;
};

// A model, or a way of asking one: files of answers, at most one for each split.
struct RunFacts {
  std::string name;
  std::vector<AnswerFile> files;
};

struct Report {
  std::string made_by;  // the program that made the page
  std::string data;     // the folder, relative to the page
  DataFacts facts;
  std::vector<SplitFacts> splits;
  std::vector<RunFacts> runs = {};
  std::vector<ScoredPart> scores = {};
  std::string record;  // what `--check` needs, as JSON
};

// One HTML file.
std::string report_page(const Report& report);

}  // namespace assay::page
