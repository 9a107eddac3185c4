#include "assay/tasks/cfq/kb/world.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/exact_math.h"
#include "assay/base/random.h"
#include "assay/base/text.h"
#include "assay/tasks/cfq/kb/inventory.h"
#include "assay/tasks/cfq/kb/world_names.h"

namespace assay::cfq {

namespace {

constexpr std::string_view kWorldVersion = "world 1";

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

constexpr std::uint64_t kFilmsPerCircle = 30;
constexpr std::uint64_t kPeoplePerCircle = 75;
constexpr std::uint64_t kCompaniesPerCircle = 5;

constexpr std::array<std::uint64_t, kCultures> kCultureWeights = {46, 12, 6, 5, 2, 7,
                                                                  6,  5,  5, 2, 3, 2};

bool chance(Stream& stream, std::uint64_t percent) { return stream.below(100) < percent; }

// A rank below `size`, the low ones far more often: the product of three uniform numbers.
std::uint64_t skewed_rank(Stream& stream, std::uint64_t size) {
  const std::uint64_t first = stream.below(size);
  const std::uint64_t second = stream.below(size);
  const std::uint64_t third = stream.below(size);
  return multiply_divide(multiply_divide(first, second, size), third, size);
}

// Spreads popular ranks over a range, differently for every kind of work.
class SpreadRanks {
 public:
  explicit SpreadRanks(std::uint64_t size) : size_(size) {
    stride_ = std::max<std::uint64_t>(1, size * 3 / 8);
    while (std::gcd(stride_, size) != 1) ++stride_;
  }
  std::uint64_t place(std::uint64_t rank, std::uint64_t work) const {
    return static_cast<std::uint64_t>((Wide{rank} * stride_ + Wide{work} * size_ / 7) % size_);
  }

 private:
  std::uint64_t size_;
  std::uint64_t stride_ = 1;
};

std::string world_key(std::uint64_t number) {
  constexpr std::string_view kDigits = "0123456789_bcdfghjklmnpqrstvwxyz";
  std::string digits;
  for (; number > 0 || digits.size() < 4; number /= 32) digits += kDigits[number % 32];
  std::ranges::reverse(digits);
  return "m.1" + digits;
}

// Numbers of nodes in the builder.
using Place = std::uint32_t;

struct WorldPerson {
  Place node = 0;
  std::uint8_t culture = 0;
  bool is_female = false;
};

// Crew and cast of the film before, for a sequel.
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

class WorldBuilder {
 public:
  WorldBuilder(const WorldParameters& parameters, TripleStoreBuilder& builder)
      : builder_(builder),
        key_(stream_key(parameters.world, "cfq-world")),
        films_(parameters.films),
        circles_((films_ + kFilmsPerCircle - 1) / kFilmsPerCircle),
        people_(circles_ * kPeoplePerCircle),
        companies_(circles_ * kCompaniesPerCircle),
        spread_people_(people_),
        spread_companies_(companies_) {}

  void build(const Control& control) {
    make_adjectives();
    make_people();
    make_companies();
    for (std::uint64_t film = 0; film < films_; ++film) {
      if (control.cancelled()) throw Interrupted("stopped on request");
      make_film(film);
    }
    for (std::uint64_t person = 0; person < people_; ++person) {
      make_family(person);
      make_career(person);
    }
    for (std::uint64_t company = 0; company < companies_; ++company) relate_company(company);
    complete_inventory(builder_);
  }

 private:
  Stream draw(Drawn what, std::uint64_t number) const {
    return {key_, {Purpose::kUnit, number, static_cast<std::uint32_t>(what)}};
  }

  Place new_node(const std::string& name) {
    const Place node = builder_.node(world_key(next_key_++));
    builder_.set_name(node, name);
    return node;
  }

  void say(Place subject, std::string_view relation, Place object) {
    builder_.add(subject, builder_.relation(relation), object);
  }

  // Two nodes joined through a mediator; the inverses follow from the inventory.
  void say_through(Place left, std::string_view into, std::string_view out_of, Place right) {
    const Place mediator = builder_.mediator();
    say(left, into, mediator);
    say(mediator, out_of, right);
  }

  void make_adjectives() {
    for (const Adjective& each : kAdjectives) {
      const Place node = builder_.node(each.key);
      builder_.set_name(node, each.name);
      (each.relation == kGender ? genders_ : countries_).push_back(node);
    }
    for (const std::string_view type : kTypes) types_.push_back(builder_.node(type));
  }

  Place type(std::string_view name) const {
    const auto found = std::ranges::find(kTypes, name);
    return types_[static_cast<std::size_t>(found - kTypes.begin())];
  }

  void make_people() {
    const WeightedTable cultures{kCultureWeights};
    person_.reserve(people_);
    for (std::uint64_t number = 0; number < people_; ++number) {
      Stream stream = draw(Drawn::kPerson, number);
      WorldPerson person;
      // Half of a circle has its home in one country.
      Stream circle = draw(Drawn::kPerson, people_ + number / kPeoplePerCircle);
      const std::size_t home = cultures.draw(circle);
      const std::size_t elsewhere = cultures.draw(stream);
      person.culture = static_cast<std::uint8_t>(chance(stream, 50) ? home : elsewhere);
      person.is_female = chance(stream, 42);
      Stream name = draw(Drawn::kPersonName, number);
      person.node = new_node(person_name(name, person.culture, person.is_female, people_));
      builder_.add_type(person.node, type("people.person"));
      if (chance(stream, 97)) say(person.node, kGender, genders_[person.is_female ? 1 : 0]);
      if (chance(stream, 92)) say(person.node, kNationality, countries_[person.culture]);
      if (chance(stream, 12)) say(person.node, kNationality, countries_[elsewhere]);
      const std::size_t adopted = stream.below(kCultures);
      if (chance(stream, 5)) say(person.node, kNationality, countries_[adopted]);
      person_.push_back(person);
    }
  }

  void make_companies() {
    for (std::uint64_t number = 0; number < companies_; ++number) {
      Stream name = draw(Drawn::kCompanyName, number);
      company_.push_back(new_node(company_name(name, companies_)));
      builder_.add_type(company_.back(), type("business.employer"));
    }
  }

  // Someone of the circle, mostly, or someone whom everybody knows.
  std::uint64_t draw_person(Stream& stream, std::uint64_t circle, std::uint64_t work) const {
    const std::uint64_t rank = skewed_rank(stream, kPeoplePerCircle);
    const std::uint64_t rank_anywhere = skewed_rank(stream, people_);
    if (chance(stream, 25)) return spread_people_.place(rank_anywhere, work);
    return circle * kPeoplePerCircle + (rank + work * kPeoplePerCircle / 7) % kPeoplePerCircle;
  }

  Place draw_company(Stream& stream, std::uint64_t circle) const {
    const std::uint64_t rank = skewed_rank(stream, kCompaniesPerCircle);
    const std::uint64_t rank_anywhere = skewed_rank(stream, companies_);
    if (chance(stream, 50)) return company_[spread_companies_.place(rank_anywhere, 0)];
    return company_[circle * kCompaniesPerCircle + rank];
  }

  // How many: one, or now and then more.
  static std::uint64_t draw_few(Stream& stream, std::uint64_t percent_more, std::uint64_t most) {
    std::uint64_t number = 1;
    while (number < most && chance(stream, percent_more)) ++number;
    return number;
  }

  struct Craft {
    std::string_view relation;  // person -> film
    std::uint64_t work;
    std::uint64_t percent;           // of films that name anybody
    std::uint64_t percent_more;      // for each further one
    std::uint64_t percent_director;  // that the director does it, too
  };
  static constexpr std::array<Craft, 7> kCrafts = {{
      {"film.writer.film", 1, 95, 35, 35},
      {"film.producer.film", 2, 92, 35, 22},
      {"film.editor.film", 3, 92, 20, 14},
      {"film.producer.films_executive_produced", 2, 75, 40, 10},
      {"film.cinematographer.film", 4, 90, 10, 8},
      {"film.film_art_director.films_art_directed", 5, 65, 15, 4},
      {"film.film_costumer_designer.costume_design_for_film", 6, 65, 15, 4},
  }};
  static constexpr std::uint64_t kDirecting = 1;
  static constexpr std::uint64_t kActing = 0;

  // Those who make some films all by themselves: one person, or friends. Always the first ones of
  // a circle, so that they make several films together.
  std::vector<std::uint64_t> draw_makers(Stream& stream, std::uint64_t circle) const {
    const std::uint64_t kind = stream.below(100);
    const std::uint64_t solo = skewed_rank(stream, 4);
    const std::uint64_t size = 1 + draw_few(stream, 70, 7);
    std::vector<std::uint64_t> makers;
    if (kind < 18) {
      makers.push_back(circle * kPeoplePerCircle + solo);
    } else if (kind < 30) {
      for (std::uint64_t at = 0; at < size; ++at) {
        makers.push_back(circle * kPeoplePerCircle + kPeoplePerCircle - 1 - at);
      }
    }
    return makers;
  }

  void make_film(std::uint64_t number) {
    Stream stream = draw(Drawn::kFilm, number);
    const std::uint64_t circle = number / kFilmsPerCircle;
    const bool is_sequel = chance(stream, 15) && number % kFilmsPerCircle != 0;
    WorldFilm film;
    Stream title = draw(Drawn::kFilmTitle, number);
    film.first_title = is_sequel ? before_.first_title : film_title(title, films_);
    film.number = is_sequel ? before_.number + 1 : 1;
    film.node =
        new_node(is_sequel ? sequel_title(film.first_title, film.number) : film.first_title);
    builder_.add_type(film.node, type("film.film"));
    if (is_sequel) say(film.node, "film.film.prequel", before_.node);
    film.makers = draw_makers(stream, circle);
    direct(stream, circle, is_sequel, film);
    for (const Craft& craft : kCrafts) add_credit(stream, circle, craft, film);
    cast(stream, circle, is_sequel, film);
    relate_characters(stream, film.characters);
    sell(stream, circle, is_sequel, film);
    before_ = std::move(film);
  }

  void direct(Stream& stream, std::uint64_t circle, bool is_sequel, WorldFilm& film) {
    if (is_sequel && chance(stream, 50)) {
      film.directors = before_.directors;
    } else if (!film.makers.empty() && chance(stream, 85)) {
      film.directors = film.makers;
    } else {
      const std::uint64_t directors = draw_few(stream, 10, 3);
      while (film.directors.size() < directors) {
        film.directors.push_back(draw_person(stream, circle, kDirecting));
      }
    }
    for (const std::uint64_t person : film.directors) {
      say(person_[person].node, "film.director.film", film.node);
    }
  }

  void add_credit(Stream& stream, std::uint64_t circle, const Craft& craft, const WorldFilm& film) {
    if (!film.makers.empty() && chance(stream, 80)) {
      for (const std::uint64_t person : film.makers) {
        say(person_[person].node, craft.relation, film.node);
      }
      return;
    }
    if (!chance(stream, craft.percent)) return;
    for (std::uint64_t left = draw_few(stream, craft.percent_more, 6); left > 0; --left) {
      const std::uint64_t person = draw_person(stream, circle, craft.work);
      const bool is_director = chance(stream, craft.percent_director);
      say(person_[is_director ? film.directors.front() : person].node, craft.relation, film.node);
    }
  }

  void cast(Stream& stream, std::uint64_t circle, bool is_sequel, WorldFilm& film) {
    const std::uint64_t strangers = 1 + draw_few(stream, 78, 14);
    const std::uint64_t makers = chance(stream, 70) ? film.makers.size() : 0;
    for (std::uint64_t at = 0; at < makers + strangers; ++at) {
      std::uint64_t person = draw_person(stream, circle, kActing);
      const bool is_director = chance(stream, 3);
      if (is_director) person = film.directors.front();
      if (at < makers) person = film.makers[at];
      const bool is_back =
          is_sequel && at >= makers && at < before_.actors.size() && chance(stream, 65);
      if (is_back) person = before_.actors[at];
      film.actors.push_back(person);
      const Place performance = builder_.mediator();
      say(person_[person].node, "film.actor.film", performance);
      say(performance, "film.performance.film", film.node);
      if (!chance(stream, 60)) continue;
      const bool is_old = is_sequel && !before_.characters.empty() && chance(stream, 65);
      const Place character = is_old ? before_.characters[at % before_.characters.size()]
                                     : draw_character(stream, circle, person_[person], film.node);
      film.characters.push_back(character);
      say(performance, "film.performance.character", character);
    }
  }

  // Now and then somebody who lives, a company or the film itself is a character as well: Freebase
  // has such entities, and questions about them.
  Place draw_character(Stream& stream, std::uint64_t circle, const WorldPerson& actor, Place film) {
    const std::uint64_t kind = stream.below(100);
    Place node = 0;
    if (kind < 4) {
      node = person_[draw_person(stream, circle, 3)].node;
    } else if (kind < 5) {
      node = draw_company(stream, circle);
    } else if (kind < 8) {
      node = film;
    } else {
      Stream name = draw(Drawn::kCharacterName, next_key_);
      node = new_node(character_name(name, actor.culture, actor.is_female, films_ * 3));
    }
    builder_.add_type(node, type("fictional_universe.fictional_character"));
    return node;
  }

  void relate_characters(Stream& stream, const std::vector<Place>& characters) {
    for (std::size_t at = 1; at < characters.size(); ++at) {
      const Place one = characters[at - 1];
      const Place other = characters[at];
      const std::uint64_t kind = stream.below(100);
      if (one == other) continue;
      if (kind < 9) {
        say_through(one, "fictional_universe.fictional_character.married_to",
                    "fictional_universe.marriage_of_fictional_characters.spouses", other);
      } else if (kind < 17) {
        say_through(one, "fictional_universe.fictional_character.siblings",
                    "fictional_universe.sibling_relationship_of_fictional_characters.siblings",
                    other);
      } else if (kind < 28) {
        say(one, "fictional_universe.fictional_character.children", other);
      }
    }
  }

  void sell(Stream& stream, std::uint64_t circle, bool is_sequel, WorldFilm& film) {
    if (chance(stream, 88)) {
      for (std::uint64_t left = draw_few(stream, 30, 4); left > 0; --left) {
        const Place drawn = draw_company(stream, circle);
        const bool is_old = is_sequel && before_.company && chance(stream, 70);
        film.company = is_old ? *before_.company : drawn;
        say(*film.company, "film.production_company.films", film.node);
      }
    }
    if (film.company && chance(stream, 5)) say(*film.company, "film.producer.film", film.node);
    if (film.company && chance(stream, 1)) say(*film.company, "film.writer.film", film.node);
    if (!film.makers.empty() && chance(stream, 15)) {
      for (const std::uint64_t person : film.makers) distribute(person_[person].node, film.node);
    }
    if (!chance(stream, 85)) return;
    for (std::uint64_t left = draw_few(stream, 30, 8); left > 0; --left) {
      const Place drawn = draw_company(stream, circle);
      const bool is_own = film.company && chance(stream, 30);
      distribute(is_own ? *film.company : drawn, film.node);
    }
  }

  void distribute(Place distributor, Place film) {
    say_through(distributor, "film.film_distributor.films_distributed",
                "film.film_film_distributor_relationship.film", film);
  }

  void employ(Place company, Place person) {
    say_through(person, "people.person.employment_history", "business.employment_tenure.company",
                company);
  }

  void influence(std::uint64_t person, std::uint64_t by) {
    say(person_[person].node, "influence.influence_node.influenced_by", person_[by].node);
  }

  // Spouses and children come from the circle; children have higher numbers, so nobody is an
  // ancestor of himself.
  void make_family(std::uint64_t number) {
    Stream stream = draw(Drawn::kFamily, number);
    const std::uint64_t circle = number / kPeoplePerCircle;
    const std::uint64_t end = (circle + 1) * kPeoplePerCircle;
    std::optional<std::uint64_t> spouse;
    if (chance(stream, 34)) {
      for (std::uint64_t left = draw_few(stream, 25, 6); left > 0; --left) {
        const std::uint64_t other = draw_person(stream, circle, kActing);
        const bool is_other_sex = person_[other].is_female != person_[number].is_female;
        const bool is_any = chance(stream, 6);
        if (other == number || (!is_other_sex && !is_any)) continue;
        spouse = other;
        if (chance(stream, 30)) influence(number, other);
        if (chance(stream, 30)) influence(other, number);
        say_through(person_[number].node, "people.person.spouse_s", "people.marriage.spouse",
                    person_[other].node);
      }
    }
    if (!chance(stream, 22) || number + 1 >= end) return;
    std::vector<std::uint64_t> children;
    for (std::uint64_t left = draw_few(stream, 45, 5); left > 0; --left) {
      const std::uint64_t child = number + 1 + stream.below(end - number - 1);
      if (spouse == child || std::ranges::find(children, child) != children.end()) continue;
      children.push_back(child);
      if (chance(stream, 30)) influence(child, number);
      say(person_[number].node, "people.person.children", person_[child].node);
      if (spouse && *spouse < child) {
        say(person_[*spouse].node, "people.person.children", person_[child].node);
      }
    }
    for (std::size_t at = 1; at < children.size(); ++at) {
      for (std::size_t before = 0; before < at; ++before) {
        say_through(person_[children[before]].node, "people.person.sibling_s",
                    "people.sibling_relationship.sibling", person_[children[at]].node);
      }
      if (chance(stream, 20)) influence(children[at], children[at - 1]);
    }
  }

  void make_career(std::uint64_t number) {
    Stream stream = draw(Drawn::kCareer, number);
    const std::uint64_t circle = number / kPeoplePerCircle;
    if (chance(stream, 40)) {
      for (std::uint64_t left = draw_few(stream, 60, 10); left > 0; --left) {
        const std::uint64_t other = draw_person(stream, circle, kDirecting);
        if (other == number) continue;
        influence(number, other);
        if (chance(stream, 20)) influence(other, number);
      }
    }
    // A country and its government are one entity, as in Freebase.
    if (chance(stream, 2)) employ(countries_[person_[number].culture], person_[number].node);
    if (!chance(stream, 35)) return;
    for (std::uint64_t left = draw_few(stream, 35, 6); left > 0; --left) {
      employ(draw_company(stream, circle), person_[number].node);
    }
  }

  // Owners have lower numbers than what they own.
  void relate_company(std::uint64_t number) {
    Stream stream = draw(Drawn::kCompany, number);
    const std::uint64_t circle = number / kCompaniesPerCircle;
    const std::vector<std::uint64_t> makers = draw_makers(stream, circle);
    for (const std::uint64_t founder : makers) {
      found(founder, number);
      if (chance(stream, 60)) employ(company_[number], person_[founder].node);
    }
    if (chance(stream, 60)) {
      for (std::uint64_t left = draw_few(stream, 35, 4); left > 0; --left) {
        const std::uint64_t founder = draw_person(stream, circle, 2);
        found(founder, number);
        if (chance(stream, 40)) employ(company_[number], person_[founder].node);
      }
    }
    if (number == 0) return;
    for (std::uint64_t left = draw_few(stream, 20, 3); left > 0; --left) {
      const std::uint64_t owner = skewed_rank(stream, number);
      const bool is_bought = chance(stream, 40);
      const bool is_child = chance(stream, 40);
      if (is_child) {
        say_through(company_[owner], "organization.organization.child",
                    "organization.organization_relationship.child", company_[number]);
      }
      if (is_bought) acquire(owner, number);
      if (chance(stream, 4)) acquire(number, owner);  // bought back
    }
    const std::uint64_t founder = skewed_rank(stream, number);
    if (chance(stream, 8)) {
      say(company_[founder], "organization.organization_founder.organizations_founded",
          company_[number]);
    }
  }

  void found(std::uint64_t founder, std::uint64_t company) {
    say(person_[founder].node, "organization.organization_founder.organizations_founded",
        company_[company]);
  }

  void acquire(std::uint64_t buyer, std::uint64_t company) {
    say_through(company_[buyer], "organization.organization.companies_acquired",
                "business.acquisition.company_acquired", company_[company]);
  }

  TripleStoreBuilder& builder_;
  Key key_;
  std::uint64_t films_;
  std::uint64_t circles_;
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
  WorldFilm before_;
};

}  // namespace

void build_world(const WorldParameters& parameters, TripleStoreBuilder& builder,
                 const Control& control) {
  if (parameters.films == 0 || parameters.films > kMostFilms) {
    fail(ErrorKind::kUsage, "a world has 1 to {} films, not {}", with_commas(kMostFilms),
         with_commas(parameters.films));
  }
  WorldBuilder(parameters, builder).build(control);
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
