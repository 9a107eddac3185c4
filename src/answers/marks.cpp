#include "assay/answers/marks.h"

#include <algorithm>
#include <array>

#include "assay/answers/answer_text.h"
#include "assay/answers/denial.h"
#include "assay/base/byte_lanes.h"

namespace assay::marks {

namespace {

using answer_text::is_letter;
using answer_text::lowered;
using answer_text::starts_with_word;
using answer_text::trimmed;
using answer_text::View;

void add(std::optional<Found>& found, View content, std::size_t begin, std::size_t end) {
  content = trimmed(content);
  if (!found) found.emplace();
  found->agree = found->agree && (found->count == 0 || found->content == content);
  found->content = content;
  found->begin = begin;
  found->end = end;
  ++found->count;
}

// A mark that is never closed may be another answer, or a mark that was cut off.
void leave_open(std::optional<Found>& found) {
  if (!found) found.emplace();
  found->agree = false;
}

// The text around each mark is looked at once.
class Watch {
 public:
  explicit Watch(View text) : text_(text), before_(text) {}

  void look(std::optional<Found>& found) {
    if (before_.before_mark(found->begin, found->end) ||
        is_denied_behind(text_.substr(found->end))) {
      found->is_denied = true;
    }
  }

 private:
  View text_;
  Denial before_;
};

}  // namespace

std::optional<Found> find_tags(View text) {
  constexpr View kOpen = "<answer>";
  constexpr View kClose = "</answer>";
  std::optional<Found> found;
  Watch watch(text);
  std::size_t open = View::npos;
  for (std::size_t at = text.find('<'); at != View::npos; at = text.find('<', at + 1)) {
    if (starts_with_word(text.substr(at), kOpen)) {
      if (open != View::npos) leave_open(found);
      open = at;
    } else if (open != View::npos && starts_with_word(text.substr(at), kClose)) {
      const std::size_t begin = open + kOpen.size();
      add(found, text.substr(begin, at - begin), open, at + kClose.size());
      watch.look(found);
      open = View::npos;
    }
  }
  if (open != View::npos) leave_open(found);
  return found;
}

namespace {

// Where the brace closes that is open at a place; npos when it never does.
std::size_t closing_brace(View text, std::size_t at) {
  std::size_t depth = 1;
  for (; at < text.size(); ++at) {
    if (text[at] == '{') ++depth;
    if (text[at] == '}' && --depth == 0) return at;
  }
  return View::npos;
}

// \text{X} -> X
View without_font(View content) {
  constexpr int kMostLayers = 3;
  constexpr std::array<View, 8> kFonts = {"\\text{",   "\\texttt{", "\\mathrm{", "\\textbf{",
                                          "\\mathbf{", "\\mathtt{", "\\textrm{", "\\mathsf{"};
  for (int layer = 0; layer < kMostLayers; ++layer) {
    const auto* const font =
        std::ranges::find_if(kFonts, [&](View each) { return content.starts_with(each); });
    if (font == kFonts.end() || closing_brace(content, font->size()) != content.size() - 1) break;
    content = trimmed(content.substr(font->size(), content.size() - font->size() - 1));
  }
  return content;
}

}  // namespace

std::optional<Found> find_boxed(View text) {
  constexpr View kOpen = "\\boxed{";
  std::optional<Found> found;
  Watch watch(text);
  for (std::size_t at = text.find(kOpen); at != View::npos;) {
    const std::size_t begin = at + kOpen.size();
    const std::size_t end = closing_brace(text, begin);
    if (end == View::npos) {  // nor is any after it closed
      leave_open(found);
      break;
    }
    add(found, without_font(trimmed(text.substr(begin, end - begin))), at, end + 1);
    watch.look(found);
    at = text.find(kOpen, end);
  }
  return found;
}

namespace {

struct Fence {
  std::size_t at = View::npos;  // npos: there is none
  char kind = 0;
};

// The next line that begins with ``` or ~~~, of one kind where that is given; from the beginning of
// a line.
Fence next_fence(View text, std::size_t line, char kind = 0) {
  constexpr std::array<View, 2> kFences = {"```", "~~~"};
  while (line < text.size()) {
    std::size_t at = line;
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
    for (const View fence : kFences) {
      if ((kind == 0 || kind == fence.front()) && text.substr(at).starts_with(fence)) {
        return {at, fence.front()};
      }
    }
    const std::size_t end = text.find('\n', at);
    if (end == View::npos) break;
    line = end + 1;
  }
  return {};
}

}  // namespace

std::optional<Found> find_fences(View text) {
  std::optional<Found> found;
  Watch watch(text);
  for (Fence open = next_fence(text, 0); open.at != View::npos;) {
    const std::size_t line_end = text.find('\n', open.at);
    if (line_end == View::npos) break;
    const Fence close = next_fence(text, line_end + 1, open.kind);
    if (close.at == View::npos) {
      if (found && !trimmed(text.substr(line_end)).empty()) leave_open(found);
      break;
    }
    const std::size_t next_line = text.find('\n', close.at);
    const std::size_t end = std::min(next_line, text.size());
    add(found, text.substr(line_end, close.at - line_end), open.at, end);
    watch.look(found);
    if (next_line == View::npos) break;
    open = next_fence(text, next_line + 1);
  }
  return found;
}

namespace {

// Whether what comes before a word opens its line as a heading: "## ", "# Final ".
bool is_heading(View before) {
  constexpr std::size_t kMostBytes = 32;
  if (before.size() > kMostBytes) before.remove_prefix(before.size() - kMostBytes);
  const std::size_t line = before.rfind('\n');
  if (line == View::npos && before.size() == kMostBytes) return false;
  return trimmed(before.substr(line + 1)).starts_with('#');
}

// Whether bold letters begin on the line of a lead and go on behind it: "**Final Answer: X**".
bool is_bold(View line) {
  constexpr std::size_t kMostBytes = 48;
  if (line.size() > kMostBytes) line.remove_prefix(line.size() - kMostBytes);
  bool bold = false;
  for (std::size_t at = 0; at + 1 < line.size(); ++at) {
    if (line[at] == '\n') bold = false;
    if (!line.substr(at).starts_with("**")) continue;
    bold = !bold;
    ++at;
  }
  return bold;
}

View without_bold(View content) {
  content = trimmed(content);
  if (!content.ends_with("**") || content.find("**") != content.size() - 2) return content;
  return trimmed(content.substr(0, content.size() - 2));
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

}  // namespace

// Each lead's content goes up to the next one, so that two answers do not look like one.
std::optional<Found> find_leads(View text) {
  constexpr std::size_t kBeforeW = 3;
  std::optional<Found> found;
  Denial denial(text);
  std::size_t open = View::npos;
  std::size_t begin = 0;
  std::size_t first = 0;
  bool bold = false;
  bool first_bold = false;
  const auto close = [&](std::size_t end) {
    const View content = text.substr(begin, end - begin);
    add(found, bold ? without_bold(content) : content, open, end);
    found->lead_end = begin;
  };
  for (std::size_t at = find_w(text, 0); at != View::npos; at = find_w(text, at + 1)) {
    if (at < kBeforeW || !starts_with_word(text.substr(at - kBeforeW), "answer")) continue;
    const std::size_t word = at - kBeforeW;
    if (word > 0 && (is_letter(text[word - 1]) || text[word - 1] == '"')) continue;
    const std::optional<std::size_t> end = lead_end(text, word);
    if (!end || denial.before_word(word)) continue;
    if (open == View::npos) {
      first = *end;
    } else {
      close(word);
    }
    open = word;
    begin = *end;
    bold = is_bold(text.substr(0, begin));
    if (first == begin) first_bold = bold;
  }
  if (open == View::npos) return found;
  close(text.size());
  found->all = first_bold ? without_bold(text.substr(first)) : trimmed(text.substr(first));
  return found;
}

}  // namespace assay::marks
