// Trees of questions, as the parser reads them.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace assay::cfq::compiler {

struct Phrase;
using PhrasePtr = std::shared_ptr<const Phrase>;

// One verb said of a head, which does it or undergoes it.
struct Act {
  std::size_t verb = 0;
  bool head_is_agent = true;

  friend bool operator==(const Act&, const Act&) = default;
};

// Verbs that link a head to one and the same other phrase.
struct Group {
  std::vector<Act> acts;
  PhrasePtr other;
};

// Everything a clause says of its head.
using Groups = std::vector<Group>;

// A phrase for things, or a question phrase: a list of entities, or one node with all that is said
// of it.
struct Phrase {
  std::vector<std::string_view> entities{};
  std::vector<std::size_t> adjectives{};
  std::optional<std::size_t> noun{};
  std::vector<std::size_t> roles{};  // that this node plays for `of`
  PhrasePtr of{};
  Groups clause{};  // relative clause on this node (on the `whose` node if any)
  std::vector<std::size_t> whose_adjectives{};
  std::vector<std::size_t> whose_roles{};  // that another node plays for this one

  bool is_list() const { return entities.size() > 1; }
};

struct Sentence {
  bool open = false;  // Who, What, Which
  PhrasePtr subject{};
  Groups clause{};
  PhrasePtr same{};  // the other side of "Was A B" and "WHO was B"
  std::optional<std::size_t> adjective{};
  bool usual = true;  // false: the bare word "What" before a finite verb, as in "What directed M0"
};

}  // namespace assay::cfq::compiler
