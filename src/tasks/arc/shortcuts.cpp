#include "assay/tasks/arc/shortcuts.h"

#include <string>
#include <utility>

#include "assay/tasks/arc/grids/grid.h"

namespace assay::arc {

std::vector<Shortcut> arc_shortcuts(std::vector<ClauseParents> patterns, std::size_t pairs) {
  return {{.name = "first-pairs",
           .summary = "sees all but the last pair: the simplest rule for those",
           .answer = [patterns = std::move(patterns), pairs](const Example& row, Stream&) {
             std::string text;
             append_grid(text, solve_puzzle(row.input(), patterns, pairs - 1).output);
             return text;
           }}};
}

}  // namespace assay::arc
