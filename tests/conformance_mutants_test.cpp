// Do the laws bite? Real tasks, each spoiled in one thing, and the law that must notice.
#include "conformance_mutants.h"

#include <gtest/gtest.h>

#include "assay/catalog/catalog.h"
#include "conformance_laws.h"

namespace assay::conformance {
namespace {

constexpr std::uint64_t kFew = 150;

template <typename Mutant>
bool is_caught(const char* task, Complaints (*law)(const Subject&), std::uint64_t rows = kFew) {
  const auto real = make_task(task, {});
  const Forwarding honest(*real);
  const Complaints none = law(Subject(honest, rows));
  EXPECT_TRUE(none.empty()) << task << ": " << none.text();
  const Mutant mutant(*real);
  return !law(Subject(mutant, rows)).empty();
}

TEST(ConformanceMutants, JudgesThatTakeTooMuchAreCaught) {
  for (const CatalogEntry& entry : catalog()) {
    const char* task = entry.info->name.c_str();
    EXPECT_TRUE(is_caught<LenientJudge>(task, target_of_another_row_is_wrong)) << task;
  }
  EXPECT_TRUE(is_caught<HastyJudge>("scan", target_of_another_row_is_wrong, kRows));
}

TEST(ConformanceMutants, JudgesWithoutAScoreFromZeroToOneAreCaught) {
  for (const CatalogEntry& entry : catalog()) {
    const char* task = entry.info->name.c_str();
    const auto law = scores_of_hostile_answers_are_within_bounds;
    EXPECT_TRUE(is_caught<UnboundedJudge>(task, law)) << task;
    EXPECT_TRUE(is_caught<ThrowingJudge>(task, law)) << task;
  }
}

TEST(ConformanceMutants, SolversAndDerivationsThatDifferAreCaught) {
  EXPECT_TRUE(is_caught<OtherSolver>("scan", first_reading_is_the_solvers));
  EXPECT_TRUE(is_caught<OtherSolver>("cfq", first_reading_is_the_solvers));
  EXPECT_TRUE(is_caught<OtherSolver>("scan", witness_confirms_targets));
  for (const char* task : {"cfq", "gscan", "reascan"}) {
    EXPECT_TRUE(is_caught<OtherDerivation>(task, derived_rows_are_those_made)) << task;
    EXPECT_TRUE(is_caught<SilentDerivation>(task, derived_rows_are_those_made)) << task;
  }
  EXPECT_TRUE(is_caught<OtherOrder>("gscan", derived_rows_are_those_made));
}

TEST(ConformanceMutants, FormsThatSayTooLittleOrTooMuchAreCaught) {
  for (const char* task : {"scan", "cfq", "logic", "gscan", "reascan", "arc", "cscan"}) {
    EXPECT_TRUE(is_caught<ConstantForm>(task, equal_forms_are_equal_examples)) << task;
    EXPECT_TRUE(is_caught<FormOfRules>(task, forms_need_only_the_fields)) << task;
    EXPECT_TRUE(is_caught<FormOfAddress>(task, forms_need_only_the_fields)) << task;
  }
  EXPECT_TRUE(is_caught<CommandForm>("gscan", equal_forms_are_equal_examples));
  EXPECT_TRUE(is_caught<CommandForm>("reascan", equal_forms_are_equal_examples));
}

TEST(ConformanceMutants, WitnessesWithoutAnAuditorAreCaught) {
  EXPECT_TRUE(is_caught<WithoutAuditor>("cfq", card_says_everything));
}

TEST(ConformanceMutants, WitnessesThatNeverObjectAreCaught) {
  for (const char* task : {"cfq", "curi"})
    EXPECT_TRUE(is_caught<ContentAuditor>(task, witness_objects_to_other_targets)) << task;
}

TEST(ConformanceMutants, LengthsThatSayNothingAreCaught) {
  for (const char* task : {"scan", "cfq", "logic", "gscan", "reascan", "cscan"})
    EXPECT_TRUE(is_caught<SteadyLengths>(task, lengths_tell_rows_apart)) << task;
}

TEST(ConformanceMutants, PicturesThatTellTheAnswerAreCaught) {
  // The answer of arc is drawn from another column than the target.
  for (const char* task : {"gscan", "reascan"})
    EXPECT_TRUE(is_caught<TellingPicture>(task, questions_are_drawn_without_their_answer)) << task;
}

TEST(ConformanceMutants, FilesThatDoNotCountByWhatTheySayAreCaught) {
  for (const char* task : {"cfq", "cscan"}) {
    EXPECT_TRUE(is_caught<FilesByOtherThings<false>>(task, files_count_by_what_they_say)) << task;
    EXPECT_TRUE(is_caught<FilesByOtherThings<true>>(task, files_count_by_what_they_say)) << task;
  }
}

TEST(ConformanceMutants, IdsWithoutParametersAreCaught) {
  for (const char* task : {"scan", "gscan", "cscan"}) {
    EXPECT_TRUE(is_caught<IdsWithoutParameters>(task, ids_name_their_data)) << task;
  }
}

TEST(ConformanceMutants, InstructionsThatTellTooLittleAreCaught) {
  // Inputs of curi and arc have all words of answers, so they could do without a vocabulary.
  for (const char* task : {"scan", "cfq", "logic", "gscan", "reascan"}) {
    EXPECT_TRUE(is_caught<OtherInstructions<WithoutFirstWord>>(task, answers_have_stated_words))
        << task;
  }
  EXPECT_TRUE(is_caught<OtherInstructions<WithoutLastWord>>("cscan", answers_have_stated_words));
}

TEST(ConformanceMutants, InstructionsThatCannotBeReadAreCaught) {
  const auto law = instructions_are_readable;
  EXPECT_TRUE(is_caught<OtherInstructions<UnmentionedWord>>("scan", law));
  EXPECT_TRUE(is_caught<OtherInstructions<Unprintable>>("scan", law));
  EXPECT_TRUE(is_caught<OtherInstructions<Overlong>>("scan", law));
  EXPECT_TRUE(is_caught<OtherInstructions<Unsteady>>("scan", law));
}

TEST(ConformanceMutants, HoldoutsWithoutRowsAreCaught) {
  for (const char* task : {"scan", "gscan"}) {
    EXPECT_TRUE(is_caught<IdleHoldout>(task, holdouts_train_and_test, kRows)) << task;
    EXPECT_TRUE(is_caught<ModestHoldout>(task, holdouts_train_and_test, kRows)) << task;
  }
}

TEST(ConformanceMutants, FormatsThatTheirCheckersRefuseAreCaught) {
  for (const char* task : {"gscan", "reascan"}) {
    EXPECT_TRUE(is_caught<WrongExport>(task, formats_export_what_their_checkers_accept)) << task;
    EXPECT_TRUE(is_caught<OpenFrame>(task, formats_export_what_their_checkers_accept)) << task;
  }
  EXPECT_TRUE(is_caught<UnknownPart>("gscan", formats_export_what_their_checkers_accept));
}

TEST(ConformanceMutants, LearnersMetricsAndFindingsWithoutFiguresAreCaught) {
  const auto law = learners_mark_every_row;
  EXPECT_FALSE(is_caught<WithLearners<GoodMarks>>("scan", law));
  EXPECT_TRUE(is_caught<WithLearners<InfiniteMarks>>("scan", law));
  EXPECT_TRUE(is_caught<WithLearners<TooFewMarks>>("scan", law));
  EXPECT_TRUE(is_caught<InfiniteMetric>("scan", metrics_report_figures));
  EXPECT_TRUE(is_caught<BadShortcut<false>>("scan", shortcuts_give_readable_answers));
  EXPECT_TRUE(is_caught<BadShortcut<true>>("scan", shortcuts_give_readable_answers));
  EXPECT_TRUE(is_caught<NamelessFinding>("scan", findings_have_names));
}

}  // namespace
}  // namespace assay::conformance
