#include "assay/tasks/gscan/shortcuts.h"

#include "assay/grounded/acting_shortcuts.h"
#include "assay/tasks/gscan/solver/solver.h"

namespace assay::gscan {

std::vector<Shortcut> gscan_shortcuts() {
  std::vector<Shortcut> all = grounded::acting_shortcuts();
  all.push_back({.name = "by-noun",
                 .summary = "hears no size or color: a random thing that the noun fits",
                 .answer = [](const Example& row, Stream& chance) {
                   return solve_by_noun(row.input(), chance);
                 }});
  return all;
}

}  // namespace assay::gscan
