#include "assay/tasks/cfq/kb/world.h"

#include <fmt/format.h>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/tasks/cfq/kb/inventory.h"
#include "assay/tasks/cfq/kb/world_companies.h"
#include "assay/tasks/cfq/kb/world_films.h"
#include "assay/tasks/cfq/kb/world_people.h"
#include "assay/tasks/cfq/kb/world_society.h"

namespace assay::cfq {

namespace {

constexpr std::string_view kWorldVersion = "world 1";

}  // namespace

void build_world(const WorldParameters& parameters, TripleStoreBuilder& builder,
                 const Control& control) {
  if (parameters.films == 0 || parameters.films > kMostFilms) {
    fail(ErrorKind::kUsage, "a world has 1 to {} films, not {}", with_commas(kMostFilms),
         with_commas(parameters.films));
  }
  WorldSociety world(parameters, builder);
  make_people(world);
  make_companies(world);
  WorldFilms films(world);
  for (std::uint64_t film = 0; film < world.films(); ++film) {
    if (control.cancelled()) throw Interrupted("stopped on request");
    films.make_film(film);
  }
  for (std::uint64_t person = 0; person < world.people(); ++person) {
    make_family(world, person);
    make_career(world, person);
  }
  for (std::uint64_t company = 0; company < world.companies(); ++company) {
    relate_company(world, company);
  }
  complete_inventory(builder);
}

TripleStore prepare_world(const std::string& cache_folder, const WorldParameters& parameters,
                          const Control& control) {
  const std::string content =
      fmt::format("{} number {} films {}", kWorldVersion, parameters.world, parameters.films);
  return prepare_triple_store(cache_folder, content, control, [&](TripleStoreBuilder& builder) {
    build_world(parameters, builder, control);
  });
}

}  // namespace assay::cfq
