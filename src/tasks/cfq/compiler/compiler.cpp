#include "assay/tasks/cfq/compiler/compiler.h"

#include <fmt/format.h>

#include <algorithm>

#include "assay/tasks/cfq/compiler/parser.h"
#include "assay/tasks/cfq/compiler/writer.h"

namespace assay::cfq::compiler {

Readings compile(std::string_view question) {
  Readings readings;
  const Parses parses = parse(question);
  readings.complete = parses.complete;
  for (const Sentence& tree : parses.trees) {
    auto written = write(tree);
    if (!written) continue;
    auto& known = written->sound && tree.usual ? readings.sound : readings.odd;
    const bool is_new = std::none_of(known.begin(), known.end(), [&](const Meaning& meaning) {
      return same(meaning, written->meaning);
    });
    if (is_new) known.push_back(std::move(written->meaning));
  }
  return readings;
}

std::string objection(std::string_view question, std::string_view query) {
  const auto given = read_query(query);
  if (!given) return "the query is not in the published form";
  const Readings readings = compile(question);
  const auto& meanings = readings.best();
  if (!readings.complete) return "the question is too long or too ambiguous to be compiled";
  if (meanings.empty()) return "the independent compiler cannot read the question";
  if (meanings.size() > 1) {
    return fmt::format("the independent compiler reads the question in {} ways", meanings.size());
  }
  if (same(meanings.front(), *given)) return "";
  return fmt::format("by the independent compiler, {}", difference(meanings.front(), *given));
}

}  // namespace assay::cfq::compiler
