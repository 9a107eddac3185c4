#include "assay/answers/completions.h"

#include <optional>
#include <string>
#include <utility>

#include "assay/answers/json_members.h"

namespace assay {

namespace {

using json::list_of;
using json::member;
using json::text_member;
using JsonValue = simdjson::dom::element;

// A text, or a list of parts of which those of type "text" or "output_text" count.
std::optional<std::string> content_text(JsonValue content) {
  if (content.is_string()) return std::string(content.get_string().value_unsafe());
  const auto parts = list_of(content);
  if (!parts) return std::nullopt;
  std::string text;
  for (const JsonValue part : *parts) {
    if (part.is_string()) {
      text += part.get_string().value_unsafe();
      continue;
    }
    const auto type = text_member(part, "type");
    if (type == "text" || type == "output_text") text += text_member(part, "text").value_or("");
  }
  return text;
}

bool is_cut_off(std::optional<std::string_view> reason) {
  return reason == "length" || reason == "max_tokens" || reason == "model_length" ||
         reason == "max_output_tokens";
}

// {"message": {"content"}} or {"text"}.
Sample choice_sample(JsonValue choice) {
  Sample sample;
  std::optional<std::string> text;
  if (const auto message = member(choice, "message")) {
    if (const auto content = member(*message, "content")) text = content_text(*content);
  } else if (const auto plain = text_member(choice, "text")) {
    text = std::string(*plain);
  }
  auto reason = text_member(choice, "finish_reason");
  if (!reason) reason = text_member(choice, "stop_reason");
  if (text) sample = {Sample::State::kSaid, std::move(*text)};
  if (is_cut_off(reason)) sample.state = Sample::State::kCutOff;
  return sample;
}

// Items of other types are reasoning and calls of tools.
Sample output_sample(JsonValue body, simdjson::dom::array items) {
  Sample sample;
  for (const JsonValue item : items) {
    if (text_member(item, "type") != "message") continue;
    const auto content = member(item, "content");
    if (const auto text = content ? content_text(*content) : std::nullopt) {
      sample.state = Sample::State::kSaid;
      sample.text += *text;
    }
  }
  const auto details = member(body, "incomplete_details");
  if (details && is_cut_off(text_member(*details, "reason"))) {
    sample.state = Sample::State::kCutOff;
  }
  return sample;
}

}  // namespace

bool add_completions(JsonValue body, Prediction& out) {
  if (const auto choices = member(body, "choices")) {
    if (const auto list = list_of(*choices)) {
      for (const JsonValue choice : *list) out.samples.push_back(choice_sample(choice));
    }
  } else if (const auto content = member(body, "content")) {  // a message by itself
    if (auto text = content_text(*content)) {
      const bool cut = is_cut_off(text_member(body, "stop_reason"));
      out.samples.push_back(
          {cut ? Sample::State::kCutOff : Sample::State::kSaid, std::move(*text)});
    }
  } else if (const auto output = member(body, "output")) {
    const auto items = list_of(*output);
    if (!items) return false;
    if (text_member(body, "status") != "failed") {
      out.samples.push_back(output_sample(body, *items));
    }
  } else {
    return false;
  }
  if (out.samples.empty()) out.samples.push_back({Sample::State::kFailed, {}});
  return true;
}

}  // namespace assay
