// What a model said about a row, as files of predictions tell it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace assay {

// One text of a model. A row may have several, where a model was asked more than once.
struct Sample {
  enum class State : std::uint8_t {
    kSaid,    // `text` is all of it
    kCutOff,  // at a limit of length: `text` is what there is
    kSilent,  // null or missing
    kFailed,  // the request failed: nothing can be said about the model
  };
  State state = State::kSilent;
  std::string text;
  friend bool operator==(const Sample&, const Sample&) = default;
};

struct Prediction {
  std::string id;            // of the row; empty in forms that follow the order of the rows
  std::string content_hash;  // of the data it is about; empty: not told
  std::string target;        // what the form repeats of the row's target; empty: nothing
  std::vector<Sample> samples;
  friend bool operator==(const Prediction&, const Prediction&) = default;
};

}  // namespace assay
