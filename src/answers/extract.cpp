#include "assay/answers/extract.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "assay/base/byte_lanes.h"

namespace assay {

namespace {

constexpr std::array<std::string_view, 6> kRuleNames = {"auto",  "strict", "tags",
                                                        "fence", "boxed",  "last-line"};

using View = std::string_view;

constexpr std::array<View, 3> kReasoningTags = {"think>", "thinking>", "reasoning>"};
constexpr View kFenceMark = "```";

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

View trimmed(View text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

char lowered(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool starts_with_word(View text, View lower_case_word) {
  return text.size() >= lower_case_word.size() &&
         std::equal(lower_case_word.begin(), lower_case_word.end(), text.begin(),
                    [](char word, char c) { return word == lowered(c); });
}

bool is_letter(char c) { return lowered(c) >= 'a' && lowered(c) <= 'z'; }

// --- reasoning ---

// After the last closing tag of reasoning, before an opening one that stays open.
View without_reasoning(View text, bool& dropped) {
  std::size_t begin = 0;
  std::size_t open = View::npos;
  for (std::size_t at = text.find('<'); at != View::npos; at = text.find('<', at + 1)) {
    const bool closes = at + 1 < text.size() && text[at + 1] == '/';
    const std::size_t name = at + (closes ? 2 : 1);
    for (const View tag : kReasoningTags) {
      if (!starts_with_word(text.substr(name), tag)) continue;
      if (closes) {
        begin = name + tag.size();
        open = View::npos;
      } else if (open == View::npos) {
        open = at;
      }
    }
  }
  dropped = begin > 0 || open != View::npos;
  return text.substr(begin, open == View::npos ? View::npos : open - begin);
}

// --- marks, each as the places where it stands ---

struct Found {
  View content;
  std::size_t begin = 0;  // of the mark
  std::size_t count = 0;  // how many there are
  bool agree = true;      // all have the same content
  std::size_t end = 0;    // of a fence
  View all = {};          // of leads: from the first one's content to the end
};

void add(std::optional<Found>& found, View content, std::size_t begin) {
  content = trimmed(content);
  if (!found) {
    found = Found{.content = content, .begin = begin, .count = 1};
    return;
  }
  found->agree = found->agree && found->content == content;
  found->content = content;
  found->begin = begin;
  ++found->count;
}

std::optional<Found> find_tags(View text) {
  constexpr View kOpen = "<answer>";
  constexpr View kClose = "</answer>";
  std::optional<Found> found;
  std::size_t open = View::npos;
  for (std::size_t at = text.find('<'); at != View::npos; at = text.find('<', at + 1)) {
    if (starts_with_word(text.substr(at), kOpen)) {
      open = at;  // the last opening tag before a closing one
    } else if (open != View::npos && starts_with_word(text.substr(at), kClose)) {
      const std::size_t begin = open + kOpen.size();
      add(found, text.substr(begin, at - begin), open);
      open = View::npos;
    }
  }
  return found;
}

std::optional<Found> find_boxed(View text) {
  constexpr View kOpen = "\\boxed{";
  std::optional<Found> found;
  std::size_t at = text.find(kOpen);
  while (at != View::npos) {
    const std::size_t begin = at + kOpen.size();
    std::size_t depth = 1;
    std::size_t end = begin;
    while (end < text.size()) {
      if (text[end] == '{') ++depth;
      if (text[end] == '}' && --depth == 0) break;
      ++end;
    }
    if (end == text.size()) break;  // never closed, nor is any after it
    View content = trimmed(text.substr(begin, end - begin));
    constexpr View kText = "\\text{";  // \boxed{\text{X}}
    if (content.starts_with(kText) && content.ends_with('}')) {
      content = content.substr(kText.size(), content.size() - kText.size() - 1);
    }
    add(found, content, at);
    at = text.find(kOpen, end);
  }
  return found;
}

// The next ``` that opens a line.
std::size_t find_fence(View text, std::size_t from) {
  for (std::size_t at = text.find(kFenceMark, from); at != View::npos;
       at = text.find(kFenceMark, at + 1)) {
    std::size_t line = at;
    while (line > 0 && (text[line - 1] == ' ' || text[line - 1] == '\t')) --line;
    if (line == 0 || text[line - 1] == '\n') return at;
  }
  return View::npos;
}

std::optional<Found> find_fences(View text) {
  std::optional<Found> found;
  for (std::size_t open = find_fence(text, 0); open != View::npos;) {
    const std::size_t line_end = text.find('\n', open);
    if (line_end == View::npos) break;
    const std::size_t close = find_fence(text, line_end);
    if (close == View::npos) break;
    add(found, text.substr(line_end, close - line_end), open);
    found->end = close;
    const std::size_t next_line = text.find('\n', close);
    open = next_line == View::npos ? View::npos : find_fence(text, next_line);
  }
  return found;
}

// Whether what comes before a word opens its line as a heading: "## ", "# Final ".
bool is_heading(View before) {
  constexpr std::size_t kMostBytes = 32;
  if (before.size() > kMostBytes) before.remove_prefix(before.size() - kMostBytes);
  const std::size_t line = before.rfind('\n');
  if (line == View::npos && before.size() == kMostBytes) return false;
  return trimmed(before.substr(line + 1)).starts_with('#');
}

// "answer:", "answer is", "**Answer**:", "## Answer" and the line after it; gives where the rest
// begins.
std::optional<std::size_t> lead_end(View text, std::size_t answer) {
  std::size_t at = answer + View("answer").size();
  const auto skip = [&](View characters) {
    while (at < text.size() && characters.find(text[at]) != View::npos) ++at;
  };
  skip("*_ \t");
  if (at < text.size() && text[at] == ':') {
    ++at;
    skip("*_");
    return at;
  }
  if (starts_with_word(text.substr(at), "is") &&
      (at + 2 == text.size() || !is_letter(text[at + 2]))) {
    at += 2;
    skip(" \t");
    if (at < text.size() && text[at] == ':') ++at;
    return at;
  }
  const bool ends_line = at == text.size() || text[at] == '\n' || text[at] == '\r';
  if (ends_line && is_heading(text.substr(0, answer))) return at;
  return std::nullopt;
}

// The next w or W, the rarest letter of "answer".
std::size_t find_w(View text, std::size_t at) {
  constexpr std::uint8_t kSmall = 0x20;
  while (at + kByteLanes <= text.size() &&
         !any_lane((load_lanes(text.data() + at) | kSmall) == 'w')) {
    at += kByteLanes;
  }
  while (at < text.size() && lowered(text[at]) != 'w') ++at;
  return at < text.size() ? at : View::npos;
}

// Each lead's content goes up to the next one, so that two answers do not look like one.
std::optional<Found> find_leads(View text) {
  std::optional<Found> found;
  std::size_t open = View::npos;
  std::size_t begin = 0;
  View all;
  constexpr std::size_t kBeforeW = 3;
  for (std::size_t at = find_w(text, 0); at != View::npos; at = find_w(text, at + 1)) {
    if (at < kBeforeW || !starts_with_word(text.substr(at - kBeforeW), "answer")) continue;
    const std::size_t word = at - kBeforeW;
    if (word > 0 && (is_letter(text[word - 1]) || text[word - 1] == '"')) continue;
    const std::optional<std::size_t> end = lead_end(text, word);
    if (!end) continue;
    if (open != View::npos) add(found, text.substr(begin, word - begin), open);
    open = word;
    begin = *end;
    if (all.empty()) all = trimmed(text.substr(begin));
  }
  if (open == View::npos) return found;
  add(found, text.substr(begin), open);
  found->all = all;
  return found;
}

// {"answer": ...}, alone.
std::optional<View> json_answer(View text, std::string& buffer) {
  if (!text.starts_with('{') || !text.ends_with('}')) return std::nullopt;
  constexpr std::size_t kMostBytes = 1U << 20U;  // more is not an answer, and JSON could be deep
  constexpr int kMostDepth = 8;
  if (text.size() > kMostBytes) return std::nullopt;
  const auto shallow = [](int depth, auto /*event*/, const auto& /*value*/) {
    return depth < kMostDepth;
  };
  const auto document = nlohmann::json::parse(text, shallow, false);
  if (!document.is_object()) return std::nullopt;
  const auto answer = document.find("answer");
  if (answer == document.end()) return std::nullopt;
  buffer = answer->is_string() ? answer->get<std::string>() : answer->dump();
  return trimmed(buffer);
}

// --- rules ---

Extraction nothing(View problem) { return {{}, AnswerMark::kNone, false, problem}; }

// What was found may be wrapped once more: a fence after "Answer:", JSON inside a fence.
Extraction unwrapped(View content, AnswerMark mark, std::string& buffer) {
  if (mark != AnswerMark::kFence) {
    const std::optional<Found> fence = find_fences(content);
    if (fence && fence->count == 1 && fence->begin == 0 && content.ends_with(kFenceMark)) {
      content = fence->content;
    }
  }
  if (const std::optional<View> inner = json_answer(content, buffer)) content = *inner;
  return {content, mark};
}

Extraction by_agreement(const Found& found, AnswerMark mark, View disagreement,
                        std::string& buffer) {
  if (!found.agree) return nothing(disagreement);
  return unwrapped(found.content, mark, buffer);
}

Extraction extract_auto(View text, std::string& buffer) {
  if (const auto tags = find_tags(text)) {
    return by_agreement(*tags, AnswerMark::kTags, "the <answer> tags disagree", buffer);
  }
  if (const auto boxed = find_boxed(text)) {
    return by_agreement(*boxed, AnswerMark::kBoxed, "the boxes disagree", buffer);
  }
  if (const auto inner = json_answer(text, buffer)) return {*inner, AnswerMark::kJson};
  const auto lead = find_leads(text);
  const auto fence = find_fences(text);
  if (!lead && !fence) return {text, AnswerMark::kBare};
  // The later mark counts: a fence after "the answer is", or a lead below some fenced working. What
  // stands inside a fence is its content.
  const bool by_fence = fence && (!lead || lead->begin < fence->end);
  Extraction result =
      by_fence ? by_agreement(*fence, AnswerMark::kFence, "the fenced blocks disagree", buffer)
               : by_agreement(*lead, AnswerMark::kLead, "several answers are announced", buffer);
  result.whole = text;
  if (lead) result.announced = lead->all;
  return result;
}

Extraction extract_last(const std::optional<Found>& found, AnswerMark mark, View missing) {
  return found ? Extraction{found->content, mark} : nothing(missing);
}

}  // namespace

std::span<const std::string_view> extract_rule_names() { return kRuleNames; }

std::optional<ExtractRule> extract_rule(std::string_view name) {
  const auto found = std::ranges::find(kRuleNames, name);
  if (found == kRuleNames.end()) return std::nullopt;
  return static_cast<ExtractRule>(found - kRuleNames.begin());
}

std::string_view name_of(ExtractRule rule) { return kRuleNames.at(static_cast<std::size_t>(rule)); }

std::string_view name_of(AnswerMark mark) {
  constexpr std::array<View, kAnswerMarks> kNames = {"bare", "tags",  "boxed",     "json",
                                                     "lead", "fence", "last_line", "none"};
  return kNames.at(static_cast<std::size_t>(mark));
}

Extraction extract_answer(std::string_view text, ExtractRule rule, std::string& buffer) {
  if (rule == ExtractRule::kStrict) return {text, AnswerMark::kBare};
  bool dropped = false;
  const View rest = trimmed(without_reasoning(text, dropped));
  Extraction result;
  switch (rule) {
    case ExtractRule::kTags:
      result = extract_last(find_tags(rest), AnswerMark::kTags, "there are no <answer> tags");
      break;
    case ExtractRule::kFence:
      result = extract_last(find_fences(rest), AnswerMark::kFence, "there is no fenced block");
      break;
    case ExtractRule::kBoxed:
      result = extract_last(find_boxed(rest), AnswerMark::kBoxed, "there is no \\boxed{}");
      break;
    case ExtractRule::kLastLine:
      result = {trimmed(rest.substr(rest.rfind('\n') + 1)), AnswerMark::kLastLine};
      break;
    default:
      result = extract_auto(rest, buffer);
  }
  if (dropped && rest.empty()) result = nothing("there is nothing but reasoning");
  result.has_reasoning = dropped;
  return result;
}

std::optional<std::string_view> undressed(std::string_view answer) {
  constexpr std::array<View, 6> kWrappings = {"**", "``", "`", "\"", "'", "$"};
  answer = trimmed(answer);
  if (answer.size() < 2) return std::nullopt;
  for (const View wrapping : kWrappings) {
    if (answer.size() <= 2 * wrapping.size() || !answer.starts_with(wrapping) ||
        !answer.ends_with(wrapping)) {
      continue;
    }
    const View inner = answer.substr(wrapping.size(), answer.size() - 2 * wrapping.size());
    if (inner.find(wrapping) == View::npos) return trimmed(inner);
  }
  if (answer.ends_with('.')) return trimmed(answer.substr(0, answer.size() - 1));
  return std::nullopt;
}

}  // namespace assay
