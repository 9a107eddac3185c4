#include "assay/tasks/cscan/shortcuts.h"

#include <cstddef>
#include <string>
#include <string_view>

#include "assay/base/text.h"
#include "assay/tasks/cscan/row.h"

namespace assay::cscan {

namespace {

constexpr std::size_t kWordsRead = 200;  // of a context of b nearly all, of one of x less than half

// The request, and the first lines of the context that have no more than kWordsRead words together.
std::string beginning_of(std::string_view input) {
  std::string text(request_in(input));
  text += '\n';
  std::size_t words = 0;
  for (const std::string_view line : split_text(context_in(input), '\n')) {
    words += count_words(line);
    if (words > kWordsRead) break;
    if (line.empty()) continue;  // behind the last end of a line
    text += line;
    text += '\n';
  }
  return text;
}

}  // namespace

std::vector<Shortcut> cscan_shortcuts(const Solver& solver) {
  return {{.name = "request-only",
           .summary = "sees no context: commonest training answer to the request",
           .column = "request"},
          {.name = "first-words",
           .summary = "reads the context's first 200 words: the solver's answer",
           .answer = [&solver](const Example& row, Stream&) {
             return solver.solve(beginning_of(row.input()));
           }}};
}

}  // namespace assay::cscan
