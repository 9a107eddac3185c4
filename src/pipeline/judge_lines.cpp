#include "assay/pipeline/judge_lines.h"

#include <optional>

#include "assay/base/error.h"
#include "assay/base/json.h"
#include "assay/base/json_parser.h"
#include "assay/base/limits.h"
#include "assay/base/line_source.h"
#include "assay/base/parallel.h"
#include "assay/base/text.h"
#include "assay/pipeline/judge_rows.h"
#include "assay/pipeline/own_ids.h"
#include "assay/pipeline/verdict_lines.h"
#include "assay/store/data_set.h"
#include "assay/store/row_json.h"

namespace assay {

namespace {

constexpr std::size_t kNamedProblems = 5;

using JsonValue = simdjson::dom::element;

// What a thread reads lines with; its memory is used again.
struct Desk {
  simdjson::dom::parser parser = make_json_parser();
  Example row;
  std::vector<Sample> samples;
  std::optional<std::string> id;
  std::string buffer;
};

struct Lines {
  Desk desk;
  std::string text;
  std::uint64_t first = 0;  // number of the first line

  std::string verdicts;
  std::uint64_t count = 0;
  std::uint64_t failed = 0;
  std::vector<std::string> problems;
};

Sample sample_of(JsonValue value, std::string_view key) {
  if (value.is_null()) return {};
  if (!value.is_string()) fail(ErrorKind::kInput, "the value of \"{}\" is not a text", key);
  return {Sample::State::kSaid, std::string(value.get_string().value_unsafe())};
}

void read_samples(JsonValue value, std::string_view key, std::vector<Sample>& samples) {
  if (!samples.empty()) fail(ErrorKind::kInput, "there is both \"answer\" and \"prediction\"");
  simdjson::dom::array list;
  if (value.get(list) != simdjson::SUCCESS) {
    samples.push_back(sample_of(value, key));
    return;
  }
  for (const JsonValue item : list) samples.push_back(sample_of(item, key));
  if (samples.empty()) samples.emplace_back();
}

// An answer may be broken, a row may not: it would be another one.
void check_unmended(JsonValue value, std::string_view key) {
  constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
  if (value.is_string() &&
      value.get_string().value_unsafe().find(kReplacement) != std::string_view::npos) {
    fail(ErrorKind::kInput, "the value of \"{}\" is no UTF-8", key);
  }
}

// The whole object, so that an id is known even where the rest cannot be read.
void read_line(const Schema& schema, std::string_view line, Desk& desk) {
  if (line.size() > kMostAnswerLineBytes) {
    fail(ErrorKind::kInput, "the line is longer than {} bytes, the most that is read",
         with_commas(kMostAnswerLineBytes));
  }
  JsonValue root;
  simdjson::dom::object object;
  bool is_mended = false;
  auto problem = parse_mended(desk.parser, line, root, is_mended);
  if (problem == simdjson::SUCCESS) problem = root.get(object);
  if (problem != simdjson::SUCCESS) {
    fail(ErrorKind::kInput, "is not a JSON object: {}", json_problem(problem));
  }
  JsonValue id;
  if (object.at_key("id").get(id) == simdjson::SUCCESS && !id.is_null()) {
    desk.id = id.is_string() ? std::string(id.get_string().value_unsafe())
                             : std::string(simdjson::minify(id));
  }
  for (const auto& [key, value] : object) {
    if (key == "answer" || key == "prediction") {
      read_samples(value, key, desk.samples);
    } else if (is_mended && key != "id") {
      check_unmended(value, key);
    }
  }
  if (desk.samples.empty()) fail(ErrorKind::kInput, "the key \"answer\" is missing");
  read_columns(object, schema, desk.row);
}

void append_error(std::string& out, const std::optional<std::string>& id, std::string_view why) {
  out += "{\"id\":";
  if (id) {
    append_json_string(out, *id);
  } else {
    out += "null";
  }
  out += ",\"error\":";
  append_json_string(out, escaped(why));
  out += "}\n";
}

void judge_line(const Task& task, const OwnIds& ids, ExtractRule rule, std::string_view line,
                std::uint64_t number, const std::string& name, Lines& lines) {
  Desk& desk = lines.desk;
  desk.id.reset();
  desk.samples.clear();
  const std::size_t before = lines.verdicts.size();
  ++lines.count;
  try {
    read_line(task.schema(), line, desk);
    if (desk.id) ids.check(*desk.id);
    for (std::size_t i = 0; i < desk.samples.size(); ++i) {
      const JudgedSample judged = judge_sample(task, desk.row, desk.samples[i], rule, desk.buffer);
      append_verdict_line(lines.verdicts, desk.id, judged, i);
    }
  } catch (const Error& problem) {
    if (problem.kind() != ErrorKind::kInput) throw;
    ++lines.failed;
    lines.verdicts.resize(before);
    append_error(lines.verdicts, desk.id, problem.what());
    if (lines.problems.size() < kNamedProblems) {
      lines.problems.push_back(fmt::format("{}:{}: {}", name, number, problem.what()));
    }
  }
}

void judge_all(const Task& task, const OwnIds& ids, ExtractRule rule, const std::string& name,
               Lines& lines) {
  lines.verdicts.clear();
  lines.problems.clear();
  lines.count = 0;
  lines.failed = 0;
  std::uint64_t number = lines.first;
  for_each_line(lines.text, [&](std::string_view line) {
    if (line.find_first_not_of(" \t\r") != std::string_view::npos) {
      judge_line(task, ids, rule, line, number, name, lines);
    }
    ++number;
  });
}

}  // namespace

JudgedLines judge_lines(const Task& task, ByteSource& source, ExtractRule rule,
                        const Control& control,
                        const std::function<void(std::string_view)>& write) {
  LineSource lines(source, {UINT64_MAX, kMostAnswerLineBytes}, LineSource::LongLines::kCut);
  const OwnIds ids(task);
  JudgedLines result;
  ordered_stream<Lines>(
      control,
      [&](std::uint64_t, Lines& block) {
        if (!lines.next_lines(block.text)) return false;
        block.first = lines.number();
        return true;
      },
      [&](std::uint64_t, Lines& block) { judge_all(task, ids, rule, source.name(), block); },
      [&](std::uint64_t, Lines& block) {
        write(block.verdicts);
        result.count += block.count;
        result.failed += block.failed;
        for (std::string& problem : block.problems) {
          if (result.problems.size() < kNamedProblems) {
            result.problems.push_back(std::move(problem));
          }
        }
      });
  return result;
}

}  // namespace assay
