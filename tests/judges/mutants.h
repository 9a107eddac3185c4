// Answers spoilt on purpose: the ways that any answer can be spoilt as text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace brute_force {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : random_(seed) {}

  std::size_t below(std::size_t count) { return static_cast<std::size_t>(random_() % count); }
  bool one_in(std::size_t count) { return below(count) == 0; }
  template <typename Value>
  const Value& pick(const std::vector<Value>& values) {
    return values[below(values.size())];
  }
  template <typename Value>
  void shuffle(std::vector<Value>& values) {
    for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[below(i)]);
  }

 private:
  std::mt19937_64 random_;
};

// A way to spoil an answer; `other` is the answer of another row. What comes out may be right all
// the same, or may be the answer itself.
struct Mutation {
  std::string name;
  std::function<std::string(const std::string& answer, const std::string& other, Dice& dice)> spoil;
};

// How answers of a task are cut into tokens, and which tokens there are besides their own.
struct Tokens {
  std::string_view separator;  // the first character stands between tokens
  std::vector<std::string> vocabulary;
};

// Tokens dropped, inserted, exchanged, replaced, repeated; wrong case; a letter too few, too many
// or wrong; cut short; an extra tail; the answer buried in text; the answer of another row; other
// white space.
std::vector<Mutation> text_mutations(const Tokens& tokens);

}  // namespace brute_force
