// Examples that are shown before a question, none of which gives its answer away.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "assay/core/task.h"
#include "assay/pipeline/worked_example.h"
#include "assay/store/data_set.h"

namespace assay {

// Candidates for every question. Threads may share it.
class ShotPool {
 public:
  ShotPool() = default;  // shows nothing
  // `most` of the candidates are shown, in their order.
  ShotPool(const Task& task, std::vector<Example> candidates, std::uint64_t most);

  // The first candidates: what is shown where nothing speaks against it.
  std::vector<const Example*> usual() const;

  // The first candidates that are neither of the row's unit nor of its group, nor equal to it up to
  // naming. Fewer than `most` where there are not enough.
  std::vector<const Example*> shots_of(const Example& row) const;

 private:
  struct Candidate {
    Example example;
    std::string group;
    std::string form;
  };

  const Task* task_ = nullptr;
  std::vector<Candidate> candidates_;
  std::uint64_t most_ = 0;
};

// How candidates are drawn from rows of a data set.
struct ShotDraw {
  std::uint64_t most = 0;  // shots of a question
  std::uint64_t seed = 0;
};

// Enough rows that any question is left with as many as it may be shown, if there are so many: of
// different units and groups as long as these last, of different canonical forms always. None of a
// form that is asked about. The same rows, draw and questions give the same candidates.
std::vector<Example> draw_candidates(const DataSet& data, const Task& task,
                                     const std::vector<std::uint64_t>& rows,
                                     const IsAsked& is_asked, const ShotDraw& draw);

}  // namespace assay
