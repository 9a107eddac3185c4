// A synthetic world of films, people, companies and characters: a knowledge base for CFQ that needs
// no download, of any size.
//
// It has all types and relations of CFQ's queries. Films are made in circles of people who know
// each other, so that questions with many conditions have answers; inside and outside of a circle
// few have many credits and most have one or two. Directors also write, actors marry actors,
// sequels keep their crew. Some names are shared by several entities, as in Freebase.
//
// A world is named by its number and its size, never by the seed of a data set: many data sets can
// be about one world. Every entity draws from streams of its own, with whole numbers only, so a
// world is the same everywhere. Keys begin with m.1, unlike any of Freebase; genders and countries
// keep theirs.
#pragma once

#include <cstdint>
#include <string>

#include "assay/base/progress.h"
#include "assay/tasks/cfq/kb/triple_store.h"
#include "assay/tasks/cfq/kb/triple_store_builder.h"

namespace assay::cfq {

struct WorldParameters {
  std::uint64_t world = 1;
  std::uint64_t films = 10'000;  // about a million triples
};

// More than this does not fit into the numbers of nodes.
inline constexpr std::uint64_t kMostFilms = 20'000'000;

void build_world(const WorldParameters& parameters, TripleStoreBuilder& builder,
                 const Control& control);

// The world as a store, kept in the cache folder; an empty one keeps nothing.
TripleStore prepare_world(const std::string& cache_folder, const WorldParameters& parameters,
                          const Control& control);

}  // namespace assay::cfq
