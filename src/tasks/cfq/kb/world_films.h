// The films of a synthetic world: crew, cast, characters and companies. Sequels keep much of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assay/tasks/cfq/kb/world_society.h"

namespace assay::cfq {

// What the next film needs, should it be a sequel.
struct WorldFilm {
  Place node = 0;
  std::uint64_t number = 1;           // in its series
  std::vector<std::uint64_t> makers;  // who do most of the work themselves; mostly nobody does
  std::string first_title;
  std::vector<std::uint64_t> directors;
  std::vector<std::uint64_t> actors;
  std::vector<Place> characters;
  std::optional<Place> company;
};

struct FilmCraft;

class WorldFilms {
 public:
  explicit WorldFilms(WorldSociety& world) : world_(world) {}

  // In the order of their numbers.
  void make_film(std::uint64_t number);

 private:
  void direct(Stream& stream, std::uint64_t circle, bool is_sequel, WorldFilm& film);
  void add_credit(Stream& stream, std::uint64_t circle, const FilmCraft& craft,
                  const WorldFilm& film);
  void cast(Stream& stream, std::uint64_t circle, bool is_sequel, WorldFilm& film);
  Place draw_character(Stream& stream, std::uint64_t circle, const WorldPerson& actor, Place film);
  void relate_characters(Stream& stream, const std::vector<Place>& characters);
  void sell(Stream& stream, std::uint64_t circle, bool is_sequel, WorldFilm& film);
  void distribute(Place distributor, Place film);

  WorldSociety& world_;
  WorldFilm before_;
};

}  // namespace assay::cfq
