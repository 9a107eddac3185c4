#include "assay/pipeline/score.h"

#include <simdjson.h>

#include <algorithm>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/store/row.h"

namespace assay {

namespace {

constexpr std::size_t kNamedIds = 5;
constexpr std::size_t kNamedMisses = 10;

struct Prediction {
  std::string id;
  std::optional<std::string> answer;
  bool used = false;
};

Prediction parse_prediction(simdjson::dom::parser& parser, std::string_view line) {
  Prediction prediction;
  bool has_id = false;
  bool has_answer = false;
  try {
    const simdjson::dom::object object = parser.parse(line.data(), line.size());
    for (const auto& [key, value] : object) {
      if (key == "id") {
        prediction.id = std::string_view(value);
        has_id = true;
      } else if (key == "answer") {
        has_answer = true;
        if (!value.is_null()) prediction.answer = std::string(std::string_view(value));
      }
    }
  } catch (const simdjson::simdjson_error& problem) {
    fail(ErrorKind::kInput, "is not a row {{\"id\": \"...\", \"answer\": \"...\"}}: {}",
         problem.what());
  }
  if (!has_id) fail(ErrorKind::kInput, "the key \"id\" is missing");
  if (!has_answer) fail(ErrorKind::kInput, "the key \"answer\" is missing");
  return prediction;
}

void name(std::vector<std::string>& names, std::string_view id) {
  if (names.size() < kNamedIds) names.emplace_back(printable(id));
}

// Sorted by id, the first of equal ids only.
std::vector<Prediction> read_predictions(const std::string& text, const std::string& file_name,
                                         Score& score) {
  std::vector<Prediction> predictions;
  simdjson::dom::parser parser;
  std::uint64_t number = 0;
  for_each_line(text, [&](std::string_view line) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) return;
    try {
      predictions.push_back(parse_prediction(parser, line));
    } catch (const Error& problem) {
      fail(ErrorKind::kInput, "{}:{}: {}", printable(file_name), number, problem.what());
    }
  });
  std::stable_sort(predictions.begin(), predictions.end(),
                   [](const Prediction& a, const Prediction& b) { return a.id < b.id; });
  std::vector<Prediction> distinct;
  for (Prediction& prediction : predictions) {
    if (!distinct.empty() && distinct.back().id == prediction.id) {
      ++score.duplicate;
      name(score.duplicate_ids, prediction.id);
    } else {
      distinct.push_back(std::move(prediction));
    }
  }
  return distinct;
}

struct Judged {
  std::string id;
  std::optional<std::size_t> prediction;
  Verdict verdict;
};

void count(Score& score, const Judged& judged) {
  ++score.count;
  switch (judged.verdict.status) {
    case Status::kRight:
      ++score.right;
      break;
    case Status::kWrong:
      ++score.wrong;
      break;
    case Status::kUnparsable:
      ++score.unparsable;
      break;
    case Status::kNoAnswer:
      ++score.no_answer;
      break;
  }
  for (const auto& [mark, value] : judged.verdict.marks) {
    if (mark == "strict") {
      if (value == 1.0) ++score.strict;
      continue;
    }
    ++score.marks[mark].answers;
    score.marks[mark].total += value;
  }
  if (!judged.prediction) {
    ++score.missing;
    name(score.missing_ids, judged.id);
  } else if (judged.verdict.status != Status::kRight && score.misses.size() < kNamedMisses) {
    score.misses.push_back({judged.id, judged.verdict.status, judged.verdict.why});
  }
}

Judged judge_row(const Task& task, const Example& row, const std::vector<Prediction>& predictions) {
  Judged judged;
  judged.id = id_of(task.info().name, row);
  const auto found = std::lower_bound(
      predictions.begin(), predictions.end(), judged.id,
      [](const Prediction& prediction, const std::string& id) { return prediction.id < id; });
  if (found == predictions.end() || found->id != judged.id) {
    judged.verdict.why = "no prediction";
    return judged;
  }
  judged.prediction = static_cast<std::size_t>(found - predictions.begin());
  if (!found->answer) {
    judged.verdict.why = "the answer is null";
    return judged;
  }
  judged.verdict = task.judge(row, *found->answer);
  return judged;
}

}  // namespace

std::optional<double> Score::accuracy() const {
  const std::uint64_t judged = right + wrong + unparsable;
  if (judged == 0) return std::nullopt;
  return static_cast<double>(right) / static_cast<double>(judged);
}

Score score_predictions(const DataSet& data, const Task& task, const std::string& predictions_text,
                        const std::string& file_name,
                        const std::optional<std::vector<std::uint64_t>>& rows,
                        const Control& control) {
  Score score;
  std::vector<Prediction> predictions = read_predictions(predictions_text, file_name, score);
  std::vector<bool> wanted(data.rows(), !rows.has_value());
  if (rows) {
    for (const std::uint64_t row : *rows) wanted[row] = true;
  }
  struct Buffer {
    std::unique_ptr<RowReader> reader;
    Example row;
    std::vector<Judged> judged;
  };
  std::uint64_t row = 0;
  scan_rows<Buffer>(
      data, control,
      [&](std::string_view line, Buffer& buffer) {
        if (!buffer.reader) {
          buffer.reader = std::make_unique<RowReader>(task, Parts{.rules = false});
        }
        buffer.reader->parse(line, buffer.row);
        buffer.judged.push_back(judge_row(task, buffer.row, predictions));
      },
      [&](Buffer& buffer) {
        for (const Judged& judged : buffer.judged) {
          if (judged.prediction) predictions[*judged.prediction].used = true;
          if (wanted[row++]) count(score, judged);
        }
        control.report({"score", row, data.rows(), 0});
      });
  for (const Prediction& prediction : predictions) {
    if (prediction.used) continue;
    ++score.unknown;
    name(score.unknown_ids, prediction.id);
  }
  return score;
}

}  // namespace assay
