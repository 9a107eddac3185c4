// Rows of CURI by address.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "assay/base/object_pool.h"
#include "assay/core/task.h"
#include "assay/tasks/curi/language/derivation.h"
#include "assay/tasks/curi/settings.h"

namespace assay::curi {

// Concepts of a set, drawn by the prior exp(-0.2 length).
class ConceptDraw {
 public:
  // Throws Error(kUsage) when the split leaves the set without a concept.
  ConceptDraw(const Settings& settings, const ConceptSpace& space, ConceptSet set);
  std::uint32_t draw(Stream& stream) const { return concepts_[table_->draw(stream)]; }
  const std::vector<std::uint32_t>& concepts() const { return concepts_; }

 private:
  std::vector<std::uint32_t> concepts_;
  std::optional<WeightedTable> table_;
};

// Everything that columns tell of an episode, but not its address.
void write_row(const ConceptSpace& space, const Settings& settings, const Episode& episode,
               std::string_view set, Example& out);

class CuriSource : public Source {
 public:
  CuriSource(std::shared_ptr<const ConceptSpace> space, const Settings& settings,
             const Schema& schema, const Derivations& derivations, std::uint64_t seed);

  std::optional<std::uint64_t> unit_count() const override;
  std::uint32_t items_per_unit() const override;
  std::unique_ptr<Unit> unit(std::uint64_t index) const override;

  void make_at(Address address, Wanted want, Example& out) const;

 private:
  struct Bench {
    EpisodeMaker::Scratch scratch;
    Episode episode;
  };

  ConceptSet set_of(std::uint64_t unit) const;

  std::shared_ptr<const ConceptSpace> space_;
  const Settings& settings_;
  const Schema& schema_;
  const Derivations& derivations_;
  std::uint64_t seed_;
  Key key_;
  EpisodeMaker maker_;
  std::vector<std::uint32_t> listed_;                // of episodes for every concept: the concepts
  std::array<std::optional<ConceptDraw>, 4> draws_;  // by ConceptSet, those that are needed
  ObjectPool<Bench> benches_;
};

}  // namespace assay::curi
