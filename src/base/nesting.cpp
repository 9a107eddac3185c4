#include "assay/base/nesting.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "assay/base/limits.h"

namespace assay {

namespace {

std::uint64_t line_at(std::string_view text, std::size_t at) {
  const auto before = text.substr(0, at);
  return 1 + static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
}

// Behind a quoted text that begins at `at`; the end where it does not end.
std::size_t behind_quoted(std::string_view text, std::size_t at, std::string_view quote,
                          bool has_escapes) {
  for (at += quote.size(); at < text.size(); ++at) {
    if (has_escapes && text[at] == '\\') {
      ++at;
    } else if (text.substr(at, quote.size()) == quote) {
      return at + quote.size();
    }
  }
  return text.size();
}

}  // namespace

std::optional<std::uint64_t> json_line_too_deep(std::string_view json) {
  std::size_t depth = 0;
  for (std::size_t at = 0; at < json.size();) {
    const char letter = json[at];
    if (letter == '"') {
      at = behind_quoted(json, at, "\"", true);
      continue;
    }
    if (letter == '[' || letter == '{') {
      if (++depth > kMostNesting) return line_at(json, at);
    } else if ((letter == ']' || letter == '}') && depth > 0) {
      --depth;
    }
    ++at;
  }
  return std::nullopt;
}

namespace {

// Walks TOML letter by letter and counts the tables and lists that are open around each key.
class TomlDepth {
 public:
  explicit TomlDepth(std::string_view text) : text_(text) {}

  std::optional<std::uint64_t> find() {
    while (at_ < text_.size()) {
      step();
      if (open_ + key_ > kMostNesting) return line_at(text_, at_ - 1);
    }
    return std::nullopt;
  }

 private:
  void step() {
    const char letter = text_[at_];
    if (letter == '"' || letter == '\'') {
      skip_quoted(letter);
      return;
    }
    if (letter == '#') {
      at_ = std::min(text_.find('\n', at_), text_.size());
      return;
    }
    ++at_;
    if (letter == '.') {
      ++key_;
    } else if (letter == '[' || letter == '{') {
      outer_.push_back(open_);
      open_ += key_ + 1;
      key_ = 0;
    } else if (letter == ']' || letter == '}') {
      close();
    } else if (letter == ',' || (letter == '\n' && outer_.empty())) {
      key_ = 0;
    }
  }

  void skip_quoted(char quote) {
    const std::string_view all = quote == '"' ? R"(""")" : "'''";
    const bool is_long = text_.substr(at_, all.size()) == all;
    at_ = behind_quoted(text_, at_, is_long ? all : all.substr(0, 1), quote == '"');
    // Up to two more quotes belong to a long text and stand before its end.
    for (int more = 0; is_long && more < 2 && at_ < text_.size() && text_[at_] == quote; ++more) {
      ++at_;
    }
  }

  void close() {
    key_ = 0;
    if (outer_.empty()) return;
    open_ = outer_.back();
    outer_.pop_back();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t open_ = 0;            // tables and lists around what comes next
  std::size_t key_ = 0;             // dots of the key since
  std::vector<std::size_t> outer_;  // open_ before each bracket
};

}  // namespace

std::optional<std::uint64_t> toml_line_too_deep(std::string_view toml) {
  return TomlDepth(toml).find();
}

std::string nesting_problem() {
  return fmt::format("is nested more than {} levels deep", kMostNesting);
}

}  // namespace assay
