// The grammar once more, as text, with the authors' way of drawing: expand, and try again what
// failed. Slow and plain; shares nothing with Language. For tests only.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "assay/base/random.h"

namespace assay::curi {

using Words = std::vector<std::string>;

inline Words split_at_blanks(std::string_view text) {
  Words words;
  std::string word;
  for (const char byte : text) {
    if (byte != ' ') {
      word += byte;
    } else {
      words.push_back(word);
      word.clear();
    }
  }
  words.push_back(word);
  return words;
}

inline std::string joined(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

class WitnessGrammar {
 public:
  WitnessGrammar() {
    add("START", 1, 2, {"BOOL lambda S. exists=", "BOOL lambda S. for-all="});
    add("BOOL", 6, 56, {"BOOL BOOL and"});
    add("BOOL", 1, 56, {"BOOL BOOL or"});
    add("BOOL", 2, 56, {"BOOL not"});
    add("BOOL", 6, 56, {"C C =", "SH SH =", "M M ="});
    add("BOOL", 1, 56, {"SI SI =", "L L =", "NUM NUM ="});
    add("BOOL", 2, 56, {"SI SI >", "L L >", "NUM NUM >"});
    for (const std::string_view sort : {"C", "SH", "M", "SI", "L"}) {
      add("BOOL", 2, 56, {fmt::format("SETF{0} {0} for-all=", sort)});
      add("BOOL", 2, 56, {fmt::format("SETF{0} {0} exists=", sort)});
      add("NUM", 3, 30, {fmt::format("SETF{0} {0} count=", sort)});
      add(fmt::format("SETF{}", sort), 1, 1, {fmt::format("SET F{}", sort)});
    }
    add("NUM", 5, 30, {"1", "2", "3"});
    add("C", 1, 16, {"gray", "red", "blue", "green", "brown", "purple", "cyan", "yellow"});
    add("C", 8, 16, {"OBJECT FC"});
    add("SH", 1, 6, {"cube", "sphere", "cylinder"});
    add("SH", 3, 6, {"OBJECT FSH"});
    add("M", 1, 4, {"rubber", "metal"});
    add("M", 2, 4, {"OBJECT FM"});
    add("SI", 1, 4, {"0.7", "0.35"});
    add("SI", 2, 4, {"OBJECT FSI"});
    add("L", 1, 16, {"1", "2", "3", "4", "5", "6", "7", "8"});
    add("L", 8, 16, {"OBJECT FL"});
    add("FC", 1, 1, {"color?"});
    add("FSH", 1, 1, {"shape?"});
    add("FM", 1, 1, {"material?"});
    add("FSI", 1, 1, {"size?"});
    add("FL", 1, 2, {"locationX?", "locationY?"});
    add("OBJECT", 1, 1, {"x"});
    add("SET", 1, 2, {"S", "non-x-S"});
  }

  // As the authors do. `tries`: how often a part is tried before the whole fails; 0 is endless,
  // where a part that can never succeed fails at once.
  std::optional<Words> expand(const std::string& symbol, int depth, int limit, int tries,
                              Stream& stream) const {
    const std::vector<Completion>& completions = rules_.at(symbol);
    std::uint64_t point = stream.below(completions[0].in);
    std::size_t chosen = 0;
    while (point >= completions[chosen].of) point -= completions[chosen++].of;
    if (depth == limit) return std::nullopt;
    Words out;
    int parts = 0;
    int constants = 0;
    for (const std::string& item : completions[chosen].items) {
      if (!rules_.contains(item)) {
        out.push_back(item);
        continue;
      }
      if (tries == 0 && ways(item, depth + 1, limit) == Ways{}) return std::nullopt;
      std::optional<Words> part;
      for (int trial = 0; !part && (tries == 0 || trial < tries); ++trial) {
        part = expand(item, depth + 1, limit, tries, stream);
      }
      if (!part) return std::nullopt;
      ++parts;
      constants += part->size() == 1 && is_constant(part->front()) ? 1 : 0;
      out.insert(out.end(), part->begin(), part->end());
    }
    if (parts > 0 && parts == constants) return std::nullopt;
    return out;
  }

  // Of the one way in which the grammar makes the words, without any limit; nothing where it does
  // not make them. Words that compare two constants are not made.
  std::optional<double> log_probability(const Words& words) const {
    std::map<Span, std::optional<double>> known;
    return log_probability("START", 0, words.size(), words, known);
  }

  // The most words that a sentence has.
  std::size_t longest(int limit) const { return ways("START", 0, limit).longest; }

 private:
  struct Completion {
    Words items;
    std::uint64_t of;
    std::uint64_t in;
  };
  // What can become of a symbol at a depth.
  struct Ways {
    bool constant = false;
    bool other = false;
    std::size_t longest = 0;
    friend bool operator==(const Ways&, const Ways&) = default;
  };
  struct Span {
    std::string symbol;
    std::size_t begin;
    std::size_t end;
    friend auto operator<=>(const Span&, const Span&) = default;
  };

  void add(const std::string& symbol, std::uint64_t of, std::uint64_t in, const Words& texts) {
    for (const std::string& text : texts) {
      rules_[symbol].push_back({split_at_blanks(text), of, in});
    }
  }

  static bool is_constant(const std::string& word) {
    static const std::set<std::string> kConstants{
        "gray", "red",    "blue",     "green",  "brown", "purple", "cyan", "yellow",
        "cube", "sphere", "cylinder", "rubber", "metal", "0.7",    "0.35", "1",
        "2",    "3",      "4",        "5",      "6",     "7",      "8"};
    return kConstants.contains(word);
  }

  Ways ways(const std::string& symbol, int depth, int limit) const {
    if (depth == limit) return {};
    const auto key = std::tuple(symbol, depth, limit);
    if (const auto found = ways_.find(key); found != ways_.end()) return found->second;
    Ways all;
    for (const Completion& completion : rules_.at(symbol)) {
      bool fails = false;
      bool any_part = false;
      bool any_other = false;
      std::size_t longest = 0;
      for (const std::string& item : completion.items) {
        if (!rules_.contains(item)) {
          ++longest;
          continue;
        }
        const Ways part = ways(item, depth + 1, limit);
        any_part = true;
        any_other = any_other || part.other;
        fails = fails || part == Ways{};
        longest += part.longest;
      }
      if (fails || (any_part && !any_other)) continue;
      const bool constant = !any_part && is_constant(completion.items[0]);
      all.constant = all.constant || constant;
      all.other = all.other || !constant;
      all.longest = std::max(all.longest, longest);
    }
    return ways_[key] = all;
  }

  std::optional<double> log_probability(const std::string& symbol, std::size_t begin,
                                        std::size_t end, const Words& words,
                                        std::map<Span, std::optional<double>>& known) const {
    const Span span{symbol, begin, end};
    if (const auto found = known.find(span); found != known.end()) return found->second;
    std::optional<double> result;
    for (const Completion& completion : rules_.at(symbol)) {
      const std::optional<double> found =
          log_probability(completion.items, 0, begin, end, words, known);
      const std::string& last = completion.items.back();
      const bool compares_constants = (last == "=" || last == ">") && end - begin == 3;
      if (!found || compares_constants) continue;
      result = *found + std::log(static_cast<double>(completion.of)) -
               std::log(static_cast<double>(completion.in));
    }
    return known[span] = result;
  }
  // Of the items from `at` on.
  std::optional<double> log_probability(const Words& items, std::size_t at, std::size_t begin,
                                        std::size_t end, const Words& words,
                                        std::map<Span, std::optional<double>>& known) const {
    if (at == items.size()) return begin == end ? std::optional(0.0) : std::nullopt;
    if (begin + (items.size() - at) > end) return std::nullopt;
    if (!rules_.contains(items[at])) {
      if (words[begin] != items[at]) return std::nullopt;
      return log_probability(items, at + 1, begin + 1, end, words, known);
    }
    for (std::size_t cut = begin + 1; cut <= end; ++cut) {
      const std::optional<double> rest = log_probability(items, at + 1, cut, end, words, known);
      if (!rest) continue;
      const std::optional<double> part = log_probability(items[at], begin, cut, words, known);
      if (part) return *part + *rest;
    }
    return std::nullopt;
  }

  std::map<std::string, std::vector<Completion>> rules_;
  mutable std::map<std::tuple<std::string, int, int>, Ways> ways_;
};

}  // namespace assay::curi
