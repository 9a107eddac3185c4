#include "assay/tasks/curi/settings.h"

#include "assay/base/error.h"

namespace assay::curi {

namespace {

constexpr std::int64_t kMostEpisodes = 1'000'000'000;

std::vector<std::string> split_names() {
  std::vector<std::string> names;
  for (const NamedSplit& split : kSplits) names.emplace_back(split.name);
  return names;
}

Belief belief_from(const std::string& word, Edition edition) {
  if (word == "labels") return Belief::kLabels;
  if (word == "sizes") return Belief::kSizes;
  if (word == "release") return Belief::kRelease;
  return edition == Edition::kPublished ? Belief::kRelease : Belief::kLabels;
}

}  // namespace

std::string_view name_of(ConceptSet set) {
  switch (set) {
    case ConceptSet::kTrain:
      return "train";
    case ConceptSet::kDev:
      return "dev";
    case ConceptSet::kTest:
      return "test";
    case ConceptSet::kAll:
      break;
  }
  return "all";
}

std::vector<ParamSpec> param_specs() {
  return {
      ParamSpec::choice("edition", "sound", {"sound", "published"},
                        "sound: the paper's intent; published: the release, its mistakes included"),
      ParamSpec::number("space", 0, 0, (std::int64_t{1} << 53) - 1,
                        "seed of the concepts and scenes: the same for all data that should be "
                        "about the same concepts"),
      ParamSpec::number("draws", 200'000, 1, 100'000'000,
                        "sentences drawn from the language; the paper's number is 2,000,000"),
      ParamSpec::number("scenes", 20'000, 100, 10'000'000,
                        "scenes that concepts are tried on; the paper's number is 990,000"),
      ParamSpec::number("depth", 5, 5, 6, "of sentences; 6: and, or and not nest"),
      ParamSpec::choice("negatives", "hard", {"hard", "easy"},
                        "hard: scenes that another concept explains which holds in all positives"),
      ParamSpec::choice("split", "instance_iid", split_names(),
                        "which concepts are new in the test; see the holdouts"),
      ParamSpec::number("train", 0, 0, kMostEpisodes, "episodes about concepts of training"),
      ParamSpec::number("dev", 0, 0, kMostEpisodes, "episodes for choosing models"),
      ParamSpec::number("test", 0, 0, kMostEpisodes,
                        "episodes about concepts of the test; all three 0: endless, about any "
                        "concept"),
      ParamSpec::number("episodes", 0, 0, 10'000,
                        "of every concept, in order; 0: concepts are drawn, short ones more often"),
      ParamSpec::choice("names", "all", {"all", "first"},
                        "which concepts those are: all, or one for each meaning, so that synonyms "
                        "cannot stand on both sides of a split"),
      ParamSpec::choice("belief", "edition", {"edition", "labels", "sizes", "release"},
                        "of the learners; labels: the paper's; sizes: positives also speak for "
                        "rare concepts; release: its mistakes included"),
      ParamSpec::choice("learner", "strong", {"strong", "weak"},
                        "who answers for solve: one that knows all concepts, or those of training"),
  };
}

std::vector<DifficultyLevel> difficulty_levels() {
  std::vector<DifficultyLevel> levels;
  for (const char* draws : {"500", "2000", "5000", "10000", "20000", "50000", "100000", "200000",
                            "500000", "2000000"}) {
    levels.push_back({{"draws", draws}});
  }
  return levels;
}

Settings settings_from(const Params& params) {
  Settings settings;
  const auto number = [&](std::string_view name) {
    return static_cast<std::uint64_t>(params.number(name));
  };
  settings.space.edition =
      params.text("edition") == "published" ? Edition::kPublished : Edition::kSound;
  settings.space.seed = number("space");
  settings.space.draws = number("draws");
  settings.space.scenes = number("scenes");
  settings.space.depth = static_cast<unsigned>(number("depth"));
  settings.negatives = params.text("negatives") == "easy" ? Negatives::kEasy : Negatives::kHard;
  settings.belief = {belief_from(params.text("belief"), settings.space.edition),
                     settings.negatives == Negatives::kHard};
  settings.weak = params.text("learner") == "weak";
  settings.split = split_named(params.text("split")).value();
  settings.train = number("train");
  settings.dev = number("dev");
  settings.test = number("test");
  settings.per_concept = static_cast<std::uint32_t>(number("episodes"));
  settings.one_name = params.text("names") == "first";
  if (settings.one_name && settings.per_concept == 0) {
    fail(ErrorKind::kUsage, "task curi: names=first needs episodes, such as episodes=1");
  }
  if (settings.per_concept > 0 && settings.train + settings.dev + settings.test > 0) {
    fail(
        ErrorKind::kUsage,
        "task curi: episodes={} takes every concept, train, dev and test draw some; set one or the "
        "others",
        settings.per_concept);
  }
  return settings;
}

Place place_of(const Settings& settings, const Hypothesis& each) {
  return place_of(settings.split, settings.space.edition, each.words, each.cluster,
                  settings.space.seed);
}

Trained trained_by(const Settings& settings, const ConceptSpace& space) {
  Trained trained;
  for (const Hypothesis& each : space.concepts()) {
    const Place place = place_of(settings, each);
    trained.push_back(place == Place::kTrain || place == Place::kAny);
  }
  return trained;
}

}  // namespace assay::curi
