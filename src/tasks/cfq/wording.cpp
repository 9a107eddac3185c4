#include "assay/tasks/cfq/wording.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "assay/base/error.h"
#include "assay/base/text.h"

namespace assay::cfq {

namespace {

constexpr std::size_t kMostWords = 800;
constexpr std::size_t kMostNameWords = 24;
constexpr std::size_t kMostCutSteps = 20'000;

// M7 is 7.
std::optional<std::size_t> placeholder_number(std::string_view word) {
  if (word.size() < 2 || word.front() != 'M') return std::nullopt;
  const auto number = parse_number(word.substr(1));
  if (!number) return std::nullopt;
  return static_cast<std::size_t>(*number);
}

bool begins_with_vowel(std::string_view word) {
  constexpr std::string_view kVowels = "aeiouAEIOU";
  return !word.empty() && kVowels.find(word.front()) != std::string_view::npos;
}

// A piece of a question without what is attached to its end, and that as words of a pattern.
struct Ending {
  std::string_view stem;
  std::vector<std::string_view> tail;
};

// All ways of taking off a question mark, a comma and a possessive, the whole piece first.
std::vector<Ending> endings_of(std::string_view piece, bool is_last) {
  std::vector<Ending> endings = {{piece, {}}};
  std::string_view rest = piece;
  if (is_last && rest.size() > 1 && rest.ends_with('?')) {
    rest.remove_suffix(1);
    endings.push_back({rest, {}});
  }
  std::vector<std::string_view> tail;
  if (rest.size() > 1 && rest.ends_with(',')) {
    rest.remove_suffix(1);
    tail = {","};
    endings.push_back({rest, tail});
  }
  const std::size_t mark = rest.ends_with("'s") ? 2 : rest.ends_with("s'") ? 1 : 0;
  if (mark > 0 && rest.size() > mark) {
    rest.remove_suffix(mark);
    tail.insert(tail.begin(), "'s");
    endings.push_back({rest, std::move(tail)});
  }
  return endings;
}

class QuestionCutter {
 public:
  QuestionCutter(std::string_view question, const Knowledge& knowledge, const Language& language,
                 std::size_t most)
      : knowledge_(knowledge), language_(language), most_(most), words_(split_words(question)) {
    if (words_.size() > 1 && words_.back() == "?") words_.pop_back();
  }

  // None where something is neither a word nor a name.
  std::vector<NamedQuestion> cut() {
    if (!words_.empty() && words_.size() <= kMostWords) {
      knowledge_.expect_names([this] { return all_pieces(); });
      cut_from(0);
    }
    return std::move(found_);
  }

  // False: there may be more ways than were found.
  bool is_complete() const { return steps_ <= kMostCutSteps; }

  [[noreturn]] void fail_stuck() const {
    if (words_.empty()) fail(ErrorKind::kInput, "the question is empty");
    if (words_.size() > kMostWords) {
      fail(ErrorKind::kInput, "the question has {} words; the most are {}", words_.size(),
           kMostWords);
    }
    const std::size_t at = std::min(farthest_, words_.size() - 1);
    for (std::size_t last = at; last < std::min(words_.size(), at + kMostNameWords); ++last) {
      for (const Ending& ending : endings_of(piece(at, last), is_last(last))) {
        const std::uint64_t several = knowledge_.owners_of(ending.stem).count;
        if (several < 2) continue;
        fail(ErrorKind::kInput, "{} entities of {} are called \"{}\"; give the id of one", several,
             knowledge_.name(), printable(ending.stem));
      }
    }
    fail(ErrorKind::kInput,
         "at word {}, \"{}\", begins neither a word of the questions nor a name of {}", at + 1,
         printable(words_[at]), knowledge_.name());
  }

 private:
  // From the beginning of one word to the end of another.
  std::string_view piece(std::size_t first, std::size_t last) const {
    const char* begin = words_[first].data();
    const char* end = words_[last].data() + words_[last].size();
    return {begin, static_cast<std::size_t>(end - begin)};
  }
  bool is_last(std::size_t at) const { return at + 1 == words_.size(); }

  // All that might be a name.
  std::vector<std::string> all_pieces() const {
    std::vector<std::string> pieces;
    for (std::size_t at = 0; at < words_.size(); ++at) {
      for (std::size_t last = at; last < std::min(words_.size(), at + kMostNameWords); ++last) {
        for (const Ending& ending : endings_of(piece(at, last), is_last(last))) {
          pieces.emplace_back(ending.stem);
        }
      }
    }
    return pieces;
  }

  void cut_from(std::size_t at) {
    farthest_ = std::max(farthest_, at);
    if (found_.size() >= most_ || ++steps_ > kMostCutSteps) return;
    if (at == words_.size()) {
      found_.push_back({fmt::format("{}", fmt::join(pattern_, " ")), entities_});
      return;
    }
    if (words_[at].front() == '[') return cut_bracketed(at);
    const std::size_t end = std::min(words_.size(), at + kMostNameWords);
    if (may_begin_name(at)) {
      for (std::size_t last = end; last-- > at;) cut_name(at, last);
    }
    cut_word(at);
  }

  bool may_begin_name(std::size_t at) const {
    for (const Ending& ending : endings_of(words_[at], is_last(at))) {
      if (knowledge_.begins_name(ending.stem)) return true;
    }
    return false;
  }

  void cut_name(std::size_t at, std::size_t last) {
    for (const Ending& ending : endings_of(piece(at, last), is_last(last))) {
      const NameOwners owners = knowledge_.owners_of(ending.stem);
      if (owners.is_one()) go_on(owners.key, ending, last + 1);
    }
  }

  void cut_bracketed(std::size_t at) {
    for (std::size_t last = at; last < words_.size(); ++last) {
      const std::string_view text = piece(at, last);
      const std::size_t close = text.find(']');
      if (close == std::string_view::npos) continue;
      const std::string_view name = text.substr(1, close - 1);
      const NameOwners owners = knowledge_.owners_of(name);
      if (!owners.is_one()) return;
      // What is attached to the bracket, on a stem that cannot be mistaken.
      const std::string attached = fmt::format("x{}", text.substr(close + 1));
      for (const Ending& ending : endings_of(attached, is_last(last))) {
        if (ending.stem == "x") go_on(owners.key, ending, last + 1);
      }
      return;
    }
  }

  void cut_word(std::size_t at) {
    for (const Ending& ending : endings_of(words_[at], is_last(at))) {
      // Like m.01, and no "m." at the end of a question.
      const bool is_like_id = ending.stem.find('.') == 1 && ending.stem.size() > 2;
      if (is_like_id && knowledge_.has_entity(ending.stem)) {
        go_on(std::string(ending.stem), ending, at + 1);
        continue;
      }
      if (!is_word(ending.stem, at == 0)) continue;
      pattern_.emplace_back(ending.stem == "an" ? "a" : ending.stem);
      go_on(ending, at + 1);
      pattern_.pop_back();
    }
  }

  bool is_word(std::string_view text, bool is_first) const {
    if (text == "an" || text == "," || text == "'s") return true;
    std::string word(text);
    if (is_first && word[0] >= 'A' && word[0] <= 'Z') word[0] = static_cast<char>(word[0] + 32);
    return language_.grammar().find_word(word).has_value();
  }

  void go_on(const std::string& entity, const Ending& ending, std::size_t next) {
    pattern_.push_back(fmt::format("M{}", entities_.size()));
    entities_.push_back(entity);
    go_on(ending, next);
    entities_.pop_back();
    pattern_.pop_back();
  }

  void go_on(const Ending& ending, std::size_t next) {
    for (const std::string_view each : ending.tail) pattern_.emplace_back(each);
    cut_from(next);
    pattern_.resize(pattern_.size() - ending.tail.size());
  }

  const Knowledge& knowledge_;
  const Language& language_;
  std::size_t most_;
  std::vector<std::string_view> words_;
  std::vector<std::string> pattern_;
  std::vector<std::string> entities_;
  std::vector<NamedQuestion> found_;
  std::size_t farthest_ = 0;
  std::size_t steps_ = 0;
};

}  // namespace

std::string question_text(std::string_view pattern, std::span<const std::string> names,
                          NameStyle style) {
  const bool has_brackets = style == NameStyle::kBrackets;
  const auto words = split_words(pattern);
  std::string text;
  bool ends_in_s = false;  // a name without brackets
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::string_view word = words[at];
    if (word == "'s") {
      text += ends_in_s ? "'" : "'s";
      continue;
    }
    if (at > 0 && word != ",") text += ' ';
    const auto number = placeholder_number(word);
    ends_in_s = number && *number < names.size() && !has_brackets && names[*number].ends_with('s');
    if (number && *number < names.size()) {
      text += has_brackets ? fmt::format("[{}]", names[*number]) : names[*number];
    } else {
      text += word;
      if (word == "a" && at + 1 < words.size() && begins_with_vowel(words[at + 1])) text += 'n';
    }
  }
  return text;
}

std::vector<NamedQuestion> cut_question(std::string_view question, const Knowledge& knowledge,
                                        const Language& language, std::size_t most) {
  QuestionCutter cutter(question, knowledge, language, most);
  auto cuts = cutter.cut();
  if (cuts.empty()) cutter.fail_stuck();
  return cuts;
}

bool is_clear(const NamedQuestion& question, const Knowledge& knowledge, const Language& language) {
  const std::vector<std::string> names = knowledge.names_of(question.entities);
  const std::string text = question_text(question.pattern, names, NameStyle::kPlain);
  QuestionCutter cutter(text, knowledge, language, 2);
  const auto cuts = cutter.cut();
  return cutter.is_complete() && cuts.size() == 1 && cuts.front() == question;
}

}  // namespace assay::cfq
