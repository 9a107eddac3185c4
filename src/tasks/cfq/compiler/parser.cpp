#include "assay/tasks/cfq/compiler/parser.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <utility>

#include "assay/tasks/cfq/compiler/word_reader.h"
#include "assay/tasks/cfq/compiler/words.h"

namespace assay::cfq::compiler {

namespace {

// Each method answers with every way to read its category from a position, and where it ends.
class Parser : private WordReader {
 public:
  explicit Parser(std::string_view question) : WordReader(question) {}

  Parses sentences() {
    if (word_count() > kMostWords) return {{}, false};
    if (word(0) == "Did") {
      for (const auto& [at, subject] : determiner_phrase(1)) {
        for (const auto& [end, groups] :
             list<Group>(at, [this](std::size_t i) { return infinitive_then_phrase(i); })) {
          keep(end, {.subject = subject, .clause = groups});
        }
      }
    } else if (word(0) == "Was" || word(0) == "Were") {
      read_was(word(0) == "Were");
    } else {
      read_open();
    }
    return {std::move(sentences_), complete()};
  }

 private:
  void keep(std::size_t end, Sentence sentence) {
    if (end != word_count()) return;
    if (sentences_.size() == kMostReads) return cut_off();
    sentences_.push_back(std::move(sentence));
  }

  // --- sentences ---

  void read_was(bool plural) {
    for (const auto& [at, subject] : determiner_phrase(1)) {
      if (subject->is_list() != plural) continue;
      for (const auto& [end, groups] : passive(at)) {
        keep(end, {.subject = subject, .clause = groups});
      }
      if (!subject->entities.empty()) {
        for (const auto& [end, which] : one_of(at, kAdjectives, &Adjective::word)) {
          keep(end, {.subject = subject, .adjective = which});
        }
      }
      if (plural) continue;
      for (const auto& [end, same] : determiner_phrase(at)) {
        if (!same->is_list()) keep(end, {.subject = subject, .same = same});
      }
    }
  }

  void read_open() {
    for (const auto& [at, subject] : question_phrase()) {
      const bool bare = !subject->noun && !subject->of;
      for (const auto& [end, clause] : finite_clause(at)) {
        keep(end, {.open = true, .subject = subject, .clause = clause, .usual = !bare});
      }
      if (bare && word(at) == "was") {
        for (const auto& [end, clause] : passive(at + 1)) {
          keep(end, {.open = true, .subject = subject, .clause = clause});
        }
      }
      if (word(at) == "did") {
        for (const auto& [end, groups] :
             list<Group>(at + 1, [this](std::size_t i) { return phrase_then_infinitive(i); })) {
          keep(end, {.open = true, .subject = subject, .clause = groups});
        }
      }
      if (word(at) != "was") continue;
      for (const auto& [end, same] : determiner_phrase(at + 1)) {
        if (!same->is_list()) keep(end, {.open = true, .subject = subject, .same = same});
      }
    }
  }

  // --- verbs and roles ---

  Reads<Indices> role_list(std::size_t at) {
    return list<std::size_t>(at, [this](std::size_t i) { return one_of(i, kRoles, &Role::words); });
  }

  Reads<std::vector<Act>> infinitives(std::size_t at, bool head_is_agent) {
    return list<Act>(at, [=, this](std::size_t i) {
      Reads<Act> reads;
      for (const auto& [end, verb] : one_of(i, kVerbs, &Verb::infinitive)) {
        reads.push_back({end, {verb, head_is_agent}});
      }
      return reads;
    });
  }

  // V_pp, followed by `by` if so asked.
  Reads<Act> participle(std::size_t at, bool head_is_agent, bool with_by) const {
    Reads<Act> reads;
    for (const auto& [end, verb] : one_of(at, kVerbs, &Verb::participle)) {
      if (!with_by || word(end) == "by") {
        reads.push_back({end + (with_by ? 1 : 0), {verb, head_is_agent}});
      }
    }
    return reads;
  }

  // L(V_past | be V_pp by), whose grammatical subject is the head or (in a gap) the other phrase.
  Reads<std::vector<Act>> finite_verbs(std::size_t at, std::string_view be, bool subject_is_head) {
    return list<Act>(at, [=, this](std::size_t i) {
      Reads<Act> reads;
      for (const auto& [end, verb] : one_of(i, kVerbs, &Verb::past)) {
        reads.push_back({end, {verb, subject_is_head}});
      }
      if (word(i) == be) {
        for (const auto& read : participle(i + 1, !subject_is_head, true)) reads.push_back(read);
      }
      return reads;
    });
  }

  // L(V_pp by) with `least` members at least, and L2(V_pp) by.
  Reads<std::vector<Act>> participles_by(std::size_t at, bool head_is_agent, std::size_t least) {
    auto reads = list<Act>(
        at, [=, this](std::size_t i) { return participle(i, head_is_agent, true); }, least);
    for (auto& [end, acts] : list<Act>(
             at, [=, this](std::size_t i) { return participle(i, head_is_agent, false); }, 2)) {
      if (word(end) == "by") reads.push_back({end + 1, std::move(acts)});
    }
    return reads;
  }

  // --- clauses ---

  Reads<Group> infinitive_then_phrase(std::size_t at) {
    Reads<Group> reads;
    for (const auto& [mid, acts] : infinitives(at, true)) {
      for (const auto& [end, other] : determiner_phrase(mid)) reads.push_back({end, {acts, other}});
    }
    return reads;
  }

  Reads<Group> phrase_then_infinitive(std::size_t at) {
    Reads<Group> reads;
    for (const auto& [mid, other] : determiner_phrase(at)) {
      for (const auto& [end, acts] : infinitives(mid, false)) reads.push_back({end, {acts, other}});
    }
    return reads;
  }

  // PASS
  Reads<Groups> passive(std::size_t at) {
    return list<Group>(at, [this](std::size_t i) {
      Reads<Group> reads;
      for (const auto& [mid, acts] : participles_by(i, false, 1)) {
        for (const auto& [end, other] : determiner_phrase(mid)) {
          reads.push_back({end, {acts, other}});
        }
      }
      return reads;
    });
  }

  // VPF
  const Reads<Groups>& finite_clause(std::size_t at) {
    if (const auto known = finite_clauses_.find(at); known != finite_clauses_.end()) {
      return known->second;
    }
    auto reads = list<Group>(at, [this](std::size_t i) {
      Reads<Group> each;
      for (const auto& [mid, acts] : finite_verbs(i, "was", true)) {
        for (const auto& [end, other] : determiner_phrase(mid)) {
          each.push_back({end, {acts, other}});
        }
      }
      return each;
    });
    if (word(at) == "was") {
      for (auto& read : passive(at + 1)) {
        const bool known = read.tree.size() == 1 && read.tree[0].acts.size() == 1;
        if (!known) reads.push_back(std::move(read));
      }
    }
    return finite_clauses_[at] = std::move(reads);
  }

  // L(DP GAP)
  Reads<Groups> gap_clause(std::size_t at) {
    return list<Group>(at, [this](std::size_t i) {
      Reads<Group> each;
      for (const auto& [mid, other] : determiner_phrase(i)) {
        const std::string_view be = other->is_list() ? "were" : "was";
        for (const auto& [end, acts] : finite_verbs(mid, be, false)) {
          each.push_back({end, {acts, other}});
        }
        if (word(mid) != be) continue;
        for (const auto& [end, acts] : participles_by(mid + 1, true, 2)) {
          each.push_back({end, {acts, other}});
        }
      }
      return each;
    });
  }

  // --- phrases ---

  static void add(Reads<PhrasePtr>& reads, std::size_t end, const Phrase& phrase) {
    reads.push_back({end, std::make_shared<const Phrase>(phrase)});
  }

  // NP, of a noun: alone and with each kind of relative clause.
  void nouns(std::size_t end, const Phrase& plain, Reads<PhrasePtr>& reads) {
    Phrase phrase = plain;
    add(reads, end, phrase);
    const auto with_clauses = [&](const Reads<Groups>& clauses) {
      for (const auto& [stop, clause] : clauses) {
        phrase.clause = clause;
        add(reads, stop, phrase);
      }
    };
    with_clauses(passive(end));
    if (word(end) == "that") {
      with_clauses(finite_clause(end + 1));
      with_clauses(gap_clause(end + 1));
    }
    if (word(end) != "whose") return;
    const auto run = adjective_run(end + 1);
    phrase.whose_adjectives = run.tree;
    for (const auto& [last, played] : role_list(run.end)) {
      phrase.whose_roles = played;
      with_clauses(finite_clause(last));
    }
  }

  // NP
  Reads<PhrasePtr> noun_phrase(std::size_t at) {
    Reads<PhrasePtr> reads;
    const auto run = adjective_run(at);
    for (const auto& [end, noun] : one_of(run.end, kNouns, &Noun::words)) {
      nouns(end, {.adjectives = run.tree, .noun = noun}, reads);
    }
    for (const auto& [end, played] : role_list(run.end)) {
      if (word(end) != "of") continue;
      for (const auto& [stop, of] : determiner_phrase(end + 1)) {
        add(reads, stop, {.adjectives = run.tree, .roles = played, .of = of});
      }
    }
    return reads;
  }

  // POSS, from a possessor that ends at `at`: all lengths of the chain of 's.
  void possessives(std::size_t at, const PhrasePtr& possessor, Reads<PhrasePtr>& reads) {
    if (word(at) != "'s") return;
    const auto run = adjective_run(at + 1);
    for (const auto& [end, played] : role_list(run.end)) {
      add(reads, end, {.adjectives = run.tree, .roles = played, .of = possessor});
      const PhrasePtr longer = reads.back().tree;
      possessives(end, longer, reads);
    }
  }

  // DP
  const Reads<PhrasePtr>& determiner_phrase(std::size_t at) {
    if (const auto known = phrases_.find(at); known != phrases_.end()) return known->second;
    Reads<PhrasePtr> reads;
    for (const auto& [end, names] :
         list<std::string_view>(at, [this](std::size_t i) { return entity(i); })) {
      add(reads, end, {.entities = names});
      const PhrasePtr phrase = reads.back().tree;
      if (!phrase->is_list()) possessives(end, phrase, reads);
    }
    if (word(at) == "a") {
      for (const auto& [end, phrase] : noun_phrase(at + 1)) {
        reads.push_back({end, phrase});
        const bool plain = phrase->noun && phrase->clause.empty();
        if (plain) possessives(end, phrase, reads);
      }
    }
    std::stable_sort(reads.begin(), reads.end(),
                     [](const auto& a, const auto& b) { return a.end > b.end; });
    return phrases_[at] = std::move(reads);
  }

  // WHO
  Reads<PhrasePtr> question_phrase() {
    Reads<PhrasePtr> reads;
    if (word(0) == "Who") add(reads, 1, {.noun = kPerson});
    if (word(0) == "What") add(reads, 1, {});
    if (word(0) == "What" || word(0) == "Which") {
      for (auto& read : noun_phrase(1)) reads.push_back(std::move(read));
    }
    return reads;
  }

  std::vector<Sentence> sentences_;
  std::map<std::size_t, Reads<PhrasePtr>> phrases_;
  std::map<std::size_t, Reads<Groups>> finite_clauses_;
};

}  // namespace

Parses parse(std::string_view question) { return Parser(question).sentences(); }

}  // namespace assay::cfq::compiler
