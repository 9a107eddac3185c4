// Who there is in a synthetic world, and how anybody of it is drawn: what films, families, careers
// and companies are made with.
//
// People live in circles and know each other there. Inside and outside of a circle few are drawn
// often and most are drawn once or twice.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/random.h"
#include "assay/tasks/cfq/kb/triple_store_builder.h"
#include "assay/tasks/cfq/kb/world.h"

namespace assay::cfq {

// What a stream decides; part of every world's bytes.
enum class Drawn : std::uint32_t {
  kPerson = 1,
  kPersonName,
  kFilm,
  kFilmTitle,
  kCompany,
  kCompanyName,
  kCharacterName,
  kFamily,
  kCareer,
};

inline constexpr std::uint64_t kFilmsPerCircle = 30;
inline constexpr std::uint64_t kPeoplePerCircle = 75;
inline constexpr std::uint64_t kCompaniesPerCircle = 5;

// Kinds of work in which others are popular; crafts have further ones.
inline constexpr std::uint64_t kActing = 0;
inline constexpr std::uint64_t kDirecting = 1;

inline bool chance(Stream& stream, std::uint64_t percent) { return stream.below(100) < percent; }

// A rank below `size`, the low ones far more often: the product of three uniform numbers.
std::uint64_t skewed_rank(Stream& stream, std::uint64_t size);

// How many: one, or now and then more.
std::uint64_t draw_few(Stream& stream, std::uint64_t percent_more, std::uint64_t most);

// Numbers of nodes in the builder.
using Place = std::uint32_t;

struct WorldPerson {
  Place node = 0;
  std::uint8_t culture = 0;
  bool is_female = false;
};

// Spreads popular ranks over a range, differently for every kind of work.
class SpreadRanks {
 public:
  explicit SpreadRanks(std::uint64_t size);
  std::uint64_t place(std::uint64_t rank, std::uint64_t work) const;

 private:
  std::uint64_t size_;
  std::uint64_t stride_ = 1;
};

class WorldSociety {
 public:
  // Has genders, countries and types, and nobody yet.
  WorldSociety(const WorldParameters& parameters, TripleStoreBuilder& builder);

  TripleStoreBuilder& builder() const { return builder_; }
  std::uint64_t films() const { return films_; }
  std::uint64_t people() const { return people_; }
  std::uint64_t companies() const { return companies_; }
  const WorldPerson& person(std::uint64_t number) const { return person_[number]; }
  Place company(std::uint64_t number) const { return company_[number]; }
  Place gender(bool is_female) const { return genders_[is_female ? 1 : 0]; }
  Place country(std::size_t culture) const { return countries_[culture]; }
  Place type(std::string_view name) const;

  Stream draw(Drawn what, std::uint64_t number) const {
    return {key_, {Purpose::kUnit, number, static_cast<std::uint32_t>(what)}};
  }
  // Someone of the circle, mostly, or someone whom everybody knows.
  std::uint64_t draw_person(Stream& stream, std::uint64_t circle, std::uint64_t work) const;
  Place draw_company(Stream& stream, std::uint64_t circle) const;
  // Those who make some films all by themselves: one person, or friends. Always the first ones of
  // a circle, so that they make several films together.
  std::vector<std::uint64_t> draw_makers(Stream& stream, std::uint64_t circle) const;

  Place new_node(const std::string& name);
  std::uint64_t next_key() const { return next_key_; }  // of the next new node
  void add_person(const WorldPerson& person) { person_.push_back(person); }
  void add_company(Place company) { company_.push_back(company); }

  void say(Place subject, std::string_view relation, Place object);
  // Two nodes joined through a mediator; the inverses follow from the inventory.
  void say_through(Place left, std::string_view into, std::string_view out_of, Place right);
  void employ(Place company, Place person);
  void influence(std::uint64_t person, std::uint64_t by);

 private:
  TripleStoreBuilder& builder_;
  Key key_;
  std::uint64_t films_;
  std::uint64_t people_;
  std::uint64_t companies_;
  SpreadRanks spread_people_;
  SpreadRanks spread_companies_;
  std::uint64_t next_key_ = 0;
  std::vector<Place> genders_;
  std::vector<Place> countries_;
  std::vector<Place> types_;
  std::vector<WorldPerson> person_;
  std::vector<Place> company_;
};

}  // namespace assay::cfq
