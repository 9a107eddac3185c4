#include "cfq_brute_force.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <regex>

#include "text.h"

namespace brute_force {

namespace {

using Words = std::vector<std::string>;

// Brackets, stars and != stand apart from words, and so does a full stop at the end of one.
Words tokens_of(std::string_view text) {
  std::string spaced;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool unequal = text.substr(i, 2) == "!=";
    if (std::string_view("{}()*!").find(text[i]) == std::string_view::npos) {
      spaced += text[i];
      continue;
    }
    spaced += ' ';
    spaced += text.substr(i, unequal ? 2 : 1);
    spaced += ' ';
    if (unequal) ++i;
  }
  Words tokens;
  for (std::string& word : words(spaced, " \t\n\v\f\r")) {
    const bool stops = word.size() > 1 && word.back() == '.';
    if (stops) word.pop_back();
    tokens.push_back(std::move(word));
    if (stops) tokens.emplace_back(".");
  }
  return tokens;
}

bool matches(const std::string& word, const std::string& pattern) {
  static std::map<std::string, std::regex> compiled;
  static std::map<std::pair<std::string, std::string>, bool> known;  // words come again and again
  const auto [answer, is_new] = known.try_emplace({pattern, word}, false);
  if (is_new) {
    const auto expression = compiled.try_emplace(pattern, pattern).first;
    answer->second = std::regex_match(word, expression->second);
  }
  return answer->second;
}

const std::string kDotted = "[A-Za-z0-9_]+(\\.[A-Za-z0-9_]+)+";

bool is_variable(const std::string& word) { return matches(word, "\\?[A-Za-z0-9_]+"); }

std::string without_head(const std::string& word) {
  return word.rfind("ns:", 0) == 0 ? word.substr(3) : word;
}

// As the preprocessing has it; empty when the word is none.
std::string node_of(const std::string& word) {
  if (is_variable(word) || matches(word, "M[0-9]+")) return word;
  if (matches(word, "m_[A-Za-z0-9_]+")) return "m." + word.substr(2);
  return matches(word, "(ns:)?" + kDotted) ? without_head(word) : "";
}

std::string property_of(const std::string& word) {
  if (word == "a" || matches(word, "P[0-9]+")) return word;
  const std::string step = "\\^?ns:" + kDotted;
  const bool fits = matches(word, "(" + kDotted + "|" + step + ")([/|]" + step + ")*");
  return fits ? without_head(word) : "";
}

// Reads the tokens from left to right; the first that does not fit ends it.
class QueryReader {
 public:
  explicit QueryReader(std::string_view text) : tokens_(tokens_of(text)) {}

  std::optional<QueryRead> read() {
    QueryRead query;
    if (!eat({"SELECT"})) return std::nullopt;
    if (eat({"DISTINCT"})) {
      if (at_ == tokens_.size() || !is_variable(tokens_[at_])) return std::nullopt;
      query.answer = tokens_[at_++];
    } else if (!eat({"count", "(", "*", ")"})) {
      return std::nullopt;
    }
    if (!eat({"WHERE", "{"})) return std::nullopt;
    do {
      if (!query.clauses.empty() && at_ < tokens_.size() && tokens_[at_] == "}") break;
      const QueryClause clause = read_clause();
      if (std::find(clause.begin(), clause.end(), "") != clause.end()) return std::nullopt;
      query.clauses.insert(clause);
    } while (eat({"."}));
    if (!eat({"}"}) || at_ < tokens_.size()) return std::nullopt;
    return query;
  }

 private:
  bool eat(const Words& wanted) {
    if (tokens_.size() - at_ < wanted.size()) return false;
    const auto here = tokens_.begin() + static_cast<std::ptrdiff_t>(at_);
    // Keywords in any case, and nothing else has letters here.
    const auto same = [](std::string a, std::string b) {
      std::transform(a.begin(), a.end(), a.begin(),
                     [](unsigned char c) { return std::tolower(c); });
      std::transform(b.begin(), b.end(), b.begin(),
                     [](unsigned char c) { return std::tolower(c); });
      return a == b;
    };
    if (!std::equal(wanted.begin(), wanted.end(), here, same)) return false;
    at_ += wanted.size();
    return true;
  }

  std::string next() { return at_ < tokens_.size() ? tokens_[at_++] : ""; }

  QueryClause read_clause() {
    const bool filter = eat({"FILTER", "("});
    QueryClause clause{node_of(next()), "", ""};
    clause[1] = filter ? (eat({"!="}) ? "!=" : "") : property_of(next());
    clause[2] = node_of(next());
    if (filter && !eat({")"})) clause[0].clear();
    return clause;
  }

  Words tokens_;
  std::size_t at_ = 0;
};

Words variables_of(const QueryRead& query) {
  std::set<std::string> found;
  if (!query.answer.empty()) found.insert(query.answer);
  for (const QueryClause& clause : query.clauses) {
    for (const std::string& word : {clause[0], clause[2]}) {
      if (is_variable(word)) found.insert(word);
    }
  }
  return {found.begin(), found.end()};
}

// Tries every renaming of the variables of `from` to those of `to`, one after the other; a clause
// whose variables all have their names must be there.
class Renamings {
 public:
  Renamings(const QueryRead& from, const QueryRead& to)
      : from_(from), to_(to), olds_(variables_of(from)), news_(variables_of(to)) {}

  bool find() {
    if (from_.answer.empty() != to_.answer.empty()) return false;
    if (from_.clauses.size() != to_.clauses.size() || olds_.size() != news_.size()) return false;
    return try_from(0);
  }

 private:
  bool try_from(std::size_t at) {
    if (!renamed_clauses_are_there()) return false;
    if (at == olds_.size()) return true;
    for (const std::string& name : news_) {
      if (taken_.count(name) > 0) continue;
      if ((olds_[at] == from_.answer) != (name == to_.answer)) continue;
      names_[olds_[at]] = name;
      taken_.insert(name);
      if (try_from(at + 1)) return true;
      taken_.erase(name);
      names_.erase(olds_[at]);
    }
    return false;
  }

  bool renamed_clauses_are_there() const {
    return std::all_of(from_.clauses.begin(), from_.clauses.end(), [&](QueryClause clause) {
      for (std::string* word : {&clause[0], &clause[2]}) {
        if (!is_variable(*word)) continue;
        const auto name = names_.find(*word);
        if (name == names_.end()) return true;
        *word = name->second;
      }
      return to_.clauses.count(clause) > 0;
    });
  }

  const QueryRead& from_;
  const QueryRead& to_;
  Words olds_;
  Words news_;
  std::map<std::string, std::string> names_;
  std::set<std::string> taken_;
};

}  // namespace

std::optional<QueryRead> read_query(std::string_view text) { return QueryReader(text).read(); }

Decision decide_query(const QueryRead& reference, std::string_view answer) {
  if (is_silent(answer)) return Decision::kSilent;
  const auto given = read_query(answer);
  return given && Renamings(*given, reference).find() ? Decision::kRight : Decision::kWrong;
}

}  // namespace brute_force
