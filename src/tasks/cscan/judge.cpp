#include "assay/tasks/cscan/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "assay/base/text.h"

namespace assay::cscan {

namespace {

using Words = std::vector<std::string_view>;

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

constexpr std::string_view kMarks = "():";  // that may stand around the words of the qualifier

std::string_view without_marks(std::string_view word) {
  const std::size_t first = word.find_first_not_of(kMarks);
  if (first == std::string_view::npos) return {};
  return word.substr(first, word.find_last_not_of(kMarks) - first + 1);
}

bool is_word(std::string_view given, std::string_view lower_case) {
  return std::ranges::equal(given, lower_case, {}, lower);
}

// "Defeasible)" -> kDefeasible.
std::optional<Qualifier> qualifier_in(std::string_view word) {
  if (is_word(without_marks(word), "monotonic")) return Qualifier::kMonotonic;
  if (is_word(without_marks(word), "defeasible")) return Qualifier::kDefeasible;
  return std::nullopt;
}

// An answer cut in two; of the qualifier, capitals and the places of its marks are forgiven, but
// never a word or a sign that could deny it.
struct Split {
  Words reply;
  std::optional<Qualifier> qualifier;
};

void drop_marks(Words& words) {
  while (!words.empty() && without_marks(words.back()).empty()) words.pop_back();
}

Split split(std::string_view answer) {
  Split parts;
  parts.reply = split_words(answer);
  Words words = parts.reply;
  drop_marks(words);
  if (words.empty()) return parts;
  parts.qualifier = qualifier_in(words.back());
  if (!parts.qualifier) return parts;
  words.pop_back();
  drop_marks(words);
  if (!words.empty() && is_word(without_marks(words.back()), "reasoning")) {
    words.pop_back();
    drop_marks(words);
  }
  parts.reply = std::move(words);
  return parts;
}

// Each word as the number of its first occurrence.
std::vector<std::size_t> pattern_of(const Words& words) {
  std::map<std::string_view, std::size_t> number_of;
  std::vector<std::size_t> pattern;
  for (const std::string_view word : words) {
    pattern.push_back(number_of.try_emplace(word, number_of.size()).first->second);
  }
  return pattern;
}

bool have_same_pattern(const Words& answer, const Words& target) {
  return answer.size() == target.size() && pattern_of(answer) == pattern_of(target);
}

double share_in_place(const Words& answer, const Words& target) {
  const std::size_t longer = std::max(answer.size(), target.size());
  if (longer == 0) return 1;
  std::size_t same = 0;
  for (std::size_t i = 0; i < std::min(answer.size(), target.size()); ++i) {
    same += answer[i] == target[i] ? 1 : 0;
  }
  return static_cast<double>(same) / static_cast<double>(longer);
}

struct Edits {
  std::uint32_t substitutions = 0;
  std::uint32_t insertions = 0;
  std::uint32_t deletions = 0;
  std::uint32_t total() const { return substitutions + insertions + deletions; }
};

// The fewest edits; of equals substitutions before deletions before insertions.
Edits edits_between(const Words& answer, const Words& target) {
  std::vector<Edits> row(target.size() + 1);
  for (std::size_t j = 0; j <= target.size(); ++j) {
    row[j].insertions = static_cast<std::uint32_t>(j);
  }
  for (std::size_t i = 1; i <= answer.size(); ++i) {
    Edits diagonal = row[0];
    ++row[0].deletions;
    for (std::size_t j = 1; j <= target.size(); ++j) {
      Edits best = diagonal;
      diagonal = row[j];
      if (answer[i - 1] == target[j - 1]) {
        row[j] = best;
        continue;
      }
      ++best.substitutions;
      Edits other = row[j];
      ++other.deletions;
      if (other.total() < best.total()) best = other;
      other = row[j - 1];
      ++other.insertions;
      if (other.total() < best.total()) best = other;
      row[j] = best;
    }
  }
  return row[target.size()];
}

void add_measures(const Words& answer, const Words& target, Verdict& verdict) {
  const auto mark = [&](const char* name, double value) {
    verdict.marks.emplace_back(name, value);
  };
  const bool same = answer == target;
  const Edits edits = same ? Edits{} : edits_between(answer, target);
  const std::set<std::string_view> words(answer.begin(), answer.end());
  const std::set<std::string_view> wanted(target.begin(), target.end());
  mark("pattern", have_same_pattern(answer, target) ? 1 : 0);
  mark("naive", words == wanted ? 1 : 0);
  mark("token", share_in_place(answer, target));
  mark("edit_distance", edits.total());
  mark("substitutions", edits.substitutions);
  mark("insertions", edits.insertions);
  mark("deletions", edits.deletions);
}

std::string joined(const Words& words) {
  std::string text;
  for (const std::string_view word : words) {
    if (!text.empty()) text += ' ';
    text += word;
  }
  return text;
}

}  // namespace

Verdict judge(std::string_view target, std::string_view answer, const Reader& reader) {
  Verdict verdict;
  const Split given = split(answer);
  if (given.reply.empty() && !given.qualifier) {
    verdict.why = "no answer";
    return verdict;
  }
  const Split wanted = split(target);
  const std::string reply = joined(given.reply);
  const bool reply_right = given.reply == wanted.reply;
  const bool qualifier_right = given.qualifier == wanted.qualifier;
  verdict.score = reply_right && qualifier_right ? 1.0 : 0.0;
  verdict.marks.emplace_back("reply", reply_right ? 1.0 : 0.0);
  verdict.marks.emplace_back("qualifier", qualifier_right ? 1.0 : 0.0);
  add_measures(given.reply, wanted.reply, verdict);
  verdict.marks.emplace_back("strict", answer == target ? 1.0 : 0.0);
  if (*verdict.score == 1.0) {
    verdict.status = Status::kRight;
  } else if (!given.qualifier) {
    verdict.status = Status::kUnparsable;
    verdict.why = "the qualifier is missing: (Reasoning: Monotonic) or (Reasoning: Defeasible)";
  } else if (!reader.reply(reply)) {
    verdict.status = Status::kUnparsable;
    verdict.why = fmt::format("\"{}\" is no reply: actions, 1, 0 or ?", printable(reply));
  } else {
    verdict.status = Status::kWrong;
    verdict.why = reply_right ? "the qualifier is wrong"
                  : qualifier_right
                      ? fmt::format("the reply is {}", printable(joined(wanted.reply)))
                      : fmt::format("the answer is {}", printable(target));
  }
  return verdict;
}

}  // namespace assay::cscan
