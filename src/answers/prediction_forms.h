// The forms in which predictions come, and how one record of each is read.
//
// Texts are taken as the model gave them, before any filter of the program that asked it. What a
// server keeps apart as reasoning ("reasoning", "reasoning_content", parts of that type) is left
// out. Bytes that are no UTF-8, and halves of pairs such as \ud83d, become U+FFFD, so that one text
// that was cut there does not cost the others.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "assay/answers/prediction.h"

namespace assay {

enum class PredictionForm : std::uint8_t {
  kRows,     // lines {"id", "answer"} or {"id", "prediction"}; a list has several samples
  kLmEval,   // sample log of lm-evaluation-harness: lines with "doc" and "resps"
  kBatch,    // output of a batch interface: lines with "custom_id", the id
  kInspect,  // log of Inspect in its .json form: one document with "samples"
  kGscan,    // what gSCAN's own program writes: a list of {"prediction", "target"}, in order
  kLines,    // plain text, a line an answer, in order
};

std::span<const std::string_view> prediction_form_names();
std::optional<PredictionForm> prediction_form(std::string_view name);
std::string_view name_of(PredictionForm form);

bool is_in_order(PredictionForm form);  // rows are found by their place, not by an id
bool is_document(PredictionForm form);  // one JSON value, not lines

// What a file looks like from its first bytes (the first line, or 64 KiB of it).
PredictionForm recognise_form(std::string_view beginning);

// Reads lines of one file, in any form that has lines.
class LineReader {
 public:
  explicit LineReader(PredictionForm form);
  ~LineReader();

  // False for a line to be passed over: of a second filter of lm-evaluation-harness, which repeats
  // the answers. Throws Error(kInput) without file and line, which the caller knows.
  bool read(std::string_view line, Prediction& out);
  // The line that read() gave or refused is no whole JSON value.
  bool is_broken() const { return is_broken_; }

 private:
  struct Parser;
  PredictionForm form_;
  std::unique_ptr<Parser> parser_;
  std::optional<std::string> filter_;
  bool is_broken_ = false;
};

// Reads a form that is one document; samples of one id (epochs of Inspect) come as several
// predictions of one sample each.
class DocumentReader {
 public:
  DocumentReader(PredictionForm form, std::string_view document);
  ~DocumentReader();

  // The next record; false at the end.
  bool read(Prediction& out);

 private:
  struct Parser;
  PredictionForm form_;
  std::unique_ptr<Parser> parser_;
};

}  // namespace assay
