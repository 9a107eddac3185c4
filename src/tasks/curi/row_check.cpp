#include "assay/tasks/curi/row_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "assay/tasks/curi/episode_text.h"
#include "assay/tasks/curi/interpreter/interpreter.h"
#include "assay/tasks/curi/language/spelling.h"
#include "assay/tasks/curi/row.h"
#include "assay/tasks/curi/scenes/scene_text.h"

namespace assay::curi {

namespace {

constexpr double kRounding = 1e-6;

class RowCheck {
 public:
  RowCheck(const Example& row, const Settings& settings, const ConceptSpace& space)
      : row_(row), settings_(settings), space_(space), text_(read_input(row.input())) {}

  std::string problem() {
    if (!text_.problem.empty()) return text_.problem;
    for (const auto step :
         {&RowCheck::check_concept, &RowCheck::check_support, &RowCheck::check_query,
          &RowCheck::check_explanations, &RowCheck::check_belief, &RowCheck::check_behind}) {
      std::string why = (this->*step)();
      if (!why.empty()) return why;
    }
    return {};
  }

 private:
  std::string check_concept() {
    const std::int64_t number = number_of(row_, kNumberColumn);
    if (number < 0 || static_cast<std::size_t>(number) >= space_.concepts().size()) {
      return fmt::format("the space has no concept {}", number);
    }
    subject_ = &space_.concepts()[static_cast<std::size_t>(number)];
    if (subject_->text != text_of(row_, kConceptColumn)) {
      return fmt::format("concept {} of the space is another", number);
    }
    if (prefix_text(subject_->words, spelling_of(settings_.space.edition)) !=
            text_of(row_, kPrefixColumn) ||
        english_gloss(subject_->words) != text_of(row_, kGlossColumn)) {
      return "prefix or gloss tell another concept";
    }
    if (number_of(row_, kMeaningColumn) != subject_->cluster ||
        number_of(row_, kLengthColumn) != subject_->length) {
      return "meaning or length are those of another concept";
    }
    return {};
  }

  std::string check_set(const std::array<Looks, kSetScenes>& told, Column scenes, Column labels) {
    const auto& numbers = numbers_of(row_, scenes);
    const auto& given = numbers_of(row_, labels);
    if (numbers.size() != kSetScenes || given.size() != kSetScenes) {
      return "there should be 25 scenes and 25 labels";
    }
    for (std::size_t at = 0; at < kSetScenes; ++at) {
      const auto scene = static_cast<std::uint64_t>(numbers[at]);
      if (scene >= settings_.space.scenes || in_order(space_.looks(scene)) != told[at]) {
        return fmt::format("scene {} is not told as it is", numbers[at]);
      }
      if (holds(subject_->text, told[at]) != (given[at] == 1)) {
        return fmt::format("the label of scene {} is wrong", numbers[at]);
      }
    }
    return {};
  }

  std::string check_support() {
    for (std::size_t at = 0; at < kSetScenes; ++at) {
      if (text_.labels[at] != holds(subject_->text, text_.support[at])) {
        return fmt::format("labelled scene {} has the wrong label", at + 1);
      }
    }
    return check_set(text_.support, kSupportScenesColumn, kSupportLabelsColumn);
  }

  std::string check_query() {
    std::array<bool, kSetScenes> labels{};
    for (std::size_t at = 0; at < kSetScenes; ++at) {
      labels[at] = holds(subject_->text, text_.query[at]);
    }
    if (labels_text(labels) != row_.target()) return "the target is not what the rule says";
    return check_set(text_.query, kQueryScenesColumn, kQueryLabelsColumn);
  }

  const Hypothesis* concept_at(std::int64_t number) const {
    if (number < 0 || static_cast<std::size_t>(number) >= space_.concepts().size()) return nullptr;
    return &space_.concepts()[static_cast<std::size_t>(number)];
  }

  // Of the release's easy negatives some are positives, and contradict what they should not.
  bool negatives_are_clean() const {
    return settings_.space.edition == Edition::kSound || settings_.negatives == Negatives::kHard;
  }

  std::string check_explanations() {
    const auto agrees = [&](const Hypothesis& each, bool positives_only) {
      for (std::size_t at = 0; at < kSetScenes; ++at) {
        if (positives_only && !text_.labels[at]) continue;
        if (holds(each.text, text_.support[at]) != text_.labels[at]) return false;
      }
      return true;
    };
    if (!negatives_are_clean()) return {};
    for (const std::int64_t number : numbers_of(row_, kAlternatesColumn)) {
      const Hypothesis* each = concept_at(number);
      if (each == nullptr || !agrees(*each, true)) {
        return fmt::format("alternate {} does not hold in all positives", number);
      }
    }
    const auto& valid = numbers_of(row_, kValidColumn);
    for (const std::int64_t number : valid) {
      const Hypothesis* each = concept_at(number);
      if (each == nullptr || !agrees(*each, false)) {
        return fmt::format("concept {} does not explain the support", number);
      }
    }
    if (std::find(valid.begin(), valid.end(), number_of(row_, kNumberColumn)) == valid.end()) {
      return "the concept itself is not among those that explain the support";
    }
    return {};
  }

  std::string check_belief() {
    std::vector<std::uint32_t> valid;
    for (const std::int64_t number : numbers_of(row_, kValidColumn)) {
      valid.push_back(static_cast<std::uint32_t>(number));
    }
    const auto& told = std::get<std::vector<double>>(row_.fields[kPosteriorColumn]);
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
      const auto& behind = numbers_of(row_, column);
      if (behind.size() != kSetScenes) return false;
      for (std::size_t at = 0; at < kSetScenes; ++at) {
        if (behind[at] == -1) continue;
        const Hypothesis* each = concept_at(behind[at]);
        if (each == nullptr || numbers_of(row_, labels)[at] == 1 || !holds(each->text, told[at])) {
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
  EpisodeText text_;
  const Hypothesis* subject_ = nullptr;
};

}  // namespace

std::string defect_of(const Example& row, const Settings& settings, const ConceptSpace& space) {
  return RowCheck(row, settings, space).problem();
}

}  // namespace assay::curi
