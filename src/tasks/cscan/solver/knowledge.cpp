#include "assay/tasks/cscan/solver/knowledge.h"

#include <algorithm>
#include <optional>

namespace assay::cscan::solving {

namespace {

void add_new(std::vector<Output>& values, Output value) {
  if (std::ranges::find(values, value) == values.end()) values.push_back(std::move(value));
}

class Valuation {
 public:
  Valuation(const Knowledge& knowledge, const Term& phrase)
      : knowledge_(knowledge), phrase_(phrase), known_(phrase.size()) {}

  const std::vector<Output>& values_at(std::size_t at) {
    if (!known_[at]) known_[at] = find_values(at);
    return *known_[at];
  }

 private:
  std::vector<Output> find_values(std::size_t at) {
    const Cell& cell = phrase_[at];
    if (cell.is_variable()) return {Output(1, variable_symbol(cell.variable))};
    std::vector<Output> values;
    for (const std::size_t r : knowledge_.rules_with_root(cell.production)) {
      const Rule& rule = knowledge_.rules()[r];
      const auto parts = match(rule.left, at);
      if (parts) add_values(rule, *parts, values);
    }
    return values;
  }

  // Where the parts of the phrase at `at` stand that the variables of a left side take.
  std::optional<std::vector<std::size_t>> match(const Term& left, std::size_t at) const {
    std::vector<std::size_t> parts;
    for (const Cell& wanted : left) {
      const Cell& cell = phrase_[at];
      if (wanted.is_variable()) {
        parts.push_back(at);
        at += cell.extent;
      } else if (wanted.production == cell.production) {
        ++at;
      } else {
        return std::nullopt;
      }
    }
    return parts;
  }

  void add_values(const Rule& rule, const std::vector<std::size_t>& parts,
                  std::vector<Output>& values) {
    std::vector<std::vector<Output>> choices{std::vector<Output>(parts.size())};
    for (std::size_t variable = 0; variable < parts.size(); ++variable) {
      if (!rule.needed[variable]) continue;
      std::vector<std::vector<Output>> longer;
      for (const Output& value : values_at(parts[variable])) {
        for (std::vector<Output> choice : choices) {
          choice[variable] = value;
          longer.push_back(std::move(choice));
        }
      }
      choices = std::move(longer);
    }
    for (const auto& choice : choices) add_new(values, put_for_variables(rule.right, choice));
  }

  const Knowledge& knowledge_;
  const Term& phrase_;
  std::vector<std::optional<std::vector<Output>>> known_;  // by place
};

}  // namespace

void Knowledge::add(const Rule& rule) {
  for (const std::size_t r : by_root_[rule.root()]) {
    if (rules_[r].left == rule.left && rules_[r].right == rule.right) return;
  }
  by_root_[rule.root()].push_back(rules_.size());
  rules_.push_back(rule);
}

std::vector<Output> Knowledge::values(const Term& phrase) const {
  return Valuation(*this, phrase).values_at(0);
}

}  // namespace assay::cscan::solving
