#include "assay/tasks/cscan/solver/reader.h"

#include <algorithm>
#include <optional>

#include "assay/base/error.h"
#include "assay/base/text.h"

namespace assay::cscan::solving {

namespace {

constexpr std::uint16_t kFirstVariableWord = 0x8000;
constexpr std::uint16_t kNoWord = 0x7FFF;
constexpr std::size_t kLongestPhrase = 1000;  // words; a guard against grammars that double

std::uint16_t variable_word(std::uint8_t variable) {
  return static_cast<std::uint16_t>(kFirstVariableWord + variable);
}
bool is_variable_word(std::uint16_t word) { return word >= kFirstVariableWord; }

bool has_at(const std::vector<std::uint16_t>& words, std::size_t at,
            const std::vector<std::uint16_t>& wanted) {
  return std::equal(wanted.begin(), wanted.end(), words.begin() + static_cast<std::ptrdiff_t>(at));
}

std::string show(std::string_view line, std::size_t number) {
  constexpr std::size_t kMost = 80;
  const bool is_long = line.size() > kMost;
  return fmt::format("line {}: \"{}{}\"", number, printable(line.substr(0, kMost)),
                     is_long ? "..." : "");
}

}  // namespace

struct Reader::Phrase {
  std::vector<std::uint16_t> words;
  std::vector<Found> chart;
  std::vector<std::uint16_t> variables;  // as they are written, from left to right
  Term term;

  std::size_t chart_place(Level level, std::size_t begin, std::size_t end) const {
    const std::size_t width = words.size() + 1;
    return (level * width + begin) * width + end;
  }
};

Reader::Reader(const RuleSpace& space) : space_(space) {
  for (const Production& production : space.productions) {
    for (const std::string& word : production.pattern) {
      if (!word.empty()) words_.push_back(word);
    }
  }
  std::ranges::sort(words_);
  words_.erase(std::unique(words_.begin(), words_.end()), words_.end());
  for (std::size_t i = 0; i < space.actions.size(); ++i) {
    actions_.emplace_back(space.actions[i], static_cast<char16_t>(i));
  }
  std::ranges::sort(actions_);
  names_ = words_;
  names_.insert(names_.end(), space.actions.begin(), space.actions.end());
  make_shapes();
}

void Reader::make_shapes() {
  shapes_.resize(space_.productions.size());
  longest_.assign(space_.levels.size(), 1);
  const auto make = [&](ProductionId id) {
    const Production& production = space_.productions[id];
    Shape& shape = shapes_[id];
    shape.words.emplace_back();
    shape.shortest = production.pattern.size();
    shape.longest = production.pattern.size();
    for (const std::string& word : production.pattern) {
      if (word.empty()) {
        shape.words.emplace_back();
      } else {
        shape.words.back().push_back(word_number(word));
      }
    }
    for (const Level slot : production.slots) shape.longest += longest_[slot] - 1;
    shape.longest = std::min(shape.longest, kLongestPhrase);
    for (std::size_t level = 0; level < longest_.size(); ++level) {
      if (!space_.fits(production.result, static_cast<Level>(level))) continue;
      longest_[level] = std::max(longest_[level], shape.longest);
    }
  };
  for (const ProductionId id : space_.inner_productions) make(id);
  for (const ProductionId id : space_.start_productions) make(id);
}

std::uint16_t Reader::word_number(std::string_view word) const {
  const auto at = std::ranges::lower_bound(words_, word, std::less<>{});
  if (at == words_.end() || *at != word) return kNoWord;
  return static_cast<std::uint16_t>(at - words_.begin());
}

std::optional<char16_t> Reader::action_number(std::string_view word) const {
  const auto at = std::ranges::lower_bound(actions_, word, std::less<>{},
                                           &std::pair<std::string, char16_t>::first);
  if (at == actions_.end() || at->first != word) return std::nullopt;
  return at->second;
}

bool Reader::is_output_word(std::string_view word) const {
  return word == kEmptyOutput || action_number(word);
}

void Reader::add_reading(const Found& next, Found& found) {
  if (next.readings == Readings::kNone) return;
  const bool is_second = found.readings != Readings::kNone;
  found = next;
  if (is_second) found.readings = Readings::kMany;
}

Reader::Found Reader::read_span(Phrase& phrase, Level level, std::size_t begin,
                                std::size_t end) const {
  const std::size_t place = phrase.chart_place(level, begin, end);
  if (phrase.chart[place].readings != Readings::kNotTried) return phrase.chart[place];
  Found found{.readings = Readings::kNone};
  if (end == begin + 1 && is_variable_word(phrase.words[begin])) {
    found.readings = Readings::kOne;
  } else if (end - begin <= longest_[level]) {
    for (std::size_t p = 0; p < shapes_.size(); ++p) {
      if (!space_.fits(space_.productions[p].result, level)) continue;
      add_reading(read_production(phrase, static_cast<ProductionId>(p), begin, end), found);
    }
  }
  return phrase.chart[place] = found;
}

Reader::Found Reader::read_production(Phrase& phrase, ProductionId production, std::size_t begin,
                                      std::size_t end) const {
  const Shape& shape = shapes_[production];
  const auto& slots = space_.productions[production].slots;
  const Found none{.readings = Readings::kNone};
  const std::size_t length = end - begin;
  if (length < shape.shortest || length > shape.longest) return none;
  const auto& first = shape.words.front();
  const auto& last = shape.words.back();
  if (!has_at(phrase.words, begin, first)) return none;
  if (slots.empty()) return {.readings = Readings::kOne, .production = production};
  if (!has_at(phrase.words, end - last.size(), last)) return none;
  if (slots.size() == 2) {
    return read_two_slots(phrase, production, begin + first.size(), end - last.size());
  }
  const Found inner = read_span(phrase, slots[0], begin + first.size(), end - last.size());
  return {.readings = inner.readings, .production = production};
}

Reader::Found Reader::read_two_slots(Phrase& phrase, ProductionId production, std::size_t begin,
                                     std::size_t end) const {
  const auto& slots = space_.productions[production].slots;
  const auto& between = shapes_[production].words[1];
  Found found{.readings = Readings::kNone, .production = production};
  for (std::size_t stop = begin + 1; stop + between.size() < end; ++stop) {
    const std::size_t start = stop + between.size();
    if (stop - begin > longest_[slots[0]]) break;
    if (end - start > longest_[slots[1]] || !has_at(phrase.words, stop, between)) continue;
    const Readings right = read_span(phrase, slots[1], start, end).readings;
    if (right == Readings::kNone) continue;
    const Readings left = read_span(phrase, slots[0], begin, stop).readings;
    if (left == Readings::kNone) continue;
    const bool is_second = found.readings != Readings::kNone;
    found.readings = is_second ? Readings::kMany : std::max(left, right);
    found.split = static_cast<std::uint16_t>(start);
  }
  return found;
}

void Reader::build(const Phrase& phrase, const Found& found, std::size_t begin, std::size_t end,
                   Term& term) const {
  const std::size_t at = term.size();
  term.push_back({.production = found.production});
  const Shape& shape = shapes_[found.production];
  const auto& slots = space_.productions[found.production].slots;
  const std::size_t inner_begin = begin + shape.words.front().size();
  const std::size_t inner_end = end - shape.words.back().size();
  if (slots.size() == 1) build_slot(phrase, slots[0], inner_begin, inner_end, term);
  if (slots.size() == 2) {
    build_slot(phrase, slots[0], inner_begin, found.split - shape.words[1].size(), term);
    build_slot(phrase, slots[1], found.split, inner_end, term);
  }
  term[at].extent = static_cast<std::uint16_t>(term.size() - at);
}

void Reader::build_slot(const Phrase& phrase, Level level, std::size_t begin, std::size_t end,
                        Term& term) const {
  const Found& found = phrase.chart[phrase.chart_place(level, begin, end)];
  if (found.production != Cell::kVariable) {
    build(phrase, found, begin, end, term);
    return;
  }
  const auto variable = std::ranges::find(phrase.variables, phrase.words[begin]);
  term.push_back({.variable = static_cast<std::uint8_t>(variable - phrase.variables.begin())});
}

void Reader::add_word(Phrase& phrase, std::string_view word, std::string_view line,
                      std::size_t number) const {
  const auto variable = variable_of(word);
  const std::uint16_t known = variable ? variable_word(*variable) : word_number(word);
  if (known == kNoWord) {
    fail(ErrorKind::kInput, "{}: \"{}\" is neither a word nor an action of {}{}",
         show(line, number), printable(word), space_.name, did_you_mean(word, names_));
  }
  if (variable) {
    if (std::ranges::find(phrase.variables, known) != phrase.variables.end()) {
      fail(ErrorKind::kInput, "{}: {} stands there twice; a left side has each variable once",
           show(line, number), word);
    }
    phrase.variables.push_back(known);
  }
  phrase.words.push_back(known);
}

Reader::Phrase Reader::read_phrase(const std::vector<std::string_view>& words,
                                   std::string_view line, std::size_t number) const {
  Phrase phrase;
  for (const std::string_view word : words) add_word(phrase, word, line, number);
  const std::size_t length = phrase.words.size();
  Found found{.readings = Readings::kNone};
  const bool is_bare = length == 1 && !phrase.variables.empty();
  if (length > 0 && length <= kLongestPhrase && !is_bare) {
    phrase.chart.resize(space_.levels.size() * (length + 1) * (length + 1));
    for (std::size_t p = 0; p < shapes_.size(); ++p) {
      add_reading(read_production(phrase, static_cast<ProductionId>(p), 0, length), found);
    }
  }
  if (found.readings == Readings::kNone) {
    fail(ErrorKind::kInput, "{}: this is no phrase of the grammar of {}", show(line, number),
         space_.name);
  }
  if (found.readings == Readings::kMany) {
    fail(ErrorKind::kInput, "{}: the grammar of {} reads this in two ways", show(line, number),
         space_.name);
  }
  build(phrase, found, 0, length, phrase.term);
  return phrase;
}

Output Reader::read_output(const std::vector<std::string_view>& words, std::size_t first,
                           const Phrase& phrase, std::string_view line, std::size_t number) const {
  if (first == words.size()) {
    fail(ErrorKind::kInput, "{}: an output is missing; an empty one is written {}",
         show(line, number), kEmptyOutput);
  }
  Output output;
  if (words.size() == first + 1 && words[first] == kEmptyOutput) return output;
  for (std::size_t i = first; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (const auto action = action_number(word)) {
      output += *action;
      continue;
    }
    const bool is_bracketed = word.size() > 2 && word.front() == '[' && word.back() == ']';
    const auto variable =
        is_bracketed ? variable_of(word.substr(1, word.size() - 2)) : std::nullopt;
    const auto at = variable ? std::ranges::find(phrase.variables, variable_word(*variable))
                             : phrase.variables.end();
    if (at == phrase.variables.end()) {
      fail(ErrorKind::kInput,
           "{}: \"{}\" is neither an action of {} nor a variable of the left side",
           show(line, number), printable(word), space_.name);
    }
    output += variable_symbol(static_cast<std::size_t>(at - phrase.variables.begin()));
  }
  return output;
}

Rule Reader::read_rule(std::string_view line, std::size_t number) const {
  const std::size_t close = line.find("] = ");
  if (close == std::string_view::npos) {
    fail(ErrorKind::kInput, "{}: a rule is written [x1 twice] = [x1] [x1]", show(line, number));
  }
  Phrase phrase = read_phrase(split_words(line.substr(1, close - 1)), line, number);
  Output output = read_output(split_words(line.substr(close + 4)), 0, phrase, line, number);
  return {std::move(phrase.term), std::move(output)};
}

Request Reader::read_request(std::string_view line, std::size_t number) const {
  if (line.starts_with('[')) return {.is_rule = true, .rule = read_rule(line, number)};
  const std::vector<std::string_view> words = split_words(line);
  if (!words.empty() && is_output_word(words.back())) {
    fail(ErrorKind::kInput, "{}: this is a command with a reply; a request has none",
         show(line, number));
  }
  Phrase phrase = read_phrase(words, line, number);
  if (!phrase.variables.empty()) {
    fail(ErrorKind::kInput, "{}: a command has no variables; a rule stands in [ ]",
         show(line, number));
  }
  return {.is_rule = false, .rule = Rule(std::move(phrase.term), {})};
}

Rule Reader::read_item(std::string_view line, std::size_t number) const {
  if (line.starts_with('[')) return read_rule(line, number);
  const std::vector<std::string_view> words = split_words(line);
  const auto first =
      std::ranges::find_if(words, [&](std::string_view word) { return is_output_word(word); });
  Phrase phrase = read_phrase({words.begin(), first}, line, number);
  if (!phrase.variables.empty()) {
    fail(ErrorKind::kInput, "{}: a command has no variables; a rule stands in [ ]",
         show(line, number));
  }
  Output output =
      read_output(words, static_cast<std::size_t>(first - words.begin()), phrase, line, number);
  return {std::move(phrase.term), std::move(output)};
}

std::string Reader::output_text(const Output& output) const {
  if (output.empty()) return std::string(kEmptyOutput);
  std::string text;
  for (const char16_t symbol : output) {
    if (!text.empty()) text += ' ';
    if (is_variable(symbol)) {
      text += fmt::format("[x{}]", variable_number(symbol) + 1);
    } else {
      text += space_.actions[symbol];
    }
  }
  return text;
}

std::string Reader::basis_text(ProductionId production, const Output& output) const {
  return fmt::format("[{}] = {}", space_.productions[production].name, output_text(output));
}

}  // namespace assay::cscan::solving
