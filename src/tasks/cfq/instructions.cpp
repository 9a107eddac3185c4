#include "assay/tasks/cfq/instructions.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "assay/tasks/cfq/compiler/words.h"
#include "assay/tasks/cfq/language/patterns.h"

namespace assay::cfq {

namespace {

using compiler::kAdjectives;
using compiler::kNouns;
using compiler::kRoles;
using compiler::kVerbs;

constexpr std::string_view kBegin =
    R"(Turn a question about films, people and companies into a SPARQL query.

Header
- A question that begins with Did, Was or Were: SELECT count(*) WHERE
- A question that begins with Who, What or Which: SELECT DISTINCT ?x0 WHERE
  ?x0 is what is asked for.

Nodes
M0, M1 ... are names of entities and stand for themselves. Whatever else the question speaks of is a
node of its own, a variable: each "a NOUN", each role, and what is asked for. "a" means no more than
that. In "Was A B", "Who was B", "Which NOUN was B" both phrases are the same node, and a name takes
the place of the variable. Variables are
{}

Nouns: NODE a TYPE
"Who" is a person. "What" without a noun says nothing of its node.
)";

constexpr std::string_view kAdjectivesHead = R"(
Adjectives: NODE PROPERTY VALUE
They stand before a noun or a role, or alone: "Was M0 French".
)";

constexpr std::string_view kRolesHead = R"(
Roles
"R of Y" and "Y 's R" are a node X with the first clause below. "N whose R ..." has a node X of its
own, with the second clause for Y = N, and what follows is said of X, not of N. Adjectives before a
role are said of X. A list of roles ("editor and writer of Y") is one node X with all of them.
)";

constexpr std::string_view kVerbsHead = R"(
Verbs
A verb is said of a head: the subject of Did, Was or Were; Who, What or Which NOUN; the noun before
"that" or before a participle with "by" ("a film directed by M0"); the X of "whose". The clause goes
from the head to the other phrase of the verb. If the head A does it to B, take the first clause; if
it is done to the head B by A, the second one.
- "Did M0 direct M1": M0 ns:film.director.film M1
- "Was M1 directed by M0": M1 ns:film.film.directed_by M0
- "What did M0 direct", "a film that M0 directed": NODE ns:film.film.directed_by M0
- "Who directed M1", "a person that M1 was directed by": NODE ns:film.director.film M1
Infinitive, past, participle and clauses:
)";

constexpr std::string_view kRest = R"(
Lists
"A and B" or "A , B , and C". Each verb of a list is said of the head with each name of its own
phrase, and of each name where the head is a list of names: a clause for each.

Grouping
Where words could be grouped in several ways, take the one in which each node is of one kind: a
person or character, a film, a company or country, a gender. People marry, influence and have
siblings; films are directed, written, distributed, and star people; companies employ, acquire and
are founded.

FILTER
For each clause of spouse, sibling or marry, S PROPERTY O, add: FILTER ( S != O )

Left out
The clause "NODE a TYPE" is left out where the node has the role of the same name, or is the head and
does the verb, as in "Which film director directed M0":
)";

constexpr std::string_view kRepeats = "No clause is said twice.";

constexpr std::string_view kFormOfAnswers =
    "The header and { on the first line, then a clause a line, with \" .\" behind each but the "
    "last "
    "one, then } on a line of its own. FILTERs are clauses, too. Clauses may come in any order, "
    "and "
    "variables other than ?x0 may have any numbers.";

std::string noun_lines() {
  std::string text;
  for (const compiler::Noun& noun : kNouns) {
    text += fmt::format("- {}: {}\n", noun.words, noun.type);
  }
  return text;
}

std::string adjective_lines() {
  std::string text;
  for (const compiler::Adjective& adjective : kAdjectives) {
    text += fmt::format("- {}: {} {}\n", adjective.word, adjective.property, adjective.value);
  }
  return text;
}

// What a relation is called from the other side.
std::string inverse_text(std::string_view there, std::string_view back, char from, char to) {
  if (back.empty()) return "\n";
  if (back == there) return fmt::format("; the same from {} to {}\n", from, to);
  return fmt::format("; {} {} {}\n", from, back, to);
}

std::string role_lines() {
  std::string text;
  for (const compiler::Role& role : kRoles) {
    text += fmt::format("- {}: X {} Y", role.words, role.of);
    text += inverse_text(role.of, role.whose, 'Y', 'X');
  }
  return text;
}

std::string verb_lines() {
  std::string text;
  for (const compiler::Verb& verb : kVerbs) {
    text += fmt::format("- {}, {}, {}: A {} B", verb.infinitive, verb.past, verb.participle,
                        verb.active);
    text += inverse_text(verb.active, verb.inverse, 'B', 'A');
  }
  return text;
}

// Which nouns say no more than a role or a verb does.
std::string implied_lines() {
  std::string text;
  for (const compiler::Noun& noun : kNouns) {
    if (noun.concept_id == compiler::Concept::kNone) continue;
    text += fmt::format("- {}:", noun.words);
    for (const compiler::Role& role : kRoles) {
      if (role.concept_id == noun.concept_id) text += fmt::format(" the role {}", role.words);
    }
    for (const compiler::Verb& verb : kVerbs) {
      if (verb.agent == noun.concept_id) text += fmt::format(" or the verb {}", verb.infinitive);
    }
    text += '\n';
  }
  return text;
}

// A connected query has at most one node more than clauses.
std::vector<std::string> variables() {
  std::vector<std::string> names;
  for (std::size_t i = 0; i <= PatternMaker::kMostClauses; ++i) {
    names.push_back(fmt::format("?x{}", i));
  }
  return names;
}

std::vector<std::string> words_of_queries() {
  std::vector<std::string> words{"SELECT", "DISTINCT", "count(*)", "WHERE", "{",  "}",
                                 ".",      "FILTER",   "(",        ")",     "!=", "a"};
  for (std::string& name : variables()) words.push_back(std::move(name));
  const auto add = [&](std::string_view word) {
    if (!word.empty() && std::ranges::find(words, word) == words.end()) words.emplace_back(word);
  };
  for (const compiler::Noun& noun : kNouns) add(noun.type);
  for (const compiler::Adjective& adjective : kAdjectives) {
    add(adjective.property);
    add(adjective.value);
  }
  for (const compiler::Role& role : kRoles) {
    add(role.of);
    add(role.whose);
  }
  for (const compiler::Verb& verb : kVerbs) {
    add(verb.active);
    add(verb.inverse);
  }
  return words;
}

}  // namespace

Instructions cfq_instructions() {
  std::string names;
  for (const std::string& name : variables()) names += names.empty() ? name : ' ' + name;
  Instructions told;
  told.rules = fmt::format(kBegin, names);
  told.rules += noun_lines();
  told.rules += kAdjectivesHead;
  told.rules += adjective_lines();
  told.rules += kRolesHead;
  told.rules += role_lines();
  told.rules += kVerbsHead;
  told.rules += verb_lines();
  told.rules += kRest;
  told.rules += implied_lines();
  told.rules += kRepeats;
  told.vocabulary = words_of_queries();
  told.form = kFormOfAnswers;
  return told;
}

}  // namespace assay::cfq
