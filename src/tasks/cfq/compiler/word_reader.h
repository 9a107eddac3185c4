// The words of a question, and lists of whatever is read at a position.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "assay/tasks/cfq/compiler/words.h"

namespace assay::cfq::compiler {

// Each method answers with every way to read something from a position, and where it ends.
class WordReader {
 protected:
  static constexpr std::size_t kMostWords = 200;
  static constexpr std::size_t kMostReads = 4096;  // of one list at one position, of the whole
  static constexpr std::size_t kMostSteps = 1'000'000;

  explicit WordReader(std::string_view question) {
    while (!question.empty()) {
      const auto blank = question.find(' ');
      words_.emplace_back(question.substr(0, blank));
      question.remove_prefix(blank == std::string_view::npos ? question.size() : blank + 1);
    }
  }

  template <class Tree>
  struct Read {
    std::size_t end;
    Tree tree;
  };
  template <class Tree>
  using Reads = std::vector<Read<Tree>>;
  using Indices = std::vector<std::size_t>;

  std::string_view word(std::size_t i) const {
    return i < words_.size() ? words_[i] : std::string_view();
  }

  std::size_t word_count() const { return words_.size(); }

  // Whether nothing was cut off so far. Made questions stay far below every limit.
  bool complete() const { return complete_; }
  void cut_off() { complete_ = false; }

  // The position after `text` (one or more words) if the question has it at `at`.
  std::optional<std::size_t> after(std::size_t at, std::string_view text) const {
    while (!text.empty()) {
      const auto blank = text.find(' ');
      if (word(at) != text.substr(0, blank)) return {};
      ++at;
      text.remove_prefix(blank == std::string_view::npos ? text.size() : blank + 1);
    }
    return at;
  }

  template <class Table, class Member>
  Reads<std::size_t> one_of(std::size_t at, const Table& table, Member member) const {
    Reads<std::size_t> reads;
    for (std::size_t i = 0; i < table.size(); ++i) {
      if (const auto end = after(at, table[i].*member)) reads.push_back({*end, i});
    }
    return reads;
  }

  // L(X): X, X and X, X , X , and X; at least `least` members.
  template <class Tree, class Item>
  Reads<std::vector<Tree>> list(std::size_t at, const Item& item, std::size_t least = 1) {
    Reads<std::vector<Tree>> reads;
    std::vector<Tree> members;
    const std::function<void(std::size_t, bool)> extend = [&](std::size_t i, bool last) {
      for (const auto& [end, tree] : item(i)) {
        if (reads.size() >= kMostReads || ++steps_ > kMostSteps) return cut_off();
        members.push_back(tree);
        const auto n = members.size();
        if ((last || n == 1) && n >= least) reads.push_back({end, members});
        if (!last && n == 1 && word(end) == "and") extend(end + 1, true);
        if (!last && word(end) == ",") {
          if (word(end + 1) != "and") {
            extend(end + 1, false);
          } else if (n >= 2) {
            extend(end + 2, true);
          }
        }
        members.pop_back();
      }
    };
    extend(at, false);
    return reads;
  }

  Reads<std::string_view> entity(std::size_t at) const {
    const auto text = word(at);
    const auto digits_end = text.find_first_not_of("0123456789", 1);
    if (text.size() < 2 || text[0] != 'M' || digits_end != std::string_view::npos) return {};
    return {{at + 1, text}};
  }

  // ADJ*: adjectives are taken greedily, for nothing else starts with one.
  Read<Indices> adjective_run(std::size_t at) const {
    Read<Indices> run{at, {}};
    for (auto next = one_of(at, kAdjectives, &Adjective::word); !next.empty();
         next = one_of(run.end, kAdjectives, &Adjective::word)) {
      run.tree.push_back(next[0].tree);
      run.end = next[0].end;
    }
    return run;
  }

 private:
  std::vector<std::string_view> words_;
  std::size_t steps_ = 0;
  bool complete_ = true;
};

}  // namespace assay::cfq::compiler
