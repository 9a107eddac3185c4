#include "assay/tasks/logic/instructions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/text.h"
#include "assay/logic/notation.h"
#include "assay/logic/vocabulary.h"

namespace assay::logic {

namespace {

constexpr std::string_view kNotation =
    R"(Answer a question about premises. It is in logic notation or in English, and so is the answer.

Notation
Propositions are {}, predicates {}, constants {},
variables {}; each may have one of these numbers behind an underscore, as p_3 or P_1(x):
{}
~p: not p. p and q. p or q. p -> q: if p, then q. p <-> q: p if and only if q. forall x: ... and
exists x: ... speak of all that follows. ~(p -> q): parentheses around what is negated if it is more
than a letter. A literal is a proposition or predicate, or one with ~ before it; ~~p is p.
)";

constexpr std::string_view kEnglish = R"(
English
"if A, then B" is A -> B, "A if and only if B" is A <-> B, "A and B", "A or B"; "it is not true that
..." negates what follows. "for all x, ..." is forall x: ..., "there is at least one x for which ..."
is exists x: ... For exists x: N(x) and M(x) one says "some nurses are doctors", or, where M is an
action, "some nurses will cook" or "some nurses will not cook". A statement changes its words with its place:
- as a fact, and behind "then": James is rich, James is not rich, James is cooking, James is not
  cooking, it is snowing, it is not cold;
- behind "if": James were rich, James were not rich, James cooks, James doesn't cook, it snows, it
  doesn't snow, it is cold, it is not cold;
- of x behind "for all x" or "for which", but not within "if ..., then ...": x is rich, x is not rich,
  x will cook, x will not cook.
A sentence begins with a capital: If, It, For, There, Some.
)";

constexpr std::string_view kWordLists = R"(- names: {}
- behind "is": {}
- behind "some": {}
- actions: {}
- behind "it": {}
)";

constexpr std::string_view kRulesHead = R"(
Inference rules
Letters stand for literals; what is negated twice is not negated. The order of premises is free, the
sides of "or" and "->" are not: "p or q, ~q" is no disjunctive syllogism.
)";

constexpr std::string_view kQuantified =
    R"(All but the last two have quantified forms, with P(x) for p, Q(x) for q and so on. "universal NAME":
forall x: before each premise and the conclusion. "existential NAME": exists x: before one premise,
whichever, and the conclusion, forall x: before all others. In the last two P(x) is whatever is said
of x.
)";

constexpr std::string_view kListRules = R"(
"Translate the following inference to logic notation: ..."
Answer with the premises and the conclusion in notation, in the same order: p -> q. p. Therefore q.
Any letters do. "James is rich" is a proposition, unless something else is said of James, or of
somebody else or x that they are rich: then it is a predicate of a constant. Statements with "it" are
propositions.

"What can be inferred from the following premises in a single inference step ...?"
List everything that one application of one rule gives, by all rules but addition and universal
instantiation and their quantified forms, and with every choice of premises: "p and q" as well as "q
and p". Different letters of the rule must stand for different literals. Leave out what is a premise,
and list nothing twice; the order is free. In English, what is a proposition is as in translations,
so existential generalization needs a predicate of a constant. If the question says "Name the
inference rule being used", write "C can be inferred via the NAME rule." of each conclusion C, else
"C." If there is none: "Nothing can be inferred from these premises." If the premises contradict each
other: "Since the premises are contradictory, we can infer anything from them."

)";

constexpr std::string_view kYesNo =
    R"("Consider the following premises. ... Can we infer ... from them?"
Take the first of these that applies.
- The premises contradict each other: "{}"
- It is one of the premises: "{}"
- It follows: "{}"
- A premise alone contradicts it: "{}"
- What follows from the premises contradicts it: "{}"
- Else: "{}"
)";

constexpr std::string_view kChains =
    R"(CHAIN is one or more steps, each by one rule from premises or from what was inferred before: "From A,
B we can infer C." The last of several begins with "Finally, from". In English: "From the fact that A,
that B, and that C we can infer that D." The last step infers what is asked; or, for a no, something
that contradicts it, and ends in ", which contradicts C." (in English ", which contradicts that C.")
If the question asks to name rules, put " via NAME" behind what is inferred: "we can infer C via
modus ponens". All rules may be used here, and letters may stand for the same literal. In English
"James is rich" is always a predicate of a constant here.)";

constexpr std::string_view kPublished = R"(

Answers of these data also come in other forms, which mean the same: "We can infer this via the NAME
rule." or just "Yes." for a chain of one step; "The premises are contradictory and we can infer
anything from them."; "For example via the following inference chain."; "Notice, however, that the
premises were contradictory, so we can infer anything from them."; "Therefore the answer is no." In
English negations are said as "the fact that A does not imply that B", "if is not true that A if and
only if B", "either A or B are not true" (of "and"), "neither A nor B".)";

constexpr std::string_view kForm =
    "Sentences as above, each with a full stop, one space between them, and no other words.";

std::string formulas_text(const RuleBook& book, std::span<const FormulaId> formulas) {
  const Names names = plain_names();
  std::vector<std::string> texts;
  for (const FormulaId id : formulas) texts.push_back(to_text(book.schemas(), id, names));
  return fmt::format("{}", fmt::join(texts, ", "));
}

// Those that may be used, without their quantified forms.
std::vector<InferenceRule> base_rules(const RuleBook& book) {
  const auto base = book.rules().first(RuleBook::kGeneralization + 1);
  std::vector<InferenceRule> rules(base.begin(), base.end());
  std::erase_if(rules, [](const InferenceRule& rule) { return rule.inferences.empty(); });
  return rules;
}

std::string rule_lines(const RuleBook& book) {
  std::string text;
  for (const InferenceRule& rule : base_rules(book)) {
    std::string conclusions = formulas_text(book, rule.inferences);
    if (rule.inferences.size() > 1) conclusions = fmt::format("each of {}", conclusions);
    text += fmt::format("- {}: from {} infer {}\n", rule.name, formulas_text(book, rule.premises),
                        conclusions);
  }
  return text;
}

std::string action_list() {
  std::vector<std::string> forms;
  for (const Action& action : kActions) {
    forms.push_back(fmt::format("{} / {} / {}", action.base, action.third_person, action.ongoing));
  }
  return fmt::format("{}", fmt::join(forms, ", "));
}

std::string impersonal_list() {
  std::vector<std::string> forms;
  for (const Impersonal& words : kImpersonals) {
    forms.push_back(fmt::format("{} / {} / {}", words.is, words.condition, words.will));
  }
  return fmt::format("{}", fmt::join(forms, ", "));
}

// What is answered with yes or no, in either place.
std::string reply(AnswerPlace place, bool yes, std::string_view statement) {
  if (place == AnswerPlace::kEnd) {
    return fmt::format("{} Therefore, the answer is {}.", statement, yes ? "yes" : "no");
  }
  std::string small(statement);
  small.front() = static_cast<char>(small.front() - 'A' + 'a');
  return fmt::format("{}, {}", yes ? "Yes" : "No", small);
}

// `chain` stands for the steps.
std::string chain_reply(AnswerPlace place, bool yes, std::string_view chain) {
  if (place == AnswerPlace::kEnd) {
    return fmt::format("{} Therefore, the answer is {}.", chain, yes ? "yes" : "no");
  }
  return fmt::format("{} {}",
                     yes ? "Yes, via the following inference chain."
                         : "No, we can see why via the following inference chain.",
                     chain);
}

// In the order in which they are looked for.
std::array<std::string, 6> all_replies(AnswerPlace place, std::string_view chain) {
  return {reply(place, true, "The premises are contradictory, so we can infer anything from them."),
          reply(place, true, "That is one of the premises."),
          chain_reply(place, true, chain),
          reply(place, false, "That contradicts the premises."),
          chain_reply(place, false, chain),
          reply(place, false, "We cannot infer that from the premises.")};
}

std::string yes_no_rules(AnswerPlace place) {
  const std::array<std::string, 6> all = all_replies(place, "CHAIN");
  return fmt::format(kYesNo, all[0], all[1], all[2], all[3], all[4], all[5]);
}

// "nurses": of what "some" speaks.
std::string plural_nouns() {
  std::vector<std::string> nouns;
  for (const std::string_view predicate : kPredicates) {
    const std::string_view noun = plain_noun(predicate);
    if (!noun.empty()) nouns.push_back(fmt::format("{}s", noun));
  }
  return fmt::format("{}", fmt::join(nouns, ", "));
}

// What answers say besides their formulas, and how formulas are joined.
constexpr std::string_view kAnswerWords =
    "forall exists and or -> <-> if If then only it It is not true that for For all there There at "
    "least one which some Some are will were doesn't From from the fact Finally we can infer via "
    "contradicts Therefore be inferred rule Nothing these premises Since contradictory anything "
    "them";
constexpr std::string_view kPublishedWords =
    "We this Yes Notice however so The answer does imply either neither nor For example following "
    "inference chain";

class Words {
 public:
  explicit Words(std::string_view punctuation) : punctuation_(punctuation) {}

  void add(std::string_view text) {
    std::string spaced(text);
    std::ranges::replace_if(
        spaced, [&](char c) { return punctuation_.find(c) != std::string::npos; }, ' ');
    for (const std::string_view word : split_words(spaced)) all_.emplace(word);
  }
  std::vector<std::string> all() const { return {all_.begin(), all_.end()}; }

 private:
  std::string punctuation_;
  std::set<std::string> all_;
};

void add_english(Words& words) {
  for (const std::string_view subject : kSubjects) words.add(subject);
  for (const std::string_view predicate : kPredicates) words.add(predicate);
  words.add(plural_nouns());
  words.add(action_list());
  words.add(impersonal_list());
}

std::string spaced_letters(std::string_view letters) {
  return fmt::format("{}", fmt::join(letters, " "));
}

// What stands behind the underscore of a name.
std::string numbers_of_names(bool published) {
  constexpr int kSound = 9;
  constexpr int kPublishedMost = 24;
  std::string text = "1";
  for (int number = 2; number <= (published ? kPublishedMost : kSound); ++number) {
    text += fmt::format(" {}", number);
  }
  return text;
}

std::string rules_text(const RuleBook& book, AnswerPlace place, bool published) {
  std::string text =
      fmt::format(kNotation, spaced_letters(kPropositionLetters), spaced_letters(kPredicateLetters),
                  spaced_letters(kConstantLetters), spaced_letters(kVariableLetters),
                  numbers_of_names(published));
  text += kEnglish;
  text += fmt::format(kWordLists, fmt::join(kSubjects, ", "), fmt::join(kPredicates, ", "),
                      plural_nouns(), action_list(), impersonal_list());
  text += kRulesHead;
  text += rule_lines(book);
  text += kQuantified;
  text += kListRules;
  text += yes_no_rules(place);
  text += kChains;
  if (published) text += kPublished;
  return text;
}

std::vector<std::string> words_of_answers(const RuleBook& book, AnswerPlace place, bool published,
                                          std::string_view punctuation) {
  Words words(punctuation);
  for (const std::string_view letters :
       {kPropositionLetters, kPredicateLetters, kConstantLetters, kVariableLetters}) {
    words.add(spaced_letters(letters));
  }
  words.add(numbers_of_names(published));
  words.add(kAnswerWords);
  words.add("universal existential");
  for (const InferenceRule& rule : base_rules(book)) words.add(rule.name);
  for (const std::string& text : all_replies(place, "")) words.add(text);
  add_english(words);
  if (published) words.add(kPublishedWords);
  return words.all();
}

}  // namespace

Instructions logic_instructions(const RuleBook& book, AnswerPlace place, bool published) {
  constexpr std::string_view kPunctuation = ".,:()~_?\"/";
  return {.rules = rules_text(book, place, published),
          .vocabulary = words_of_answers(book, place, published, kPunctuation),
          .form = std::string(kForm),
          .punctuation = std::string(kPunctuation)};
}

}  // namespace assay::logic
