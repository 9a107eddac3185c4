#include "assay/tasks/curi/row_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "assay/base/text.h"
#include "assay/tasks/curi/episode_text.h"
#include "assay/tasks/curi/language/spelling.h"
#include "assay/tasks/curi/row.h"
#include "assay/tasks/curi/scenes/scene_text.h"

namespace assay::curi {

namespace {

constexpr double kRounding = 1e-6;

class OneRow {
 public:
  OneRow(const Example& row, const Settings& settings, const ConceptSpace& space,
         const std::vector<Sentence>& sentences)
      : row_(row),
        settings_(settings),
        space_(space),
        sentences_(sentences),
        text_(read_input(row.input())) {}

  std::string problem() {
    if (!text_.problem.empty()) return text_.problem;
    for (const auto step :
         {&OneRow::check_concept, &OneRow::check_support, &OneRow::check_query,
          &OneRow::check_alternates, &OneRow::check_valid, &OneRow::check_optimistic,
          &OneRow::check_belief, &OneRow::check_behind}) {
      std::string why = (this->*step)();
      if (!why.empty()) return why;
    }
    return {};
  }

 private:
  std::string check_concept() {
    const std::int64_t number = number_at(row_, kNumberColumn);
    if (number < 0 || static_cast<std::size_t>(number) >= space_.concepts().size()) {
      return fmt::format("the space has no concept {}", number);
    }
    subject_ = static_cast<std::size_t>(number);
    const Hypothesis& subject = space_.concepts()[subject_];
    if (subject.text != text_at(row_, kConceptColumn)) {
      return fmt::format("concept {} of the space is another", number);
    }
    if (prefix_text(subject.words, spelling_of(settings_.space.edition)) !=
            text_at(row_, kPrefixColumn) ||
        english_gloss(subject.words) != text_at(row_, kGlossColumn)) {
      return "prefix or gloss tell another concept";
    }
    if (number_at(row_, kMeaningColumn) != subject.cluster ||
        number_at(row_, kLengthColumn) != subject.length) {
      return "meaning or length are those of another concept";
    }
    return {};
  }

  std::string check_set(const std::array<Looks, kSetScenes>& told, Column scenes, Column labels) {
    const auto& numbers = numbers_at(row_, scenes);
    const auto& given = numbers_at(row_, labels);
    if (numbers.size() != kSetScenes || given.size() != kSetScenes) {
      return "there should be 25 scenes and 25 labels";
    }
    for (std::size_t at = 0; at < kSetScenes; ++at) {
      const auto scene = static_cast<std::uint64_t>(numbers[at]);
      if (scene >= settings_.space.scenes || in_order(space_.looks(scene)) != told[at]) {
        return fmt::format("scene {} is not told as it is", numbers[at]);
      }
      if (holds(subject_, told[at]) != (given[at] == 1)) {
        return fmt::format("the label of scene {} is wrong", numbers[at]);
      }
    }
    return {};
  }

  std::string check_support() {
    for (std::size_t at = 0; at < kSetScenes; ++at) {
      if (text_.labels[at] != holds(subject_, text_.support[at])) {
        return fmt::format("labelled scene {} has the wrong label", at + 1);
      }
    }
    return check_set(text_.support, kSupportScenesColumn, kSupportLabelsColumn);
  }

  std::string check_query() {
    std::array<bool, kSetScenes> labels{};
    for (std::size_t at = 0; at < kSetScenes; ++at) {
      labels[at] = holds(subject_, text_.query[at]);
    }
    if (labels_text(labels) != row_.target()) return "the target is not what the rule says";
    return check_set(text_.query, kQueryScenesColumn, kQueryLabelsColumn);
  }

  bool holds(std::size_t index, const Looks& scene) const { return sentences_[index].holds(scene); }

  bool is_concept(std::int64_t number) const {
    return number >= 0 && static_cast<std::size_t>(number) < sentences_.size();
  }

  // Scenes of the support with this label, small ones first: they are read sooner.
  std::vector<Looks> labelled(bool label) const {
    std::vector<Looks> scenes;
    for (std::size_t at = 0; at < kSetScenes; ++at) {
      if (text_.labels[at] == label) scenes.push_back(text_.support[at]);
    }
    std::ranges::sort(scenes, {}, &Looks::count);
    return scenes;
  }

  // Whether a concept holds in at least so many of the scenes.
  bool holds_in(std::size_t index, std::size_t least, const std::vector<Looks>& scenes) const {
    if (least > scenes.size()) return false;
    std::size_t may_miss = scenes.size() - least;
    for (const Looks& scene : scenes) {
      if (!holds(index, scene) && may_miss-- == 0) return false;
    }
    return true;
  }

  // Alternates hold in the five positives that were drawn. Of the release's easy negatives some are
  // positives as well, and nothing tells which were drawn: then they hold in five of them.
  std::string check_alternates() {
    const auto& told = numbers_at(row_, kAlternatesColumn);
    const std::vector<Looks> positives = labelled(true);
    auto next = told.begin();
    for (std::size_t index = 0; index < sentences_.size(); ++index) {
      if (index == subject_ || !holds_in(index, kPositives, positives)) continue;
      if (next != told.end() && *next == static_cast<std::int64_t>(index)) {
        ++next;
      } else if (holds_in(index, positives.size(), positives)) {
        return fmt::format("concept {} holds in all positives, and alternates lack it", index);
      }
    }
    if (next != told.end()) {
      return fmt::format("alternate {} does not hold in five positives", *next);
    }
    return {};
  }

  // Of the alternates those are valid that hold in the five positives that were drawn and nowhere
  // else.
  std::string check_valid() {
    const std::vector<Looks> positives = labelled(true);
    const std::vector<Looks> negatives = labelled(false);
    std::vector<std::int64_t> wanted;
    for (const std::int64_t number : numbers_at(row_, kAlternatesColumn)) {
      const auto index = static_cast<std::size_t>(number);
      const bool nowhere_else =
          !holds_in(index, 1, negatives) && !holds_in(index, kPositives + 1, positives);
      if (nowhere_else) wanted.push_back(number);
    }
    const auto own = static_cast<std::int64_t>(subject_);
    wanted.insert(std::upper_bound(wanted.begin(), wanted.end(), own), own);
    if (wanted != numbers_at(row_, kValidColumn)) {
      return fmt::format("{} explain the support, and valid lists others",
                         counted(wanted.size(), "concept"));
    }
    return {};
  }

  std::string check_optimistic() {
    const auto& valid = numbers_at(row_, kValidColumn);
    const auto& told = numbers_at(row_, kOptimisticColumn);
    if (told.size() != kSetScenes ||
        !std::all_of(valid.begin(), valid.end(), [&](auto number) { return is_concept(number); })) {
      return "optimistic should have 25 labels, and valid concepts of the space";
    }
    for (std::size_t at = 0; at < kSetScenes; ++at) {
      const bool some = std::any_of(valid.begin(), valid.end(), [&](std::int64_t number) {
        return holds(static_cast<std::size_t>(number), text_.query[at]);
      });
      if (some != (told[at] == 1)) {
        return fmt::format("the optimistic label {} is not what any valid concept says", at + 1);
      }
    }
    return {};
  }

  std::string check_belief() {
    std::vector<std::uint32_t> valid;
    for (const std::int64_t number : numbers_at(row_, kValidColumn)) {
      valid.push_back(static_cast<std::uint32_t>(number));
    }
    const auto& told = reals_at(row_, kPosteriorColumn);
    if (told.size() != valid.size()) return "every valid concept should have a posterior";
    const std::vector<double> belief = log_posterior(space_, settings_.belief, valid);
    for (std::size_t at = 0; at < valid.size(); ++at) {
      if (std::abs(belief[at] - told[at]) > kRounding) {
        return fmt::format("the posterior of concept {} is {:.6f}", valid[at], belief[at]);
      }
    }
    return {};
  }

  std::string check_behind() {
    const auto check = [&](Column column, Column labels,
                           const std::array<Looks, kSetScenes>& told) {
      const auto& behind = numbers_at(row_, column);
      if (behind.size() != kSetScenes) return false;
      for (std::size_t at = 0; at < kSetScenes; ++at) {
        if (behind[at] == -1) continue;
        if (!is_concept(behind[at]) || numbers_at(row_, labels)[at] == 1 ||
            !holds(static_cast<std::size_t>(behind[at]), told[at])) {
          return false;
        }
      }
      return true;
    };
    if (!check(kSupportBehindColumn, kSupportLabelsColumn, text_.support) ||
        !check(kQueryBehindColumn, kQueryLabelsColumn, text_.query)) {
      return "what stands behind a hard negative does not explain it";
    }
    return {};
  }

  const Example& row_;
  const Settings& settings_;
  const ConceptSpace& space_;
  const std::vector<Sentence>& sentences_;
  EpisodeText text_;
  std::size_t subject_ = 0;
};

}  // namespace

RowCheck::RowCheck(std::shared_ptr<const ConceptSpace> space, const Settings& settings)
    : space_(std::move(space)), settings_(settings) {
  sentences_.reserve(space_->concepts().size());
  for (const Hypothesis& each : space_->concepts()) sentences_.emplace_back(each.text);
}

std::string RowCheck::defect_of(const Example& row) const {
  return OneRow(row, settings_, *space_, sentences_).problem();
}

}  // namespace assay::curi
