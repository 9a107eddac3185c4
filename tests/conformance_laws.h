// What holds for every task in the catalog, whatever its parameters. A law says what breaks it.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance_subject.h"

namespace assay::conformance {

// What breaks a law, in words: the first few, and how many there are.
class Complaints {
 public:
  template <typename... Args>
  void add(fmt::format_string<Args...> text, Args&&... args) {
    if (++count_ <= kTold) texts_.push_back(fmt::format(text, std::forward<Args>(args)...));
  }
  bool empty() const { return count_ == 0; }
  std::string text() const { return fmt::format("{} in all\n{}", count_, fmt::join(texts_, "\n")); }

 private:
  static constexpr std::size_t kTold = 5;
  std::size_t count_ = 0;
  std::vector<std::string> texts_;
};

// --- the card and the making of rows (conformance_making.cpp) ------------------------------------

Complaints card_says_everything(const Subject& subject);
Complaints same_address_same_example(const Subject& subject);
Complaints leaving_rules_out_changes_nothing_else(const Subject& subject);
Complaints rule_graphs_are_well_formed(const Subject& subject);
Complaints rows_read_back_are_equal(const Subject& subject);
Complaints ids_name_their_data(const Subject& subject);
Complaints files_count_by_what_they_say(const Subject& subject);
Complaints neighbouring_seeds_give_other_rows(const Subject& subject);
Complaints rows_split_by_divergence(const Subject& subject);

// --- what is right (conformance_truth.cpp) -------------------------------------------------------

Complaints witness_confirms_targets(const Subject& subject);
// Where the row's own check is the witness: it minds the target of another row.
Complaints witness_objects_to_other_targets(const Subject& subject);
Complaints target_is_right_and_silence_is_no_answer(const Subject& subject);
Complaints target_buried_in_text_is_not_right(const Subject& subject);
Complaints scores_of_hostile_answers_are_within_bounds(const Subject& subject);
Complaints target_of_another_row_is_wrong(const Subject& subject);
Complaints first_reading_is_the_solvers(const Subject& subject);
Complaints derived_rows_are_those_made(const Subject& subject);

// --- what is said of rows (conformance_forms.cpp) ------------------------------------------------

Complaints features_fit_the_row(const Subject& subject);
Complaints lengths_tell_rows_apart(const Subject& subject);
Complaints forms_need_only_the_fields(const Subject& subject);
Complaints equal_forms_are_equal_examples(const Subject& subject);
Complaints pictures_need_only_the_fields(const Subject& subject);
Complaints questions_are_drawn_without_their_answer(const Subject& subject);

// --- what is told of the task (conformance_prompts.cpp) ------------------------------------------

Complaints instructions_are_readable(const Subject& subject);
// Words of targets stand in the vocabulary or in the input of their row.
Complaints answers_have_stated_words(const Subject& subject);
Complaints answers_have_stated_words(const Subject& subject, std::uint64_t rows);
Complaints worked_examples_are_right_and_not_asked_about(const Subject& subject);
Complaints prompts_hold_what_is_needed(const Subject& subject);

// --- sets of rows (conformance_sets.cpp) ---------------------------------------------------------

Complaints holdouts_train_and_test(const Subject& subject);
Complaints formats_export_what_their_checkers_accept(const Subject& subject);
Complaints learners_mark_every_row(const Subject& subject);
Complaints metrics_report_figures(const Subject& subject);
Complaints shortcuts_give_readable_answers(const Subject& subject);
// Slow: it may make all the data of a release.
Complaints findings_have_names(const Subject& subject);

enum class Threads { kNone, kSome };

struct Law {
  std::string_view name;
  Complaints (*ask)(const Subject& subject);
  Threads threads = Threads::kNone;
};

// All of the above, but for the slow one.
const std::vector<Law>& laws();

}  // namespace assay::conformance
