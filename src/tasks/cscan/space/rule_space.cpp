#include "assay/tasks/cscan/space/rule_space.h"

#include <algorithm>
#include <map>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/limits.h"
#include "assay/base/nesting.h"
#include "assay/base/text.h"

#define TOML_EXCEPTIONS 1
#include <toml++/toml.h>

namespace assay::cscan {

namespace {

constexpr std::uint32_t kMostLimit = 1'000'000;

// One alternative of a grammar line, cut into words.
struct Alternative {
  std::string left;
  std::vector<std::string> right;
};

class SpaceReader {
 public:
  SpaceReader(const std::string& text, std::string file) : file_(std::move(file)) {
    if (const auto line = toml_line_too_deep(text)) {
      fail(ErrorKind::kInput, "{}:{}: {}", file_, *line, nesting_problem());
    }
    try {
      table_ = toml::parse(text, file_);
    } catch (const toml::parse_error& problem) {
      fail(ErrorKind::kInput, "{}:{}: {}", file_, problem.source().begin.line,
           printable(problem.description()));
    }
    check_keys();
    read_grammar();
    read_actions();
    read_limits();
    read_explicit();
    read_least();
    read_basis();
  }

  RuleSpace take() { return std::move(space_); }

 private:
  template <typename... Args>
  [[noreturn]] void fail_at(std::string_view key, fmt::format_string<Args...> format,
                            Args&&... args) const {
    const toml::node* node = table_.get(key);
    const auto line = node == nullptr ? 1 : node->source().begin.line;
    fail(ErrorKind::kInput, "{}:{}: {}: {}", file_, line, key,
         fmt::format(format, std::forward<Args>(args)...));
  }

  void check_keys() const {
    const std::vector<std::string> known = {
        "grammar",    "actions",     "rules", "explicit",          "repeats",
        "length",     "doubled",     "least", "most_rules_length", "most_reply",
        "most_input", "most_output", "basis"};
    for (const auto& [key, node] : table_) {
      if (std::ranges::find(known, key.str()) != known.end()) continue;
      fail(ErrorKind::kInput, "{}:{}: a rule space has no \"{}\"{}", file_,
           node.source().begin.line, printable(key.str()), did_you_mean(key.str(), known));
    }
  }

  std::string text_of(std::string_view key, bool needed) const {
    const toml::node* node = table_.get(key);
    if (node == nullptr && !needed) return {};
    if (node == nullptr) fail(ErrorKind::kInput, "{}: the key \"{}\" is missing", file_, key);
    if (!node->is_string()) fail_at(key, "must be text in quotes");
    return *node->value<std::string>();
  }

  std::uint32_t number_of(std::string_view key, bool needed, std::uint32_t most) const {
    const toml::node* node = table_.get(key);
    if (node == nullptr && !needed) return 0;
    if (node == nullptr) fail(ErrorKind::kInput, "{}: the key \"{}\" is missing", file_, key);
    const std::int64_t value = node->is_integer() ? node->value_or<std::int64_t>(-1) : -1;
    if (value < (needed ? 1 : 0) || value > most) {
      fail_at(key, "must be a whole number from {} to {}", needed ? 1 : 0, most);
    }
    return static_cast<std::uint32_t>(value);
  }

  std::vector<Alternative> alternatives() {
    std::vector<Alternative> found;
    const std::string grammar = text_of("grammar", true);
    for (const std::string_view line : split_text(grammar, '\n')) {
      const auto words = split_words(line);
      if (words.empty()) continue;
      if (words.size() < 3 || words[1] != "->") {
        fail_at("grammar", "\"{}\" is not of the form S -> T and T | T", printable(line));
      }
      if (std::ranges::find(space_.levels, words[0]) != space_.levels.end()) {
        fail_at("grammar", "{} has two lines; put all its alternatives on one, between |",
                printable(words[0]));
      }
      if (space_.levels.size() == kMostLevels) {
        fail_at("grammar", "has more than {} levels", kMostLevels);
      }
      space_.levels.emplace_back(words[0]);
      found.push_back({std::string(words[0]), {}});
      for (std::size_t i = 2; i < words.size(); ++i) {
        if (words[i] == "|") {
          found.push_back({std::string(words[0]), {}});
        } else {
          found.back().right.emplace_back(words[i]);
        }
      }
    }
    if (found.empty()) fail_at("grammar", "has no line");
    return found;
  }

  std::optional<Level> level_of(std::string_view word) const {
    const auto at = std::ranges::find(space_.levels, word);
    if (at == space_.levels.end()) return std::nullopt;
    return static_cast<Level>(at - space_.levels.begin());
  }

  void check_word(std::string_view word) const {
    if (!variable_of(word) && word.find_first_of("[]=") == std::string_view::npos) return;
    fail_at("grammar", "\"{}\" cannot be a word: it would be read as part of a rule",
            printable(word));
  }

  void add_production(const Alternative& alternative) {
    Production production;
    production.result = *level_of(alternative.left);
    for (const std::string& word : alternative.right) {
      if (!production.name.empty()) production.name += ' ';
      const auto level = level_of(word);
      if (!level) {
        check_word(word);
        production.pattern.push_back(word);
        production.name += word;
        continue;
      }
      if (production.slots.size() == kMostSlots) {
        fail_at("grammar", "an alternative of {} has more than {} parts",
                printable(alternative.left), kMostSlots);
      }
      production.slots.push_back(*level);
      production.pattern.emplace_back();
      production.name += fmt::format("x{}", production.slots.size());
    }
    for (const Production& other : space_.productions) {
      if (other.name == production.name) {
        fail_at("grammar", "two productions read \"{}\"; commands must have one reading",
                printable(production.name));
      }
    }
    if (space_.productions.size() == kMostProductions) {
      fail_at("grammar", "has more than {} productions", kMostProductions);
    }
    space_.productions.push_back(std::move(production));
  }

  void read_grammar() {
    const std::vector<Alternative> found = alternatives();
    const std::size_t levels = space_.levels.size();
    space_.fitting.resize(levels);
    for (std::size_t level = 0; level < levels; ++level) space_.fitting[level] = 1U << level;
    for (const Alternative& alternative : found) {
      if (alternative.right.empty()) {
        fail_at("grammar", "an alternative of {} is empty", printable(alternative.left));
      }
      const auto only =
          alternative.right.size() == 1 ? level_of(alternative.right[0]) : std::optional<Level>();
      if (only) {
        space_.fitting[*level_of(alternative.left)] |= 1U << *only;
      } else {
        add_production(alternative);
      }
    }
    close_fitting();
    order_productions();
  }

  void close_fitting() {
    for (std::size_t round = 0; round < space_.levels.size(); ++round) {
      for (std::uint32_t& bits : space_.fitting) {
        for (std::size_t level = 0; level < space_.levels.size(); ++level) {
          if (((bits >> level) & 1U) != 0) bits |= space_.fitting[level];
        }
      }
    }
  }

  // A production can be placed when all that fits its slots has been.
  void order_productions() {
    std::vector<bool> placed(space_.productions.size());
    std::vector<ProductionId> order;
    const auto is_ready = [&](const Production& production) {
      for (const Level slot : production.slots) {
        for (std::size_t p = 0; p < space_.productions.size(); ++p) {
          if (!placed[p] && space_.fits(space_.productions[p].result, slot)) return false;
        }
      }
      return true;
    };
    for (bool moved = true; moved;) {
      moved = false;
      std::vector<ProductionId> ready;
      for (std::size_t p = 0; p < space_.productions.size(); ++p) {
        if (!placed[p] && is_ready(space_.productions[p])) {
          ready.push_back(static_cast<ProductionId>(p));
        }
      }
      for (const ProductionId p : ready) {
        placed[p] = true;
        order.push_back(p);
        moved = true;
      }
    }
    if (order.size() != space_.productions.size()) {
      fail_at("grammar", "a phrase can stand inside itself; every command must be finite");
    }
    for (const ProductionId p : order) {
      const bool is_start = space_.productions[p].result == RuleSpace::kStart;
      (is_start ? space_.start_productions : space_.inner_productions).push_back(p);
    }
  }

  void read_actions() {
    const std::string text = text_of("actions", true);
    const auto words = split_words(text);
    if (words.empty() || words.size() > kMostActions) {
      fail_at("actions", "there must be from 1 to {} of them, not {}", kMostActions,
              with_commas(words.size()));
    }
    for (const std::string_view word : words) {
      if (word == "1" || word == "0" || word == "?" || word == kEmptyOutput ||
          word.find_first_of("[]=()") != std::string_view::npos) {
        fail_at("actions", "\"{}\" cannot be an action: it means something else in a reply",
                printable(word));
      }
      if (std::ranges::find(space_.actions, word) != space_.actions.end()) {
        fail_at("actions", "{} stands there twice", printable(word));
      }
      for (const Production& production : space_.productions) {
        if (std::ranges::find(production.pattern, word) != production.pattern.end()) {
          fail_at("actions", "{} is a word of the grammar, too", printable(word));
        }
      }
      space_.actions.emplace_back(word);
    }
  }

  void read_limits() {
    Limits& limits = space_.limits;
    limits.rules = number_of("rules", true, kMostProductions);
    if (limits.rules > space_.productions.size()) {
      fail_at("rules", "{} are asked for, but the grammar has {} productions", limits.rules,
              space_.productions.size());
    }
    limits.repeats = number_of("repeats", true, 16);
    limits.length = number_of("length", true, 64);
    limits.doubled = number_of("doubled", false, 100);
    limits.most_rules_length = number_of("most_rules_length", false, kMostLimit);
    limits.most_reply = number_of("most_reply", false, kMostLimit);
    limits.most_input = number_of("most_input", true, kMostLimit);
    limits.most_output = number_of("most_output", true, kMostLimit);
  }

  // "7 8 13*5": numbers with their weights.
  void read_explicit() {
    space_.explicit_weights.assign(space_.limits.rules + 1, 0);
    const std::string text = text_of("explicit", true);
    for (const std::string_view word : split_words(text)) {
      const auto star = word.find('*');
      const auto number = parse_number(word.substr(0, star));
      const auto weight = star == std::string_view::npos ? std::optional<std::uint64_t>(1)
                                                         : parse_number(word.substr(star + 1));
      if (!number || *number > space_.limits.rules || !weight || *weight > kMostLimit) {
        fail_at("explicit",
                "\"{}\" is not a number of rules up to {}, with a weight as in 7 or 7*5",
                printable(word), space_.limits.rules);
      }
      space_.explicit_weights[*number] += *weight;
    }
    if (std::ranges::all_of(space_.explicit_weights, [](std::uint64_t w) { return w == 0; })) {
      fail_at("explicit", "no number of rules has a weight");
    }
  }

  void read_least() {
    space_.least.assign(space_.levels.size(), 0);
    const toml::node* node = table_.get("least");
    if (node == nullptr) return;
    if (!node->is_table()) fail_at("least", "must be a table of levels and numbers");
    std::uint32_t total = 0;
    for (const auto& [key, value] : *node->as_table()) {
      const auto level = level_of(key.str());
      if (!level) {
        fail_at("least", "the grammar has no level \"{}\"{}", printable(key.str()),
                did_you_mean(key.str(), space_.levels));
      }
      const std::int64_t number = value.is_integer() ? value.value_or<std::int64_t>(-1) : -1;
      const auto there = std::ranges::count_if(
          space_.productions, [&](const Production& p) { return p.result == *level; });
      if (number < 0 || number > there) {
        fail_at("least", "{} must be a whole number from 0 to {}, as many productions as it has",
                printable(key.str()), there);
      }
      space_.least[*level] = static_cast<std::uint32_t>(number);
      total += space_.least[*level];
    }
    if (total > space_.limits.rules) {
      fail_at("least", "asks for {} productions, a context has {} rules", total,
              space_.limits.rules);
    }
  }

  std::vector<Symbol> read_output(std::string_view text, const Production& production) const {
    std::vector<Symbol> output;
    for (const std::string_view word : split_words(text)) {
      if (word == kEmptyOutput) continue;
      const bool is_bracketed = word.size() > 2 && word.front() == '[' && word.back() == ']';
      const auto variable = variable_of(is_bracketed ? word.substr(1, word.size() - 2) : "");
      const auto action = std::ranges::find(space_.actions, word);
      if (variable && *variable < production.slots.size()) {
        output.push_back({true, *variable});
      } else if (action != space_.actions.end()) {
        output.push_back({false, static_cast<Action>(action - space_.actions.begin())});
      } else {
        fail_at("basis",
                "in the rule of [{}], \"{}\" is neither an action nor one of its variables",
                printable(production.name), printable(word));
      }
    }
    return output;
  }

  void read_basis() {
    const std::string text = text_of("basis", false);
    if (text.empty()) return;
    std::map<std::string, std::string, std::less<>> rules;
    for (const std::string_view line : split_text(text, '\n')) {
      if (split_words(line).empty()) continue;
      const auto close = line.find("] = ");
      if (!line.starts_with('[') || close == std::string_view::npos) {
        fail_at("basis", "\"{}\" is not of the form [walk] = WALK", printable(line));
      }
      if (!rules.emplace(line.substr(1, close - 1), line.substr(close + 4)).second) {
        fail_at("basis", "{} stands there twice", printable(line.substr(0, close + 1)));
      }
    }
    for (const Production& production : space_.productions) {
      const auto rule = rules.find(production.name);
      if (rule == rules.end()) {
        fail_at("basis", "the rule of [{}] is missing", printable(production.name));
      }
      space_.basis.push_back(read_output(rule->second, production));
      rules.erase(rule);
    }
    if (!rules.empty()) {
      fail_at("basis", "no production reads \"{}\"", printable(rules.begin()->first));
    }
  }

  std::string file_;
  toml::table table_;
  RuleSpace space_;
};

// "rules/cscan/b.toml" -> "b".
std::string space_name(const std::string& path) {
  const auto slash = path.find_last_of('/');
  const std::string file = slash == std::string::npos ? path : path.substr(slash + 1);
  return file.ends_with(".toml") ? file.substr(0, file.size() - 5) : file;
}

}  // namespace

std::optional<std::uint8_t> variable_of(std::string_view word) {
  if (word.size() < 2 || word.size() > 3 || word[0] != 'x') return std::nullopt;
  const auto number = parse_number(word.substr(1));
  if (!number || *number == 0) return std::nullopt;
  return static_cast<std::uint8_t>(*number - 1);
}

RuleSpace parse_rule_space(const std::string& text, const std::string& file_name) {
  RuleSpace space = SpaceReader(text, file_name).take();
  space.name = space_name(file_name);
  return space;
}

std::vector<std::string> own_space_names() {
  std::vector<std::string> names;
  for (const TextFile& file : own_rules()) names.push_back(space_name(file.name));
  return names;
}

namespace {

TextFile rule_space_file(const std::string& name_or_path) {
  for (const TextFile& file : own_rules()) {
    if (space_name(file.name) == name_or_path) return file;
  }
  if (name_or_path.find_first_of("./") == std::string::npos) {
    fail(ErrorKind::kUsage, "there is no rule space \"{}\"{}; a file of your own ends in .toml",
         printable(name_or_path), did_you_mean(name_or_path, own_space_names()));
  }
  return {name_or_path, read_user_file(name_or_path, {kMostRecipeBytes})};
}

}  // namespace

RuleSpace read_rule_space(const std::string& name_or_path) {
  const TextFile file = rule_space_file(name_or_path);
  return parse_rule_space(file.text, file.name);
}

std::string rule_space_text(const std::string& name_or_path) {
  return rule_space_file(name_or_path).text;
}

}  // namespace assay::cscan
