#include "assay/pipeline/read_predictions.h"

#include <utility>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/limits.h"
#include "assay/base/line_source.h"
#include "assay/base/text.h"

namespace assay {

namespace {

constexpr std::uint64_t kLinesPerReport = 4096;

// Puts predictions into a store and watches which data they are about.
class Collector {
 public:
  Collector(const ReadingRules& rules, PredictionFile& file) : rules_(rules), file_(file) {}

  void add(const Prediction& prediction) {
    if (!prediction.content_hash.empty() && prediction.content_hash != rules_.content_hash) {
      fail(ErrorKind::kInput,
           "is about data with content hash {}, but this data set has {}; score it against the "
           "data set it was made for",
           printable(prediction.content_hash), rules_.content_hash);
    }
    all_have_hash_ = all_have_hash_ && !prediction.content_hash.empty();
    file_.has_samples = file_.has_samples || prediction.samples.size() > 1;
    file_.store.add(prediction);
  }

  void finish() {
    file_.store.finish();
    if (file_.form == PredictionForm::kInspect) {  // epochs are records of their own
      PredictionStore::Desk desk;
      std::vector<std::string> ids;
      file_.has_samples = file_.has_samples || file_.store.repeated(0, desk, ids) > 0;
    }
    if (is_in_order(file_.form)) {
      file_.paired_by = PairedBy::kPlace;
    } else if (all_have_hash_ && file_.store.size() > 0) {
      file_.paired_by = PairedBy::kIdAndContentHash;
    }
  }

 private:
  const ReadingRules& rules_;
  PredictionFile& file_;
  bool all_have_hash_ = true;
};

void report(const ByteSource& source, const Control& control) {
  control.report({"read predictions", source.taken(), source.size(), 0});
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

void read_lines(LineSource& lines, PredictionFile& file, Collector& collector,
                const Control& control) {
  LineReader reader(file.form);
  Prediction prediction;
  std::string_view line;
  while (lines.next(line)) {
    if (lines.number() % kLinesPerReport == 0) {
      if (control.cancelled()) throw Interrupted("stopped on request");
      report(lines.source(), control);
    }
    if (file.form != PredictionForm::kLines && is_blank(line)) continue;
    try {
      if (reader.read(line, prediction)) collector.add(prediction);
    } catch (const Error& problem) {
      fail(problem.kind(), "{}:{}: {}{}", file.name, lines.number(), problem.what(),
           lines.is_cut() && reader.is_broken() ? " (the file ends in the middle of this line)"
                                                : "");
    }
  }
}

void read_document(LineSource& lines, PredictionFile& file, Collector& collector) {
  const std::string text = lines.rest(kMostDocumentBytes);
  try {
    DocumentReader reader(file.form, text);
    Prediction prediction;
    while (reader.read(prediction)) collector.add(prediction);
  } catch (const Error& problem) {
    fail(problem.kind(), "{}: {}", file.name, problem.what());
  }
}

}  // namespace

std::string_view name_of(PairedBy paired_by) {
  switch (paired_by) {
    case PairedBy::kId:
      return "id";
    case PairedBy::kIdAndContentHash:
      return "id+content_hash";
    case PairedBy::kPlace:
      return "place";
  }
  return "";
}

PredictionFile read_predictions(ByteSource& source, const ReadingRules& rules,
                                const Control& control) {
  LineSource lines(source, {kMostRowsBytes, kMostAnswerLineBytes});
  const PredictionForm form = rules.form ? *rules.form : recognise_form(lines.beginning());
  PredictionFile file{.name = source.name(),
                      .form = form,
                      .store = PredictionStore(is_in_order(form) ? PredictionStore::FoundBy::kPlace
                                                                 : PredictionStore::FoundBy::kId)};
  Collector collector(rules, file);
  report(source, control);
  if (is_document(form)) {
    read_document(lines, file, collector);
  } else {
    read_lines(lines, file, collector, control);
  }
  collector.finish();
  return file;
}

PredictionFile read_predictions(const std::string& path, const ReadingRules& rules,
                                const Control& control) {
  ByteSource source(path);
  return read_predictions(source, rules, control);
}

}  // namespace assay
