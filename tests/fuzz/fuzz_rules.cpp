// Rule files: alone, or after the first byte with the rules of CFQ before them, as users add a
// domain.
#include "assay/rules_engine/feature_grammar.h"
#include "assay/rules_engine/rule_base.h"
#include "assay/tasks/cfq/language/language.h"
#include "fuzz_promises.h"
#include "fuzz_targets.h"

namespace assay::fuzz {

namespace {

void require_facts_read_again(const rules::RuleSet& set) {
  std::string text = "%knowledge\n";
  for (const rules::Term& fact : set.knowledge) text += "→ " + to_text(fact) + '\n';
  const rules::RuleSource source{"again.rules", text};
  const rules::RuleSet again = rules::read_rules({&source, 1});
  require(again.knowledge.size() == set.knowledge.size(), "facts that were written are read again");
  for (std::size_t i = 0; i < set.knowledge.size(); ++i) {
    require(to_text(again.knowledge[i]) == to_text(set.knowledge[i]),
            "a fact that was written reads equal");
  }
}

void read_alone(const rules::RuleSource& source) {
  rules::RuleSet set;
  if (!takes([&] { set = rules::read_rules({&source, 1}); })) return;
  require_facts_read_again(set);
  takes([&] { rules::FeatureGrammar grammar(set, {}); });
  takes([&] { rules::RuleBase base(std::move(set)); });
}

void read_as_domain(const rules::RuleSource& source) {
  const auto own = cfq::own_rules();
  std::vector<rules::RuleSource> sources(own.begin(), own.end());
  sources.push_back(source);
  takes([&] { rules::RuleBase base(rules::read_rules(sources)); });
}

}  // namespace

void rules(std::string_view bytes) {
  Input input(bytes);
  const bool alone = input.choose(8) != 1;  // the others are a hundred times as fast
  const assay::rules::RuleSource source{"domain.rules", std::string(input.rest())};
  alone ? read_alone(source) : read_as_domain(source);
}

}  // namespace assay::fuzz
