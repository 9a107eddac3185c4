// Which examples the compositional sets hold out and test, told from what a row holds.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "assay/core/holdout.h"
#include "assay/tasks/reascan/worlds/benchmark.h"
#include "assay/tasks/reascan/worlds/novelty.h"

namespace assay::reascan {

// What splits look at.
struct RowFacts {
  Edition edition = Edition::kSound;
  std::string set;  // p1, p2, p3, b1, c1, c2
  Structure structure;
  world::World world;
  DistractorMetadata metadata;
};

// Whether an example must not train because of this set.
bool is_held_out(const RowFacts& row, HeldOut set);
// Whether it is one of those that the set tests: the release asks for a distractor of the word in
// question, the sound edition that the word is needed.
bool is_tested(const RowFacts& row, HeldOut set);
// Whether it may train: of p1, p2 and p3 and held out by no set.
bool may_train(const RowFacts& row);

// What a set promises of training and test, checked from the rows of both.
using Facts = std::function<RowFacts(const Example&)>;
std::unique_ptr<SplitPromise> make_promise(HeldOut set, Facts facts);

}  // namespace assay::reascan
