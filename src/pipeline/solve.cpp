#include "assay/pipeline/solve.h"

#include <algorithm>
#include <optional>

#include "assay/base/error.h"
#include "assay/base/json.h"
#include "assay/base/json_parser.h"
#include "assay/base/parallel.h"
#include "assay/base/text.h"
#include "assay/pipeline/own_ids.h"
#include "assay/store/data_set.h"

namespace assay {

namespace {

constexpr std::size_t kNamedProblems = 5;
constexpr std::size_t kLinesPerBlock = 256;

struct Question {
  std::string id;
  std::string input;
};

Question parse_question(simdjson::dom::parser& parser, std::string_view line, std::uint64_t number,
                        const Field& field) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  Question question{std::to_string(number), std::string(line)};
  if (!line.starts_with('{')) return question;
  std::optional<std::string> input;
  try {
    const simdjson::dom::object object = parser.parse(line.data(), line.size());
    const auto& published = field.published_names;
    for (const auto& [key, value] : object) {
      if (key == "id") {
        question.id = value.is_string() ? std::string(std::string_view(value))
                                        : std::string(simdjson::minify(value));
      } else if (key == field.name || (!input && std::find(published.begin(), published.end(),
                                                           key) != published.end())) {
        input = std::string_view(value);
      }
    }
  } catch (const simdjson::simdjson_error& problem) {
    fail(ErrorKind::kInput, "is not a JSON row: {}", json_problem(problem));
  }
  if (!input) fail(ErrorKind::kInput, "the key \"{}\" is missing", field.name);
  question.input = std::move(*input);
  return question;
}

struct Answers {
  std::string text;
  std::uint64_t unsolved = 0;
  std::uint64_t ambiguous = 0;
  std::vector<std::string> problems;
};

void answer_line(const Task& task, const OwnIds& ids, simdjson::dom::parser& parser,
                 std::string_view line, std::uint64_t number, const SolveRequest& request,
                 Answers& answers) {
  std::string id = std::to_string(number);
  std::vector<std::string> found;
  try {
    const Question question =
        parse_question(parser, line, number, task.schema().fields[kInputField]);
    id = question.id;
    ids.check(id);
    if (request.all_readings) {
      const TextReader* reader = task.abilities().reader;
      found = reader != nullptr ? reader->readings(question.input)
                                : std::vector{task.solve(question.input)};
    } else {
      found.push_back(task.solve(question.input));
    }
  } catch (const Error& problem) {
    if (problem.kind() != ErrorKind::kInput) throw;
    ++answers.unsolved;
    answers.problems.push_back(
        fmt::format("{}:{}: {}", printable(request.file_name), number, problem.what()));
  }
  answers.text += "{\"id\":";
  append_json_string(answers.text, id);
  answers.text += ",\"answer\":";
  if (found.empty()) {
    answers.text += "null";
  } else {
    append_json_string(answers.text, found.front());
  }
  if (!request.content_hash.empty()) {
    answers.text += ",\"content_hash\":";
    append_json_string(answers.text, request.content_hash);
  }
  if (request.all_readings) {
    if (found.size() > 1) ++answers.ambiguous;
    answers.text += ",\"answers\":[";
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (i > 0) answers.text += ',';
      append_json_string(answers.text, found[i]);
    }
    answers.text += ']';
  }
  answers.text += "}\n";
}

}  // namespace

SolveResult solve_lines(const Task& task, std::string_view text, const SolveRequest& request,
                        const Control& control,
                        const std::function<void(std::string_view)>& write) {
  std::vector<std::string_view> lines;
  for_each_line(text, [&](std::string_view line) { lines.push_back(line); });
  const OwnIds ids(task);
  SolveResult result;
  ordered_parallel<Answers>(
      0, (lines.size() + kLinesPerBlock - 1) / kLinesPerBlock, control,
      [&](std::uint64_t block, Answers& answers) {
        answers = {};
        simdjson::dom::parser parser = make_json_parser();
        const std::size_t begin = block * kLinesPerBlock;
        const std::size_t end = std::min(lines.size(), begin + kLinesPerBlock);
        for (std::size_t i = begin; i < end; ++i) {
          if (lines[i].find_first_not_of(" \t\r") == std::string_view::npos) continue;
          answer_line(task, ids, parser, lines[i], i + 1, request, answers);
        }
      },
      [&](std::uint64_t block, Answers& answers) {
        write(answers.text);
        result.count = std::min<std::uint64_t>(lines.size(), (block + 1) * kLinesPerBlock);
        result.unsolved += answers.unsolved;
        result.ambiguous += answers.ambiguous;
        for (std::string& problem : answers.problems) {
          if (result.problems.size() < kNamedProblems)
            result.problems.push_back(std::move(problem));
        }
        control.report({"solve", result.count, lines.size(), 0});
      });
  return result;
}

}  // namespace assay
