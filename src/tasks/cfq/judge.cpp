#include "assay/tasks/cfq/judge.h"

#include <fmt/format.h>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/tasks/cfq/query/query_errors.h"

namespace assay::cfq {

namespace {

Query reference_of(const Example& row) {
  ParsedQuery parsed = parse_query(row.target());
  if (!parsed.query) {
    fail(ErrorKind::kInput, "{}: the target is not a query: {}", id_of("cfq", row), parsed.problem);
  }
  return std::move(*parsed.query);
}

// A mark for each kind of error, and all of them in words.
void tell_errors(const QueryErrors& errors, Verdict& verdict) {
  const auto mark = [&](const char* name, std::size_t count) {
    if (count == 0) return;
    verdict.marks.emplace_back(name, static_cast<double>(count));
    if (!verdict.why.empty()) verdict.why += ", ";
    verdict.why += fmt::format("{} {}", count, name);
  };
  mark("other_header", errors.other_header ? 1 : 0);
  mark("clause_inserted", errors.inserted);
  mark("clause_deleted", errors.deleted);
  mark("clause_wrong_property", errors.wrong_property);
  mark("clause_wrong_node", errors.wrong_node);
  mark("clause_wrong_both", errors.wrong_both);
  mark("filter_inserted", errors.filters_inserted);
  mark("filter_deleted", errors.filters_deleted);
  mark("filter_wrong", errors.filters_wrong);
  if (errors.has_clause_error()) verdict.marks.emplace_back("any_clause_error", 1.0);
  if (errors.has_filter_error()) verdict.marks.emplace_back("any_filter_error", 1.0);
}

}  // namespace

Verdict judge(const Example& row, std::string_view answer) {
  if (split_words(answer).empty()) {
    return {Status::kNoAnswer, std::nullopt, "the answer is empty", {}};
  }
  const Query reference = reference_of(row);
  const ParsedQuery given = parse_query(answer);
  Verdict verdict{Status::kRight, 1.0, "", {{"strict", answer == row.target() ? 1.0 : 0.0}}};
  if (!given.query) {
    verdict.status = Status::kUnparsable;
    verdict.score = 0.0;
    verdict.why = given.problem;
    verdict.marks.emplace_back("malformed", 1.0);
    return verdict;
  }
  if (same_meaning(reference, *given.query)) return verdict;
  verdict.status = Status::kWrong;
  verdict.score = 0.0;
  tell_errors(find_errors(reference, *given.query), verdict);
  return verdict;
}

}  // namespace assay::cfq
