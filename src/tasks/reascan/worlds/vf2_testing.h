// For tests only: what a command means, by Boost's search for sub-graphs (VF2). The world is a
// graph of things and their relations, the command a smaller graph to be found in it.
#pragma once

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/vf2_sub_graph_iso.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "assay/tasks/reascan/worlds/structures.h"
#include "assay/world/world.h"

namespace assay::reascan::witness {

inline bool is_named(const world::Thing& thing, const Phrase& phrase) {
  if (phrase.colour && thing.colour != *phrase.colour) return false;
  switch (phrase.noun) {
    case Noun::kCircle:
      return thing.shape == world::Shape::kCircle;
    case Noun::kCylinder:
      return thing.shape == world::Shape::kCylinder;
    case Noun::kSquare:
      return thing.shape == world::Shape::kSquare;
    case Noun::kBox:
      return thing.shape == world::Shape::kBox;
    case Noun::kObject:
      break;
  }
  return true;
}

inline bool satisfies(const world::Thing& thing, const Phrase& phrase, const world::World& world) {
  if (!is_named(thing, phrase)) return false;
  if (phrase.size == SizeWord::kNone) return true;
  for (const world::Thing& other : world.things) {
    if (!is_named(other, phrase)) continue;
    if (phrase.size == SizeWord::kSmall && other.size > thing.size) return true;
    if (phrase.size == SizeWord::kBig && other.size < thing.size) return true;
  }
  return false;
}

// One bit for each relation that `from` has to `to`.
inline unsigned relations_of(const world::Thing& from, const world::Thing& to) {
  unsigned found = 0;
  const auto note = [&](Relation relation, bool holds) {
    if (holds) found |= 1U << static_cast<unsigned>(relation);
  };
  const auto lies_in = [&](int at, int first) { return first <= at && at <= first + to.size - 1; };
  note(Relation::kSameRow, from.cell.row == to.cell.row);
  note(Relation::kSameColumn, from.cell.column == to.cell.column);
  note(Relation::kInside, to.shape == world::Shape::kBox && lies_in(from.cell.row, to.cell.row) &&
                              lies_in(from.cell.column, to.cell.column));
  note(Relation::kSameSize, from.size == to.size);
  note(Relation::kSameColour, from.colour == to.colour);
  note(Relation::kSameShape, from.shape == to.shape);
  return found;
}

// Edges carry the relations that there are, or the one that is asked for.
using RelationGraph =
    boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS, boost::no_property,
                          boost::property<boost::edge_name_t, unsigned>>;

// One bit for each thing that the first phrase can stand for.
inline std::uint32_t referents_by_vf2(const world::World& world, const Structure& structure) {
  const std::size_t count = world.things.size();
  if (structure.phrases.size() > count) return 0;
  RelationGraph large(count);
  for (std::size_t from = 0; from < count; ++from) {
    for (std::size_t to = 0; to < count; ++to) {
      if (from == to) continue;
      const unsigned relations = relations_of(world.things[from], world.things[to]);
      if (relations != 0) boost::add_edge(from, to, relations, large);
    }
  }
  RelationGraph small(structure.phrases.size());
  for (std::size_t i = 0; i < structure.clauses.size(); ++i) {
    const Clause& clause = structure.clauses[i];
    boost::add_edge(clause.parent, i + 1, 1U << static_cast<unsigned>(clause.relation), small);
  }
  std::vector<std::vector<bool>> fits;  // phrase, thing
  for (const Phrase& phrase : structure.phrases) {
    fits.emplace_back();
    for (const world::Thing& thing : world.things) {
      fits.back().push_back(satisfies(thing, phrase, world));
    }
  }
  std::uint32_t found = 0;
  const auto note = [&](const auto& thing_of, const auto&) {
    found |= std::uint32_t{1} << boost::get(thing_of, 0);
    return true;  // on to the next one
  };
  const auto asked = boost::get(boost::edge_name, small);
  const auto there = boost::get(boost::edge_name, large);
  const auto is_edge = [&](const auto& clause, const auto& edge) {
    return (boost::get(there, edge) & boost::get(asked, clause)) != 0;
  };
  const auto is_vertex = [&](std::size_t phrase, std::size_t thing) { return fits[phrase][thing]; };
  boost::vf2_subgraph_mono(small, large, note, boost::vertex_order_by_mult(small),
                           boost::edges_equivalent(is_edge).vertices_equivalent(is_vertex));
  return found;
}

}  // namespace assay::reascan::witness
