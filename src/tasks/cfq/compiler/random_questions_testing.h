// For tests only: questions drawn from the parser's grammar, without regard to sense.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "assay/base/random.h"
#include "assay/tasks/cfq/compiler/words.h"

namespace assay::cfq::compiler {

class QuestionMaker {
 public:
  explicit QuestionMaker(Stream& stream) : stream_(stream) {}

  // `clauses` bounds how many relative clauses and links of possession there are.
  std::string make(std::size_t clauses) {
    text_.clear();
    entities_ = 0;
    left_ = clauses;
    switch (stream_.below(8)) {
      case 0:
        say("Did");
        determiner_phrase();
        list(1, [this] { infinitives_then_phrase(); });
        break;
      case 1:
        was_passive();
        break;
      case 2:
        say("Was");
        one_thing();
        one_thing();
        break;
      case 3:
        was_adjective();
        break;
      default:
        open_question();
    }
    return std::move(text_);
  }

 private:
  void say(std::string_view words) {
    if (!text_.empty()) text_ += ' ';
    text_ += words;
  }

  bool chance(std::uint64_t of) { return stream_.below(of) == 0; }

  // A clause or link more, while there are some left.
  bool more(std::uint64_t of) {
    if (left_ == 0 || !chance(of)) return false;
    --left_;
    return true;
  }

  template <class Table>
  const auto& any(const Table& table) {
    return table[stream_.below(table.size())];
  }

  template <class Item>
  void list(std::size_t least, const Item& item) {
    std::size_t count = least;
    while (count < 4 && chance(3)) ++count;
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0 && count > 2) say(",");
      if (i > 0 && i + 1 == count) say("and");
      item();
    }
  }

  // --- sentences ---

  void was_passive() {
    if (chance(2)) {
      say("Were");
      entities(2);
    } else {
      say("Was");
      one_thing();
    }
    passive();
  }

  void was_adjective() {
    const bool plural = chance(2);
    say(plural ? "Were" : "Was");
    plural ? entities(2) : entity();
    say(any(kAdjectives).word);
  }

  void open_question() {
    switch (stream_.below(4)) {
      case 0:
        say("Who");
        break;
      case 1:
        say("What");
        break;
      default:
        say(chance(2) ? "What" : "Which");
        noun_phrase();
    }
    switch (stream_.below(3)) {
      case 0:
        finite_clause();
        break;
      case 1:
        say("did");
        list(1, [this] {
          determiner_phrase();
          list(1, [this] { say(any(kVerbs).infinitive); });
        });
        break;
      default:
        say("was");
        one_thing();
    }
  }

  // --- clauses ---

  void infinitives_then_phrase() {
    list(1, [this] { say(any(kVerbs).infinitive); });
    determiner_phrase();
  }

  void participle_by() {
    say(any(kVerbs).participle);
    say("by");
  }

  void participles_by() {
    if (chance(2)) {
      list(1, [this] { participle_by(); });
    } else {
      list(2, [this] { say(any(kVerbs).participle); });
      say("by");
    }
  }

  void passive() {
    list(1, [this] {
      participles_by();
      determiner_phrase();
    });
  }

  void finite_verbs(std::string_view be) {
    list(1, [this, be] {
      if (chance(2)) {
        say(any(kVerbs).past);
      } else {
        say(be);
        participle_by();
      }
    });
  }

  void finite_clause() {
    if (chance(3)) {
      say("was");
      passive();
      return;
    }
    list(1, [this] {
      finite_verbs("was");
      determiner_phrase();
    });
  }

  void gap_clause() {
    list(1, [this] {
      const std::string_view be = determiner_phrase() ? "were" : "was";
      if (chance(2)) {
        finite_verbs(be);
      } else {
        say(be);
        participles_by();
      }
    });
  }

  // --- phrases ---

  void entity() { say("M" + std::to_string(entities_++)); }

  void entities(std::size_t least) {
    list(least, [this] { entity(); });
  }

  void adjectives() {
    while (chance(4)) say(any(kAdjectives).word);
  }

  void roles() {
    adjectives();
    list(1, [this] { say(any(kRoles).words); });
  }

  void noun_phrase() {
    if (more(3)) {
      roles();
      say("of");
      determiner_phrase();
      return;
    }
    adjectives();
    say(any(kNouns).words);
    if (!more(3)) return;
    switch (stream_.below(4)) {
      case 0:
        say("that");
        finite_clause();
        break;
      case 1:
        say("that");
        gap_clause();
        break;
      case 2:
        say("whose");
        roles();
        finite_clause();
        break;
      default:
        passive();
    }
  }

  void one_thing() {
    if (more(3)) {
      if (chance(2)) {
        entity();
      } else {
        say("a");
        adjectives();
        say(any(kNouns).words);
      }
      do {
        say("'s");
        roles();
      } while (more(2));
    } else if (chance(2)) {
      entity();
    } else {
      say("a");
      noun_phrase();
    }
  }

  // Says whether it is a list.
  bool determiner_phrase() {
    if (chance(3)) {
      entities(2);
      return true;
    }
    one_thing();
    return false;
  }

  Stream& stream_;
  std::string text_;
  std::size_t entities_ = 0;
  std::size_t left_ = 0;
};

}  // namespace assay::cfq::compiler
