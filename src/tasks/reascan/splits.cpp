#include "assay/tasks/reascan/splits.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "assay/base/text.h"
#include "assay/tasks/reascan/worlds/resolver.h"
#include "assay/tasks/reascan/worlds/sound_worlds.h"

namespace assay::reascan {

namespace {

bool is_trained_set(const std::string& set) { return set == "p1" || set == "p2" || set == "p3"; }

bool mentions_red_square(const RowFacts& row) {
  const auto mentioned =
      row.world.things.begin() + static_cast<std::ptrdiff_t>(row.structure.phrases.size());
  return std::any_of(row.world.things.begin(), mentioned, [](const world::Thing& thing) {
    return thing.shape == world::Shape::kSquare && thing.colour == world::Colour::kRed;
  });
}

// Whether the words that make the phrase what the set is about are needed, for some phrase.
bool words_are_needed(const RowFacts& row, HeldOut set) {
  const auto& phrases = row.structure.phrases;
  if (row.edition == Edition::kPublished) {
    const Token token = set == HeldOut::kA3 ? Token::kSize : Token::kColour;
    return std::ranges::any_of(row.metadata.attributes, [&](const AttributeSet& entry) {
      return !entry.dummy && entry.placed && entry.token == token &&
             says(phrases[entry.object], set);
    });
  }
  const Resolver resolver(row.world);
  const auto needed = [&](std::size_t object, Token token) {
    return resolver.referents(without_word(row.structure, {object, token})) != 1U;
  };
  for (std::size_t i = 0; i < phrases.size(); ++i) {
    if (!says(phrases[i], set)) continue;
    const Token adjective = set == HeldOut::kA3 ? Token::kSize : Token::kColour;
    if (needed(i, adjective) && needed(i, Token::kShape)) return true;
  }
  return false;
}

}  // namespace

bool is_held_out(const RowFacts& row, HeldOut set) {
  switch (set) {
    case HeldOut::kA1:
    case HeldOut::kA3:
    case HeldOut::kB2:
      return says(row.structure, set);
    case HeldOut::kA2:
      return says(row.structure, set) || mentions_red_square(row);
    case HeldOut::kB1:
      return row.edition == Edition::kSound ? has_novel_pair(row.structure) : row.set == "b1";
    case HeldOut::kC1:
      return row.set == "c1";
    case HeldOut::kC2:
      break;
  }
  return row.set == "c2";
}

bool is_tested(const RowFacts& row, HeldOut set) {
  if (!is_held_out(row, set)) return false;
  switch (set) {
    case HeldOut::kA1:
    case HeldOut::kA3:
      return is_trained_set(row.set) && words_are_needed(row, set);
    case HeldOut::kA2:
      return is_trained_set(row.set) && (!says(row.structure, set) || words_are_needed(row, set));
    case HeldOut::kB1:
      return !says_held_out(row.structure) && (row.set == "b1" || is_trained_set(row.set));
    case HeldOut::kB2:
      return is_trained_set(row.set);
    default:
      return true;
  }
}

bool may_train(const RowFacts& row) {
  if (!is_trained_set(row.set)) return false;
  for (std::size_t i = 0; i < kHeldOuts; ++i) {
    if (is_held_out(row, static_cast<HeldOut>(i))) return false;
  }
  return true;
}

// --- claims --------------------------------------------------------------------------------------

namespace {

// Parts of test commands that training has, and combinations that it must not have. The text of a
// part or a combination stands for it.
class NoveltyPromise : public SplitPromise {
 public:
  NoveltyPromise(HeldOut set, Facts facts) : set_(set), facts_(std::move(facts)) {}

  void see_train(const Example& example) override {
    const RowFacts row = facts_(example);
    if (breaks_training(row) && broken_.empty()) {
      broken_ = fmt::format("training has {}", example.input());
    }
    for (std::string& part : parts_of(row)) parts_.insert(std::move(part));
    for (std::string& whole : wholes_of(row)) wholes_.insert(std::move(whole));
  }

  std::string see_test(const Example& example) override {
    if (!broken_.empty()) return broken_;
    const RowFacts row = facts_(example);
    ++rows_;
    for (const std::string& part : parts_of(row)) {
      if (!parts_.contains(part)) missing_.insert(part);
    }
    const auto wholes = wholes_of(row);
    const bool novel = std::any_of(wholes.begin(), wholes.end(), [&](const std::string& whole) {
      return !wholes_.contains(whole);
    });
    return novel ? "" : "nothing in it is new to training";
  }

  std::string summary() const override {
    return fmt::format("new to training in each of {}; {} of its parts not seen there",
                       counted(rows_, "test row"),
                       missing_.empty() ? std::string("none") : with_commas(missing_.size()));
  }

 private:
  // What training must not have at all.
  bool breaks_training(const RowFacts& row) const {
    switch (set_) {
      case HeldOut::kA1:
      case HeldOut::kA2:
      case HeldOut::kA3:
      case HeldOut::kB2:
        return is_held_out(row, set_);
      case HeldOut::kB1:
        return row.edition == Edition::kSound && has_novel_pair(row.structure);
      case HeldOut::kC1:
        return row.structure.clauses.size() > 2;
      case HeldOut::kC2:
        break;
    }
    return row.structure.clauses.size() > 1 && row.structure.clauses[1].parent != 0;
  }

  // Words and relations; for B1 whole phrases.
  std::vector<std::string> parts_of(const RowFacts& row) const {
    std::vector<std::string> parts;
    for (const Phrase& phrase : row.structure.phrases) {
      if (set_ == HeldOut::kB1) {
        parts.push_back(text_of(phrase));
        continue;
      }
      const std::string text = text_of(phrase);
      for (const auto word : split_words(text)) parts.emplace_back(word);
    }
    for (const Clause& clause : row.structure.clauses)
      parts.emplace_back(words_of(clause.relation));
    return parts;
  }

  // What must be new: phrases without what stands between ("yellow square", "small cylinder"), what
  // a red square looks like, phrases together, relations together, how clauses hang together.
  std::vector<std::string> wholes_of(const RowFacts& row) const {
    const Structure& structure = row.structure;
    std::vector<std::string> wholes;
    switch (set_) {
      case HeldOut::kA1:
      case HeldOut::kA3:
        for (const Phrase& phrase : structure.phrases) {
          Phrase pair = phrase;
          if (set_ == HeldOut::kA1) pair.size = SizeWord::kNone;
          if (set_ == HeldOut::kA3) pair.colour.reset();
          wholes.push_back(text_of(pair));
        }
        return wholes;
      case HeldOut::kA2:
        for (std::size_t i = 0; i < structure.phrases.size(); ++i) {
          const world::Thing& thing = row.world.things[i];
          wholes.push_back(
              fmt::format("{} {}", world::name_of(thing.colour), world::name_of(thing.shape)));
        }
        return wholes;
      case HeldOut::kB1:
        return phrases_together(row);
      case HeldOut::kB2: {
        std::vector<std::string_view> relations;
        for (const Clause& clause : structure.clauses)
          relations.push_back(words_of(clause.relation));
        std::sort(relations.begin(), relations.end());
        return {fmt::format("{}", fmt::join(relations, ", "))};
      }
      default:
        break;
    }
    std::string form = "clauses";
    for (const Clause& clause : structure.clauses) form += fmt::format(" {}", clause.parent);
    return {form};
  }

  // Pairs in the sound edition, all of a command in the release.
  static std::vector<std::string> phrases_together(const RowFacts& row) {
    std::vector<std::string> phrases;
    for (const Phrase& phrase : row.structure.phrases) phrases.push_back(text_of(phrase));
    std::sort(phrases.begin(), phrases.end());
    if (row.edition == Edition::kPublished) return {fmt::format("{}", fmt::join(phrases, " and "))};
    std::vector<std::string> pairs;
    for (std::size_t i = 0; i < phrases.size(); ++i) {
      for (std::size_t k = i + 1; k < phrases.size(); ++k) {
        pairs.push_back(phrases[i] + " and " + phrases[k]);
      }
    }
    return pairs;
  }

  HeldOut set_;
  Facts facts_;
  std::set<std::string> parts_;   // of training
  std::set<std::string> wholes_;  // of training
  std::set<std::string> missing_;
  std::string broken_;
  std::uint64_t rows_ = 0;
};

}  // namespace

std::unique_ptr<SplitPromise> make_promise(HeldOut set, Facts facts) {
  return std::make_unique<NoveltyPromise>(set, std::move(facts));
}

}  // namespace assay::reascan
