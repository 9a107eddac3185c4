#include "assay/answers/extract.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "assay/answers/answer_text.h"
#include "assay/answers/denial.h"
#include "assay/answers/marks.h"
#include "assay/answers/reasoning.h"

namespace assay {

namespace {

constexpr std::array<std::string_view, 6> kRuleNames = {"auto",  "strict", "tags",
                                                        "fence", "boxed",  "last-line"};

using answer_text::trimmed;
using answer_text::View;
using marks::Found;

// {"answer": ...}, alone; not where it gives two answers.
std::optional<View> json_answer(View text, std::string& buffer) {
  if (!text.starts_with('{') || !text.ends_with('}')) return std::nullopt;
  constexpr std::size_t kMostBytes = 1U << 20U;  // more is not an answer, and JSON could be deep
  constexpr int kMostDepth = 8;
  if (text.size() > kMostBytes) return std::nullopt;
  int answers = 0;
  using Event = nlohmann::json::parse_event_t;
  const auto look = [&](int depth, Event event, const nlohmann::json& value) {
    if (depth == 1 && event == Event::key && value == "answer") ++answers;
    return depth < kMostDepth;
  };
  const auto document = nlohmann::json::parse(text, look, false);
  if (!document.is_object() || answers != 1) return std::nullopt;
  const auto answer = document.find("answer");
  if (answer == document.end()) return std::nullopt;
  buffer = answer->is_string() ? answer->get<std::string>() : answer->dump();
  return trimmed(buffer);
}

// --- rules ---

Extraction nothing(View problem) { return {{}, AnswerMark::kNone, false, problem}; }

bool is_fence_alone(View text, const std::optional<Found>& fence) {
  return fence && fence->count == 1 && fence->agree && !fence->is_denied && fence->begin == 0 &&
         fence->end == text.size();
}

// TeX writes I\_JUMP for I_JUMP.
View without_escapes(View content, std::string& buffer) {
  constexpr View kEscaped = "\\_";
  if (content.find(kEscaped) == View::npos) return content;
  std::string plain;
  for (std::size_t at = 0; at < content.size(); ++at) {
    if (!content.substr(at).starts_with(kEscaped)) plain += content[at];
  }
  buffer = std::move(plain);
  return buffer;
}

// What was found may be wrapped once more: a fence after "Answer:", JSON inside a fence.
Extraction unwrapped(View content, AnswerMark mark, std::string& buffer) {
  if (mark == AnswerMark::kBoxed) return {without_escapes(content, buffer), mark};
  if (mark != AnswerMark::kFence) {
    const std::optional<Found> fence = marks::find_fences(content);
    if (is_fence_alone(content, fence)) content = fence->content;
  }
  if (const std::optional<View> inner = json_answer(content, buffer)) content = *inner;
  return {content, mark};
}

Extraction by_agreement(const Found& found, AnswerMark mark, View disagreement,
                        std::string& buffer) {
  if (!found.agree) return nothing(disagreement);
  if (found.is_denied) return nothing("the text says that it is not the answer");
  return unwrapped(found.content, mark, buffer);
}

// Without what never has a meaning at the ends of an answer.
View core(View text) {
  constexpr View kDressing = "*_`\"'$ \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(kDressing), text.size()));
  while (!text.empty() && (kDressing.find(text.back()) != View::npos || text.back() == '.')) {
    text.remove_suffix(1);
  }
  return text;
}

Extraction extract_auto(View text, std::string& buffer);

// What marks say, unless another kind of mark behind them says something else.
Extraction unless_replaced(const Found& found, Extraction result, View text) {
  if (result.mark == AnswerMark::kNone) return result;
  std::string other;
  const Extraction later = extract_auto(trimmed(text.substr(found.end)), other);
  if (later.mark == AnswerMark::kBare) return result;
  const View answer = core(result.answer);
  const View said = core(later.answer);
  if (later.mark != AnswerMark::kNone && (said.empty() || said == answer)) return result;
  // An answer that announces a part of itself looks like two.
  if (!later.announced.empty() && core(later.announced) == answer) return result;
  return nothing("a mark behind it says something else");
}

// A fence after "the answer is not" is no answer, however far it goes.
bool is_denied_by_lead(const Found& lead, const Found& fence, View text) {
  return lead.lead_end <= fence.begin &&
         has_negation(text.substr(lead.lead_end, fence.begin - lead.lead_end));
}

Extraction extract_auto(View text, std::string& buffer) {
  if (const auto tags = marks::find_tags(text)) {
    return unless_replaced(
        *tags, by_agreement(*tags, AnswerMark::kTags, "the <answer> tags disagree", buffer), text);
  }
  if (const auto boxed = marks::find_boxed(text)) {
    return unless_replaced(
        *boxed, by_agreement(*boxed, AnswerMark::kBoxed, "the boxes disagree", buffer), text);
  }
  if (const auto inner = json_answer(text, buffer)) return {*inner, AnswerMark::kJson};
  const auto lead = marks::find_leads(text);
  auto fence = marks::find_fences(text);
  if (!lead && !fence) return {text, AnswerMark::kBare};
  if (lead && fence && is_denied_by_lead(*lead, *fence, text)) fence->is_denied = true;
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
  return found && found->count > 0 ? Extraction{found->content, mark} : nothing(missing);
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
      result =
          extract_last(marks::find_tags(rest), AnswerMark::kTags, "there are no <answer> tags");
      break;
    case ExtractRule::kFence:
      result =
          extract_last(marks::find_fences(rest), AnswerMark::kFence, "there is no fenced block");
      break;
    case ExtractRule::kBoxed:
      result = extract_last(marks::find_boxed(rest), AnswerMark::kBoxed, "there is no \\boxed{}");
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
  constexpr std::array<View, 7> kWrappings = {"**", "__", "``", "`", "\"", "'", "$"};
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
