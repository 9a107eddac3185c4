#include "assay/tasks/curi/curi_task.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/tasks/curi/episode_picture.h"
#include "assay/tasks/curi/episode_text.h"
#include "assay/tasks/curi/formats.h"
#include "assay/tasks/curi/holdouts.h"
#include "assay/tasks/curi/instructions.h"
#include "assay/tasks/curi/judge.h"
#include "assay/tasks/curi/language/spelling.h"
#include "assay/tasks/curi/pool_metric.h"
#include "assay/tasks/curi/row.h"
#include "assay/tasks/curi/source.h"

namespace assay::curi {

namespace {

std::array<bool, kSetScenes> query_labels(const Example& row) {
  const auto& labels = numbers_at(row, kQueryLabelsColumn);
  if (labels.size() != kSetScenes) {
    fail(ErrorKind::kInput, "{}: query_labels should have {} labels", id_of("curi", row),
         kSetScenes);
  }
  std::array<bool, kSetScenes> bits{};
  for (std::size_t at = 0; at < kSetScenes; ++at) bits[at] = labels[at] == 1;
  return bits;
}

// A concept with every constant replaced by its sort.
std::string pattern_of(std::string_view text, Spelling spelling) {
  const auto words = parse_postfix(text, spelling);
  if (!words) return std::string(text);
  std::string pattern;
  for (const Token token : words->all()) {
    if (!pattern.empty()) pattern += ' ';
    const auto number = static_cast<std::uint8_t>(token);
    const auto from = [&](Token first) { return number >= static_cast<std::uint8_t>(first); };
    pattern += !from(Token::kColor)      ? word_of(token, spelling)
               : !from(Token::kShape)    ? "COLOR"
               : !from(Token::kMaterial) ? "SHAPE"
               : !from(Token::kSize)     ? "MATERIAL"
               : !from(Token::kPlace)    ? "SIZE"
               : !from(Token::kNumber)   ? "PLACE"
                                         : "NUMBER";
  }
  return pattern;
}

}  // namespace

const TaskInfo& CuriTask::static_info() {
  static const TaskInfo kInfo{
      .name = "curi",
      .version = "1.0.0",
      .title = "CURI: compositional reasoning under uncertainty",
      .summary =
          "An episode shows 25 scenes of things, each labelled by whether a hidden rule holds, and "
          "asks about 25 more. Rules are sentences of a language of thought with quantifiers, "
          "counting and places; many explain the same labels, so an ideal learner weighs them all. "
          "How much better one does that knows every rule than one that knows only those of "
          "training is the compositionality gap of a split.",
      .unit = "episode",
      .params = param_specs(),
      .difficulty = difficulty_levels(),
      .compounds = {"curi: expression tree of the concept", 6, 0, true, 5'000, 0, true},
      .citation =
          "@inproceedings{vedantam2021curi,\n"
          "  title={CURI: A Benchmark for Productive Concept Learning Under Uncertainty},\n"
          "  author={Vedantam, Ramakrishna and Szlam, Arthur and Nickel, Maximilian and Morcos, "
          "Ari "
          "and Lake, Brenden},\n"
          "  booktitle={International Conference on Machine Learning},\n"
          "  year={2021}\n}",
      .licence = "Apache-2.0 (this generator)",
      .notes =
          {"Concepts and scenes depend on the parameter space, episodes on the seed.",
           "Scenes have CLEVR's geometry; nothing tests whether things hide each other.",
           "published: places are 0 to 7, concepts say 1 to 8; sound: 1 to 8 in both.",
           "published: any negatives in the query; sound: hard ones as in the support.",
           "published: mixed concepts are in no part of a binding split; sound: in the test.",
           "published: complexity begins at 10 tokens; sound: at 11, as the paper's text says.",
           "published: learners believe as the release computes; sound: as the paper writes.",
           "The answer is uncertain by design: solve gives the likeliest labels."},
      .witness = Witness::kRow,
      .one_answer = true,
  };
  return kInfo;
}

CuriTask::CuriTask(Params given, Workplace workplace)
    : Task(std::move(given), std::move(workplace)),
      settings_(settings_from(params())),
      schema_(curi_schema()),
      space_([this] { return ConceptSpace::open(settings_.space, this->workplace()); }),
      solver_([this] {
        const ConceptSpace& space = **space_;
        return Solver(
            space, settings_.belief,
            settings_.weak ? trained_by(settings_, space) : Trained(space.concepts().size(), true));
      }),
      row_check_([this] { return RowCheck(*space_, settings_); }) {}

std::unique_ptr<Source> CuriTask::open(std::uint64_t seed) const {
  return std::make_unique<CuriSource>(*space_, settings_, schema_, derivations_, seed);
}

std::string CuriTask::solve(std::string_view input) const {
  const EpisodeText episode = read_input(input);
  if (!episode.problem.empty()) fail(ErrorKind::kInput, "{}", episode.problem);
  return labels_text(solver_->think(episode).labels);
}

Verdict CuriTask::judge(const Example& row, std::string_view answer) const {
  return curi::judge(query_labels(row), row.target(), answer);
}

std::string CuriTask::defect(const Example& row) const { return row_check_->defect_of(row); }

// Episodes of a concept with the same scenes are the same, in whatever order.
std::string CuriTask::canonical(const Example& row) const {
  std::vector<std::int64_t> support = numbers_at(row, kSupportScenesColumn);
  std::vector<std::int64_t> query = numbers_at(row, kQueryScenesColumn);
  std::sort(support.begin(), support.end());
  std::sort(query.begin(), query.end());
  return fmt::format("{}; {}; {}", text_at(row, kConceptColumn), fmt::join(support, " "),
                     fmt::join(query, " "));
}

// Concepts are what is split: their lengths and patterns are told for inputs.
Features CuriTask::features(const Example& row) const {
  Features features;
  features.group = text_at(row, kConceptColumn);
  features.input_pattern =
      pattern_of(text_at(row, kConceptColumn), spelling_of(settings_.space.edition));
  features.output_pattern = row.target();
  features.input_length = static_cast<std::uint32_t>(number_at(row, kLengthColumn));
  features.output_length = kSetScenes;
  return features;
}

Picture CuriTask::picture(const Example& row, Reveal reveal) const {
  return episode_picture(row, **space_, reveal);
}

std::string CuriTask::sketch(const Example& row, Reveal reveal) const {
  return episode_sketch(row, **space_, reveal);
}

std::vector<Finding> CuriTask::certify(std::uint64_t /*seed*/) const {
  const ConceptSpace& space = **space_;
  const Funnel& funnel = space.funnel();
  std::vector<Finding> findings;
  findings.push_back(
      {"concepts",
       fmt::format("{} draws, {} sentences; banned {} (for all x, others), {} (x with itself), {} "
                   "(own property); {} legal; dropped: {} true too often, {} too rarely, {} "
                   "duplicates; {} kept",
                   with_commas(funnel.draws), with_commas(funnel.distinct),
                   with_commas(funnel.banned[0]), with_commas(funnel.banned[1]),
                   with_commas(funnel.banned[2]), with_commas(funnel.legal),
                   with_commas(funnel.too_often), with_commas(funnel.too_rare),
                   with_commas(funnel.without_x), with_commas(funnel.kept)),
       false});
  const auto histogram = space.synonym_histogram();
  findings.push_back(
      {"synonyms",
       fmt::format("{} meanings, {} of one name, most names {}", with_commas(funnel.meanings),
                   with_commas(histogram[1]), histogram.size() - 1),
       false});
  return findings;
}

std::vector<Holdout> CuriTask::holdouts() const { return curi_holdouts(settings_); }

std::vector<Format> CuriTask::formats() const {
  return curi_formats([this]() -> const ConceptSpace& { return **space_; });
}

Instructions CuriTask::instructions() const { return curi_instructions(settings_); }

std::string CuriTask::steps(const Example& row) const {
  return fmt::format("The rule is: {}.", text_at(row, kGlossColumn));
}

Abilities CuriTask::abilities() const {
  return {.illustrator = this,
          .instructor = this,
          .auditor = this,
          .learners = this,
          .metrics = {pool_metric([this]() -> const ConceptSpace& { return **space_; })}};
}

std::unique_ptr<LearnerPanel> CuriTask::panel(
    const std::optional<std::vector<std::string>>& trained) const {
  const ConceptSpace& space = **space_;
  Trained known = trained_by(settings_, space);
  if (trained) {
    known.assign(space.concepts().size(), false);
    for (const std::string& text : *trained) {
      const auto index = space.find(text);
      if (!index) {
        fail(ErrorKind::kInput, "\"{}\" is no concept of this space", printable(text));
      }
      known[*index] = true;
    }
  }
  return std::make_unique<Learners>(*space_, settings_.belief, std::move(known),
                                    settings_.per_concept > 0);
}

}  // namespace assay::curi
