#include "assay/tasks/reascan/shortcuts.h"

#include "assay/grounded/acting_shortcuts.h"
#include "assay/tasks/reascan/solver/solver.h"
#include "assay/tasks/reascan/text_reader.h"

namespace assay::reascan {

namespace {

Shortcut partly(const char* name, const char* summary, Heard heard, SizeReading reading) {
  return {.name = name, .summary = summary, .answer = [=](const Example& row, Stream& chance) {
            return solve_partly(row.input(), reading, heard, chance);
          }};
}

}  // namespace

std::vector<Shortcut> reascan_shortcuts(Edition edition) {
  const SizeReading reading = size_reading(edition);
  std::vector<Shortcut> all = grounded::acting_shortcuts();
  all.push_back(partly("no-clauses", "hears no clause: a random thing that the first phrase fits",
                       Heard::kNoClauses, reading));
  all.push_back(partly("no-attributes", "hears no size or color: a random thing that the rest fits",
                       Heard::kNoAttributes, reading));
  all.push_back(partly("by-noun", "hears only the first noun: a random thing that it fits",
                       Heard::kNoun, reading));
  return all;
}

}  // namespace assay::reascan
