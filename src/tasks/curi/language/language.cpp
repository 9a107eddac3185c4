#include "assay/tasks/curi/language/language.h"

#include <map>
#include <numeric>
#include <tuple>

#include "assay/base/error.h"

namespace assay::curi {

namespace {

enum class Want : std::uint8_t { kAny, kConstant, kOther };

Chance reduced(Chance chance) {
  const std::uint64_t divisor = std::gcd(chance.of, chance.in);
  return {chance.of / divisor, chance.in / divisor};
}

Chance operator*(Chance a, Chance b) { return reduced({a.of * b.of, a.in * b.in}); }

Chance rest_of(Chance chance) { return {chance.in - chance.of, chance.in}; }

}  // namespace

class LanguageBuilder {
 public:
  LanguageBuilder(std::uint32_t depth, Language& language) : limit_(depth), language_(language) {
    language_.start_ = state(Symbol::kStart, 0, Want::kAny);
  }

 private:
  using Completion = Language::Completion;
  struct Weighted {
    Completion completion;
    Chance weight;
  };

  std::uint16_t state(Symbol symbol, std::uint32_t depth, Want want) {
    const auto key = std::tuple(symbol, depth, want);
    if (const auto found = numbers_.find(key); found != numbers_.end()) return found->second;
    std::vector<Weighted> choices;
    if (depth < limit_) {
      for (const Production& production : productions()) {
        if (production.symbol == symbol) add_choices(production, depth, want, choices);
      }
    }
    const auto number = static_cast<std::uint16_t>(language_.states_.size());
    language_.states_.push_back(cut_into_slots(choices));
    numbers_.emplace(key, number);
    return number;
  }

  void add_choices(const Production& production, std::uint32_t depth, Want want,
                   std::vector<Weighted>& out) {
    const bool is_constant = production.part_count() == 0;
    if (want != Want::kAny && is_constant != (want == Want::kConstant)) return;
    if (!production.compares()) {
      add_choice(production, depth, {Want::kAny, Want::kAny}, production.chance, out);
      return;
    }
    const Chance constant = constant_share(production.parts[0], depth + 1);
    const Chance other = rest_of(constant);
    const Chance chance = production.chance;
    add_choice(production, depth, {Want::kOther, Want::kOther}, chance * other * other, out);
    add_choice(production, depth, {Want::kConstant, Want::kOther}, chance * constant * other, out);
    add_choice(production, depth, {Want::kOther, Want::kConstant}, chance * other * constant, out);
  }

  void add_choice(const Production& production, std::uint32_t depth, std::array<Want, 2> wants,
                  Chance weight, std::vector<Weighted>& out) {
    if (weight.of == 0) return;
    Completion completion{.part_count = production.part_count(),
                          .has_word = production.words > 0,
                          .word = production.word};
    for (std::size_t part = 0; part < completion.part_count; ++part) {
      completion.parts[part] = state(production.parts[part], depth + 1, wants[part]);
      if (language_.states_[completion.parts[part]].slots == 0) return;
    }
    out.push_back({completion, weight});
    for (std::uint8_t further = 1; further < production.words; ++further) {
      completion.word = offset(production.word, further);
      out.push_back({completion, weight});
    }
  }

  // How many of the ways to complete the symbol are constants; none where there are no ways.
  Chance constant_share(Symbol symbol, std::uint32_t depth) {
    const Language::State any = language_.states_[state(symbol, depth, Want::kAny)];
    if (any.slots == 0) return {1, 1};
    std::uint64_t constants = 0;
    for (std::uint32_t slot = 0; slot < any.slots; ++slot) {
      const std::uint16_t completion = language_.slots_[any.first_slot + slot];
      if (language_.completions_[completion].part_count == 0) ++constants;
    }
    return reduced({constants, any.slots});
  }

  Language::State cut_into_slots(const std::vector<Weighted>& choices) {
    std::uint64_t whole = 1;
    for (const Weighted& choice : choices) whole = std::lcm(whole, choice.weight.in);
    std::uint64_t common = 0;
    for (const Weighted& choice : choices) {
      common = std::gcd(common, choice.weight.of * (whole / choice.weight.in));
    }
    Language::State state{.first_slot = static_cast<std::uint32_t>(language_.slots_.size())};
    for (const Weighted& choice : choices) {
      const std::uint64_t slots = choice.weight.of * (whole / choice.weight.in) / common;
      language_.slots_.insert(language_.slots_.end(), slots,
                              static_cast<std::uint16_t>(language_.completions_.size()));
      language_.completions_.push_back(choice.completion);
      state.slots += static_cast<std::uint32_t>(slots);
    }
    return state;
  }

  std::uint32_t limit_;
  Language& language_;
  std::map<std::tuple<Symbol, std::uint32_t, Want>, std::uint16_t> numbers_;
};

Language::Language(std::uint32_t depth) {
  if (depth != 5 && depth != 6) {
    fail(ErrorKind::kUsage, "concepts of depth {} are not offered; choose 5 or 6", depth);
  }
  LanguageBuilder(depth, *this);
}

const Language::Completion& Language::pick(std::uint16_t state, Stream& stream) const {
  const State& from = states_[state];
  const std::uint64_t slot = from.slots == 1 ? 0 : stream.below(from.slots);
  return completions_[slots_[from.first_slot + slot]];
}

void Language::append(std::uint16_t state, Stream& stream, Concept& out) const {
  const Completion& completion = pick(state, stream);
  for (std::size_t part = 0; part < completion.part_count; ++part) {
    append(completion.parts[part], stream, out);
  }
  if (completion.has_word) out.push(completion.word);
}

Concept Language::draw(Stream& stream) const {
  Concept words;
  const Completion& sentence = pick(start_, stream);
  append(sentence.parts[0], stream, words);
  words.push(Token::kLambda);
  words.push(sentence.word);
  return words;
}

}  // namespace assay::curi
