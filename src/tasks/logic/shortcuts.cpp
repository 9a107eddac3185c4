#include "assay/tasks/logic/shortcuts.h"

#include <cstddef>

#include "assay/tasks/logic/solver/solver.h"

namespace assay::logic {

namespace {

constexpr std::size_t kPremisesRead = 3;

}  // namespace

std::vector<Shortcut> logic_shortcuts(AnswerPlace place) {
  return {{.name = "first-premises",
           .summary = "reads the first three premises: the solver's answer to those",
           .answer = [place](const Example& row, Stream&) {
             return solve(row.input(), place, kPremisesRead);
           }}};
}

}  // namespace assay::logic
