// A holdout: a task's own way to keep something out of training, told as a predicate on rows.
//
// Splits and `verify` evaluate it on what the files hold, never on how a row was made.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "assay/core/example.h"
#include "assay/core/params.h"

namespace assay {

enum class Place : std::uint8_t { kTrain, kDev, kTest, kUnused };

// Where a row belongs.
struct Deal {
  Place place = Place::kUnused;
  bool primed = false;  // a lone showing of what is held out: repeated in training when asked
  bool shot = false;    // outside training, but may be moved there as one of a few shots
};

using Predicate = std::function<Deal(const Example&)>;

struct Holdout {
  std::string name;
  std::string summary;
  std::vector<ParamSpec> params;
  std::function<Predicate(const Params&)> bind;
  // A published split as it is, also where held-out rows stand in train up to naming: `verify`
  // tells how many, and does not object.
  bool may_share = false;
};

}  // namespace assay
