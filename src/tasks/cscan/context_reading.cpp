#include "assay/tasks/cscan/context_reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "assay/base/text.h"
#include "assay/tasks/cscan/theory/text.h"
#include "assay/tasks/cscan/theory/theory.h"

namespace assay::cscan {

std::vector<ProductionId> productions_in(std::string_view text, const RuleSpace& space) {
  std::set<std::string_view> words;
  for (std::string_view word : split_words(text)) {
    while (word.starts_with('[')) word.remove_prefix(1);
    while (word.ends_with(']')) word.remove_suffix(1);
    words.insert(word);
  }
  std::vector<ProductionId> found;
  for (std::size_t i = 0; i < space.productions.size(); ++i) {
    const bool is_there = std::ranges::all_of(
        space.productions[i].pattern,
        [&](const std::string& word) { return word.empty() || words.contains(word); });
    if (is_there) found.push_back(static_cast<ProductionId>(i));
  }
  return found;
}

void ContextReading::read(std::string_view text) {
  if (text == text_ && !text.empty()) return;
  text_ = text;
  told_ = 0;
  problem_.clear();
  const PhraseTable phrases(space_, productions_in(text_, space_));
  const Reader reader(phrases);
  std::vector<Rule> rules;
  for (const std::string_view line : split_text(text_, '\n')) {
    auto item = reader.item(line);
    if (!item) {
      problem_ = fmt::format("\"{}\" in the context cannot be read", printable(line));
      return;
    }
    const ProductionId root = phrases.root(item->rule.left);
    if (item->form == Form::kRule && item->rule.left == phrases.basis_tree(root)) {
      told_ |= set_of(root);
    }
    rules.push_back(std::move(item->rule));
  }
  if (Theory(phrases, rules).has_conflict()) problem_ = "the context contradicts itself";
}

}  // namespace assay::cscan
