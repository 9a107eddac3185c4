#include "assay/tasks/curi/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "assay/base/average_precision.h"
#include "assay/base/text.h"
#include "assay/tasks/curi/learners.h"

namespace assay::curi {

namespace {

constexpr std::string_view kBetween = " \t\r\n,;";
constexpr std::array<std::string_view, 6> kYes{"yes", "true", "positive", "y", "in", "1"};
constexpr std::array<std::string_view, 6> kNo{"no", "false", "negative", "n", "out", "0"};

bool is_one_of(std::string_view word, std::span<const std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// "3." or "3:" before a label.
bool is_numbering(std::string_view word) {
  return word.size() >= 2 && (word.back() == '.' || word.back() == ':') &&
         std::all_of(word.begin(), word.end() - 1,
                     [](unsigned char c) { return std::isdigit(c) != 0; });
}

std::optional<double> score_of(std::string_view word) {
  if (is_one_of(word, kYes)) return 1;
  if (is_one_of(word, kNo)) return 0;
  double score = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), score);
  if (error != std::errc{} || end != word.data() + word.size() || !std::isfinite(score)) {
    return std::nullopt;
  }
  return score;
}

// "[1, 0]" is a list as well.
std::string_view without_brackets(std::string_view answer) {
  const std::size_t first = answer.find_first_not_of(kBetween);
  if (first == std::string_view::npos) return {};
  answer = answer.substr(first, answer.find_last_not_of(kBetween) - first + 1);
  const bool is_list = answer.size() >= 2 && answer.front() == '[' && answer.back() == ']';
  return is_list ? answer.substr(1, answer.size() - 2) : answer;
}

struct Told {
  std::vector<std::string> words;    // labels
  std::vector<std::string> numbers;  // before them, where there are any
};

Told told_in(std::string_view answer) {
  answer = without_brackets(answer);
  Told told;
  std::string word;
  for (std::size_t at = 0; at <= answer.size(); ++at) {
    if (at < answer.size() && kBetween.find(answer[at]) == std::string_view::npos) {
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(answer[at])));
      continue;
    }
    if (!word.empty()) (is_numbering(word) ? told.numbers : told.words).push_back(word);
    word.clear();
  }
  return told;
}

// Labels are read in their order, so numbers must say the same: all from 1, or none.
bool are_in_order(const Told& told) {
  if (told.numbers.empty()) return true;
  if (told.numbers.size() != told.words.size()) return false;
  for (std::size_t at = 0; at < told.numbers.size(); ++at) {
    const std::string_view number = told.numbers[at];
    if (parse_number(number.substr(0, number.size() - 1)) != at + 1) return false;
  }
  return true;
}

}  // namespace

Verdict judge(std::span<const bool> labels, std::string_view reference, std::string_view answer) {
  const Told told = told_in(answer);
  const std::vector<std::string>& words = told.words;
  if (words.empty() && told.numbers.empty())
    return {Status::kNoAnswer, std::nullopt, "the answer is empty", {}};
  Verdict verdict{Status::kUnparsable, 0.0, "", {{"strict", answer == reference ? 1.0 : 0.0}}};
  std::vector<double> scores;
  for (const std::string& word : words) {
    const auto score = score_of(word);
    if (!score) {
      verdict.why = fmt::format("\"{}\" is neither yes or no nor a number", printable(word));
      return verdict;
    }
    scores.push_back(*score);
  }
  if (scores.size() != labels.size()) {
    verdict.why = fmt::format("there are {} labels, not {}", scores.size(), labels.size());
    return verdict;
  }
  if (!are_in_order(told)) {
    verdict.why = fmt::format("the numbers of the labels are not 1 to {} in order", labels.size());
    return verdict;
  }
  std::size_t wrong = 0;
  std::size_t first_wrong = 0;
  std::vector<std::uint8_t> bytes;
  BalancedAccuracy accuracy;
  for (std::size_t at = 0; at < labels.size(); ++at) {
    bytes.push_back(labels[at] ? 1 : 0);
    const bool is_yes = scores[at] > 0.5;
    accuracy.see(is_yes, labels[at]);
    if (is_yes == labels[at]) continue;
    if (wrong++ == 0) first_wrong = at;
  }
  verdict.status = wrong == 0 ? Status::kRight : Status::kWrong;
  verdict.score = accuracy.value();
  const auto all = static_cast<double>(labels.size());
  verdict.marks.emplace_back("balanced", *verdict.score);
  verdict.marks.emplace_back("labels", (all - static_cast<double>(wrong)) / all);
  if (const auto precision = average_precision(scores, bytes)) {
    verdict.marks.emplace_back("precision", *precision);
  }
  if (wrong > 0) {
    verdict.why = fmt::format("{} of {} labels are wrong, first that of scene {}", wrong,
                              labels.size(), first_wrong + 1);
  }
  return verdict;
}

}  // namespace assay::curi
