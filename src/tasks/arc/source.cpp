#include "assay/tasks/arc/source.h"

#include <string>
#include <vector>

#include "assay/base/object_pool.h"
#include "assay/core/addressed_unit.h"
#include "assay/tasks/arc/row.h"
#include "assay/tasks/arc/worlds_column.h"

namespace assay::arc {

namespace {

class ArcSource : public Source {
 public:
  ArcSource(const PuzzleMaker& maker, const Derivations& derivations, std::uint64_t seed)
      : maker_(maker),
        derivations_(derivations),
        seed_(seed),
        key_(stream_key(seed, "arc")),
        benches_([] { return std::make_unique<Bench>(); }) {}

  std::optional<std::uint64_t> unit_count() const override { return std::nullopt; }
  std::uint32_t items_per_unit() const override { return 1; }
  std::unique_ptr<Unit> unit(std::uint64_t index) const override {
    return addressed_unit(*this, index);
  }

  bool make(Address address, Wanted want, Example& out) const {
    ObjectPool<Bench>::Loan loan(benches_);
    Puzzle& puzzle = loan->puzzle;
    if (!maker_.make(key_, address.unit, loan->explanations, puzzle)) return false;
    reset(out, arc_schema());
    out.seed = seed_;
    out.address = address;
    const PuzzleGrids grids = grids_of(puzzle);
    append_input(std::get<std::string>(out.fields[kInput]), grids);
    append_grid(std::get<std::string>(out.fields[kTarget]), grids.test.output);
    out.fields[kRule] = rule_of(puzzle);
    out.fields[kPattern] = puzzle.space->pattern().text;
    out.fields[kStructure] = static_cast<std::int64_t>(puzzle.rank);
    out.fields[kOperation] = text_of(puzzle.operation);
    write_worlds(puzzle.worlds, std::get<std::vector<std::int64_t>>(out.fields[kWorlds]));
    if (want.rules) derivations_.write(puzzle.structure, puzzle.operation, out.rules);
    return true;
  }

 private:
  struct Bench {
    Explanations explanations;
    Puzzle puzzle;
  };

  const PuzzleMaker& maker_;
  const Derivations& derivations_;
  std::uint64_t seed_;
  Key key_;
  ObjectPool<Bench> benches_;
};

}  // namespace

std::unique_ptr<Source> open_arc(const PuzzleMaker& maker, const Derivations& derivations,
                                 std::uint64_t seed) {
  return std::make_unique<ArcSource>(maker, derivations, seed);
}

}  // namespace assay::arc
