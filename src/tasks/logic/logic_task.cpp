#include "assay/tasks/logic/logic_task.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <utility>

#include "assay/base/hash.h"
#include "assay/base/text.h"
#include "assay/tasks/logic/certify.h"
#include "assay/tasks/logic/formats.h"
#include "assay/tasks/logic/holdouts.h"
#include "assay/tasks/logic/instructions.h"
#include "assay/tasks/logic/judge.h"
#include "assay/tasks/logic/row.h"
#include "assay/tasks/logic/settings.h"
#include "assay/tasks/logic/shortcuts.h"
#include "assay/tasks/logic/solver/solver.h"
#include "assay/tasks/logic/source.h"

namespace assay::logic {

const TaskInfo& LogicTask::static_info() {
  static const TaskInfo kInfo{
      .name = "logic",
      .version = "1.0.0",
      .title = "LogicInference: inference in notation and in English",
      .summary =
          "Premises in logic notation or in English, and a question: translate, list what follows "
          "in one step, or tell whether something follows and show the chain of inference rules. "
          "The sound edition makes endless problems and proves each claim it makes; the "
          "published edition is the released data to the byte.",
      .unit = "problem",
      .params = param_specs(),
      .difficulty = difficulty_levels(),
      .compounds = {"logic: wording, inference rules, kind of answer and type of question", 5,
                    50'000, true, 0, 0, true},
      .citation =
          "@inproceedings{ontanon2022logicinference,\n"
          "  title={LogicInference: A New Dataset for Teaching Logical Inference to seq2seq "
          "Models},\n"
          "  author={Onta{\\~n}{\\'o}n, Santiago and Ainslie, Joshua and Cvicek, Vaclav and "
          "Fisher, "
          "Zachary},\n"
          "  booktitle={ICLR Workshop on Objects, Structure and Causality},\n"
          "  year={2022}\n}",
      .licence = "Apache-2.0 (this generator and the published data)",
      .notes = {"Letters of a rule stand for literals: atoms or negations of atoms.",
                "Answers of type 3 always show their chain; wording is uniform.",
                "\"James is rich\" is a proposition unless something else is said of James or of "
                "being rich."},
  };
  return kInfo;
}

LogicTask::LogicTask(Params given, Workplace workplace)
    : Task(std::move(given), std::move(workplace)),
      info_(static_info()),
      derivations_(book_),
      place_(answer_place(params())),
      reader_(book_, derivations_, place_) {
  if (is_published(params())) {
    published_settings(params(), 0);  // refuses what the edition cannot take
    info_.witness = Witness::kNone;
    info_.unit = "run";  // of the authors' program, which makes rows in order
  } else {
    sound_settings(params());
  }
}

const Schema& LogicTask::schema() const { return logic_schema(); }

std::unique_ptr<Source> LogicTask::open(std::uint64_t seed) const {
  if (is_published(params())) {
    return open_published(published_settings(params(), seed), book_, derivations_,
                          workplace().control, seed);
  }
  return open_sound(sound_settings(params()), book_, derivations_, seed);
}

std::string LogicTask::solve(std::string_view input) const { return logic::solve(input, place_); }

Verdict LogicTask::judge(const Example& row, std::string_view answer) const {
  Verdict verdict = logic::judge(row.input(), answer, book_,
                                 is_published(params()) ? Rigour::kAnswersAlone : Rigour::kChains);
  if (verdict.status == Status::kNoAnswer) return verdict;
  if (is_published(params())) {
    // The release is its own authority, and some of its answers are wrong; the mark tells.
    const bool sound = verdict.status == Status::kRight;
    if (!sound && says_the_same(row.input(), answer, row.target())) {
      verdict = {Status::kRight, 1.0, "", std::move(verdict.marks)};
    }
    verdict.marks.emplace_back("sound", sound ? 1.0 : 0.0);
  }
  verdict.marks.emplace_back("strict", answer == row.target() ? 1.0 : 0.0);
  return verdict;
}

std::string LogicTask::defect(const Example& row) const { return difference_from_texts(row); }

std::string LogicTask::canonical(const Example& row) const {
  RowFormulas formulas(row);
  return fmt::format("{}:{:016x}", text_at(row, kType), question_form(formulas));
}

Features LogicTask::features(const Example& row) const {
  RowFormulas formulas(row);
  const auto& chain = texts_at(row, kChain);
  const std::uint64_t problem = problem_form(formulas);
  return {fmt::format("{:016x}", problem), fmt::format("{} {:016x}", text_at(row, kType), problem),
          fmt::format("{} {}", text_at(row, kAnswer), fmt::join(chain, ", ")),
          static_cast<std::uint32_t>(formulas.premises.size()),
          static_cast<std::uint32_t>(chain.size())};
}

std::vector<Finding> LogicTask::certify(std::uint64_t seed) const {
  if (!is_published(params())) return {};
  published::Settings settings = published_settings(params(), seed);
  settings.variations = 1;  // problems come first, so these change nothing
  settings.examples = 1;
  settings.set = published::Set::kIid;
  const published::Edition edition(settings, workplace().control);
  const Certificate found = logic::certify(edition.clauses(), edition.problems());
  const auto tell = [](const char* name, const Tally& tally, std::string_view what) {
    return Finding{
        name, fmt::format("{} of {} {}", with_commas(tally.wrong), with_commas(tally.all), what),
        tally.wrong > 0};
  };
  return {{"problems", fmt::format("{}, decided exactly", with_commas(found.problems)), false},
          tell("flagged", found.flagged, "problems called contradictory are not"),
          tell("consistent", found.consistent, "other problems are contradictory after all"),
          tell("inferences", found.inferences, "inferences do not follow"),
          tell("steps", found.steps, "steps of their chains do not follow"),
          tell("contradictions", found.contradictions, "claimed contradictions are not real"),
          tell("unrelated", found.unrelated, "unrelated clauses are entailed"),
          tell("explanations", found.explanations,
               "chains end in what does not contradict what is asked")};
}

std::vector<Finding> LogicTask::digests() const {
  std::vector<Finding> digests;
  constexpr std::array<std::pair<published::Set, std::string_view>, 3> kSets{
      {{published::Set::kIid, "iid"},
       {published::Set::kOod, "ood"},
       {published::Set::kLength, "length"}}};
  for (const auto& [set, name] : kSets) {
    published::Settings settings = published_settings(params(), 0);
    settings.set = set;
    const published::Edition edition(settings, workplace().control);
    for (const bool test : {false, true}) {
      Sha256 hash;
      for (const published::Example& example : edition.examples()) {
        if (example.test != test) continue;
        hash.update(example.input);
        hash.update("\t");
        hash.update(example.target);
        hash.update("\n");
      }
      digests.push_back({fmt::format("{} {}", name, test ? "test" : "train"), hash.hex(), false});
    }
  }
  return digests;
}

std::vector<Holdout> LogicTask::holdouts() const { return logic_holdouts(params()); }

std::vector<Format> LogicTask::formats() const { return logic_formats(); }

Instructions LogicTask::instructions() const {
  return logic_instructions(book_, place_, is_published(params()));
}

Abilities LogicTask::abilities() const {
  return {.reader = is_published(params()) ? nullptr : &reader_,
          .instructor = this,
          .auditor = this,
          .shortcuts = logic_shortcuts(place_)};
}

}  // namespace assay::logic
