#include "assay/tasks/cfq/query/query.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "assay/base/text.h"

namespace assay::cfq {

namespace {

constexpr std::string_view kBlanks = " \t\n\v\f\r";
constexpr std::string_view kEndsWord = " \t\n\v\f\r{}()!*";

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

bool is_name_letter(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || is_digit(letter) ||
         letter == '_';
}

bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_name_letter);
}

bool is_numbered(std::string_view text, char head) {
  return text.size() > 1 && text[0] == head && std::all_of(text.begin() + 1, text.end(), is_digit);
}

// film.director.film: at least two names.
bool is_dotted(std::string_view text) {
  std::size_t names = 0;
  for (;;) {
    const std::size_t end = text.find('.');
    if (!is_name(text.substr(0, end))) return false;
    ++names;
    if (end == std::string_view::npos) return names > 1;
    text.remove_prefix(end + 1);
  }
}

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool take_head(std::string_view& text, std::string_view head) {
  if (!text.starts_with(head)) return false;
  text.remove_prefix(head.size());
  return true;
}

// The node in its published form; nothing when the word is none.
std::optional<std::string> read_node(std::string_view word) {
  if (is_variable(word) ? is_name(word.substr(1)) : is_numbered(word, 'M')) {
    return std::string(word);
  }
  if (word.starts_with("m_") && is_name(word.substr(2)))
    return fmt::format("ns:m.{}", word.substr(2));
  std::string_view name = word;
  take_head(name, "ns:");
  if (!is_dotted(name)) return std::nullopt;
  return fmt::format("ns:{}", name);
}

// The predicate in its published form; nothing when the word is none. Preprocessing takes `ns:` off
// the head of the whole path only.
std::optional<std::string> read_predicate(std::string_view word) {
  if (word == "a" || is_numbered(word, 'P')) return std::string(word);
  bool head_lost = false;
  for (std::string_view rest = word;;) {
    const bool first = rest.size() == word.size();
    const std::size_t end = rest.find_first_of("/|");
    std::string_view step = rest.substr(0, end);
    const bool inverse = take_head(step, "^");
    if (!take_head(step, "ns:")) {
      if (!first || inverse) return std::nullopt;
      head_lost = true;
    }
    if (!is_dotted(step)) return std::nullopt;
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  return head_lost ? fmt::format("ns:{}", word) : std::string(word);
}

// Reads token by token and keeps the first problem.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) { next(); }

  ParsedQuery query() {
    ParsedQuery parsed;
    Query query;
    if (header(query) && body(query)) {
      parsed.query = std::move(query);
    } else {
      parsed.problem = std::move(problem_);
    }
    return parsed;
  }

 private:
  bool header(Query& query) {
    if (!expect_keyword("SELECT")) return false;
    if (take_keyword("DISTINCT")) {
      query.kind = QueryKind::kSelect;
      if (!is_variable(token_) || !is_name(token_.substr(1))) return wrong("a variable");
      query.answer = token_;
      next();
    } else if (take_keyword("count")) {
      query.kind = QueryKind::kCount;
      if (!expect("(") || !expect("*") || !expect(")")) return false;
    } else {
      return wrong("\"DISTINCT\" or \"count\"");
    }
    return expect_keyword("WHERE") && expect("{");
  }

  bool body(Query& query) {
    do {
      if (!query.clauses.empty() && token_ == "}") break;
      Clause& clause = query.clauses.emplace_back();
      if (!(take_keyword("FILTER") ? filter(clause) : triple(clause))) return false;
    } while (take("."));
    if (token_ != "}") return wrong("\".\" or \"}\"");
    next();
    return token_.empty() || wrong("the end");
  }

  bool filter(Clause& clause) {
    clause.kind = ClauseKind::kFilter;
    return expect("(") && node(clause.subject) && expect("!=") && node(clause.object) &&
           expect(")");
  }

  bool triple(Clause& clause) {
    if (!node(clause.subject)) return false;
    std::optional<std::string> predicate = read_predicate(token_);
    if (!predicate) return wrong("a property");
    clause.predicate = std::move(*predicate);
    next();
    return node(clause.object);
  }

  bool node(std::string& text) {
    std::optional<std::string> read = read_node(token_);
    if (!read) return wrong("a variable, entity, type or mid");
    text = std::move(*read);
    next();
    return true;
  }

  bool take(std::string_view token) {
    if (token_ != token) return false;
    next();
    return true;
  }

  // SPARQL's keywords mean the same in any case.
  bool take_keyword(std::string_view keyword) {
    const auto same = [](char a, char b) { return lower(a) == lower(b); };
    if (!std::ranges::equal(token_, keyword, same)) return false;
    next();
    return true;
  }
  bool expect_keyword(std::string_view keyword) {
    return take_keyword(keyword) || wrong(fmt::format("\"{}\"", keyword));
  }

  bool expect(std::string_view token) { return take(token) || wrong(fmt::format("\"{}\"", token)); }

  bool wrong(std::string_view expected) {
    if (token_.empty()) {
      problem_ = fmt::format("the query ends where {} should follow", expected);
    } else {
      problem_ = fmt::format("token {} of the query is \"{}\", but {} was expected", number_,
                             printable(token_.substr(0, 40)), expected);
    }
    return false;
  }

  // An empty token is the end: no other is empty.
  void next() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(kBlanks), rest_.size()));
    std::size_t size = std::min(rest_.find_first_of(kEndsWord), rest_.size());
    if (size == 0 && !rest_.empty()) size = rest_.starts_with("!=") ? 2 : 1;
    if (size > 1 && rest_[size - 1] == '.') --size;
    token_ = rest_.substr(0, size);
    rest_.remove_prefix(size);
    ++number_;
  }

  std::string_view rest_;
  std::string_view token_;
  std::size_t number_ = 0;
  std::string problem_;
};

void append_text(std::string& text, const Clause& clause) {
  const bool filter = clause.kind == ClauseKind::kFilter;
  if (filter) text += "FILTER ( ";
  text += clause.subject;
  text += ' ';
  text += filter ? "!=" : clause.predicate;
  text += ' ';
  text += clause.object;
  if (filter) text += " )";
}

// Blanks stand between words and no word has a byte below a blank, so words compare like the text.
std::tuple<std::string_view, std::string_view, std::string_view> words_of(const Clause& clause) {
  if (clause.kind == ClauseKind::kFilter) return {"FILTER", clause.subject, clause.object};
  return {clause.subject, clause.predicate, clause.object};
}

}  // namespace

ParsedQuery parse_query(std::string_view text) { return Reader(text).query(); }

bool is_variable(std::string_view node) { return node.starts_with('?'); }

std::string to_text(const Clause& clause) {
  std::string text;
  append_text(text, clause);
  return text;
}

std::string to_text(const Query& query) {
  std::string text = "SELECT count(*) WHERE {";
  if (query.kind == QueryKind::kSelect) {
    text = "SELECT DISTINCT ";
    text += query.answer;
    text += " WHERE {";
  }
  for (std::size_t i = 0; i < query.clauses.size(); ++i) {
    text += i == 0 ? "\n" : " .\n";
    append_text(text, query.clauses[i]);
  }
  text += "\n}";
  return text;
}

bool clause_less(const Clause& a, const Clause& b) { return words_of(a) < words_of(b); }

}  // namespace assay::cfq
