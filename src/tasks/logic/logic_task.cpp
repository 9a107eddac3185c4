#include "assay/tasks/logic/logic_task.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/tab_separated.h"
#include "assay/base/text.h"
#include "assay/tasks/logic/certify.h"
#include "assay/tasks/logic/editions.h"
#include "assay/tasks/logic/judge.h"
#include "assay/tasks/logic/row.h"
#include "assay/tasks/logic/solver/solver.h"
#include "assay/tasks/logic/tfrecord.h"

namespace assay::logic {

namespace {

constexpr std::size_t kMostLengths = 11;  // 0 to 10 extensions
constexpr std::string_view kSoundLengths = "5,15,25,30,15,10";
constexpr double kLeastWeight = 0.000001;  // weights become whole numbers of this
constexpr double kMostWeight = 1'000'000;

std::vector<double> read_lengths(const std::string& text, std::string_view edition) {
  std::vector<double> weights;
  double sum = 0;
  for (const std::string_view part : split_text(text, ',')) {
    const auto weight = parse_real(part);
    if (!weight || *weight > kMostWeight || (*weight != 0 && *weight < kLeastWeight)) {
      fail(ErrorKind::kUsage,
           "task logic: lengths: \"{}\" is no weight; give 0, or numbers from 0.000001 to 1000000",
           printable(part));
    }
    weights.push_back(*weight);
    sum += *weight;
  }
  const std::size_t most = edition == "published" ? published::kMostLengths : kMostLengths;
  if (weights.size() > most) {
    fail(ErrorKind::kUsage, "task logic: lengths has {} weights; edition={} takes at most {}",
         weights.size(), edition, most);
  }
  if (sum <= 0) fail(ErrorKind::kUsage, "task logic: all weights of lengths are 0");
  return weights;
}

}  // namespace

const TaskInfo& LogicTask::static_info() {
  static const TaskInfo kInfo{
      .name = "logic",
      .version = "1.0.0",
      .title = "LogicInference: inference in notation and in English",
      .summary =
          "Premises in logic notation or in English, and a question: translate, list what follows "
          "in one step, or tell whether something follows and show the chain of inference rules. "
          "The sound edition makes problems without end and proves each claim it makes; the "
          "published edition is the released data to the byte.",
      .unit = "problem",
      .params =
          {ParamSpec::choice("edition", "sound", {"sound", "published"},
                             "sound: defects of the release repaired; published: its very bytes"),
           ParamSpec::choice("answer", "end", {"end", "beginning"},
                             "where yes or no stands: LogicInference_e or _b"),
           {"lengths",
            "",
            "weights of 0, 1, 2 ... extensions of a problem, separated by commas: up to 11 "
            "(sound) or 5 (published); empty: 5,15,25,30,15,10 (sound), those of the paper "
            "(published)",
            {},
            {},
            {}},
           ParamSpec::number("wordings", 10, 1, 1000, "sound: questions made of each problem"),
           ParamSpec::number("contradictory", 35, 0, 1000,
                             "sound: of 1,000 problems so many have contradictory premises"),
           ParamSpec::choice("set", "iid", {"iid", "ood", "length"},
                             "published: which of its sets"),
           ParamSpec::number("problems", 5000, 1, 100'000, "published: problems to try for"),
           ParamSpec::number("variations", 25, 1, 1000, "published: renamings tried for each"),
           ParamSpec::number("examples", 200'000, 1, 10'000'000, "published: examples tried")},
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
      place_(params().text("answer") == "end" ? AnswerPlace::kEnd : AnswerPlace::kBeginning) {
  const std::string& lengths = params().text("lengths");
  if (!lengths.empty()) read_lengths(lengths, params().text("edition"));
  info_.witness = is_published() ? Witness::kNone : Witness::kSolver;
  if (is_published()) info_.unit = "run";  // of the authors' program, which makes rows in order
}

const Schema& LogicTask::schema() const { return logic_schema(); }

published::Settings LogicTask::published_settings(std::uint64_t seed) const {
  if (seed > std::numeric_limits<std::uint32_t>::max()) {
    fail(ErrorKind::kUsage, "task logic: edition=published takes seeds below 4294967296, not {}",
         seed);
  }
  const auto number = [&](const char* name) { return static_cast<int>(params().number(name)); };
  published::Settings settings;
  settings.seed = static_cast<std::uint32_t>(seed);
  const std::string& set = params().text("set");
  settings.set = set == "iid"   ? published::Set::kIid
                 : set == "ood" ? published::Set::kOod
                                : published::Set::kLength;
  const std::string& lengths = params().text("lengths");
  if (!lengths.empty()) settings.lengths = read_lengths(lengths, "published");
  settings.problems = number("problems");
  settings.variations = number("variations");
  settings.examples = number("examples");
  settings.answer_first = place_ == AnswerPlace::kBeginning;
  return settings;
}

std::unique_ptr<Source> LogicTask::open(std::uint64_t seed) const {
  if (is_published()) {
    return open_published(published_settings(seed), book_, derivations_, workplace().control, seed);
  }
  SoundSettings settings;
  const std::string& lengths = params().text("lengths");
  const std::string weights = lengths.empty() ? std::string(kSoundLengths) : lengths;
  for (const double weight : read_lengths(weights, params().text("edition"))) {
    settings.lengths.push_back(static_cast<std::uint64_t>(std::llround(weight / kLeastWeight)));
  }
  settings.contradictory_permille = static_cast<std::uint32_t>(params().number("contradictory"));
  settings.wordings = static_cast<std::uint32_t>(params().number("wordings"));
  settings.place = place_;
  return open_sound(settings, book_, derivations_, seed);
}

std::string LogicTask::solve(std::string_view input) const { return logic::solve(input, place_); }

Verdict LogicTask::judge(const Example& row, std::string_view answer) const {
  Verdict verdict = logic::judge(row.input(), answer, book_,
                                 is_published() ? Rigour::kAnswersAlone : Rigour::kChains);
  if (verdict.status == Status::kNoAnswer) return verdict;
  if (is_published()) {
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
  return fmt::format("{}:{:016x}", text_of(row, kType), question_form(formulas));
}

Features LogicTask::features(const Example& row) const {
  RowFormulas formulas(row);
  const auto& chain = texts_of(row, kChain);
  const std::uint64_t problem = problem_form(formulas);
  return {fmt::format("{:016x}", problem), fmt::format("{} {:016x}", text_of(row, kType), problem),
          fmt::format("{} {}", text_of(row, kAnswer), fmt::join(chain, ", ")),
          static_cast<std::uint32_t>(formulas.premises.size()),
          static_cast<std::uint32_t>(chain.size())};
}

std::vector<Finding> LogicTask::certify(std::uint64_t seed) const {
  if (!is_published()) return {};
  published::Settings settings = published_settings(seed);
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
          tell("contradictions", found.contradictions, "contradictions are none"),
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
    published::Settings settings = published_settings(0);
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

std::vector<Holdout> LogicTask::holdouts() const {
  Holdout published{"published",
                    "train and test as the release has them (edition=published)",
                    {},
                    [](const Params&) -> Predicate {
                      return [](const Example& row) {
                        const std::string& half = text_of(row, kHalf);
                        return Deal{half == "test" ? Place::kTest : Place::kTrain, false, false};
                      };
                    },
                    true};
  if (!is_published()) published.vacant = "edition=sound has no test of its own; all rows train";
  return {published};
}

std::vector<Format> LogicTask::formats() const {
  const auto append_line = [](const Example& row, std::string& out) {
    append_tab_separated(out, row.input(), row.target());
  };
  const auto head = [](FormatEdge edge, std::span<const FormatPart>, std::size_t,
                       std::string& out) {
    if (edge == FormatEdge::kFileBegin) out += "inputs\ttargets\n";
  };
  const auto append_record = [](const Example& row, std::string& out) {
    append_tfrecord(out, row.input(), row.target());
  };
  return {{.name = "t5",
           .summary = "a table of inputs and targets, separated by tabs",
           .files = {RowFile{"{part}.tsv", append_line, head}}},
          {.name = "tfrecord",
           .summary =
               "the release's files: tf.train.Example with the bytes features inputs and targets",
           .files = {RowFile{"{part}.tfrecord", append_record}}}};
}

Abilities LogicTask::abilities() const { return {.auditor = this}; }

}  // namespace assay::logic
