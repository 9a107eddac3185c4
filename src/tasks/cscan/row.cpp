#include "assay/tasks/cscan/row.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <span>
#include <vector>

#include "assay/base/text.h"

namespace assay::cscan {

namespace {

NodeId add_nodes(const PhraseTable& phrases, PhraseId id, RuleGraph& graph);

NodeId apply(const PhraseTable& phrases, ProductionId production,
             const InlineVector<PhraseId, kMostSlots>& parts, RuleGraph& graph) {
  InlineVector<NodeId, kMostSlots> inputs;
  for (const PhraseId part : parts) {
    if (!phrases[part].is_variable()) inputs.push_back(add_nodes(phrases, part, graph));
  }
  return graph.apply(production, std::span(inputs.begin(), inputs.size()));
}

NodeId add_nodes(const PhraseTable& phrases, PhraseId id, RuleGraph& graph) {
  return apply(phrases, phrases[id].production, phrases[id].parts, graph);
}

std::string_view left_side(std::string_view request) {
  if (!request.starts_with('[')) return request;
  return request.substr(1, request.find(']') - 1);
}

}  // namespace

const Schema& cscan_schema() {
  static const Schema kSchema{{
      {"input", ValueType::kText, Role::kInput, "the request, then the context, a line each", {}},
      {"target", ValueType::kText, Role::kTarget, "reply and qualifier", {}},
      {"request", ValueType::kText, Role::kMetadata, "a command, or a rule to be judged", {}},
      {"reply", ValueType::kText, Role::kMetadata, "actions, 1, 0 or ?", {}},
      {"qualifier", ValueType::kText, Role::kMetadata, "Monotonic or Defeasible", {}},
      {"class", ValueType::kText, Role::kMetadata, "kind of request, reply and qualifier", {}},
      {"falsehood", ValueType::kText, Role::kMetadata, "how a false rule was made, else empty", {}},
      {"num_rules", ValueType::kInteger, Role::kMetadata, "different rules in the request", {}},
      {"num_variables", ValueType::kInteger, Role::kMetadata, "variables in the request", {}},
      {"derivation_level", ValueType::kInteger, Role::kMetadata, "compositions in it", {}},
      {"frac_explicit_rules",
       ValueType::kReal,
       Role::kMetadata,
       "of its rules, the share that the context tells as they are",
       {}},
      {"context_num_explicit_rules",
       ValueType::kInteger,
       Role::kMetadata,
       "rules that the context tells as they are",
       {}},
      {"input_tokens",
       ValueType::kInteger,
       Role::kMetadata,
       "pieces of the vocabulary in the input, or else words",
       {},
       "input_length"},
      {"leader",
       ValueType::kInteger,
       Role::kMetadata,
       "of a sibling: the item it was made for, else -1",
       {}},
  }};
  return kSchema;
}

std::string_view request_in(std::string_view input) { return input.substr(0, input.find('\n')); }

std::string_view context_in(std::string_view input) {
  const auto end = input.find('\n');
  return end == std::string_view::npos ? std::string_view() : input.substr(end + 1);
}

RequestFigures figures_of(const Request& request, const PhraseTable& phrases, ProductionSet told) {
  std::vector<ProductionId> productions;
  phrases.productions_of(request.rule.left, productions);
  const ProductionSet used = phrases.holds(request.rule.left);
  RequestFigures figures;
  figures.rules = std::popcount(used);
  figures.variables = static_cast<std::int64_t>(phrases.variables(request.rule.left));
  figures.level = static_cast<std::int64_t>(productions.size()) - 1;
  figures.explicit_share =
      static_cast<double>(std::popcount(used & told)) / static_cast<double>(figures.rules);
  return figures;
}

void write_columns(const Request& request, const Answer& answer, const PhraseTable& phrases,
                   ProductionSet told, Example& out) {
  const auto text = [&](Column column) -> std::string& {
    return std::get<std::string>(out.fields[column]);
  };
  append_reply(text(kReply), answer.reply, phrases.space());
  append_answer(text(kTarget), answer, phrases.space());
  text(kQualifier) += name_of(answer.qualifier);
  text(kClass) += name_of(class_of(request, answer));
  const RequestFigures figures = figures_of(request, phrases, told);
  out.fields[kRules] = figures.rules;
  out.fields[kVariables] = figures.variables;
  out.fields[kLevel] = figures.level;
  out.fields[kExplicitShare] = figures.explicit_share;
  out.fields[kContextRules] = static_cast<std::int64_t>(std::popcount(told));
}

void write_rules(const Tree& left, const PhraseTable& phrases, RuleGraph& out) {
  if (left.is_phrase()) {
    add_nodes(phrases, left.parts[0], out);
  } else {
    apply(phrases, left.top, left.parts, out);
  }
}

std::string request_pattern(std::string_view request, const RuleSpace& space) {
  std::string pattern;
  for (const std::string_view word : split_words(left_side(request))) {
    if (!pattern.empty()) pattern += ' ';
    const auto production = std::ranges::find_if(space.productions, [&](const Production& each) {
      return each.slots.empty() && each.name == word;
    });
    if (production != space.productions.end()) {
      pattern += space.levels[production->result];
    } else {
      pattern += variable_of(word) ? std::string_view("x") : word;
    }
  }
  return pattern;
}

std::string reply_pattern(std::string_view reply) {
  std::vector<std::string_view> seen;
  std::string pattern;
  for (const std::string_view word : split_words(reply)) {
    const auto at = std::ranges::find(seen, word);
    if (!pattern.empty()) pattern += ' ';
    fmt::format_to(std::back_inserter(pattern), "{}", at - seen.begin());
    if (at == seen.end()) seen.push_back(word);
  }
  return pattern;
}

}  // namespace assay::cscan
