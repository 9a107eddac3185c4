#include "assay/pipeline/example_cutter.h"

#include <algorithm>
#include <array>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/text.h"

namespace assay {

namespace {

constexpr std::size_t kLongest = std::size_t{64} << 20U;  // bytes of one value

enum Kind : unsigned char { kPlain, kQuote, kOpen, kClose };

constexpr std::array<Kind, 256> kKinds = [] {
  std::array<Kind, 256> kinds{};
  kinds['"'] = kQuote;
  kinds['{'] = kinds['['] = kOpen;
  kinds['}'] = kinds[']'] = kClose;
  return kinds;
}();

bool is_blank(char letter) {
  return letter == ' ' || letter == '\n' || letter == '\t' || letter == '\r';
}

}  // namespace

ExampleCutter::ExampleCutter(Read read, std::size_t chunk)
    : read_(std::move(read)), chunk_(chunk) {}

void ExampleCutter::refuse(std::string_view what) const {
  fail(ErrorKind::kInput, "byte {}: {}", with_commas(begin_ + at_), what);
}

// Lets go of what stands before kept_, so places move.
bool ExampleCutter::fill() {
  if (window_.size() - kept_ > kLongest) {
    at_ = kept_;
    refuse("a value of more than 64 MB; is this a published file?");
  }
  window_.erase(0, kept_);
  at_ -= kept_;
  begin_ += kept_;
  kept_ = 0;
  const std::size_t before = window_.size();
  window_.resize(before + chunk_);
  window_.resize(before + read_(window_.data() + before, chunk_));
  return window_.size() > before;
}

char ExampleCutter::peek() {
  for (;;) {
    while (at_ < window_.size() && is_blank(window_[at_])) ++at_;
    if (at_ < window_.size()) return window_[at_];
    if (!holding_) kept_ = at_;
    if (!fill()) return '\0';
  }
}

void ExampleCutter::expect(char wanted) {
  const char found = peek();
  if (found == '\0') refuse("the text ends in the middle; copy or download the file again");
  if (found != wanted) {
    refuse(fmt::format("'{}' where '{}' should be; is this a published file?",
                       printable({&found, 1}), wanted));
  }
  ++at_;
}

// Where `at` is after more was read behind it.
std::size_t ExampleCutter::more_behind(std::size_t at) {
  const std::size_t gone = kept_;
  if (!fill()) {
    at_ = window_.size();
    refuse("the text ends in the middle; copy or download the file again");
  }
  return at - gone;
}

// Both begin behind what opens and give the place behind what closes.
std::size_t ExampleCutter::end_of_string(std::size_t at) {
  std::size_t escapes = 0;  // backslashes just before `at`
  for (;;) {
    if (at == window_.size()) at = more_behind(at);
    const std::size_t quote = window_.find('"', at);
    const std::size_t end = std::min(quote, window_.size());
    std::size_t letter = end;
    while (letter > at && window_[letter - 1] == '\\') --letter;
    escapes = end - letter + (letter == at ? escapes : 0);
    at = end;
    if (quote == std::string::npos) continue;
    ++at;
    if (escapes % 2 == 0) return at;
    escapes = 0;
  }
}

std::size_t ExampleCutter::end_of_brackets(std::size_t at) {
  std::size_t depth = 1;
  for (;;) {
    if (at == window_.size()) at = more_behind(at);
    const char* text = window_.data();
    const std::size_t size = window_.size();
    while (at < size && kKinds[static_cast<unsigned char>(text[at])] == kPlain) ++at;
    if (at == size) continue;
    switch (kKinds[static_cast<unsigned char>(text[at++])]) {
      case kQuote:
        at = end_of_string(at);
        break;
      case kOpen:
        ++depth;
        break;
      case kClose:
        if (--depth == 0) return at;
        break;
      case kPlain:
        break;
    }
  }
}

std::size_t ExampleCutter::end_of_word(std::size_t at) {
  constexpr std::string_view kEnds = ",:]}[{\"";
  for (;; ++at) {
    if (at == window_.size()) at = more_behind(at);
    if (is_blank(window_[at]) || kEnds.find(window_[at]) != std::string_view::npos) return at;
  }
}

// A whole value, wherever it ends.
std::string_view ExampleCutter::value() {
  const char first = peek();
  if (first == '\0') refuse("the text ends in the middle; copy or download the file again");
  const std::size_t held = at_ - kept_;
  if (!holding_) kept_ = at_;
  const std::size_t begin = holding_ ? held : 0;  // behind kept_
  const std::size_t end = first == '"'                   ? end_of_string(at_ + 1)
                          : first == '{' || first == '[' ? end_of_brackets(at_ + 1)
                                                         : end_of_word(at_);
  at_ = kept_ + begin;
  if (end == at_) refuse("no value where one should be; is this a published file?");
  const std::string_view text(window_.data() + at_, end - at_);
  at_ = end;
  return text;
}

std::string_view ExampleCutter::key() {
  if (peek() != '"') expect('"');
  std::string_view text = value();
  text.remove_prefix(1);
  text.remove_suffix(1);
  return text;
}

// The members of the document; with `examples_may_come` up to and into the examples.
void ExampleCutter::read_members(bool examples_may_come) {
  while (peek() != '}') {
    if (!first_) expect(',');
    first_ = false;
    std::string name(key());
    expect(':');
    if (examples_may_come && name == "examples" && peek() == '{') {
      ++at_;
      place_ = Place::kSets;
      first_ = true;
      return;
    }
    values_.insert_or_assign(std::move(name), std::string(value()));
  }
  ++at_;
}

void ExampleCutter::open() {
  if (peek() == '\0') {
    place_ = Place::kEnd;
    return;
  }
  kept_ = at_;
  holding_ = true;
  expect('{');
  read_members(true);
  holding_ = false;
  if (place_ == Place::kSets) return;
  place_ = Place::kLines;
  pending_ = true;
  values_.clear();
}

// False behind the last set, with the rest of the document read.
bool ExampleCutter::open_set() {
  if (peek() == '}') {
    ++at_;
    first_ = false;
    read_members(false);
    if (peek() != '\0') refuse("more text behind the document; is this a published file?");
    place_ = Place::kEnd;
    return false;
  }
  if (!first_) expect(',');
  set_ = key();
  index_ = 0;
  expect(':');
  expect('[');
  place_ = Place::kSet;
  first_ = true;
  return true;
}

bool ExampleCutter::next(CutExample& out) {
  if (place_ == Place::kEnd) return false;
  if (pending_) {
    pending_ = false;
    out = {std::string_view(window_).substr(kept_, at_ - kept_), {}, index_++, begin_ + kept_};
    return true;
  }
  if (place_ == Place::kLines) {
    if (peek() == '\0') {
      place_ = Place::kEnd;
      return false;
    }
  } else {
    for (;;) {
      if (place_ == Place::kSets && !open_set()) return false;
      if (peek() != ']') break;
      ++at_;
      place_ = Place::kSets;
      first_ = false;
    }
    if (!first_) expect(',');
    first_ = false;
  }
  if (peek() != '{') expect('{');
  const std::string_view text = value();
  out = {text, set_, index_++, begin_ + at_ - text.size()};
  return true;
}

}  // namespace assay
