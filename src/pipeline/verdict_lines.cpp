#include "assay/pipeline/verdict_lines.h"

#include <simdjson.h>

#include "assay/base/json.h"
#include "assay/base/text.h"

namespace assay {

namespace {

std::string_view name_of(Sample::State state) {
  switch (state) {
    case Sample::State::kSaid:
      return "said";
    case Sample::State::kCutOff:
      return "cut_off";
    case Sample::State::kSilent:
      return "silent";
    case Sample::State::kFailed:
      return "failed";
  }
  return "";
}

// Texts that did not come as JSON need not be UTF-8.
void append_text(std::string& out, std::string_view text) {
  if (simdjson::validate_utf8(text.data(), text.size())) {
    append_json_string(out, text);
  } else {
    append_json_string(out, escaped(text));
  }
}

void append_marks(std::string& out, const Verdict& verdict) {
  out += ",\"marks\":{";
  bool is_first = true;
  for (const auto& [name, value] : verdict.marks) {
    if (!is_first) out += ',';
    is_first = false;
    append_json_string(out, name);
    out += ':';
    append_json_number(out, value);
  }
  out += '}';
}

}  // namespace

void append_verdict_line(std::string& out, std::optional<std::string_view> id,
                         const JudgedSample& sample, std::size_t number) {
  out += "{\"id\":";
  if (id) {
    append_text(out, *id);
  } else {
    out += "null";
  }
  out += ",\"sample\":";
  append_json_number(out, static_cast<std::uint64_t>(number));
  out += ",\"status\":\"";
  out += assay::name_of(sample.verdict.status);
  out += "\",\"score\":";
  if (sample.verdict.score) {
    append_json_number(out, *sample.verdict.score);
  } else {
    out += "null";
  }
  out += ",\"why\":";
  append_text(out, sample.verdict.why);
  append_marks(out, sample.verdict);
  out += ",\"extracted\":";
  if (sample.mark == AnswerMark::kNone) {
    out += "null";
  } else {
    append_text(out, sample.answer);
  }
  out += ",\"mark\":\"";
  out += assay::name_of(sample.mark);
  out += sample.has_reasoning ? "\",\"reasoning\":true" : "\",\"reasoning\":false";
  out += ",\"state\":\"";
  out += name_of(sample.state);
  out += "\"}\n";
}

void append_verdict_lines(std::string& out, const JudgedRow& row) {
  for (std::size_t i = 0; i < row.samples.size(); ++i) {
    append_verdict_line(out, row.id, row.samples[i], i);
  }
}

}  // namespace assay
