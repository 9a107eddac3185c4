#include "conformance_laws.h"

namespace assay::conformance {

const std::vector<Law>& laws() {
  static const std::vector<Law> kLaws{
      {"the card says everything", card_says_everything},
      {"same address, same example, in any order, on any thread", same_address_same_example,
       Threads::kSome},
      {"leaving rules out changes nothing else", leaving_rules_out_changes_nothing_else},
      {"rule graphs are well formed", rule_graphs_are_well_formed},
      {"rows read back are equal", rows_read_back_are_equal},
      {"ids name their data", ids_name_their_data},
      {"files count by what they say", files_count_by_what_they_say},
      {"neighbouring seeds give other rows at every shift", neighbouring_seeds_give_other_rows},
      {"rows can be split by divergence", rows_split_by_divergence, Threads::kSome},
      {"the witness confirms every target", witness_confirms_targets},
      {"the witness objects to the target of another row", witness_objects_to_other_targets},
      {"the target is right, and silence is no answer", target_is_right_and_silence_is_no_answer},
      {"the target buried in text is not right", target_buried_in_text_is_not_right},
      {"scores of hostile answers are within bounds", scores_of_hostile_answers_are_within_bounds},
      {"the target of another row is wrong", target_of_another_row_is_wrong},
      {"the first reading is the solver's answer", first_reading_is_the_solvers},
      {"derived rows are those made", derived_rows_are_those_made},
      {"features fit the row", features_fit_the_row},
      {"lengths tell rows apart", lengths_tell_rows_apart},
      {"canonical forms need only the fields", forms_need_only_the_fields},
      {"equal canonical forms, equal examples", equal_forms_are_equal_examples},
      {"pictures and sketches need only the fields", pictures_need_only_the_fields},
      {"questions are drawn without their answer", questions_are_drawn_without_their_answer},
      {"instructions are readable", instructions_are_readable},
      {"answers have stated words", answers_have_stated_words},
      {"worked examples are right and not asked about",
       worked_examples_are_right_and_not_asked_about},
      {"prompts hold what is needed", prompts_hold_what_is_needed},
      {"every holdout trains and tests", holdouts_train_and_test},
      {"formats export what their checkers accept", formats_export_what_their_checkers_accept},
      {"learners mark every row", learners_mark_every_row, Threads::kSome},
      {"metrics report figures", metrics_report_figures, Threads::kSome},
      {"shortcuts give readable answers", shortcuts_give_readable_answers},
  };
  return kLaws;
}

}  // namespace assay::conformance
