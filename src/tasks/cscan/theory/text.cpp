#include "assay/tasks/cscan/theory/text.h"

#include <fmt/format.h>

#include <algorithm>

#include "assay/base/text.h"

namespace assay::cscan {

namespace {

constexpr std::string_view kReasoning = " (Reasoning: ";
constexpr std::string_view kVariable = "x";

// Words with every variable as "x": how phrases are looked up.
void append_key(std::string& key, std::span<const std::string_view> words) {
  for (const std::string_view word : words) {
    if (!key.empty()) key += ' ';
    key += variable_of(word) ? kVariable : word;
  }
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

}  // namespace

std::string_view name_of(Qualifier qualifier) {
  return qualifier == Qualifier::kMonotonic ? "Monotonic" : "Defeasible";
}

void append_output(std::string& out, const Output& output, const RuleSpace& space) {
  if (output.empty()) out += kEmptyOutput;
  bool is_first = true;
  for (const char byte : output) {
    if (!is_first) out += ' ';
    is_first = false;
    if (is_variable(byte)) {
      fmt::format_to(std::back_inserter(out), "[x{}]", variable_number(byte) + 1);
    } else {
      out += space.actions[action_of(byte)];
    }
  }
}

void append_rule(std::string& out, const Rule& rule, const PhraseTable& phrases) {
  out += '[';
  phrases.append_text(out, rule.left);
  out += "] = ";
  append_output(out, rule.right, phrases.space());
}

void append_item(std::string& out, const Item& item, const PhraseTable& phrases) {
  if (item.form == Form::kRule) {
    append_rule(out, item.rule, phrases);
    return;
  }
  phrases.append_text(out, item.rule.left);
  out += ' ';
  append_output(out, item.rule.right, phrases.space());
}

void append_request(std::string& out, const Request& request, const PhraseTable& phrases) {
  if (request.form == Form::kRule) {
    append_rule(out, request.rule, phrases);
  } else {
    phrases.append_text(out, request.rule.left);
  }
}

void append_reply(std::string& out, const Reply& reply, const RuleSpace& space) {
  switch (reply.kind) {
    case Reply::Kind::kYes:
      out += '1';
      return;
    case Reply::Kind::kNo:
      out += '0';
      return;
    case Reply::Kind::kUnknown:
      out += '?';
      return;
    case Reply::Kind::kActions:
      append_output(out, reply.actions, space);
  }
}

void append_answer(std::string& out, const Answer& answer, const RuleSpace& space) {
  append_reply(out, answer.reply, space);
  out += kReasoning;
  out += name_of(answer.qualifier);
  out += ')';
}

Reader::Reader(const PhraseTable& phrases) : phrases_(&phrases) {
  std::string text;
  std::string key;
  for (std::size_t id = 0; id < phrases.size(); ++id) {
    const auto phrase = static_cast<PhraseId>(id);
    if (phrases[phrase].is_variable()) continue;
    text.clear();
    key.clear();
    phrases.append_text(text, phrases.tree(phrase));
    append_key(key, split_words(text));
    by_text_.emplace(key, phrase);
  }
  const RuleSpace& space = phrases.space();
  for (std::size_t action = 0; action < space.actions.size(); ++action) {
    action_of_.emplace(space.actions[action], static_cast<Action>(action));
  }
}

std::optional<PhraseId> Reader::phrase_of(std::span<const std::string_view> words,
                                          Level slot) const {
  if (words.size() == 1 && variable_of(words[0])) return phrases_->variable(slot);
  std::string key;
  append_key(key, words);
  const auto found = by_text_.find(key);
  if (found == by_text_.end()) return std::nullopt;
  if (!phrases_->space().fits((*phrases_)[found->second].level, slot)) return std::nullopt;
  return found->second;
}

// Words from the production's place `at` on; a slot reaches to the next word of the pattern.
bool Reader::fill(const Production& production, std::size_t at,
                  std::span<const std::string_view> words,
                  InlineVector<PhraseId, kMostSlots>& parts) const {
  if (at == production.pattern.size()) return words.empty();
  if (!production.pattern[at].empty()) {
    return !words.empty() && words[0] == production.pattern[at] &&
           fill(production, at + 1, words.subspan(1), parts);
  }
  const bool is_last = at + 1 == production.pattern.size();
  for (std::size_t length = is_last ? words.size() : 1; length <= words.size(); ++length) {
    if (length == 0) return false;
    const bool may_end = is_last || production.pattern[at + 1].empty() ||
                         (length < words.size() && words[length] == production.pattern[at + 1]);
    if (!may_end) continue;
    const auto part = phrase_of(words.subspan(0, length), production.slots[parts.size()]);
    if (!part) continue;
    parts.push_back(*part);
    if (fill(production, at + 1, words.subspan(length), parts)) return true;
    parts.pop_back();
  }
  return false;
}

std::optional<Tree> Reader::tree_of(std::span<const std::string_view> words,
                                    Numbers& numbers) const {
  numbers.clear();
  for (const std::string_view word : words) {
    const auto variable = variable_of(word);
    if (!variable) continue;
    if (std::ranges::find(numbers, *variable) != numbers.end()) return std::nullopt;
    numbers.push_back(*variable);
  }
  if (words.empty() || numbers.size() > kMostVariables) return std::nullopt;
  std::string key;
  append_key(key, words);
  const auto found = by_text_.find(key);
  if (found != by_text_.end()) return phrases_->tree(found->second);
  for (const ProductionId id : phrases_->space().start_productions) {
    if (!phrases_->has(id)) continue;
    InlineVector<PhraseId, kMostSlots> parts;
    if (fill(phrases_->space().productions[id], 0, words, parts)) return Tree{id, parts};
  }
  return std::nullopt;
}

std::optional<Output> Reader::output_of(std::span<const std::string_view> words,
                                        const Numbers& numbers) const {
  if (words.empty()) return std::nullopt;
  Output output;
  if (words.size() == 1 && words[0] == kEmptyOutput) return output;
  for (const std::string_view word : words) {
    if (word.size() > 2 && word.front() == '[' && word.back() == ']') {
      const auto variable = variable_of(word.substr(1, word.size() - 2));
      const auto at = variable ? std::ranges::find(numbers, *variable) : numbers.end();
      if (at == numbers.end()) return std::nullopt;
      output += variable_byte(static_cast<std::size_t>(at - numbers.begin()));
      continue;
    }
    const auto action = action_of_.find(word);
    if (action == action_of_.end()) return std::nullopt;
    output += action_byte(action->second);
  }
  return output;
}

std::optional<Tree> Reader::tree(std::string_view text) const {
  Numbers numbers;
  return tree_of(split_words(text), numbers);
}

std::optional<Rule> Reader::rule(std::string_view text) const {
  const std::string_view all = trimmed(text);
  const auto close = all.find("] = ");
  if (!all.starts_with('[') || close == std::string_view::npos) return std::nullopt;
  Numbers numbers;
  const auto left = tree_of(split_words(all.substr(1, close - 1)), numbers);
  if (!left) return std::nullopt;
  auto right = output_of(split_words(all.substr(close + 4)), numbers);
  if (!right) return std::nullopt;
  return Rule{*left, std::move(*right)};
}

std::optional<Item> Reader::item(std::string_view line) const {
  if (trimmed(line).starts_with('[')) {
    auto read = rule(line);
    if (!read) return std::nullopt;
    return Item{std::move(*read), Form::kRule};
  }
  const Words words = split_words(line);
  const auto reply = std::ranges::find_if(words, [&](std::string_view word) {
    return word == kEmptyOutput || action_of_.contains(word);
  });
  const std::span all(words);
  const auto command = static_cast<std::size_t>(reply - words.begin());
  Numbers numbers;
  const auto left = tree_of(all.subspan(0, command), numbers);
  if (!left || !phrases_->is_command(*left)) return std::nullopt;
  auto right = output_of(all.subspan(command), numbers);
  if (!right) return std::nullopt;
  return Item{{*left, std::move(*right)}, Form::kCommand};
}

std::optional<Request> Reader::request(std::string_view text) const {
  if (trimmed(text).starts_with('[')) {
    auto read = rule(text);
    if (!read) return std::nullopt;
    return Request{std::move(*read), Form::kRule};
  }
  const auto left = tree(text);
  if (!left || !phrases_->is_command(*left)) return std::nullopt;
  return Request{{*left, {}}, Form::kCommand};
}

std::optional<Reply> Reader::reply(std::string_view text) const {
  const std::string_view all = trimmed(text);
  if (all == "1") return Reply{Reply::Kind::kYes, {}};
  if (all == "0") return Reply{Reply::Kind::kNo, {}};
  if (all == "?") return Reply{Reply::Kind::kUnknown, {}};
  auto actions = output_of(split_words(all), {});
  if (!actions) return std::nullopt;
  return Reply{Reply::Kind::kActions, std::move(*actions)};
}

std::optional<Answer> Reader::answer(std::string_view text) const {
  const std::string_view all = trimmed(text);
  for (const Qualifier qualifier : {Qualifier::kMonotonic, Qualifier::kDefeasible}) {
    const std::string ending = fmt::format("{}{})", kReasoning, name_of(qualifier));
    if (!all.ends_with(ending)) continue;
    auto read = reply(all.substr(0, all.size() - ending.size()));
    if (!read) return std::nullopt;
    return Answer{std::move(*read), qualifier};
  }
  return std::nullopt;
}

}  // namespace assay::cscan
