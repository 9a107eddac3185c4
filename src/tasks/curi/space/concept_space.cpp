#include "assay/tasks/curi/space/concept_space.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "assay/base/error.h"
#include "assay/base/parallel.h"
#include "assay/tasks/curi/language/bans.h"
#include "assay/tasks/curi/language/language.h"
#include "assay/tasks/curi/language/spelling.h"
#include "assay/tasks/curi/space/space_files.h"

namespace assay::curi {

namespace {

constexpr std::uint64_t kScenesPerBlock = 1024;
constexpr std::uint64_t kFewScenes = 10;  // five for the support and five for the query

// At most a tenth of the scenes and at least ten; the release takes both limits as forbidden.
bool too_often(const SpaceSettings& settings, std::uint64_t count) {
  return settings.edition == Edition::kPublished ? count * 10 >= settings.scenes
                                                 : count * 10 > settings.scenes;
}
bool too_rare(const SpaceSettings& settings, std::uint64_t count) {
  return settings.edition == Edition::kPublished ? count <= kFewScenes : count < kFewScenes;
}

// Concepts of a fair rate. Where x is not spoken of, both quantifiers say the same: the first that
// came stays, without its quantifier.
std::vector<Hypothesis> keep_telling(const SpaceSettings& settings, std::span<const Concept> legal,
                                     std::span<const std::uint64_t> counts, Funnel& funnel) {
  std::vector<Hypothesis> kept;
  std::set<std::string> without_x;
  for (std::size_t at = 0; at < legal.size(); ++at) {
    if (too_often(settings, counts[at])) {
      ++funnel.too_often;
      continue;
    }
    if (too_rare(settings, counts[at])) {
      ++funnel.too_rare;
      continue;
    }
    Hypothesis concept_of_rate;
    concept_of_rate.words = legal[at];
    concept_of_rate.log_probability = log_probability(legal[at]);
    if (!speaks_of_x(legal[at])) concept_of_rate.words = without_quantifier(legal[at]);
    concept_of_rate.text = postfix_text(concept_of_rate.words, spelling_of(settings.edition));
    if (!speaks_of_x(legal[at]) && !without_x.insert(concept_of_rate.text).second) {
      ++funnel.without_x;
      continue;
    }
    concept_of_rate.length = length_of(concept_of_rate.words);
    concept_of_rate.scenes = counts[at];
    kept.push_back(std::move(concept_of_rate));
  }
  funnel.kept = kept.size();
  return kept;
}

std::vector<Concept> words_of(std::span<const Hypothesis> concepts) {
  std::vector<Concept> words;
  words.reserve(concepts.size());
  for (const Hypothesis& each : concepts) words.push_back(each.words);
  return words;
}

void find_synonyms(std::span<const std::uint64_t> signatures, KeptConcepts& kept) {
  std::map<std::uint64_t, std::uint32_t> first;
  for (std::uint32_t index = 0; index < kept.concepts.size(); ++index) {
    kept.concepts[index].cluster = first.try_emplace(signatures[index], index).first->second;
  }
  kept.funnel.meanings = first.size();
}

void make_space(const SpaceSettings& settings, PreparedSink& sink, const Control& control) {
  const std::vector<Looks> looks = make_looks(scene_maker_of(settings), settings.scenes, control);
  KeptConcepts kept;
  kept.concepts = find_concepts(settings, looks, control, kept.funnel);
  if (kept.concepts.empty()) {
    fail(
        ErrorKind::kUsage,
        "no concept holds in 10 of {} scenes and in at most a tenth of them; raise scenes or draws",
        settings.scenes);
  }
  find_synonyms(write_truths(PlanePlan(words_of(kept.concepts)), looks, sink, control), kept);
  write_concepts(kept, sink);
  write_looks(looks, sink);
}

}  // namespace

Spelling spelling_of(Edition edition) {
  return edition == Edition::kPublished ? Spelling::kPublished : Spelling::kSound;
}

SceneMaker scene_maker_of(const SpaceSettings& settings) {
  SceneSettings scenes;
  scenes.key = stream_key(settings.seed, "curi");
  scenes.first_bin = settings.edition == Edition::kPublished ? 0 : 1;
  return SceneMaker(scenes);
}

std::vector<Hypothesis> find_concepts(const SpaceSettings& settings, std::span<const Looks> scenes,
                                      const Control& control, Funnel& funnel) {
  const std::vector<Concept> legal = draw_concepts(settings, control, funnel);
  const std::vector<std::uint64_t> counts = count_truths(PlanePlan(legal), scenes, control);
  return keep_telling(settings, legal, counts, funnel);
}

std::vector<Looks> make_looks(const SceneMaker& maker, std::uint64_t scenes,
                              const Control& control) {
  std::vector<Looks> looks(scenes);
  const std::uint64_t blocks = (scenes + kScenesPerBlock - 1) / kScenesPerBlock;
  struct Nothing {};
  ordered_parallel<Nothing>(
      0, blocks, control,
      [&](std::uint64_t block, Nothing&) {
        const std::uint64_t last = std::min(scenes, (block + 1) * kScenesPerBlock);
        for (std::uint64_t scene = block * kScenesPerBlock; scene < last; ++scene) {
          looks[scene] = maker.looks(scene);
        }
      },
      [&](std::uint64_t block, Nothing&) {
        control.report({"make scenes", block + 1, blocks, 0});
      });
  return looks;
}

ConceptSpace::ConceptSpace(const SpaceSettings& settings, PreparedFiles files)
    : settings_(settings),
      maker_(scene_maker_of(settings)),
      files_(std::move(files)),
      kept_(concepts_of(files_, settings.edition)),
      by_text_(kept_.concepts.size()),
      looks_(looks_of(files_)),
      truths_(files_, kept_.concepts.size(), settings.scenes) {
  ASSAY_CHECK(looks_.size() == settings.scenes);
  std::iota(by_text_.begin(), by_text_.end(), 0U);
  std::sort(by_text_.begin(), by_text_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return concepts()[a].text < concepts()[b].text;
  });
}

std::shared_ptr<const ConceptSpace> ConceptSpace::open(const SpaceSettings& settings,
                                                       const Workplace& workplace) {
  const Control& control = workplace.control;
  PreparedFiles files =
      prepare_files(workplace.cache_folder, key_of(settings), control,
                    [&](PreparedSink& sink) { make_space(settings, sink, control); });
  return std::shared_ptr<const ConceptSpace>(new ConceptSpace(settings, std::move(files)));
}

std::optional<std::uint32_t> ConceptSpace::find(std::string_view text) const {
  const auto found = std::lower_bound(by_text_.begin(), by_text_.end(), text,
                                      [&](std::uint32_t index, std::string_view wanted) {
                                        return concepts()[index].text < wanted;
                                      });
  if (found == by_text_.end() || concepts()[*found].text != text) return std::nullopt;
  return *found;
}

std::vector<std::uint64_t> ConceptSpace::synonym_histogram() const {
  std::vector<std::uint64_t> names(concepts().size());
  for (const Hypothesis& each : concepts()) ++names[each.cluster];
  std::vector<std::uint64_t> histogram(1);
  for (const std::uint64_t count : names) {
    if (count == 0) continue;
    if (histogram.size() <= count) histogram.resize(count + 1);
    ++histogram[count];
  }
  return histogram;
}

}  // namespace assay::curi
