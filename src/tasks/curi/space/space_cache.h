// A space on disk: made once, then mapped. Several processes may ask for the same at once; the
// others wait for the one that makes it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assay/base/files.h"
#include "assay/tasks/curi/space/concept_space.h"

namespace assay::curi {

class SpaceCache {
 public:
  // The folder of these settings below `cache_folder`, locked until this object is gone.
  SpaceCache(const std::string& cache_folder, const SpaceSettings& settings,
             const Control& control);

  struct Found {
    Funnel funnel;
    std::vector<Hypothesis> concepts;
    std::vector<Looks> looks;
    TruthMatrix truths;
  };
  // Nullopt when nothing is there, or when it is not whole: then it is made anew.
  std::optional<Found> find() const;

  const Folder& folder() const { return folder_; }
  // After the matrix was left in the folder: what makes it whole, the description last.
  void keep(const Funnel& funnel, const std::vector<Hypothesis>& concepts,
            const std::vector<Looks>& looks) const;

 private:
  SpaceSettings settings_;
  std::string name_;  // of the settings, in words
  Folder folder_;
  FolderLock lock_;
};

}  // namespace assay::curi
