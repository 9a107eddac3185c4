// The concepts that CURI asks about, and the scenes it asks with.
//
// Sentences of the language are drawn, each counts once; some are banned as strings, some are true
// too often or too rarely; what is left is the hypothesis space. It depends on its settings alone,
// so all data made with them, whatever their seed, speak of the same concepts.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/prepared_files.h"
#include "assay/core/task.h"
#include "assay/tasks/curi/language/concept.h"
#include "assay/tasks/curi/scenes/scene_maker.h"
#include "assay/tasks/curi/space/truth_matrix.h"

namespace assay::curi {

// Follow the release to the letter, or the paper's intent.
enum class Edition : std::uint8_t { kPublished, kSound };

struct SpaceSettings {
  Edition edition = Edition::kSound;
  std::uint64_t seed = 0;  // of the space, not of the data
  std::uint64_t draws = 0;
  std::uint64_t scenes = 0;
  unsigned depth = 5;
};

Spelling spelling_of(Edition edition);

struct Hypothesis {
  Concept words;
  std::string text;  // postfix
  double log_probability = 0;
  std::uint32_t length = 0;
  std::uint64_t scenes = 0;   // where it holds
  std::uint32_t cluster = 0;  // equal for synonyms: the number of the first of them
};

// What became of the sentences that were drawn.
struct Funnel {
  std::uint64_t draws = 0;
  std::uint64_t distinct = 0;
  std::array<std::uint64_t, 3> banned{};  // for all with S without x; itself; its own property
  std::uint64_t legal = 0;
  std::uint64_t too_often = 0;
  std::uint64_t too_rare = 0;
  std::uint64_t without_x = 0;  // the second of two quantifiers over a sentence without x
  std::uint64_t kept = 0;
  std::uint64_t meanings = 0;  // clusters of synonyms
  friend bool operator==(const Funnel&, const Funnel&) = default;
};

// The concepts of a space, and how they were chosen.
struct KeptConcepts {
  Funnel funnel;
  std::vector<Hypothesis> concepts;
};

class ConceptSpace {
 public:
  // Read from the cache folder, or made and left there. Throws Error(kUsage) when settings leave
  // no concept.
  static std::shared_ptr<const ConceptSpace> open(const SpaceSettings& settings,
                                                  const Workplace& workplace);

  const SpaceSettings& settings() const { return settings_; }
  const Funnel& funnel() const { return kept_.funnel; }
  const std::vector<Hypothesis>& concepts() const { return kept_.concepts; }
  const TruthMatrix& truths() const { return truths_; }
  const Looks& looks(std::uint64_t scene) const { return looks_[scene]; }
  const SceneMaker& scene_maker() const { return maker_; }
  // The concept of a text as it is stored; nullopt when it is none of these.
  std::optional<std::uint32_t> find(std::string_view text) const;

  // How many meanings have one name, two names, ...; index 0 is always 0.
  std::vector<std::uint64_t> synonym_histogram() const;

 private:
  ConceptSpace(const SpaceSettings& settings, PreparedFiles files);

  SpaceSettings settings_;
  SceneMaker maker_;
  PreparedFiles files_;
  KeptConcepts kept_;
  std::vector<std::uint32_t> by_text_;  // numbers of concepts in the order of their texts
  std::span<const Looks> looks_;
  TruthMatrix truths_;
};

// The sentences that pass the bans, each once, in the order in which they came; counts of the
// funnel up to `legal`.
std::vector<Concept> draw_concepts(const SpaceSettings& settings, const Control& control,
                                   Funnel& funnel);

// The concepts of the space, without their synonyms being found yet: what passes the bans and holds
// in a fair share of the scenes.
std::vector<Hypothesis> find_concepts(const SpaceSettings& settings, std::span<const Looks> scenes,
                                      const Control& control, Funnel& funnel);

SceneMaker scene_maker_of(const SpaceSettings& settings);
std::vector<Looks> make_looks(const SceneMaker& maker, std::uint64_t scenes,
                              const Control& control);

}  // namespace assay::curi
