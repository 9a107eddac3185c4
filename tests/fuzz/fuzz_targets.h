// The fuzz targets: what each reads, and how a program finds it by name.
//
// A target is a function of bytes, fuzz_NAME.cpp, that returns when all promises hold and throws
// when one does not. Each is a program of libFuzzer's (preset fuzz); assay_fuzz_replay has all of
// them.
#pragma once

#include <string_view>
#include <vector>

namespace assay::fuzz {

void answers(std::string_view bytes);      // of a model, to the judge of each task
void journals(std::string_view bytes);     // of work that was stopped
void manifests(std::string_view bytes);    // of data sets
void npy(std::string_view bytes);          // arrays of models
void predictions(std::string_view bytes);  // files of answers
void published(std::string_view bytes);    // the authors' files
void questions(std::string_view bytes);    // to the solver and the reader of each task
void recipes(std::string_view bytes);      // of data sets, by users
void rows(std::string_view bytes);         // of data sets and of JSON lines
void rules(std::string_view bytes);        // rule files
void spaces(std::string_view bytes);       // rule spaces and vocabularies of Conceptual SCAN
void splits(std::string_view bytes);       // split files and index files

struct Target {
  std::string_view name;
  void (*run)(std::string_view bytes) = nullptr;
};

inline const std::vector<Target>& targets() {
  static const std::vector<Target> kTargets{{"answers", answers},
                                            {"journals", journals},
                                            {"manifests", manifests},
                                            {"npy", npy},
                                            {"predictions", predictions},
                                            {"published", published},
                                            {"questions", questions},
                                            {"recipes", recipes},
                                            {"rows", rows},
                                            {"rules", rules},
                                            {"spaces", spaces},
                                            {"splits", splits}};
  return kTargets;
}

}  // namespace assay::fuzz
