#include <algorithm>
#include <set>

#include "assay/base/text.h"
#include "assay/pipeline/prompt.h"
#include "assay/pipeline/worked_example.h"
#include "conformance_laws.h"

namespace assay::conformance {

namespace {

constexpr std::size_t kLongestRules = 12'000;  // characters
constexpr std::size_t kLongestForm = 400;

bool is_plain(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); });
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Not as a part of a longer word.
bool stands_in(std::string_view text, std::string_view word) {
  const auto is_open = [&](std::size_t at, char beside) {
    return at >= text.size() || !is_letter(beside) || !is_letter(text[at]);
  };
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    if (is_open(at - 1, word.front()) && is_open(at + word.size(), word.back())) return true;
  }
  return false;
}

std::vector<std::string> words_of(std::string_view text, std::string_view punctuation) {
  std::string spaced(text);
  std::ranges::replace_if(
      spaced, [&](char c) { return punctuation.find(c) != std::string_view::npos; }, ' ');
  const auto words = split_words(spaced);
  return {words.begin(), words.end()};
}

void check_vocabulary(const Instructions& told, Complaints& complaints) {
  auto sorted = told.vocabulary;
  std::ranges::sort(sorted);
  if (sorted.empty()) complaints.add("there is no vocabulary");
  if (std::ranges::adjacent_find(sorted) != sorted.end())
    complaints.add("a word stands there twice");
  for (const std::string& word : sorted) {
    if (words_of(word, told.punctuation) != std::vector{word}) {
      complaints.add("\"{}\" is not one word", printable(word));
    } else if (!stands_in(told.rules, word) && !stands_in(told.form, word)) {
      complaints.add("the text does not mention \"{}\"", word);
    }
  }
}

}  // namespace

Complaints instructions_are_readable(const Subject& subject) {
  Complaints complaints;
  const Instructor* instructor = subject.task().abilities().instructor;
  if (instructor == nullptr) return complaints;
  const Instructions told = instructor->instructions();
  const Instructions again = instructor->instructions();
  if (told.rules != again.rules || told.form != again.form || told.vocabulary != again.vocabulary) {
    complaints.add("they are others when asked again");
  }
  for (const std::string& text : {told.rules, told.form}) {
    if (!is_plain(text)) complaints.add("a character is not printable: {}", printable(text));
    if (text.empty() || text.front() <= ' ' || text.back() <= ' ' ||
        text.find(" \n") != std::string::npos) {
      complaints.add("blanks stand around a line: {}", text);
    }
  }
  if (told.rules.size() > kLongestRules) {
    complaints.add("the rules have {} characters", told.rules.size());
  }
  if (told.form.size() > kLongestForm) complaints.add("the form has {}", told.form.size());
  check_vocabulary(told, complaints);
  return complaints;
}

Complaints answers_have_stated_words(const Subject& subject, std::uint64_t rows) {
  Complaints complaints;
  const Instructor* instructor = subject.task().abilities().instructor;
  if (instructor == nullptr) return complaints;
  const Instructions told = instructor->instructions();
  const std::set<std::string> vocabulary(told.vocabulary.begin(), told.vocabulary.end());
  subject.each_row(rows, [&](const Example& row) {
    const auto given = words_of(row.input(), told.punctuation);
    const std::set<std::string> known(given.begin(), given.end());
    for (const std::string& word : words_of(row.target(), told.punctuation)) {
      if (vocabulary.contains(word) || known.contains(word)) continue;
      complaints.add("{}: nothing tells of \"{}\"", row.input(), word);
    }
    return true;
  });
  return complaints;
}

Complaints answers_have_stated_words(const Subject& subject) {
  return answers_have_stated_words(subject, subject.rows().size());
}

Complaints worked_examples_are_right_and_not_asked_about(const Subject& subject) {
  Complaints complaints;
  const Task& task = subject.task();
  if (task.abilities().instructor == nullptr) return complaints;
  std::set<std::string> asked;
  for (const Example& row : subject.some(100)) asked.insert(task.canonical(row));
  const IsAsked is_asked = [&](const std::string& form) { return asked.contains(form); };
  const auto examples = worked_examples(task, {kSeed, 1}, is_asked);
  if (examples.empty()) {
    complaints.add("there is none");
    return complaints;
  }
  const Example& example = examples.front();
  if (is_asked(task.canonical(example))) complaints.add("it is asked about: {}", example.input());
  const Verdict verdict = task.judge(example, example.target());
  if (verdict.status != Status::kRight) {
    complaints.add("its answer is {}: {}", name_of(verdict.status), verdict.why);
  }
  if (worked_examples(task, {kSeed, 1}, is_asked) != examples) complaints.add("others come again");
  return complaints;
}

Complaints prompts_hold_what_is_needed(const Subject& subject) {
  Complaints complaints;
  const Task& task = subject.task();
  const Instructor* instructor = task.abilities().instructor;
  if (instructor == nullptr) return complaints;
  const auto shots = subject.some(2);
  const std::string& input = subject.rows().back().input();
  if (PromptWriter(task, {.kind = PromptKind::kBare}, {}).text(input) != input) {
    complaints.add("the bare prompt is not the input alone");
  }
  for (const HandOver hand_over : {HandOver::kAlone, HandOver::kTagged}) {
    const PromptWriter writer(task, {.hand_over = hand_over}, shots);
    const std::string prompt = writer.text(input);
    if (!is_plain(prompt)) complaints.add("a character is not printable");
    if (prompt != writer.text(input)) complaints.add("it is another when asked again");
    const Instructions told = instructor->instructions();
    std::vector<std::string> parts{told.rules, told.form, input};
    for (const Example& shot : shots) {
      parts.push_back(shot.input());
      parts.push_back(shot.target());
    }
    for (const std::string& part : parts) {
      if (prompt.find(part) == std::string::npos) complaints.add("it lacks: {}", part);
    }
  }
  return complaints;
}

}  // namespace assay::conformance
