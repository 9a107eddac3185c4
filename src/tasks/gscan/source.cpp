#include "assay/tasks/gscan/source.h"

#include <utility>
#include <vector>

#include "assay/base/object_pool.h"
#include "assay/tasks/gscan/row.h"

namespace assay::gscan {

namespace {

class GscanSource : public Source {
 public:
  GscanSource(const Settings& settings, const Derivations& derivations, std::uint64_t seed)
      : release_(settings, seed),
        derivations_(derivations),
        seed_(seed),
        benches_([] { return std::make_unique<Bench>(); }) {}

  std::optional<std::uint64_t> unit_count() const override { return release_.units(); }
  std::uint32_t items_per_unit() const override { return release_.items(); }
  std::unique_ptr<Unit> unit(std::uint64_t index) const override;

  void make(std::uint64_t unit, std::uint32_t item, Wanted want, Example& out) const {
    ObjectPool<Bench>::Loan loan(benches_);
    auto& [world, actions] = *loan;
    const Command& command = release_.command(unit);
    release_.make(unit, item, world);
    plan(world, 0, command.verb, command.manner, actions);
    write_row(command, world, actions, out);
    out.seed = seed_;
    out.address = {unit, item};
    out.fields[kSet] = std::string(release_.set_of(unit, item));
    if (want.rules) derivations_.write(command, world.things.front(), world.agent, out.rules);
  }

 private:
  struct Bench {
    world::World world;
    std::vector<world::Action> actions;
  };

  Release release_;
  const Derivations& derivations_;
  std::uint64_t seed_;
  ObjectPool<Bench> benches_;
};

class GscanUnit : public Unit {
 public:
  GscanUnit(const GscanSource& source, std::uint64_t index) : source_(source), index_(index) {}
  bool make(std::uint32_t item, Wanted want, Example& out) const override {
    source_.make(index_, item, want, out);
    return true;
  }

 private:
  const GscanSource& source_;
  std::uint64_t index_;
};

std::unique_ptr<Unit> GscanSource::unit(std::uint64_t index) const {
  return std::make_unique<GscanUnit>(*this, index);
}

}  // namespace

std::unique_ptr<Source> open_gscan(const Settings& settings, const Derivations& derivations,
                                   std::uint64_t seed) {
  return std::make_unique<GscanSource>(settings, derivations, seed);
}

}  // namespace assay::gscan
