#include "assay/answers/reasoning.h"

#include <array>
#include <optional>

#include "assay/answers/answer_text.h"

namespace assay {

namespace {

using answer_text::is_space;
using answer_text::starts_with_word;
using answer_text::View;

constexpr std::array<View, 6> kNames = {"thinking", "think",     "thoughts",
                                        "thought",  "reasoning", "scratchpad"};
constexpr std::array<View, 2> kBracketed = {"thinking", "think"};

struct Tag {
  bool closes = false;
  std::size_t end = 0;
};

// "<think>", "</think >", "<think mode=x>" at a place.
std::optional<Tag> angle_tag(View text, std::size_t at) {
  constexpr std::size_t kMostAttributes = 64;  // bytes
  const bool closes = at + 1 < text.size() && text[at + 1] == '/';
  for (const View name : kNames) {
    std::size_t end = at + (closes ? 2 : 1);
    if (!starts_with_word(text.substr(end), name)) continue;
    end += name.size();
    if (end < text.size() && text[end] == '>') return Tag{closes, end + 1};
    if (end == text.size() || !is_space(text[end])) continue;
    const std::size_t close = text.substr(end, kMostAttributes).find_first_of("<>");
    if (close != View::npos && text[end + close] == '>') return Tag{closes, end + close + 1};
  }
  return std::nullopt;
}

std::optional<Tag> bracket_tag(View text, std::size_t at) {
  const bool closes = at + 1 < text.size() && text[at + 1] == '/';
  for (const View name : kBracketed) {
    const std::size_t end = at + (closes ? 2 : 1);
    if (!starts_with_word(text.substr(end), name)) continue;
    if (text.substr(end + name.size()).starts_with(']')) return Tag{closes, end + name.size() + 1};
  }
  return std::nullopt;
}

// "<|channel|>analysis<|message|>...<|end|><|start|>assistant<|channel|>final<|message|>..."
View final_channel(View text, bool& dropped) {
  constexpr View kChannel = "<|channel|>";
  constexpr View kMessage = "<|message|>";
  std::size_t at = text.find(kChannel);
  if (at == View::npos) return text;
  View answer;
  for (; at != View::npos; at = text.find(kChannel, at)) {
    at += kChannel.size();
    const View channel = text.substr(at, text.find(kChannel, at) - at);
    if (!starts_with_word(answer_text::trimmed(channel), "final")) {
      dropped = true;
      continue;
    }
    const std::size_t message = channel.find(kMessage);
    answer = message == View::npos ? View() : channel.substr(message + kMessage.size());
    answer = answer.substr(0, answer.find("<|"));
  }
  return answer;
}

}  // namespace

View without_reasoning(View text, bool& dropped) {
  dropped = false;
  text = final_channel(text, dropped);
  std::size_t begin = 0;
  std::size_t open = View::npos;
  const auto see = [&](std::size_t at, const std::optional<Tag>& tag) {
    if (!tag) return;
    if (tag->closes) {
      begin = tag->end;
      open = View::npos;
    } else if (open == View::npos) {
      open = at;
    }
  };
  std::size_t angle = text.find('<');
  std::size_t bracket = text.find('[');
  while (angle != bracket) {  // until both are at the end
    if (angle < bracket) {
      see(angle, angle_tag(text, angle));
      angle = text.find('<', angle + 1);
    } else {
      see(bracket, bracket_tag(text, bracket));
      bracket = text.find('[', bracket + 1);
    }
  }
  dropped = dropped || begin > 0 || open != View::npos;
  return text.substr(begin, open == View::npos ? View::npos : open - begin);
}

}  // namespace assay
