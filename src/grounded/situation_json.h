// A world as the authors of gSCAN and ReaSCAN write it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "assay/core/task.h"
#include "assay/grounded/indented_json.h"
#include "assay/world/world.h"

namespace assay::grounded {

// In the order of a vocabulary: what the bits of a thing's vector stand for, behind its four sizes.
struct VectorWords {
  std::span<const world::Shape> shapes;
  std::span<const world::Colour> colours;
};

// "10000011000"
std::string vector_of(const world::Thing& thing, const VectorWords& words);

// The member "situation". The target is the first thing.
void write_situation(Indented& json, const world::World& world, const VectorWords& words);

// Around the examples of a set in the member "examples", whose sets are lists by name: what comes
// before, between and behind them.
void append_set_edge(std::string& out, FormatEdge edge, std::string_view set, std::uint64_t rows,
                     bool first);

}  // namespace assay::grounded
