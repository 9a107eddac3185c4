#include "assay/grammar/rule_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "assay/base/text.h"

namespace assay::rules {

namespace {

enum class TokenKind : std::uint8_t { kName, kVariable, kString, kSign, kEnd };

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string text;
  Place place;
};

bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// What one byte or sequence of bytes of the notation means; longest first.
constexpr std::pair<std::string_view, std::string_view> kSigns[] = {
    {"→", "→"}, {"⊓", "⊓"}, {"∃", "∃"}, {"⊤", "⊤"}, {"->", "→"}, {"&", "⊓"},
    {"(", "("}, {")", ")"}, {"[", "["}, {"]", "]"}, {"/", "/"},  {":", ":"},
    {",", ","}, {"|", "|"}, {".", "."}, {"-", "-"}, {"*", "*"}};

std::uint32_t characters(std::string_view text) {
  return static_cast<std::uint32_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) >> 6U) != 2; }));
}

std::string_view without_comment(std::string_view line) {
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (quote != 0) {
      if (line[i] == quote) quote = 0;
    } else if (line[i] == '\'' || line[i] == '"') {
      quote = line[i];
    } else if (line[i] == '#') {
      return line.substr(0, i);
    }
  }
  return line;
}

std::string_view trimmed_right(std::string_view text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) {
    text.remove_suffix(1);
  }
  return text;
}

// For messages.
std::string shortened(std::string_view text) {
  constexpr std::size_t kMost = 60;
  if (text.size() <= kMost) return printable(text);
  std::size_t end = kMost;
  while (end > 0 && (static_cast<unsigned char>(text[end]) >> 6U) == 2) --end;
  return printable(text.substr(0, end)) + "...";
}

bool starts_arrow(std::string_view line) { return line.starts_with("→") || line.starts_with("->"); }

class Reader {
 public:
  explicit Reader(RuleSet& rules) : rules_(rules) {}

  void read(const RuleSource& source) {
    file_ = static_cast<std::uint32_t>(rules_.files.size());
    rules_.files.push_back(source.name);
    section_.clear();
    std::string_view text = source.text;
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // a byte order mark
    const auto lines = split_text(text, '\n');
    for (std::size_t i = 0; i < lines.size();) i = read_block(lines, i);
  }

 private:
  [[noreturn]] void fail_here(Place place, const std::string& message) const {
    fail_at(rules_.files, place, message);
  }

  Place place_of(std::size_t line, std::string_view before) const {
    return {file_, static_cast<std::uint32_t>(line + 1), characters(before) + 1};
  }

  // One section line or one rule with its indented lines; returns the line after it.
  std::size_t read_block(const std::vector<std::string_view>& lines, std::size_t first) {
    const std::string_view line = trimmed_right(without_comment(lines[first]));
    if (line.empty()) return first + 1;
    const Place place = place_of(first, "");
    if (line.front() == ' ' || line.front() == '\t') {
      fail_here(place_of(first, line.substr(0, line.find_first_not_of(" \t"))),
                "an indented line belongs to a rule, and no rule begins above it");
    }
    if (line.front() == '%') {
      open_section(line.substr(1), place);
      return first + 1;
    }
    if (section_.empty()) {
      fail_here(place,
                "expected a section before the first rule: %grammar, %inference, "
                "%resolution or %knowledge");
    }
    tokens_.clear();
    at_ = 0;
    std::string name;
    weight_ = 1;
    if (section_ == "knowledge" && starts_arrow(line)) {
      tokenise(line, first);
    } else {
      name = read_name(line, first);
    }
    std::size_t next = first + 1;
    for (; next < lines.size(); ++next) {
      const std::string_view more = trimmed_right(without_comment(lines[next]));
      if (more.empty()) continue;
      if (more.front() != ' ' && more.front() != '\t') break;
      tokenise(more, next);
    }
    if (tokens_.empty()) end_ = place_of(first, line);
    tokens_.push_back({TokenKind::kEnd, "", end_});
    read_rule(name, place);
    return next;
  }

  void open_section(std::string_view name, Place place) {
    static const std::vector<std::string> kSections{"grammar", "inference", "resolution",
                                                    "knowledge"};
    if (std::find(kSections.begin(), kSections.end(), name) == kSections.end()) {
      fail_here(place, fmt::format("there is no section \"{}\"{}", shortened(name),
                                   did_you_mean(name, kSections)));
    }
    section_ = name;
  }

  // `NAME:` or `NAME: *3`.
  std::string read_name(std::string_view line, std::size_t number) {
    std::string_view name = line;
    if (const auto star = line.rfind(": *"); star != std::string_view::npos) {
      if (section_ != "grammar") {
        fail_here(place_of(number, line.substr(0, star + 2)), "only grammar rules have a weight");
      }
      const auto weight = parse_real(line.substr(star + 3));
      if (!weight || !(*weight > 0)) {
        fail_here(place_of(number, line.substr(0, star + 3)),
                  fmt::format("expected a weight above 0, found \"{}\"",
                              shortened(line.substr(star + 3))));
      }
      weight_ = *weight;
      name = line.substr(0, star + 1);
    }
    if (name.back() != ':') {
      fail_here(
          place_of(number, line),
          fmt::format("expected \":\" at the end of the rule name \"{}\"{}", shortened(name),
                      section_ == "knowledge" ? " (knowledge has no name, it begins with →)"
                                              : "; the rule itself is indented below its name"));
    }
    name.remove_suffix(1);
    if (name.empty()) fail_here(place_of(number, ""), "expected the name of a rule before \":\"");
    const auto [at, is_new] = names_.emplace(std::string(name), place_of(number, ""));
    if (!is_new) {
      fail_here(place_of(number, ""),
                fmt::format("there is a rule \"{}\" already, in line {} of {}", shortened(name),
                            at->second.line, rules_.files[at->second.file]));
    }
    return std::string(name);
  }

  void tokenise(std::string_view line, std::size_t number) {
    Place place = place_of(number, "");
    std::size_t counted = 0;  // bytes before the column of `place`
    for (std::size_t at = 0; at < line.size();) {
      if (line[at] == ' ' || line[at] == '\t') {
        ++at;
        continue;
      }
      place.column += characters(line.substr(counted, at - counted));
      counted = at;
      Token token = next_token(line, at, place);
      if (token.kind == TokenKind::kName && token.text == "exists") {
        token = {TokenKind::kSign, "∃", place};
      }
      tokens_.push_back(std::move(token));
    }
    end_ = place;
    end_.column += characters(line.substr(counted));
  }

  Token next_token(std::string_view line, std::size_t& at, Place place) const {
    const char c = line[at];
    if (c == '\'' || c == '"') {
      const auto end = line.find(c, at + 1);
      if (end == std::string_view::npos) fail_here(place, "this text has no closing quote");
      Token token{TokenKind::kString, std::string(line.substr(at + 1, end - at - 1)), place};
      at = end + 1;
      return token;
    }
    if (is_name_byte(c) || c == '$') {
      const std::size_t begin = at++;
      while (at < line.size() && is_name_byte(line[at])) ++at;
      const std::string_view text = line.substr(begin, at - begin);
      if (text == "$") fail_here(place, "expected the name of a variable after $");
      const bool variable = c == '$' || (c == '_' && text != "_none_");
      return {variable ? TokenKind::kVariable : TokenKind::kName, std::string(text), place};
    }
    for (const auto& [spelled, sign] : kSigns) {
      if (line.substr(at).starts_with(spelled)) {
        at += spelled.size();
        return {TokenKind::kSign, std::string(sign), place};
      }
    }
    std::size_t length = 1;
    while (at + length < line.size() &&
           (static_cast<unsigned char>(line[at + length]) >> 6U) == 2) {
      ++length;
    }
    fail_here(place,
              fmt::format("\"{}\" is no sign of the notation", printable(line.substr(at, length))));
  }

  // --- parsing one rule --------------------------------------------------------------------

  const Token& peek() const { return tokens_[at_]; }
  bool at_sign(std::string_view sign) const {
    return peek().kind == TokenKind::kSign && peek().text == sign;
  }
  bool take_sign(std::string_view sign) {
    if (!at_sign(sign)) return false;
    ++at_;
    return true;
  }
  [[noreturn]] void fail_expected(const std::string& what) const {
    const Token& token = peek();
    fail_here(token.place,
              token.kind == TokenKind::kEnd
                  ? fmt::format("expected {}, but the rule ends", what)
                  : fmt::format("expected {}, found \"{}\"", what, shortened(token.text)));
  }
  void expect_sign(std::string_view sign) {
    if (!take_sign(sign)) fail_expected(fmt::format("\"{}\"", sign));
  }
  std::string expect(TokenKind kind, const char* what) {
    if (peek().kind != kind) fail_expected(what);
    return tokens_[at_++].text;
  }

  // Variables of grammar rules: _x stands for a logical form, $n for the value of a feature.
  std::string expect_form(const char* what) {
    if (peek().text.starts_with('$')) fail_expected(what);
    return expect(TokenKind::kVariable, what);
  }

  void read_rule(const std::string& name, Place place) {
    if (section_ == "grammar") {
      rules_.grammar.push_back(read_grammar_rule(name, place));
    } else if (section_ == "knowledge") {
      expect_sign("→");
      rules_.knowledge.push_back(read_term());
      check_fact(rules_.knowledge.back());
    } else {
      RewriteRule rule = read_rewrite_rule(name, place);
      check_rewrite(rule);
      (section_ == "inference" ? rules_.inference : rules_.resolution).push_back(std::move(rule));
    }
    if (peek().kind != TokenKind::kEnd) fail_expected("the end of the rule");
  }

  GrammarRule read_grammar_rule(const std::string& name, Place place) {
    GrammarRule rule;
    rule.name = name;
    rule.weight = weight_;
    rule.place = place;
    rule.left.place = peek().place;
    rule.left.category = expect(TokenKind::kName, "a category");
    rule.left.features = read_features();
    if (take_sign("[")) {
      rule.head = expect_form("the variable of the head, such as _x");
      expect_sign("]");
    }
    if (!take_sign("/")) fail_expected("\"/\" and the logical form of the rule");
    rule.form = read_term();
    expect_sign("→");
    do {
      rule.right.push_back(read_constituent());
    } while (peek().kind != TokenKind::kEnd);
    check_grammar(rule);
    return rule;
  }

  Constituent read_constituent() {
    Constituent part;
    part.place = peek().place;
    if (peek().kind == TokenKind::kString) {
      for (const auto word : split_words(peek().text)) part.words.emplace_back(word);
      if (part.words.empty()) fail_expected("a word in the quotes");
      ++at_;
      return part;
    }
    part.category = expect(TokenKind::kName, "a category or a word in quotes");
    part.features = read_features();
    if (take_sign("/")) part.form = expect_form("a variable such as _x");
    return part;
  }

  std::vector<Feature> read_features() {
    std::vector<Feature> features;
    std::set<std::string> attributes;
    if (!take_sign("(")) return features;
    do {
      Feature feature;
      feature.place = peek().place;
      feature.negated = take_sign("-");
      feature.attribute = expect(TokenKind::kName, "an attribute");
      if (!attributes.insert(feature.attribute).second) {
        fail_here(feature.place, fmt::format("the attribute \"{}\" stands here twice",
                                             shortened(feature.attribute)));
      }
      expect_sign(":");
      const bool variable = peek().kind == TokenKind::kVariable && peek().text.starts_with('$');
      if (variable && !feature.negated) {
        feature.variable = tokens_[at_++].text;
      } else {
        do {
          feature.values.push_back(
              expect(TokenKind::kName, feature.negated || !feature.values.empty()
                                           ? "a value"
                                           : "a value or a variable such as $n"));
        } while (take_sign("|"));
      }
      features.push_back(std::move(feature));
    } while (take_sign(","));
    expect_sign(")");
    return features;
  }

  RewriteRule read_rewrite_rule(const std::string& name, Place place) {
    RewriteRule rule;
    rule.name = name;
    rule.place = place;
    std::vector<Term> terms;
    do {
      terms.push_back(read_term());
    } while (take_sign(","));
    if (take_sign(":")) {
      rule.knowledge = std::move(terms);
      rule.left = read_term();
    } else {
      if (terms.size() > 1) fail_expected("\":\" after what must be known");
      rule.left = std::move(terms.front());
    }
    expect_sign("→");
    do {
      rule.right.push_back(section_ == "inference" ? read_term() : read_simple_term());
    } while (section_ == "resolution" && peek().kind != TokenKind::kEnd);
    return rule;
  }

  Term read_term() {
    Term first = read_simple_term();
    if (!at_sign("⊓")) return first;
    Term all{Term::Kind::kConjunction, "", {}, first.place};
    add_conjunct(all, std::move(first));
    while (take_sign("⊓")) add_conjunct(all, read_simple_term());
    return all;
  }

  static void add_conjunct(Term& all, Term term) {
    if (term.kind != Term::Kind::kConjunction) {
      all.inputs.push_back(std::move(term));
      return;
    }
    for (Term& part : term.inputs) all.inputs.push_back(std::move(part));
  }

  Term read_simple_term() {
    const Place place = peek().place;
    if (++depth_ > kDeepest) {
      fail_here(place, fmt::format("this is nested too deeply, more than {} levels", kDeepest));
    }
    Term term = read_simple_term_at(place);
    --depth_;
    return term;
  }

  Term read_simple_term_at(Place place) {
    if (take_sign("(")) {
      Term term = read_term();
      expect_sign(")");
      return term;
    }
    if (take_sign("⊤")) return {Term::Kind::kTop, "", {}, place};
    if (take_sign("∃")) {
      Term role = read_simple_term();
      expect_sign(".");
      Term concept_term = read_simple_term();
      Term term{Term::Kind::kExists, "", {}, place};
      term.inputs.push_back(std::move(role));
      term.inputs.push_back(std::move(concept_term));
      return term;
    }
    if (peek().kind == TokenKind::kVariable) {
      return {Term::Kind::kVariable, tokens_[at_++].text, {}, place};
    }
    if (peek().kind == TokenKind::kString) {
      return {Term::Kind::kString, tokens_[at_++].text, {}, place};
    }
    Term term{Term::Kind::kApply, expect(TokenKind::kName, "a logical form"), {}, place};
    if (take_sign("(")) {
      do {
        term.inputs.push_back(read_term());
      } while (take_sign(","));
      expect_sign(")");
    }
    return term;
  }

  // --- what can be seen in one rule ----------------------------------------------------------

  template <typename Visit>
  static void visit_variables(const Term& term, const Visit& visit) {
    if (term.kind == Term::Kind::kVariable) visit(term);
    for (const Term& input : term.inputs) visit_variables(input, visit);
  }

  void check_fact(const Term& fact) const {
    if (fact.kind != Term::Kind::kApply || fact.inputs.empty()) {
      fail_here(fact.place, "expected knowledge such as Role(FilmDirector, DirectingAFilm)");
    }
    check_known(fact);
    visit_variables(fact, [&](const Term& variable) {
      fail_here(variable.place,
                fmt::format("knowledge has no variables, and {} is one", shortened(variable.text)));
    });
  }

  // Knowledge is looked up by name.
  void check_known(const Term& term) const {
    if (term.kind == Term::Kind::kConjunction || term.kind == Term::Kind::kExists ||
        term.kind == Term::Kind::kTop) {
      fail_here(term.place, fmt::format("knowledge is made of names and texts, and {} is neither",
                                        shortened(to_text(term))));
    }
    for (const Term& input : term.inputs) check_known(input);
  }

  void check_rewrite(const RewriteRule& rule) const {
    if (rule.left.kind != Term::Kind::kApply && rule.left.inputs.empty()) {
      fail_here(
          rule.left.place,
          fmt::format("expected a logical form to be rewritten, found {}, which fits anything "
                      "or nothing",
                      shortened(to_text(rule.left))));
    }
    std::set<std::string> conjuncts;
    check_conjuncts(rule.left, conjuncts);
    for (const Term& fact : rule.knowledge) {
      if (fact.kind != Term::Kind::kApply || fact.inputs.empty()) {
        fail_here(fact.place, "expected what must be known, such as Role($X, $Y)");
      }
      check_known(fact);
    }
    std::set<std::string> bound;
    const auto bind = [&](const Term& variable) { bound.insert(variable.text); };
    visit_variables(rule.left, bind);
    for (const Term& fact : rule.knowledge) visit_variables(fact, bind);
    for (const Term& term : rule.right) {
      if (section_ == "resolution") bind_new_variables(term, bound);
    }
    for (const Term& term : rule.right) {
      visit_variables(term, [&](const Term& variable) {
        if (bound.count(variable.text) != 0) return;
        fail_here(variable.place, fmt::format("nothing on the left of the rule gives {} a value",
                                              shortened(variable.text)));
      });
    }
  }

  // F($X ⊓ $Y, $X ⊓ $Z): what is common to two conjunctions is not searched for.
  void check_conjuncts(const Term& term, std::set<std::string>& known) const {
    for (const Term& input : term.inputs) {
      if (term.kind == Term::Kind::kConjunction && input.kind == Term::Kind::kVariable &&
          !known.insert(input.text).second) {
        fail_here(input.place,
                  fmt::format("{} is a conjunct of the left side twice; a variable can "
                              "be one only once",
                              shortened(input.text)));
      }
      check_conjuncts(input, known);
    }
  }

  // new_var($V) of a resolution rule gives its variable a value.
  void bind_new_variables(const Term& term, std::set<std::string>& bound) const {
    if (term.kind == Term::Kind::kApply && term.text == "new_var") {
      if (term.inputs.size() != 1 || term.inputs[0].kind != Term::Kind::kVariable) {
        fail_here(term.place, "expected new_var with one variable, such as new_var($V)");
      }
      bound.insert(term.inputs[0].text);
    }
    for (const Term& input : term.inputs) bind_new_variables(input, bound);
  }

  void check_grammar(const GrammarRule& rule) const {
    std::size_t constituents = 0;
    for (const Constituent& part : rule.right) {
      if (part.category.empty() || ++constituents <= kMostConstituents) continue;
      fail_here(part.place, fmt::format("a rule has at most {} constituents", kMostConstituents));
    }
    std::set<std::string> bound;
    for (const Constituent& part : rule.right) {
      if (part.form.empty()) continue;
      if (!bound.insert(part.form).second) {
        fail_here(part.place, fmt::format("{} stands for two constituents", shortened(part.form)));
      }
    }
    if (!rule.head.empty() && bound.count(rule.head) == 0) {
      fail_here(rule.left.place,
                fmt::format("the head {} is no constituent on the right", shortened(rule.head)));
    }
    visit_variables(rule.form, [&](const Term& variable) {
      if (bound.count(variable.text) != 0) return;
      fail_here(variable.place, fmt::format("no constituent on the right gives {} a value",
                                            shortened(variable.text)));
    });
  }

  static constexpr int kDeepest = 200;

  RuleSet& rules_;
  std::map<std::string, Place, std::less<>> names_;
  std::uint32_t file_ = 0;
  std::string section_;
  double weight_ = 1;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  Place end_;  // after the last token
  int depth_ = 0;
};

void append_text(std::string& out, const Term& term, bool inside) {
  switch (term.kind) {
    case Term::Kind::kTop:
      out += "⊤";
      return;
    case Term::Kind::kVariable:
      out += term.text;
      return;
    case Term::Kind::kString: {
      const char quote = term.text.find('\'') == std::string::npos ? '\'' : '"';
      out += quote + term.text + quote;
      return;
    }
    case Term::Kind::kExists:
      out += "∃";
      append_text(out, term.inputs[0], true);
      out += '.';
      append_text(out, term.inputs[1], true);
      return;
    case Term::Kind::kConjunction:
      if (inside) out += '(';
      for (std::size_t i = 0; i < term.inputs.size(); ++i) {
        if (i > 0) out += " ⊓ ";
        append_text(out, term.inputs[i], true);
      }
      if (inside) out += ')';
      return;
    case Term::Kind::kApply:
      out += term.text;
      if (term.inputs.empty()) return;
      out += '(';
      for (std::size_t i = 0; i < term.inputs.size(); ++i) {
        if (i > 0) out += ", ";
        append_text(out, term.inputs[i], false);
      }
      out += ')';
      return;
  }
}

}  // namespace

RuleSet read_rules(std::span<const RuleSource> sources) {
  RuleSet rules;
  Reader reader(rules);
  for (const RuleSource& source : sources) reader.read(source);
  return rules;
}

std::string to_text(const Term& term) {
  std::string text;
  append_text(text, term, false);
  return text;
}

void fail_at(std::span<const std::string> files, Place place, const std::string& message) {
  fail(ErrorKind::kInput, "{}:{}:{}: {}", files[place.file], place.line, place.column, message);
}

}  // namespace assay::rules
