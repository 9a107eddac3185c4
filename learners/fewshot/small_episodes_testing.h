// A few episodes of a small space, and learners of every kind, for tests.
#pragma once

#include <string>
#include <vector>

#include "assay/learners/episodes/concept_words.h"
#include "assay/learners/episodes/scene_bank.h"
#include "assay/learners/recipe/fewshot_recipe.h"
#include "assay/tasks/curi/episode.h"

namespace assay::learners {

inline const curi::ConceptSpace& small_episode_space() {
  static const auto kSpace = curi::ConceptSpace::open(
      {.edition = curi::Edition::kPublished, .seed = 5, .draws = 5'000, .scenes = 3'000}, {});
  return *kSpace;
}

inline std::vector<EpisodeRow> small_episodes(std::size_t count, std::uint64_t first = 0) {
  const curi::ConceptSpace& space = small_episode_space();
  const curi::EpisodeMaker maker(space, {.key = stream_key(3, "test")});
  curi::EpisodeMaker::Scratch scratch;
  curi::Episode episode;
  std::vector<EpisodeRow> rows;
  for (std::uint64_t unit = first; unit < first + count; ++unit) {
    const auto subject = static_cast<std::uint32_t>(unit * 37 % space.concepts().size());
    maker.make(subject, unit, 0, scratch, episode);
    EpisodeRow row{.subject = subject};
    for (std::size_t i = 0; i < kShots; ++i) {
      row.support[i] = static_cast<std::uint32_t>(episode.support[i].scene);
      row.support_labels[i] = episode.support[i].label ? 1 : 0;
      row.query[i] = static_cast<std::uint32_t>(episode.query[i].scene);
      row.query_labels[i] = episode.query[i].label ? 1 : 0;
    }
    rows.push_back(row);
  }
  return rows;
}

struct SmallFewshot {
  std::string name;
  std::string keys;  // TOML

  FewshotRecipe recipe() const { return parse_fewshot_recipe(keys, name); }
  friend std::ostream& operator<<(std::ostream& out, const SmallFewshot& small) {
    return out << small.name;
  }
};

inline std::vector<SmallFewshot> small_fewshots() {
  const std::string sizes =
      "model = \"prototypes\"\nwidth = 8\nfeatures = 6\nobject_width = 4\nepisodes = 4\n";
  const std::string transformer = sizes.substr(0, sizes.find("width")) +
                                  "features = 6\nobject_width = 4\n" +
                                  "pooling = \"transformer\"\nlayers = 2\nfilter = 12\n";
  const std::string left_out = "absent = \"left_out\"\n";
  const std::string speller = "alpha = 1.0\nword_width = 5\n";
  return {
      {"average", sizes},
      {"average_left_out", sizes + left_out},
      {"average_spelling", sizes + speller},
      {"concat", sizes + "pooling = \"concat\"\n"},
      {"relation", sizes + "pooling = \"relation\"\n"},
      {"relation_left_out", sizes + left_out + "pooling = \"relation\"\n"},
      {"relation_spelling", sizes + speller + "pooling = \"relation\"\n"},
      {"transformer", transformer},
      {"transformer_left_out", transformer + left_out},
  };
}

}  // namespace assay::learners
