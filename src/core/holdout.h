// A holdout: a task's own way to keep something out of training, told as a predicate on rows.
//
// Splits and `verify` evaluate it on what the files hold, never on how a row was made.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/example.h"
#include "assay/core/params.h"
#include "assay/core/split.h"

namespace assay {

// Where a row belongs.
struct Deal {
  Place place = Place::kUnused;
  bool primed = false;  // a lone showing of what is held out: repeated in training when asked
  bool shot = false;    // outside training, but may be moved there as one of a few shots
};

using Predicate = std::function<Deal(const Example&)>;

// What a holdout promises of training and test as wholes: that a combination is new, its parts are
// not. Sees all rows of training first, then those of test.
class SplitPromise {
 public:
  virtual ~SplitPromise() = default;
  virtual void see_train(const Example& row) = 0;
  // What of the promise the row breaks; empty when nothing.
  virtual std::string see_test(const Example& row) = 0;
  // One line with figures, after all rows.
  virtual std::string summary() const = 0;
};

struct Holdout {
  std::string name;
  std::string summary;
  std::vector<ParamSpec> params;
  std::function<Predicate(const Params&)> bind;
  // A published split as it is, also where held-out rows stand in train up to naming: `verify`
  // tells how many, and does not object.
  bool may_share = false;
  // Of rows that belong anywhere; a split may ask for others. Set only where there are such rows.
  struct Sizes {
    std::string train;
    std::string dev;
    std::string test;
  };
  std::optional<Sizes> sizes = {};
  std::function<std::unique_ptr<SplitPromise>()> promise =
      {};  // none: nothing beyond the predicate
  // Rows are samples of what the task's parameters keep for training, so learners know all of that,
  // whether or not a row shows it.
  bool is_by_task = false;
  // Why no row is held out, or none is trained on, with these parameters of the task; else empty.
  std::string vacant = {};
};

}  // namespace assay
