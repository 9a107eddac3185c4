// train: a learner on a data set.
//
// assay-train does it, a program of its own over LibTorch, which is no part of this one. Here its
// words are made, and everything is checked that needs no LibTorch.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace assay::verbs {

struct TrainRequest {
  std::string data;        // the folder of a data set
  std::string split = {};  // one of its splits; empty: its own parts
  std::string also = {};   // further splits whose test is predicted, separated by commas
  std::string model = {};  // a learner of the program, or a recipe in TOML
  std::map<std::string, std::string> settings = {};  // keys of the recipe
  std::uint64_t seed = 0;
  std::string device = "cpu";  // or cuda
  std::string out = {};        // the folder of the run
  // Training ends where the first of these is reached; none: at the recipe's steps.
  std::optional<std::uint64_t> steps = {};
  std::optional<std::uint64_t> epochs = {};
  std::optional<double> minutes = {};
  std::optional<std::uint64_t> sample = {};          // rows of each part predicted during training
  std::optional<std::uint64_t> evaluate_every = {};  // steps
  std::optional<double> save_every = {};             // seconds
  bool quiet = false;
};

// The words behind assay-train. Throws Error for data, splits and recipes that are not there or not
// right.
std::vector<std::string> train_words(const TrainRequest& request);

}  // namespace assay::verbs
