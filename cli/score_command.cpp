#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "arguments.h"
#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/pipeline/export.h"
#include "assay/pipeline/score.h"
#include "commands.h"
#include "report.h"

namespace assay {

namespace {

using Json = nlohmann::ordered_json;

Json score_json(const Score& score, const DataSet& data) {
  const auto accuracy = score.accuracy();
  Json json = {{"content_hash", data.manifest().content_hash},
               {"count", score.count},
               {"right", score.right},
               {"wrong", score.wrong},
               {"unparsable", score.unparsable},
               {"no_answer", score.no_answer},
               {"accuracy", accuracy ? Json(*accuracy) : Json(nullptr)},
               {"strict", score.strict},
               {"missing", score.missing},
               {"duplicate", score.duplicate},
               {"unknown", score.unknown},
               {"missing_ids", score.missing_ids},
               {"duplicate_ids", score.duplicate_ids},
               {"unknown_ids", score.unknown_ids}};
  json["marks"] = Json::object();
  for (const auto& [name, mark] : score.marks) {
    json["marks"][name] = {{"answers", mark.answers}, {"total", mark.total}};
  }
  json["misses"] = Json::array();
  for (const Score::Miss& miss : score.misses) {
    json["misses"].push_back(
        {{"id", miss.id}, {"status", name_of(miss.status)}, {"why", miss.why}});
  }
  return json;
}

void print_ids(std::string_view what, std::uint64_t count, const std::vector<std::string>& ids) {
  if (count == 0) return;
  fmt::print("{} {} ids: {}{}\n", with_commas(count), what, fmt::join(ids, ", "),
             count > ids.size() ? ", ..." : "");
}

void print_score(const Score& score) {
  const auto accuracy = score.accuracy();
  fmt::print("accuracy    {}\n", accuracy ? fmt::format("{:.4f}", *accuracy) : "-");
  fmt::print("count       {}\n", with_commas(score.count));
  fmt::print("right       {}\n", with_commas(score.right));
  fmt::print("wrong       {}\n", with_commas(score.wrong));
  fmt::print("unparsable  {}\n", with_commas(score.unparsable));
  fmt::print("no answer   {}\n", with_commas(score.no_answer));
  if (!score.marks.empty())
    fmt::print("\n{:<24} {:>8} {:>8} {:>10}\n", "marks", "answers", "", "mean");
  for (const auto& [name, mark] : score.marks) {
    fmt::print("{:<24} {:>8} {:>6.1f} % {:>10.2f}\n", name, with_commas(mark.answers),
               100.0 * static_cast<double>(mark.answers) / static_cast<double>(score.count),
               mark.total / static_cast<double>(mark.answers));
  }
  if (!score.marks.empty()) fmt::print("\n");
  print_ids("missing", score.missing, score.missing_ids);
  print_ids("duplicate", score.duplicate, score.duplicate_ids);
  print_ids("unknown", score.unknown, score.unknown_ids);
  for (const Score::Miss& miss : score.misses) {
    fmt::print("  {}  {}: {}\n", miss.id, name_of(miss.status), miss.why);
  }
}

}  // namespace

int score_command(Words words) {
  std::string path;
  std::string predictions;
  std::string split;
  std::string part = "test";
  std::string least;
  bool json = false;
  Arguments arguments("score", "Judge a file of answers against a data set.", std::move(words));
  arguments.example("assay score scan answers.jsonl", "rows {\"id\", \"answer\"}, by meaning");
  arguments.example("assay score scan answers.jsonl --split length --json", "only that test part");
  arguments.positional("DIR", "a data set", path);
  arguments.positional("PREDICTIONS", "JSONL; - is standard input", predictions);
  arguments.text("--split", "NAME", "only rows of this split", split);
  arguments.text("--part", "PART", "train, dev or test (test)", part);
  arguments.text("--min-accuracy", "X", "exit 1 when the accuracy is lower", least);
  arguments.json(json);
  arguments.work();
  if (!arguments.parse()) return 0;

  std::optional<double> wanted;
  if (!least.empty()) {
    char* end = nullptr;
    wanted = std::strtod(least.c_str(), &end);
    if (*end != '\0' || !(*wanted >= 0 && *wanted <= 1)) {
      fail(ErrorKind::kUsage, "--min-accuracy {} is not a number from 0 to 1", printable(least));
    }
  }
  const DataSet data(path);
  const auto task = task_of(data.manifest());
  std::optional<std::vector<std::uint64_t>> rows;
  if (!split.empty()) rows = rows_of_part(read_split(data.folder(), split, data.rows()), part);
  const Score score = score_predictions(data, *task, read_user_file(predictions),
                                        predictions == "-" ? "standard input" : predictions, rows,
                                        arguments.control());
  if (json) {
    fmt::print("{}\n", score_json(score, data).dump(1, ' ', false, Json::error_handler_t::replace));
  } else {
    print_score(score);
  }
  return wanted && score.accuracy().value_or(0) < *wanted ? 1 : 0;
}

}  // namespace assay
