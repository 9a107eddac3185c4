// A file of predictions, whatever program wrote it, read into flat memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "assay/answers/prediction_forms.h"
#include "assay/answers/prediction_store.h"
#include "assay/base/byte_source.h"
#include "assay/base/progress.h"

namespace assay {

// What predictions and rows are paired by.
enum class PairedBy : std::uint8_t { kId, kIdAndContentHash, kPlace };

std::string_view name_of(PairedBy paired_by);  // id, id+content_hash, place

struct PredictionFile {
  std::string name;  // safe to print
  PredictionForm form = PredictionForm::kRows;
  PairedBy paired_by = PairedBy::kId;
  PredictionStore store;     // finished
  bool has_samples = false;  // some row has more than one sample
};

struct ReadingRules {
  // Of the data set: predictions that name another one are refused.
  std::string content_hash;
  // Absent: as the file looks.
  std::optional<PredictionForm> form = {};
};

// "-" is standard input; gzip and zstd are unpacked. Throws Error(kInput) naming the line: what is
// no prediction, rows of data in their place, predictions about other data, more than
// base/limits.h allows.
PredictionFile read_predictions(const std::string& path, const ReadingRules& rules,
                                const Control& control);
PredictionFile read_predictions(ByteSource& source, const ReadingRules& rules,
                                const Control& control);

}  // namespace assay
