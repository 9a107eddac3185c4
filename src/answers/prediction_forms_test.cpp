#include "assay/answers/prediction_forms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/base/error.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Sample said(const std::string& text) { return {Sample::State::kSaid, text}; }
Sample cut(const std::string& text) { return {Sample::State::kCutOff, text}; }
const Sample kSilence = {};
const Sample kFailure = {Sample::State::kFailed, {}};

Prediction read_line(const std::string& line) {
  LineReader reader(recognise_form(line));
  Prediction prediction;
  EXPECT_TRUE(reader.read(line, prediction));
  return prediction;
}

std::string complaint(const std::string& line, PredictionForm form) {
  LineReader reader(form);
  Prediction prediction;
  try {
    reader.read(line, prediction);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    return error.what();
  }
  return "none";
}

TEST(PredictionForms, Rows) {
  EXPECT_EQ(read_line(R"({"id": "a", "answer": "X Y"})"), (Prediction{"a", {}, {}, {said("X Y")}}));
  EXPECT_THAT(read_line(R"({"id": "a", "prediction": "X"})").samples, ElementsAre(said("X")));
  EXPECT_THAT(read_line(R"({"id": "a", "answer": null})").samples, ElementsAre(kSilence));
  EXPECT_THAT(read_line(R"({"id": "a", "answer": ["X", null, "Y"]})").samples,
              ElementsAre(said("X"), kSilence, said("Y")));
  EXPECT_THAT(read_line(R"({"id": "a", "answer": []})").samples, ElementsAre(kSilence));
  EXPECT_THAT(read_line(R"({"id": "a", "answer": "X", "finish_reason": "length"})").samples,
              ElementsAre(cut("X")));
  EXPECT_EQ(read_line(R"({"id": "a", "answer": "X", "content_hash": "12"})").content_hash, "12");
}

TEST(PredictionForms, RowsThatCannotBeRead) {
  const PredictionForm rows = PredictionForm::kRows;
  EXPECT_THAT(complaint("{", rows), HasSubstr("not a JSON object"));
  EXPECT_THAT(complaint("[1]", rows), HasSubstr("not a JSON object"));
  EXPECT_THAT(complaint(R"({"answer": "X"})", rows), HasSubstr("\"id\" is missing"));
  EXPECT_THAT(complaint(R"({"id": "a"})", rows), HasSubstr("\"answer\" is missing"));
  EXPECT_THAT(complaint(R"({"id": "a", "answer": 3})", rows), HasSubstr("is not a text"));
  EXPECT_THAT(complaint(R"({"id": "a", "target": "T", "answer": "X"})", rows),
              HasSubstr("is a row of data"));
}

TEST(PredictionForms, LmEval) {
  const std::string line =
      R"({"doc_id": 0, "doc": {"id": "a", "target": "T"}, "resps": [["X", "Y"]], )"
      R"("filtered_resps": ["Z"], "filter": "none"})";
  EXPECT_EQ(read_line(line), (Prediction{"a", {}, "T", {said("X"), said("Y")}}));
  LineReader reader(PredictionForm::kLmEval);
  Prediction prediction;
  EXPECT_TRUE(reader.read(line, prediction));
  std::string other = line;
  other.replace(other.find("none"), 4, "regex");
  EXPECT_FALSE(reader.read(other, prediction));
  EXPECT_THAT(complaint(R"({"doc": {"x": 1}, "resps": []})", PredictionForm::kLmEval),
              HasSubstr("has no \"id\""));
}

TEST(PredictionForms, Batch) {
  EXPECT_EQ(read_line(R"({"id": "q", "custom_id": "a", "response": {"status_code": 200, "body": )"
                      R"({"choices": [{"message": {"role": "assistant", "content": "X", )"
                      R"("reasoning_content": "Z"}, "finish_reason": "stop"}]}}, "error": null})"),
            (Prediction{"a", {}, {}, {said("X")}}));
  EXPECT_THAT(read_line(R"({"custom_id": "a", "response": {"choices": [{"message": )"
                        R"({"content": "X"}, "finish_reason": "length"}]}})")
                  .samples,
              ElementsAre(cut("X")));
  EXPECT_THAT(
      read_line(R"({"custom_id": "a", "response": {"status_code": 500, "body": {}}})").samples,
      ElementsAre(kFailure));
  EXPECT_THAT(read_line(R"({"custom_id": "a", "response": null, "error": {"code": 1}})").samples,
              ElementsAre(kFailure));
  EXPECT_THAT(read_line(R"({"custom_id": "a", "response": {"body": {"choices": [{"message": )"
                        R"({"content": null}}]}}})")
                  .samples,
              ElementsAre(kSilence));
  EXPECT_THAT(
      read_line(R"({"custom_id": "a", "result": {"type": "succeeded", "message": {"content": )"
                R"([{"type": "thinking", "thinking": "Z"}, {"type": "text", "text": "X"}], )"
                R"("stop_reason": "end_turn"}}})")
          .samples,
      ElementsAre(said("X")));
  EXPECT_THAT(read_line(R"({"custom_id": "a", "result": {"type": "errored"}})").samples,
              ElementsAre(kFailure));
  EXPECT_THAT(read_line(R"({"custom_id": "a", "response": {"body": {"choices": [{"text": "X"}, )"
                        R"({"text": "Y"}]}}})")
                  .samples,
              ElementsAre(said("X"), said("Y")));
}

TEST(PredictionForms, BatchOfResponses) {
  const auto line = [](const std::string& body) {
    return R"({"custom_id": "a", "response": {"status_code": 200, "body": )" + body + "}}";
  };
  const std::string output =
      R"("output": [{"type": "reasoning", "content": [{"type": "output_text", "text": "Z"}]}, )"
      R"({"type": "message", "content": [{"type": "output_text", "text": "X"}, )"
      R"({"type": "output_text", "text": "Y"}, {"type": "refusal", "refusal": "Z"}]}])";
  EXPECT_THAT(read_line(line("{" + output + R"(, "status": "completed", "error": null})")).samples,
              ElementsAre(said("XY")));
  EXPECT_THAT(
      read_line(line("{" + output + R"(, "incomplete_details": {"reason": "max_output_tokens"}})"))
          .samples,
      ElementsAre(cut("XY")));
  EXPECT_THAT(read_line(line(R"({"output": [], "status": "failed"})")).samples,
              ElementsAre(kFailure));
  EXPECT_THAT(read_line(line(R"({"output": []})")).samples, ElementsAre(kSilence));
  EXPECT_THAT(read_line(line(R"({"choices": []})")).samples, ElementsAre(kFailure));
  EXPECT_THAT(read_line(line(R"({"error": {"code": 1}})")).samples, ElementsAre(kFailure));
  EXPECT_THAT(complaint(line(R"({"text": "X"})"), PredictionForm::kBatch),
              HasSubstr("has no \"choices\""));
}

TEST(PredictionForms, TextsThatAreBrokenAreMended) {
  for (const char* broken : {"X\\ud83d", "X\xE2"}) {
    EXPECT_THAT(read_line(std::string(R"({"id": "a", "answer": ")") + broken + "\"}").samples,
                ElementsAre(said("X\uFFFD")));
  }
  DocumentReader reader(PredictionForm::kGscan, R"([{"prediction": ["walk\ud83d"]}])");
  Prediction prediction;
  EXPECT_TRUE(reader.read(prediction));
  EXPECT_THAT(prediction.samples, ElementsAre(said("walk\uFFFD")));
}

TEST(PredictionForms, RecordsWithAnIdAreNotPairedByPlace) {
  for (const char* line : {R"({"id": "a", "answer": "X"})", R"( {"custom_id": "a"})",
                           R"({"doc": {"id": "a"}, "resps": []})"}) {
    EXPECT_THAT(complaint(line, PredictionForm::kLines), HasSubstr("read as plain text"));
  }
  EXPECT_EQ(complaint(R"({"answer": "X"})", PredictionForm::kLines), "none");
  EXPECT_EQ(complaint("{\"id\": X", PredictionForm::kLines), "none");
  DocumentReader list(PredictionForm::kGscan, R"([{"id": "a", "prediction": "X"}])");
  Prediction prediction;
  EXPECT_THROW(list.read(prediction), Error);
}

TEST(PredictionForms, InspectWithSamplesThatWereNotScored) {
  const std::string log =
      R"({"version": 2, "samples": [{"id": "a", "scores": {"s": {"value": NaN, "why": "NaN \"NaN"}},)"
      R"("output": {"choices": [{"message": {"content": "say \"NaN\", -Infinity"}}]}},)"
      R"({"id": "b", "scores": {"s": {"value": [-Infinity, Infinity]}},)"
      R"("output": {"choices": [{"message": {"content": "Y"}}]}}]})";
  DocumentReader reader(PredictionForm::kInspect, log);
  Prediction prediction;
  ASSERT_TRUE(reader.read(prediction));
  EXPECT_EQ(prediction, (Prediction{"a", {}, {}, {said("say \"NaN\", -Infinity")}}));
  ASSERT_TRUE(reader.read(prediction));
  EXPECT_EQ(prediction, (Prediction{"b", {}, {}, {said("Y")}}));
  EXPECT_THROW(DocumentReader(PredictionForm::kInspect, "{\"samples\": NaN}"), Error);
}

TEST(PredictionForms, Inspect) {
  const std::string log =
      "{\n\"version\": 2,\n\"status\": \"success\",\n\"eval\": {},\n\"samples\": ["
      R"({"id": "a", "epoch": 1, "output": {"choices": [{"message": {"content": "X"}, )"
      R"("stop_reason": "stop"}]}},)"
      R"({"id": "a", "epoch": 2, "output": {"choices": [{"message": {"content": [)"
      R"({"type": "reasoning", "reasoning": "Z"}, {"type": "text", "text": "Y"}]}, )"
      R"("stop_reason": "max_tokens"}]}},)"
      R"({"id": "b", "epoch": 1, "error": {"message": "no"}, "output": {"choices": []}}]})";
  ASSERT_EQ(recognise_form(log), PredictionForm::kInspect);
  DocumentReader reader(PredictionForm::kInspect, log);
  Prediction prediction;
  ASSERT_TRUE(reader.read(prediction));
  EXPECT_EQ(prediction, (Prediction{"a", {}, {}, {said("X")}}));
  ASSERT_TRUE(reader.read(prediction));
  EXPECT_EQ(prediction, (Prediction{"a", {}, {}, {cut("Y")}}));
  ASSERT_TRUE(reader.read(prediction));
  EXPECT_EQ(prediction, (Prediction{"b", {}, {}, {kFailure}}));
  EXPECT_FALSE(reader.read(prediction));
}

TEST(PredictionForms, Gscan) {
  const std::string list =
      R"([{"input": ["walk"], "prediction": ["walk", "turn left"], "target": ["walk"]}])";
  ASSERT_EQ(recognise_form(list), PredictionForm::kGscan);
  DocumentReader reader(PredictionForm::kGscan, list);
  Prediction prediction;
  ASSERT_TRUE(reader.read(prediction));
  EXPECT_EQ(prediction, (Prediction{{}, {}, "walk", {said("walk,turn left")}}));
  EXPECT_FALSE(reader.read(prediction));
  EXPECT_THROW(DocumentReader(PredictionForm::kGscan, "[1"), Error);
  DocumentReader bad(PredictionForm::kGscan, "[3]");
  EXPECT_THROW(bad.read(prediction), Error);
}

TEST(PredictionForms, Lines) {
  ASSERT_EQ(recognise_form("I_WALK I_RUN\n"), PredictionForm::kLines);
  EXPECT_THAT(read_line("I_WALK I_RUN\r").samples, ElementsAre(said("I_WALK I_RUN")));
}

TEST(PredictionForms, HaveNames) {
  for (const std::string_view name : prediction_form_names()) {
    EXPECT_EQ(name_of(prediction_form(name).value()), name);
  }
  EXPECT_FALSE(prediction_form("csv").has_value());
}

}  // namespace
}  // namespace assay
