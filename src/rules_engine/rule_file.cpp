#include "assay/rules_engine/rule_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "assay/base/text.h"
#include "assay/rules_engine/rule_checks.h"
#include "assay/rules_engine/rule_tokens.h"

namespace assay::rules {

namespace {

bool starts_arrow(std::string_view line) { return line.starts_with("→") || line.starts_with("->"); }

class Reader {
 public:
  explicit Reader(RuleSet& rules) : rules_(rules), tokens_(rules.files), checks_(rules.files) {}

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
    return place_after(file_, line, before);
  }

  // One section line or one rule with its indented lines; returns the line after it.
  std::size_t read_block(const std::vector<std::string_view>& lines, std::size_t first) {
    const std::string_view line = content_of(lines[first]);
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
    std::string name;
    weight_ = 1;
    if (section_ == "knowledge" && starts_arrow(line)) {
      tokens_.add_line(file_, first, line);
    } else {
      name = read_name(line, first);
    }
    std::size_t next = first + 1;
    for (; next < lines.size(); ++next) {
      const std::string_view more = content_of(lines[next]);
      if (more.empty()) continue;
      if (more.front() != ' ' && more.front() != '\t') break;
      tokens_.add_line(file_, next, more);
    }
    tokens_.end(place_of(first, line));
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

  // --- parsing one rule --------------------------------------------------------------------

  // Variables of grammar rules: _x stands for a logical form, $n for the value of a feature.
  std::string expect_form(const char* what) {
    if (tokens_.peek().text.starts_with('$')) tokens_.fail_expected(what);
    return tokens_.expect(TokenKind::kVariable, what);
  }

  void read_rule(const std::string& name, Place place) {
    if (section_ == "grammar") {
      rules_.grammar.push_back(read_grammar_rule(name, place));
    } else if (section_ == "knowledge") {
      tokens_.expect_sign("→");
      rules_.knowledge.push_back(read_term());
      checks_.check_fact(rules_.knowledge.back());
    } else {
      RewriteRule rule = read_rewrite_rule(name, place);
      checks_.check_rewrite(rule, section_ == "resolution");
      (section_ == "inference" ? rules_.inference : rules_.resolution).push_back(std::move(rule));
    }
    if (!tokens_.at_end()) tokens_.fail_expected("the end of the rule");
  }

  GrammarRule read_grammar_rule(const std::string& name, Place place) {
    GrammarRule rule;
    rule.name = name;
    rule.weight = weight_;
    rule.place = place;
    rule.left.place = tokens_.peek().place;
    rule.left.category = tokens_.expect(TokenKind::kName, "a category");
    rule.left.features = read_features();
    if (tokens_.take_sign("[")) {
      rule.head = expect_form("the variable of the head, such as _x");
      tokens_.expect_sign("]");
    }
    if (!tokens_.take_sign("/")) tokens_.fail_expected("\"/\" and the logical form of the rule");
    rule.form = read_term();
    tokens_.expect_sign("→");
    do {
      rule.right.push_back(read_constituent());
    } while (!tokens_.at_end());
    checks_.check_grammar(rule);
    return rule;
  }

  Constituent read_constituent() {
    Constituent part;
    part.place = tokens_.peek().place;
    if (tokens_.peek().kind == TokenKind::kString) {
      for (const auto word : split_words(tokens_.peek().text)) part.words.emplace_back(word);
      if (part.words.empty()) tokens_.fail_expected("a word in the quotes");
      tokens_.take();
      return part;
    }
    part.category = tokens_.expect(TokenKind::kName, "a category or a word in quotes");
    part.features = read_features();
    if (tokens_.take_sign("/")) part.form = expect_form("a variable such as _x");
    return part;
  }

  std::vector<Feature> read_features() {
    std::vector<Feature> features;
    std::set<std::string> attributes;
    if (!tokens_.take_sign("(")) return features;
    do {
      Feature feature;
      feature.place = tokens_.peek().place;
      feature.negated = tokens_.take_sign("-");
      feature.attribute = tokens_.expect(TokenKind::kName, "an attribute");
      if (!attributes.insert(feature.attribute).second) {
        fail_here(feature.place, fmt::format("the attribute \"{}\" stands here twice",
                                             shortened(feature.attribute)));
      }
      tokens_.expect_sign(":");
      const bool variable =
          tokens_.peek().kind == TokenKind::kVariable && tokens_.peek().text.starts_with('$');
      if (variable && !feature.negated) {
        feature.variable = tokens_.take();
      } else {
        do {
          feature.values.push_back(
              tokens_.expect(TokenKind::kName, feature.negated || !feature.values.empty()
                                                   ? "a value"
                                                   : "a value or a variable such as $n"));
        } while (tokens_.take_sign("|"));
      }
      features.push_back(std::move(feature));
    } while (tokens_.take_sign(","));
    tokens_.expect_sign(")");
    return features;
  }

  RewriteRule read_rewrite_rule(const std::string& name, Place place) {
    RewriteRule rule;
    rule.name = name;
    rule.place = place;
    std::vector<Term> terms;
    do {
      terms.push_back(read_term());
    } while (tokens_.take_sign(","));
    if (tokens_.take_sign(":")) {
      rule.knowledge = std::move(terms);
      rule.left = read_term();
    } else {
      if (terms.size() > 1) tokens_.fail_expected("\":\" after what must be known");
      rule.left = std::move(terms.front());
    }
    tokens_.expect_sign("→");
    do {
      rule.right.push_back(section_ == "inference" ? read_term() : read_simple_term());
    } while (section_ == "resolution" && !tokens_.at_end());
    return rule;
  }

  Term read_term() {
    Term first = read_simple_term();
    if (!tokens_.at_sign("⊓")) return first;
    Term all{Term::Kind::kConjunction, "", {}, first.place};
    add_conjunct(all, std::move(first));
    while (tokens_.take_sign("⊓")) add_conjunct(all, read_simple_term());
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
    const Place place = tokens_.peek().place;
    if (++depth_ > kDeepest) {
      fail_here(place, fmt::format("this is nested too deeply, more than {} levels", kDeepest));
    }
    Term term = read_simple_term_at(place);
    --depth_;
    return term;
  }

  Term read_simple_term_at(Place place) {
    if (tokens_.take_sign("(")) {
      Term term = read_term();
      tokens_.expect_sign(")");
      return term;
    }
    if (tokens_.take_sign("⊤")) return {Term::Kind::kTop, "", {}, place};
    if (tokens_.take_sign("∃")) {
      Term role = read_simple_term();
      tokens_.expect_sign(".");
      Term concept_term = read_simple_term();
      Term term{Term::Kind::kExists, "", {}, place};
      term.inputs.push_back(std::move(role));
      term.inputs.push_back(std::move(concept_term));
      return term;
    }
    if (tokens_.peek().kind == TokenKind::kVariable) {
      return {Term::Kind::kVariable, tokens_.take(), {}, place};
    }
    if (tokens_.peek().kind == TokenKind::kString) {
      return {Term::Kind::kString, tokens_.take(), {}, place};
    }
    Term term{Term::Kind::kApply, tokens_.expect(TokenKind::kName, "a logical form"), {}, place};
    if (tokens_.take_sign("(")) {
      do {
        term.inputs.push_back(read_term());
      } while (tokens_.take_sign(","));
      tokens_.expect_sign(")");
    }
    return term;
  }

  static constexpr int kDeepest = 200;

  RuleSet& rules_;
  std::map<std::string, Place, std::less<>> names_;
  std::uint32_t file_ = 0;
  std::string section_;
  double weight_ = 1;
  RuleTokens tokens_;
  RuleChecks checks_;
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
