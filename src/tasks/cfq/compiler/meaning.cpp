#include "assay/tasks/cfq/compiler/meaning.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "assay/base/hash.h"
#include "assay/base/text.h"

namespace assay::cfq::compiler {

namespace {

constexpr std::uint32_t kUnknown = 0xFFFF'FFFF;

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  a ^= b + 0x9E37'79B9'7F4A'7C15ULL + (a << 6U) + (a >> 2U);
  a *= 0xFF51'AFD7'ED55'8CCDULL;
  return a ^ (a >> 32U);
}

// A number for each variable by what is said of it and of its neighbours, and so on.
class Looks {
 public:
  explicit Looks(const Meaning& meaning) : meaning_(meaning), looks_(meaning.variables, 1) {
    if (meaning.open && !looks_.empty()) looks_[0] = 0;
    for (const Clause& clause : meaning.clauses) {
      hashes_.push_back(
          {hash64(clause.subject.name), hash64(clause.property), hash64(clause.object.name)});
    }
    for (std::uint32_t round = 0; round < rounds(); ++round) refine();
  }

  std::uint64_t operator[](std::uint32_t variable) const { return looks_[variable]; }
  std::vector<std::uint64_t> sorted() const {
    auto all = looks_;
    std::sort(all.begin(), all.end());
    return all;
  }

 private:
  struct Hashes {
    std::uint64_t subject, property, object;
  };

  // Differences travel one clause a round; what is left after a few is told apart by trying.
  std::uint32_t rounds() const { return std::min<std::uint32_t>(meaning_.variables, 4); }

  void refine() {
    std::vector<std::uint64_t> next(looks_.size(), 0);
    for (std::size_t i = 0; i < hashes_.size(); ++i) {
      const auto& [subject, property, object] = meaning_.clauses[i];
      const Hashes& hash = hashes_[i];
      const std::uint64_t left = subject.is_variable() ? looks_[subject.variable] : hash.subject;
      const std::uint64_t right = object.is_variable() ? looks_[object.variable] : hash.object;
      // Sums: the order of clauses must not count.
      if (subject.is_variable()) next[subject.variable] += mix(mix(hash.property, 1), right);
      if (object.is_variable()) next[object.variable] += mix(mix(hash.property, 2), left);
    }
    for (std::size_t i = 0; i < looks_.size(); ++i) looks_[i] = mix(looks_[i], next[i]);
  }

  const Meaning& meaning_;
  std::vector<std::uint64_t> looks_;
  std::vector<Hashes> hashes_;
};

// Looks for a renaming of the variables of one meaning that makes it the other.
class Matcher {
 public:
  Matcher(const Meaning& a, const Meaning& b)
      : a_(a),
        b_(b),
        looks_a_(a),
        looks_b_(b),
        partner_(a.variables, kUnknown),
        taken_(b.variables, false) {}

  bool match() {
    if (looks_a_.sorted() != looks_b_.sorted()) return false;
    const auto has_names_only = [](const Clause& clause) {
      return !clause.subject.is_variable() && !clause.object.is_variable();
    };
    for (const Clause& clause : a_.clauses) {
      if (has_names_only(clause) && !is_as_frequent(clause)) return false;
    }
    return match_from(0);
  }

 private:
  bool match_from(std::uint32_t variable) {
    if (variable == a_.variables) return true;
    for (std::uint32_t other = 0; other < b_.variables; ++other) {
      if (taken_[other] || looks_a_[variable] != looks_b_[other]) continue;
      partner_[variable] = other;
      taken_[other] = true;
      if (fits(variable) && match_from(variable + 1)) return true;
      taken_[other] = false;
      partner_[variable] = kUnknown;
    }
    return false;
  }

  bool fits(std::uint32_t variable) const {
    const auto is_it = [&](const Node& node) {
      return node.is_variable() && node.variable == variable;
    };
    const auto is_known = [&](const Node& node) {
      return !node.is_variable() || partner_[node.variable] != kUnknown;
    };
    return std::all_of(a_.clauses.begin(), a_.clauses.end(), [&](const Clause& clause) {
      if (!is_it(clause.subject) && !is_it(clause.object)) return true;
      return !is_known(clause.subject) || !is_known(clause.object) || is_as_frequent(clause);
    });
  }

  bool is_as_frequent(const Clause& clause) const {
    const Clause other{renamed(clause.subject), clause.property, renamed(clause.object)};
    return std::count(a_.clauses.begin(), a_.clauses.end(), clause) ==
           std::count(b_.clauses.begin(), b_.clauses.end(), other);
  }

  Node renamed(Node node) const {
    if (node.is_variable()) node.variable = partner_[node.variable];
    return node;
  }

  const Meaning& a_;
  const Meaning& b_;
  Looks looks_a_;
  Looks looks_b_;
  std::vector<std::uint32_t> partner_;  // of each variable of a
  std::vector<bool> taken_;             // of b
};

std::string node_text(const Node& node) {
  return node.is_variable() ? fmt::format("?x{}", node.variable) : std::string(node.name);
}

std::string clause_text(const Clause& clause) {
  const std::string subject = node_text(clause.subject);
  const std::string object = node_text(clause.object);
  if (clause.property == kDiffers) return fmt::format("FILTER ( {} != {} )", subject, object);
  return fmt::format("{} {} {}", subject, clause.property, object);
}

// The clauses with "?" for every variable, sorted.
std::vector<std::string> without_variables(const Meaning& meaning) {
  std::vector<std::string> texts;
  for (Clause clause : meaning.clauses) {
    if (clause.subject.is_variable()) clause.subject.name = "?";
    if (clause.object.is_variable()) clause.object.name = "?";
    texts.push_back(clause_text(clause));
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

// `text` without a head and a tail that it must have.
bool strip(std::string_view& text, std::string_view head, std::string_view tail) {
  if (text.size() < head.size() + tail.size()) return false;
  if (!text.starts_with(head) || !text.ends_with(tail)) return false;
  text = text.substr(head.size(), text.size() - head.size() - tail.size());
  return true;
}

// Gives variables numbers in the order of mention.
class VariableNumbers {
 public:
  Node node(std::string_view word) {
    if (!word.starts_with('?')) return {word};
    const auto known = std::find(names_.begin(), names_.end(), word);
    const auto number = static_cast<std::uint32_t>(known - names_.begin());
    if (known == names_.end()) names_.push_back(word);
    return {{}, number};
  }
  std::uint32_t count() const { return static_cast<std::uint32_t>(names_.size()); }

 private:
  std::vector<std::string_view> names_;
};

}  // namespace

std::optional<Meaning> read_query(std::string_view text) {
  Meaning meaning;
  VariableNumbers numbers;
  if (strip(text, "SELECT DISTINCT ?x0 WHERE {\n", "\n}")) {
    meaning.open = true;
    numbers.node("?x0");
  } else if (!strip(text, "SELECT count(*) WHERE {\n", "\n}")) {
    return {};
  }
  const auto lines = split_text(text, '\n');
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string_view line = lines[i];
    if (i + 1 < lines.size() && !strip(line, "", " .")) return {};
    const bool filter = strip(line, "FILTER ( ", " )");
    const auto words = split_text(line, ' ');
    if (words.size() != 3 || (words[1] == kDiffers) != filter) return {};
    if (std::any_of(words.begin(), words.end(), [](auto word) { return word.empty(); })) return {};
    const Node subject = numbers.node(words[0]);
    meaning.clauses.push_back({subject, words[1], numbers.node(words[2])});
  }
  meaning.variables = numbers.count();
  return meaning;
}

bool same(const Meaning& a, const Meaning& b) {
  return a.open == b.open && a.variables == b.variables && a.clauses.size() == b.clauses.size() &&
         Matcher(a, b).match();
}

std::string difference(const Meaning& wanted, const Meaning& given) {
  if (wanted.open != given.open) {
    return wanted.open ? "SELECT DISTINCT ?x0 is missing" : "SELECT count(*) is missing";
  }
  const auto ours = without_variables(wanted);
  const auto theirs = without_variables(given);
  std::vector<std::string> missing;
  std::vector<std::string> extra;
  std::set_difference(ours.begin(), ours.end(), theirs.begin(), theirs.end(),
                      std::back_inserter(missing));
  std::set_difference(theirs.begin(), theirs.end(), ours.begin(), ours.end(),
                      std::back_inserter(extra));
  if (missing.empty() && extra.empty()) return "the clauses connect other variables";
  std::string text;
  if (!missing.empty()) text = fmt::format("\"{}\" is missing", missing.front());
  if (!extra.empty()) {
    text +=
        fmt::format("{}\"{}\" is unexpected", text.empty() ? "" : ", ", printable(extra.front()));
  }
  return text;
}

std::string to_text(const Meaning& meaning) {
  std::string text = meaning.open ? "SELECT DISTINCT ?x0 WHERE {" : "SELECT count(*) WHERE {";
  std::string_view end;
  for (const Clause& clause : meaning.clauses) {
    text += fmt::format("{}\n{}", end, clause_text(clause));
    end = " .";
  }
  return text + "\n}";
}

}  // namespace assay::cfq::compiler
