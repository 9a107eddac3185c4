// What a run on episodes trains on and predicts: the parts of a split, and the world behind them.
#pragma once

#include <string>
#include <vector>

#include "assay/learners/episodes/curi_world.h"
#include "assay/store/data_set.h"
#include "assay/store/split_file.h"

namespace assay::learners {

struct EpisodePart {
  std::string name;  // train, dev, test
  std::vector<std::string> ids;
  std::vector<EpisodeRow> episodes;
};

class EpisodeData {
 public:
  // Throws Error(kInput) for data of another task, a row that does not fit, or no training rows.
  EpisodeData(const std::string& path, const std::string& split, const Workplace& workplace);

  const CuriWorld& world() const { return world_; }
  const std::string& content_hash() const { return set_.manifest().content_hash; }
  const std::string& split_hash() const { return split_hash_; }
  const std::vector<EpisodePart>& parts() const { return parts_; }
  const EpisodePart* find(const std::string& part) const;

  // Throws Error(kUsage) unless the parts of the split are those of the data's own parameters,
  // which say what a stream of episodes may be about.
  void expect_own_sets(const Control& control) const;
  // Calls use(row) for the rows of a part, in order.
  void for_each_row(const std::string& part, const std::function<void(const Example&)>& use,
                    const Control& control) const;

 private:
  void add_part(const std::string& name, const Control& control);

  DataSet set_;
  std::string name_;  // of the split
  Split rows_;
  std::string split_hash_;
  CuriWorld world_;
  std::vector<EpisodePart> parts_;
};

// Episodes at even distances, at most `most`.
std::vector<EpisodeRow> sample_of(const std::vector<EpisodeRow>& episodes, std::uint64_t most);

}  // namespace assay::learners
