#include "assay/tasks/gscan/source.h"

#include <utility>
#include <vector>

#include "assay/base/object_pool.h"
#include "assay/core/addressed_unit.h"
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
  std::unique_ptr<Unit> unit(std::uint64_t index) const override {
    return addressed_unit(*this, index);
  }

  bool make(Address address, Wanted want, Example& out) const {
    const auto [unit, item] = address;
    ObjectPool<Bench>::Loan loan(benches_);
    auto& [world, actions] = *loan;
    const Command& command = release_.command(unit);
    release_.make(unit, item, world);
    plan(world, 0, command.verb, command.manner, actions);
    write_row(command, world, actions, out);
    out.seed = seed_;
    out.address = address;
    out.fields[kSet] = std::string(release_.set_of(unit, item));
    if (want.rules) derivations_.write(command, world.things.front(), world.agent, out.rules);
    return true;
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

}  // namespace

std::unique_ptr<Source> open_gscan(const Settings& settings, const Derivations& derivations,
                                   std::uint64_t seed) {
  return std::make_unique<GscanSource>(settings, derivations, seed);
}

}  // namespace assay::gscan
