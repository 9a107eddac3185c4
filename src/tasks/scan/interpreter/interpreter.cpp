#include "assay/tasks/scan/interpreter/interpreter.h"

#include <algorithm>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/tasks/scan/vocabulary/vocabulary.h"

namespace assay::scan {

namespace {

using Actions = std::vector<std::string_view>;

class Reader {
 public:
  explicit Reader(std::string_view text) : words_(split_words(text)) {}

  Actions command() {
    std::vector<Actions> phrases{phrase()};
    std::vector<bool> reversed;
    while (at_ < words_.size()) {
      if (!take("and") && !take("after")) fail_here("\"and\", \"after\" or the end");
      reversed.push_back(words_[at_ - 1] == "after");
      phrases.push_back(phrase());
    }
    Actions done = std::move(phrases.back());
    for (std::size_t i = reversed.size(); i-- > 0;) {
      Actions& first = reversed[i] ? done : phrases[i];
      const Actions& second = reversed[i] ? phrases[i] : done;
      first.insert(first.end(), second.begin(), second.end());
      if (!reversed[i]) done = std::move(first);
    }
    return done;
  }

 private:
  Actions phrase() {
    const Actions once = verb_phrase();
    const int count = take("twice") ? 2 : take("thrice") ? 3 : 1;
    return repeat(once, count);
  }

  Actions verb_phrase() {
    Actions doing;
    const bool turn = take("turn");
    if (!turn) doing.push_back(primitive());
    const bool opposite = take("opposite");
    const bool around = !opposite && take("around");
    const bool must_turn = turn || opposite || around;
    const bool left = take("left");
    const bool right = !left && take("right");
    if (!left && !right) {
      if (must_turn) fail_here("\"left\" or \"right\"");
      return doing;
    }
    const std::string_view turning = kTurnActions[right ? 1 : 0];
    doing.insert(doing.begin(), opposite ? 2 : 1, turning);
    return repeat(doing, around ? 4 : 1);
  }

  std::string_view primitive() {
    for (std::size_t i = 0; i < kPrimitives.size(); ++i) {
      if (take(kPrimitives[i])) return kPrimitiveActions[i];
    }
    fail_here("walk, look, run, jump or turn");
  }

  static Actions repeat(const Actions& once, int count) {
    Actions all;
    for (int i = 0; i < count; ++i) all.insert(all.end(), once.begin(), once.end());
    return all;
  }

  bool take(std::string_view word) {
    if (at_ == words_.size() || words_[at_] != word) return false;
    ++at_;
    return true;
  }

  [[noreturn]] void fail_here(std::string_view expected) const {
    if (at_ == words_.size()) {
      fail(ErrorKind::kInput, "the command ends where {} should follow", expected);
    }
    fail(ErrorKind::kInput, "word {} of the command is \"{}\", but {} was expected", at_ + 1,
         printable(words_[at_].substr(0, 40)), expected);
  }

  std::vector<std::string_view> words_;
  std::size_t at_ = 0;
};

}  // namespace

std::string interpret(std::string_view command) {
  const Actions actions = Reader(command).command();
  std::string text;
  for (const std::string_view action : actions) {
    if (!text.empty()) text += ' ';
    text += action;
  }
  return text;
}

}  // namespace assay::scan
