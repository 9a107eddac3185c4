// Where episodes come from: the concepts and scenes behind a data set of CURI, its rows, and
// episodes made by address while a learner trains.
//
// The one place where assay-train makes rows. Training sees episodes, never a task.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "assay/core/ideal_learners.h"
#include "assay/core/task.h"
#include "assay/learners/episodes/episode_row.h"
#include "assay/store/manifest.h"
#include "assay/tasks/curi/settings.h"
#include "assay/tasks/curi/source.h"
#include "assay/tasks/curi/space/concept_space.h"

namespace assay::learners {

class CuriWorld {
 public:
  // Concepts and scenes are read from the workplace's cache, or made and left there. Throws
  // Error(kInput) for the data of another task.
  CuriWorld(const Folder& folder, const Manifest& manifest, const Workplace& workplace);

  const curi::ConceptSpace& space() const { return *space_; }
  // Whether training may have a concept.
  bool is_of_training(std::uint32_t subject) const;
  // Throws Error(kInput) naming the column for a row that does not fit the space.
  EpisodeRow episode_of(const Example& row) const;
  // The ideal learners of the data's own split: strong, weak, random.
  std::unique_ptr<LearnerPanel> panel() const;

 private:
  friend class EpisodeStream;

  curi::Settings settings_;
  std::shared_ptr<const curi::ConceptSpace> space_;
  std::unique_ptr<Task> task_;
};

// Endless episodes about concepts of training, each at its address: the rows that the task has for
// this seed and that number of a unit, but never one of the data's own. Their texts are not made.
class EpisodeStream {
 public:
  // The world must outlive it. Throws Error(kUsage) for data without parts of their own: nothing
  // tells then which concepts training may have.
  EpisodeStream(const CuriWorld& world, std::uint64_t seed);

  // The address of the first episode; those before are the data's.
  std::uint64_t first() const { return first_; }
  EpisodeRow at(std::uint64_t address);
  // What decides the episodes beside the data: "seed 1, from 1300".
  std::string text() const;

 private:
  const CuriWorld& world_;
  std::uint64_t seed_;
  std::uint64_t first_;
  Key key_;
  std::optional<curi::ConceptDraw> draw_;
  curi::EpisodeMaker maker_;
  curi::EpisodeMaker::Scratch scratch_;
  curi::Episode episode_;
};

}  // namespace assay::learners
