#include "assay/answers/prediction_forms.h"

#include <algorithm>
#include <array>

#include "assay/answers/completions.h"
#include "assay/answers/json_members.h"
#include "assay/base/error.h"
#include "assay/base/json_parser.h"

namespace assay {

namespace {

namespace dom = simdjson::dom;

using json::list_of;
using json::member;
using json::text_member;

constexpr std::array<std::string_view, 6> kFormNames = {"rows",    "lm-eval", "batch",
                                                        "inspect", "gscan",   "lines"};

Sample said(std::string_view text) { return {Sample::State::kSaid, std::string(text)}; }

// --- rows ---

Sample row_sample(dom::element value, std::string_view key) {
  if (value.is_null()) return {};
  if (!value.is_string()) fail(ErrorKind::kInput, "the value of \"{}\" is not a text", key);
  return said(value.get_string().value_unsafe());
}

void read_row(dom::element object, Prediction& out) {
  const auto id = text_member(object, "id");
  if (!id) fail(ErrorKind::kInput, "the key \"id\" is missing, or is not a text");
  for (const std::string_view key : {"target", "rules"}) {
    if (!object.at_key(key).error()) {
      fail(ErrorKind::kInput,
           "is a row of data (it has \"{}\"), not a prediction {{\"id\": \"...\", \"answer\": "
           "\"...\"}}",
           key);
    }
  }
  out.id = *id;
  out.content_hash = text_member(object, "content_hash").value_or("");
  for (const std::string_view key : {"answer", "prediction"}) {
    dom::element value;
    if (object.at_key(key).get(value) != simdjson::SUCCESS) continue;
    if (const auto list = list_of(value)) {
      for (const dom::element item : *list) out.samples.push_back(row_sample(item, key));
      if (out.samples.empty()) out.samples.emplace_back();
    } else {
      out.samples.push_back(row_sample(value, key));
    }
    if (text_member(object, "finish_reason") == "length") {
      for (Sample& sample : out.samples) sample.state = Sample::State::kCutOff;
    }
    return;
  }
  fail(ErrorKind::kInput, "the key \"answer\" is missing");
}

// --- batches ---

void read_batch(dom::element object, Prediction& out) {
  const auto id = text_member(object, "custom_id");
  if (!id) fail(ErrorKind::kInput, "the key \"custom_id\" is missing, or is not a text");
  out.id = *id;
  const auto failed = [&] { out.samples.push_back({Sample::State::kFailed, {}}); };
  if (member(object, "error")) return failed();
  const auto add = [&](dom::element body) {
    if (!add_completions(body, out)) {
      fail(ErrorKind::kInput, "the body has no \"choices\", \"content\" or \"output\"");
    }
  };
  if (const auto result = member(object, "result")) {
    const auto message = member(*result, "message");
    return message ? add(*message) : failed();
  }
  const auto response = member(object, "response");
  if (!response) return failed();
  if (const auto status = member(*response, "status_code")) {
    std::int64_t code = 0;
    if (status->get(code) != simdjson::SUCCESS || code < 200 || code > 299) return failed();
  }
  const dom::element body = member(*response, "body").value_or(*response);
  if (member(body, "error")) return failed();
  add(body);
}

// --- lm-evaluation-harness ---

// Answers are lists of lists: for each request its repetitions.
void add_responses(dom::element value, Prediction& out) {
  if (value.is_string()) {
    out.samples.push_back(said(value.get_string().value_unsafe()));
  } else if (const auto list = list_of(value)) {
    for (const dom::element item : *list) add_responses(item, out);
  } else {
    out.samples.emplace_back();
  }
}

void read_lm_eval(dom::element object, Prediction& out) {
  const auto doc = member(object, "doc");
  const auto id = doc ? text_member(*doc, "id") : std::nullopt;
  if (!id) {
    fail(ErrorKind::kInput,
         "the key \"doc\" has no \"id\": the harness must be given rows of the data set");
  }
  out.id = *id;
  out.target = text_member(*doc, "target").value_or("");
  const auto responses = member(object, "resps");
  if (!responses) fail(ErrorKind::kInput, "the key \"resps\" is missing");
  add_responses(*responses, out);
  if (out.samples.empty()) out.samples.emplace_back();
}

// --- documents ---

// Python writes numbers that are none as NaN, Infinity and -Infinity, which JSON does not know:
// Inspect does for samples that were not scored. The same text with null in their places; absent
// when it has none.
std::optional<std::string> without_odd_numbers(std::string_view document) {
  constexpr std::array<std::string_view, 3> kOdd{"NaN", "-Infinity", "Infinity"};
  const auto is_there = [&](std::string_view odd) { return document.find(odd) != document.npos; };
  if (std::ranges::none_of(kOdd, is_there)) return std::nullopt;
  std::string plain;
  bool in_text = false;
  for (std::size_t at = 0; at < document.size();) {
    const std::string_view rest = document.substr(at);
    const auto* const odd = std::ranges::find_if(
        kOdd, [&](std::string_view each) { return !in_text && rest.starts_with(each); });
    if (odd != kOdd.end()) {
      plain += "null";
      at += odd->size();
      continue;
    }
    const std::size_t length = in_text && rest.front() == '\\' ? 2 : 1;
    if (rest.front() == '"') in_text = !in_text;
    plain += rest.substr(0, length);
    at += length;
  }
  return plain;
}

std::string joined_words(dom::element value) {
  if (value.is_string()) return std::string(value.get_string().value_unsafe());
  std::string text;
  const auto words = list_of(value);
  if (!words) return text;
  for (const dom::element word : *words) {
    if (!word.is_string()) fail(ErrorKind::kInput, "\"prediction\" is not a list of texts");
    if (!text.empty()) text += ',';
    text += word.get_string().value_unsafe();
  }
  return text;
}

void read_gscan(dom::element object, Prediction& out) {
  if (member(object, "id")) {
    fail(ErrorKind::kInput,
         "has an \"id\", but a list is paired by place; write each record as a line {{\"id\": "
         "\"...\", \"answer\": \"...\"}}");
  }
  const auto prediction = member(object, "prediction");
  if (!prediction) fail(ErrorKind::kInput, "the key \"prediction\" is missing");
  out.samples.push_back(said(joined_words(*prediction)));
  if (const auto target = member(object, "target")) out.target = joined_words(*target);
}

void read_inspect(dom::element object, Prediction& out) {
  dom::element id;
  if (object.at_key("id").get(id) != simdjson::SUCCESS || !id.is_string()) {
    fail(ErrorKind::kInput, "a sample has no \"id\" that is a text");
  }
  out.id = id.get_string().value_unsafe();
  const auto output = member(object, "output");
  if (member(object, "error") || !output) {
    out.samples.push_back({Sample::State::kFailed, {}});
    return;
  }
  if (!add_completions(*output, out)) out.samples.push_back({Sample::State::kFailed, {}});
}

}  // namespace

std::span<const std::string_view> prediction_form_names() { return kFormNames; }

std::optional<PredictionForm> prediction_form(std::string_view name) {
  const auto found = std::ranges::find(kFormNames, name);
  if (found == kFormNames.end()) return std::nullopt;
  return static_cast<PredictionForm>(found - kFormNames.begin());
}

std::string_view name_of(PredictionForm form) {
  return kFormNames.at(static_cast<std::size_t>(form));
}

bool is_in_order(PredictionForm form) {
  return form == PredictionForm::kGscan || form == PredictionForm::kLines;
}

bool is_document(PredictionForm form) {
  return form == PredictionForm::kGscan || form == PredictionForm::kInspect;
}

PredictionForm recognise_form(std::string_view beginning) {
  const std::size_t first = beginning.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return PredictionForm::kRows;
  if (beginning[first] == '[') return PredictionForm::kGscan;
  if (beginning[first] != '{') return PredictionForm::kLines;
  const std::string_view line = beginning.substr(0, beginning.find('\n', first));
  dom::parser parser;
  dom::element object;
  if (parse_mended(parser, line, object) == simdjson::SUCCESS) {
    if (!object.at_key("custom_id").error()) return PredictionForm::kBatch;
    if (!object.at_key("doc").error() && !object.at_key("resps").error()) {
      return PredictionForm::kLmEval;
    }
    if (!object.at_key("samples").error() && !object.at_key("eval").error()) {
      return PredictionForm::kInspect;
    }
    return PredictionForm::kRows;
  }
  // A document of several lines begins with a brace alone, or is longer than what was seen.
  const bool has_log = beginning.find("\"eval\"") != std::string_view::npos &&
                       beginning.find("\"version\"") != std::string_view::npos;
  return has_log ? PredictionForm::kInspect : PredictionForm::kRows;
}

struct LineReader::Parser {
  dom::parser json = make_json_parser();
};

namespace {

// Pairing such a line by its place would score it against another row.
void refuse_records(dom::parser& parser, std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos || line[first] != '{') return;
  dom::element object;
  if (parser.parse(line.data(), line.size()).get(object) != simdjson::SUCCESS) return;
  for (const char* key : {"id", "custom_id", "doc"}) {
    if (object.at_key(key).error()) continue;
    fail(ErrorKind::kInput,
         "is a JSON object with \"{}\", but the file is read as plain text and paired by place; "
         "--form names its form",
         key);
  }
}

}  // namespace

LineReader::LineReader(PredictionForm form) : form_(form), parser_(std::make_unique<Parser>()) {
  ASSAY_CHECK(!is_document(form));
}
LineReader::~LineReader() = default;

bool LineReader::read(std::string_view line, Prediction& out) {
  out = {};
  is_broken_ = false;
  if (form_ == PredictionForm::kLines) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    refuse_records(parser_->json, line);
    out.samples.push_back(said(line));
    return true;
  }
  dom::element object;
  const auto problem = parse_mended(parser_->json, line, object);
  if (problem == simdjson::DEPTH_ERROR) {
    fail(ErrorKind::kInput, "is not a prediction: {}", json_problem(problem));
  }
  if (problem == simdjson::MEMALLOC) throw std::bad_alloc();
  is_broken_ = problem != simdjson::SUCCESS;
  if (is_broken_ || !object.is_object()) {
    fail(ErrorKind::kInput,
         "is not a prediction {{\"id\": \"...\", \"answer\": \"...\"}}: not a JSON object");
  }
  if (form_ == PredictionForm::kBatch) {
    read_batch(object, out);
  } else if (form_ == PredictionForm::kLmEval) {
    const std::string_view filter = text_member(object, "filter").value_or("");
    if (!filter_) filter_ = std::string(filter);
    if (filter != *filter_) return false;
    read_lm_eval(object, out);
  } else {
    read_row(object, out);
  }
  return true;
}

struct DocumentReader::Parser {
  dom::parser json = make_json_parser();
  dom::array records;
  dom::array::iterator next;
  std::uint64_t number = 0;
};

DocumentReader::DocumentReader(PredictionForm form, std::string_view document)
    : form_(form), parser_(std::make_unique<Parser>()) {
  ASSAY_CHECK(is_document(form));
  const std::optional<std::string> plain = without_odd_numbers(document);
  if (plain) document = *plain;
  dom::element root;
  const auto problem = parse_mended(parser_->json, document, root);
  if (problem != simdjson::SUCCESS) {
    fail(ErrorKind::kInput, "is not a JSON document: {}", json_problem(problem));
  }
  if (form == PredictionForm::kInspect) {
    const auto samples = root.is_object() ? member(root, "samples") : std::nullopt;
    if (!samples) {
      fail(ErrorKind::kInput, "has no \"samples\": write the log with its samples, as .json");
    }
    root = *samples;
  }
  if (root.get(parser_->records) != simdjson::SUCCESS) {
    fail(ErrorKind::kInput, "is not a list of predictions");
  }
  parser_->next = parser_->records.begin();
}
DocumentReader::~DocumentReader() = default;

bool DocumentReader::read(Prediction& out) {
  if (parser_->next == parser_->records.end()) return false;
  out = {};
  const dom::element record = *parser_->next;
  ++parser_->next;
  ++parser_->number;
  try {
    if (!record.is_object()) fail(ErrorKind::kInput, "is not a JSON object");
    (form_ == PredictionForm::kInspect ? read_inspect : read_gscan)(record, out);
  } catch (const Error& problem) {
    fail(ErrorKind::kInput, "record {}: {}", parser_->number, problem.what());
  }
  return true;
}

}  // namespace assay
