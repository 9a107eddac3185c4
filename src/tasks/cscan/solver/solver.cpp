#include "assay/tasks/cscan/solver/solver.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "assay/base/text.h"
#include "assay/tasks/cscan/solver/contradictions.h"
#include "assay/tasks/cscan/solver/induction.h"
#include "assay/tasks/cscan/solver/knowledge.h"

namespace assay::cscan {

using solving::Knowledge;
using solving::Output;
using solving::Rule;

namespace {

constexpr std::size_t kMostViews = 8;

std::vector<Rule> read_context(const solving::Reader& reader, std::string_view text,
                               std::size_t first_line) {
  std::vector<Rule> items;
  if (text.ends_with('\n')) text.remove_suffix(1);
  if (text.empty()) return items;
  for (const std::string_view line : split_text(text, '\n')) {
    items.push_back(reader.read_item(line, first_line++));
  }
  return items;
}

std::optional<std::string> reply_to_command(const Knowledge& knowledge, const Rule& command,
                                            const solving::Reader& reader) {
  const std::vector<Output> values = knowledge.values(command.left);
  if (values.size() != 1) return std::nullopt;
  return reader.output_text(values.front());
}

std::optional<std::string> reply_to_rule(const Knowledge& knowledge, const Rule& rule) {
  const std::vector<Output> values = knowledge.values(rule.left);
  const bool is_there = std::ranges::find(values, rule.right) != values.end();
  if (values.size() == 1 && is_there) return "1";
  if (!values.empty() && !is_there) return "0";
  if (contradicts(knowledge, rule)) return "0";
  return std::nullopt;
}

}  // namespace

struct Solver::View {
  View(const RuleSpace& space, const solving::Reader& reader, std::string_view context)
      : text(context) {
    const std::vector<Rule> items = read_context(reader, context, 2);
    for (const Rule& item : items) monotonic.add(item);
    defeasible = monotonic;
    for (auto& induced : solving::induce(space, items)) {
      defeasible.add(solving::basis_rule(space, induced.production, std::move(induced.output)));
    }
  }

  std::string text;
  Knowledge monotonic;
  Knowledge defeasible;
};

struct Solver::Desk {
  // The view of a context, made now or found again; the last one used stands first.
  const View& view(const RuleSpace& space, const solving::Reader& reader,
                   std::string_view context) {
    auto at = std::ranges::find_if(views, [&](const auto& v) { return v->text == context; });
    if (at == views.end()) {
      auto made = std::make_unique<View>(space, reader, context);
      if (views.size() == kMostViews) views.pop_back();
      at = views.insert(views.end(), std::move(made));
    }
    std::rotate(views.begin(), at, at + 1);
    return *views.front();
  }

  std::vector<std::unique_ptr<View>> views;
};

Solver::Solver(RuleSpace space)
    : space_(std::move(space)), reader_(space_), desks_([] { return std::make_unique<Desk>(); }) {}

Solver::~Solver() = default;

std::string Solver::solve(std::string_view input) const {
  const std::size_t end = std::min(input.find('\n'), input.size());
  const auto request = reader_.read_request(input.substr(0, end), 1);
  const std::string_view context = input.substr(std::min(end + 1, input.size()));
  ObjectPool<Desk>::Loan desk(desks_);
  const View& view = desk->view(space_, reader_, context);
  const auto reply = [&](const Knowledge& knowledge) {
    return request.is_rule ? reply_to_rule(knowledge, request.rule)
                           : reply_to_command(knowledge, request.rule, reader_);
  };
  if (const auto known = reply(view.monotonic)) return *known + " (Reasoning: Monotonic)";
  return reply(view.defeasible).value_or("?") + " (Reasoning: Defeasible)";
}

std::vector<Solver::Induced> Solver::induce(std::string_view context) const {
  std::vector<Induced> result;
  for (const auto& rule : solving::induce(space_, read_context(reader_, context, 1))) {
    result.push_back({reader_.basis_text(rule.production, rule.output), rule.support});
  }
  return result;
}

}  // namespace assay::cscan
