#include "assay/tasks/cfq/published_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "assay/base/json.h"
#include "assay/tasks/cfq/row.h"
#include "assay/tasks/cfq/wording.h"

namespace assay::cfq {

namespace {

// What the published data call the kinds of rules; of inference rules nobody has seen the name.
std::string_view type_of(RuleKind kind) {
  switch (kind) {
    case RuleKind::kGrammar:
      return "GRAMMAR_RULE";
    case RuleKind::kInference:
      return "INFERENCE_RULE";
    case RuleKind::kKnowledge:
      return "KNOWLEDGE";
    default:
      return "SPARQL_GENERATION";
  }
}

class RecordWriter {
 public:
  RecordWriter(const Example& row, Target target, const RuleGraph& rules, const RuleTable& names,
               std::string& out)
      : row_(row), target_(target), rules_(rules), names_(names), out_(out) {}

  void write() {
    const std::string& pattern = text_at(row_, kPatternColumn);
    const auto& entity_names = texts_at(row_, kNamesColumn);
    const auto& entities = texts_at(row_, kEntitiesColumn);
    const auto& answers = texts_at(row_, kAnswersColumn);
    const auto& ids = texts_at(row_, kAnswerEntitiesColumn);
    out_ += '{';
    add("question", row_.input());
    add("questionWithBrackets", question_text(pattern, entity_names, NameStyle::kBrackets));
    add("questionWithMids", question_text(pattern, entities, NameStyle::kPlain));
    add("questionPatternModEntities", pattern);
    add("sparql", query_of(row_, target_));
    add("sparqlPatternModEntities", text_at(row_, kPatternQueryColumn));
    add("sparqlPattern", text_at(row_, kQueryPattern));
    add("expectedResponse", answer_text(answers));
    add("expectedResponseWithMids", answer_text(ids.empty() ? answers : ids));
    key("complexityMeasures");
    write_measures();
    key("ruleIds");
    write_rule_ids();
    key("ruleTree");
    std::vector<bool> is_written(rules_.size());
    write_tree(rules_.root(), is_written);
    out_ += '}';
  }

 private:
  void key(std::string_view name) {
    if (out_.back() != '{' && out_.back() != '[') out_ += ',';
    append_json_string(out_, name);
    out_ += ':';
  }
  void add(std::string_view name, std::string_view value) {
    key(name);
    append_json_string(out_, value);
  }
  void add(std::string_view name, std::int64_t value) {
    key(name);
    append_json_number(out_, value);
  }

  void write_measures() {
    out_ += '{';
    add("npAndNestingDepth", static_cast<std::int64_t>(list_nesting(rules_, names_)));
    add("parseTreeLeafCount", number_at(row_, kLeaves));
    add("parseTreeRuleCount", number_at(row_, kLevel));
    add("questionTemplate", text_at(row_, kTemplate));
    add("recursionDepth", number_at(row_, kLevel));
    add("sparqlMaximumChainLength", number_at(row_, kChain));
    add("sparqlMaximumDegree", number_at(row_, kDegree));
    add("sparqlNumConstraints", number_at(row_, kConstraints));
    add("sparqlNumVariables", number_at(row_, kVariables));
    out_ += '}';
  }

  void write_rule(RuleId rule) {
    out_ += '{';
    add("type", type_of(names_.kind(rule)));
    add("stringValue", names_.name(rule));
    out_ += '}';
  }

  // Each once, in the order of the rule table.
  void write_rule_ids() {
    std::vector<RuleId> used;
    for (NodeId node = 0; node < rules_.size(); ++node) used.push_back(rules_.rule(node));
    std::ranges::sort(used);
    used.erase(std::unique(used.begin(), used.end()), used.end());
    out_ += '[';
    for (std::size_t at = 0; at < used.size(); ++at) {
      if (at > 0) out_ += ',';
      write_rule(used[at]);
    }
    out_ += ']';
  }

  // What several rules use is written out where it stands first.
  void write_tree(NodeId node, std::vector<bool>& is_written) {
    out_ += '{';
    key("ruleId");
    write_rule(rules_.rule(node));
    const auto inputs = rules_.inputs(node);
    if (!inputs.empty() && !is_written[node]) {
      is_written[node] = true;
      key("subTree");
      out_ += '[';
      for (std::size_t at = 0; at < inputs.size(); ++at) {
        if (at > 0) out_ += ',';
        write_tree(inputs[at], is_written);
      }
      out_ += ']';
    }
    out_ += '}';
  }

  const Example& row_;
  Target target_;
  const RuleGraph& rules_;
  const RuleTable& names_;
  std::string& out_;
};

}  // namespace

void append_record(const Example& row, Target target, const RuleGraph& rules,
                   const RuleTable& names, std::string& out) {
  RecordWriter(row, target, rules, names, out).write();
}

std::size_t list_nesting(const RuleGraph& rules, const RuleTable& names) {
  std::vector<std::size_t> depth(rules.size());
  std::size_t deepest = 0;
  for (NodeId node = 0; node < rules.size(); ++node) {
    for (const NodeId input : rules.inputs(node)) {
      depth[node] = std::max(depth[node], depth[input]);
    }
    const std::string_view name = names.name(rules.rule(node));
    if (name == "DP=COMPLETED_AND" || name == "ROLE_INDIRECT=COMPLETED_AND") ++depth[node];
    deepest = std::max(deepest, depth[node]);
  }
  return deepest;
}

}  // namespace assay::cfq
