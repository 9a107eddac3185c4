// A world in the making: who stands where, where there is room, and what commands mean so far.
#pragma once

#include <optional>

#include "assay/base/random.h"
#include "assay/tasks/reascan/worlds/resolver.h"
#include "assay/tasks/reascan/worlds/worlds.h"

namespace assay::reascan {

class WorldBuilder {
 public:
  // Empties `out`, which it fills from now on.
  void begin(int grid, Sampled& out);

  const Resolver& resolver() const { return resolver_; }
  std::size_t count() const { return out_->world.things.size(); }
  const world::Thing& thing(std::size_t at) const { return out_->world.things[at]; }

  void put(world::Thing thing, world::Cell cell, ThingRole role);

  // Whether some cell holds nothing but boxes.
  bool has_room() const;
  // Any such cell; nullopt when there is none.
  std::optional<world::Cell> free_cell(Stream& stream) const;
  // Of the parent's row or column, the first such cell, or any.
  std::optional<world::Cell> first_in_line(world::Cell parent, Relation line) const;
  std::optional<world::Cell> any_in_line(Stream& stream, world::Cell parent, Relation line) const;
  // Any cell where a box of the size fits, no other box begins, and it covers `inside`.
  std::optional<world::Cell> for_box(Stream& stream, int size,
                                     std::optional<world::Cell> inside) const;

  // Any free cell that the box covers.
  std::optional<world::Cell> inside_of(Stream& stream, const world::Thing& box) const;

  // What is put after a mark can be taken back.
  struct Mark {
    std::size_t count = 0;
    Resolver resolver;
    world::CellSet taken;
    world::CellSet corners;
  };
  Mark mark() const { return {count(), resolver_, taken_, corners_}; }
  void go_back(const Mark& mark);

 private:
  int grid_ = 0;
  Sampled* out_ = nullptr;
  Resolver resolver_;
  world::CellSet taken_;    // by things that are no boxes
  world::CellSet corners_;  // of boxes
};

}  // namespace assay::reascan
