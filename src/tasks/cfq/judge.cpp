#include "assay/tasks/cfq/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

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

// Of answers in words; empty ones and repeats do not count.
std::set<std::string_view> named_in(std::string_view answer) {
  constexpr std::string_view kBlank = " \t\r\n";
  std::set<std::string_view> names;
  for (std::string_view name : split_text(answer, ';')) {
    name.remove_prefix(std::min(name.find_first_not_of(kBlank), name.size()));
    name = name.substr(0, name.find_last_not_of(kBlank) + 1);
    if (!name.empty()) names.insert(name);
  }
  return names;
}

// "yes" for Yes.
bool is_same_word(std::string_view word, std::string_view given) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; };
  return std::ranges::equal(word, given, {}, lower, lower);
}

}  // namespace

Verdict judge(const Example& row, std::string_view answer, const Executes& executes) {
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
    if (executes) verdict.marks.emplace_back("execution", 0.0);
    verdict.marks.emplace_back("malformed", 1.0);
    return verdict;
  }
  const bool is_same = same_meaning(reference, *given.query);
  if (executes) {
    const bool is_executed = is_same || executes(*given.query).value_or(false);
    verdict.marks.emplace_back("execution", is_executed ? 1.0 : 0.0);
  }
  if (is_same) return verdict;
  verdict.status = Status::kWrong;
  verdict.score = 0.0;
  tell_errors(find_errors(reference, *given.query), verdict);
  return verdict;
}

Verdict judge_words(const Example& row, std::string_view answer, const IsName& is_name) {
  const auto given = named_in(answer);
  if (given.empty()) return {Status::kNoAnswer, std::nullopt, "the answer is empty", {}};
  const auto wanted = named_in(row.target());
  Verdict verdict{Status::kRight, 1.0, "", {{"strict", answer == row.target() ? 1.0 : 0.0}}};
  const bool is_closed = row.target() == "Yes" || row.target() == "No";
  if (given == wanted ||
      (is_closed && is_same_word(row.target(), *given.begin()) && given.size() == 1)) {
    return verdict;
  }
  verdict.status = Status::kWrong;
  verdict.score = 0.0;
  std::size_t found = 0;
  for (const std::string_view name : given) {
    if (wanted.contains(name)) {
      ++found;
    } else if (!is_same_word("Yes", name) && !is_same_word("No", name) &&
               (is_closed || !is_name(name))) {
      verdict.status = Status::kUnparsable;
      verdict.why = fmt::format("\"{}\" is neither Yes or No nor a name", printable(name));
      return verdict;
    }
  }
  verdict.marks.emplace_back("missing", static_cast<double>(wanted.size() - found));
  verdict.marks.emplace_back("wrong", static_cast<double>(given.size() - found));
  verdict.why = fmt::format("{} of {} right, {} wrong", found, wanted.size(), given.size() - found);
  return verdict;
}

}  // namespace assay::cfq
