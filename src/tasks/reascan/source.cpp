#include "assay/tasks/reascan/source.h"

#include <utility>
#include <vector>

#include "assay/base/object_pool.h"
#include "assay/core/addressed_unit.h"
#include "assay/grounded/world_columns.h"
#include "assay/tasks/reascan/metadata_column.h"
#include "assay/tasks/reascan/row.h"
#include "assay/tasks/reascan/worlds/resolver.h"
#include "assay/world/world_text.h"

namespace assay::reascan {

namespace {

class ReascanSource : public Source {
 public:
  ReascanSource(const Settings& settings, const Spaces& spaces, const Derivations& derivations,
                std::uint64_t seed)
      : benchmark_(settings, spaces, seed),
        derivations_(derivations),
        seed_(seed),
        benches_([] { return std::make_unique<Bench>(); }) {}

  std::optional<std::uint64_t> unit_count() const override { return benchmark_.units(); }
  std::uint32_t items_per_unit() const override { return benchmark_.items(); }
  std::uint32_t items_of(std::uint64_t unit) const override { return benchmark_.items_of(unit); }
  std::unique_ptr<Unit> unit(std::uint64_t index) const override;

  const Benchmark& benchmark() const { return benchmark_; }

  bool make(Address address, Wanted want, Example& out) const {
    ObjectPool<Bench>::Loan loan(benches_);
    if (!benchmark_.make(address.unit, address.item, loan->pair)) return false;
    write(loan->pair, address, want, loan->actions, out);
    return true;
  }
  void write(const Pair& pair, Address address, Wanted want, Example& out) const {
    ObjectPool<Bench>::Loan loan(benches_);
    write(pair, address, want, loan->actions, out);
  }

 private:
  struct Bench {
    Pair pair;
    std::vector<world::Action> actions;
  };

  void write(const Pair& pair, Address address, Wanted want, std::vector<world::Action>& actions,
             Example& out) const {
    const world::World& world = pair.sampled.world;
    const Pattern& pattern = pair.set->space().pattern();
    plan(world, 0, pair.verb, pair.manner, actions);
    reset(out, reascan_schema());
    out.seed = seed_;
    out.address = address;
    const auto text_in = [&](Column column) -> std::string& {
      return std::get<std::string>(out.fields[column]);
    };
    const auto numbers_in = [&](Column column) -> std::vector<std::int64_t>& {
      return std::get<std::vector<std::int64_t>>(out.fields[column]);
    };
    text_in(kCommand) =
        command_text(pair.structure, pattern, pair.verb, pair.manner, Resolver(world));
    append_input(text_in(kInput), text_in(kCommand), world);
    append_actions(text_in(kTarget), actions);
    text_in(kSet) = pair.set->plan().name;
    text_in(kPattern) = pattern.text;
    out.fields[kStructure] = static_cast<std::int64_t>(pair.rank);
    grounded::write_world(world, numbers_in(kWorld));
    for (const auto role : pair.sampled.roles) {
      numbers_in(kRoles).push_back(static_cast<std::int64_t>(role));
    }
    write_metadata(pair.sampled.metadata, numbers_in(kBooks));
    if (want.rules) {
      derivations_.write(pair.structure, pair.verb, pair.manner, world, out.rules);
    }
  }

  Benchmark benchmark_;
  const Derivations& derivations_;
  std::uint64_t seed_;
  ObjectPool<Bench> benches_;
};

class PublishedUnit : public Unit {
 public:
  PublishedUnit(const ReascanSource& source, std::uint64_t index)
      : source_(source), index_(index), pairs_(source.benchmark().make_all(index)) {}
  bool make(std::uint32_t item, Wanted want, Example& out) const override {
    if (pairs_[item].set == nullptr) return false;
    source_.write(pairs_[item], {index_, item}, want, out);
    return true;
  }

 private:
  const ReascanSource& source_;
  std::uint64_t index_;
  std::vector<Pair> pairs_;
};

std::unique_ptr<Unit> ReascanSource::unit(std::uint64_t index) const {
  if (benchmark_.edition() == Edition::kSound) return addressed_unit(*this, index);
  return std::make_unique<PublishedUnit>(*this, index);
}

}  // namespace

std::unique_ptr<Source> open_reascan(const Settings& settings, const Spaces& spaces,
                                     const Derivations& derivations, std::uint64_t seed) {
  return std::make_unique<ReascanSource>(settings, spaces, derivations, seed);
}

}  // namespace assay::reascan
