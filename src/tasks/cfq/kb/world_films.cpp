#include "assay/tasks/cfq/kb/world_films.h"

#include <array>
#include <string_view>
#include <utility>

#include "assay/tasks/cfq/kb/world_names.h"

namespace assay::cfq {

// Who works on a film, besides directors and actors.
struct FilmCraft {
  std::string_view relation;  // person -> film
  std::uint64_t work;
  std::uint64_t percent;           // of films that name anybody
  std::uint64_t percent_more;      // for each further one
  std::uint64_t percent_director;  // that the director does it, too
};

namespace {

constexpr std::array<FilmCraft, 7> kCrafts = {{
    {"film.writer.film", 1, 95, 35, 35},
    {"film.producer.film", 2, 92, 35, 22},
    {"film.editor.film", 3, 92, 20, 14},
    {"film.producer.films_executive_produced", 2, 75, 40, 10},
    {"film.cinematographer.film", 4, 90, 10, 8},
    {"film.film_art_director.films_art_directed", 5, 65, 15, 4},
    {"film.film_costumer_designer.costume_design_for_film", 6, 65, 15, 4},
}};

}  // namespace

void WorldFilms::make_film(std::uint64_t number) {
  Stream stream = world_.draw(Drawn::kFilm, number);
  const std::uint64_t circle = number / kFilmsPerCircle;
  const bool is_sequel = chance(stream, 15) && number % kFilmsPerCircle != 0;
  WorldFilm film;
  Stream title = world_.draw(Drawn::kFilmTitle, number);
  film.first_title = is_sequel ? before_.first_title : film_title(title, world_.films());
  film.number = is_sequel ? before_.number + 1 : 1;
  film.node =
      world_.new_node(is_sequel ? sequel_title(film.first_title, film.number) : film.first_title);
  world_.builder().add_type(film.node, world_.type("film.film"));
  if (is_sequel) world_.say(film.node, "film.film.prequel", before_.node);
  film.makers = world_.draw_makers(stream, circle);
  direct(stream, circle, is_sequel, film);
  for (const FilmCraft& craft : kCrafts) add_credit(stream, circle, craft, film);
  cast(stream, circle, is_sequel, film);
  relate_characters(stream, film.characters);
  sell(stream, circle, is_sequel, film);
  before_ = std::move(film);
}

void WorldFilms::direct(Stream& stream, std::uint64_t circle, bool is_sequel, WorldFilm& film) {
  if (is_sequel && chance(stream, 50)) {
    film.directors = before_.directors;
  } else if (!film.makers.empty() && chance(stream, 85)) {
    film.directors = film.makers;
  } else {
    const std::uint64_t directors = draw_few(stream, 10, 3);
    while (film.directors.size() < directors) {
      film.directors.push_back(world_.draw_person(stream, circle, kDirecting));
    }
  }
  for (const std::uint64_t person : film.directors) {
    world_.say(world_.person(person).node, "film.director.film", film.node);
  }
}

void WorldFilms::add_credit(Stream& stream, std::uint64_t circle, const FilmCraft& craft,
                            const WorldFilm& film) {
  if (!film.makers.empty() && chance(stream, 80)) {
    for (const std::uint64_t person : film.makers) {
      world_.say(world_.person(person).node, craft.relation, film.node);
    }
    return;
  }
  if (!chance(stream, craft.percent)) return;
  for (std::uint64_t left = draw_few(stream, craft.percent_more, 6); left > 0; --left) {
    const std::uint64_t person = world_.draw_person(stream, circle, craft.work);
    const bool is_director = chance(stream, craft.percent_director);
    world_.say(world_.person(is_director ? film.directors.front() : person).node, craft.relation,
               film.node);
  }
}

void WorldFilms::cast(Stream& stream, std::uint64_t circle, bool is_sequel, WorldFilm& film) {
  const std::uint64_t strangers = 1 + draw_few(stream, 78, 14);
  const std::uint64_t makers = chance(stream, 70) ? film.makers.size() : 0;
  for (std::uint64_t at = 0; at < makers + strangers; ++at) {
    std::uint64_t person = world_.draw_person(stream, circle, kActing);
    const bool is_director = chance(stream, 3);
    if (is_director) person = film.directors.front();
    if (at < makers) person = film.makers[at];
    const bool is_back =
        is_sequel && at >= makers && at < before_.actors.size() && chance(stream, 65);
    if (is_back) person = before_.actors[at];
    film.actors.push_back(person);
    const Place performance = world_.builder().mediator();
    world_.say(world_.person(person).node, "film.actor.film", performance);
    world_.say(performance, "film.performance.film", film.node);
    if (!chance(stream, 60)) continue;
    const bool is_old = is_sequel && !before_.characters.empty() && chance(stream, 65);
    const Place character = is_old
                                ? before_.characters[at % before_.characters.size()]
                                : draw_character(stream, circle, world_.person(person), film.node);
    film.characters.push_back(character);
    world_.say(performance, "film.performance.character", character);
  }
}

// Now and then somebody who lives, a company or the film itself is a character as well: Freebase
// has such entities, and questions about them.
Place WorldFilms::draw_character(Stream& stream, std::uint64_t circle, const WorldPerson& actor,
                                 Place film) {
  const std::uint64_t kind = stream.below(100);
  Place node = 0;
  if (kind < 4) {
    node = world_.person(world_.draw_person(stream, circle, 3)).node;
  } else if (kind < 5) {
    node = world_.draw_company(stream, circle);
  } else if (kind < 8) {
    node = film;
  } else {
    Stream name = world_.draw(Drawn::kCharacterName, world_.next_key());
    node =
        world_.new_node(character_name(name, actor.culture, actor.is_female, world_.films() * 3));
  }
  world_.builder().add_type(node, world_.type("fictional_universe.fictional_character"));
  return node;
}

void WorldFilms::relate_characters(Stream& stream, const std::vector<Place>& characters) {
  for (std::size_t at = 1; at < characters.size(); ++at) {
    const Place one = characters[at - 1];
    const Place other = characters[at];
    const std::uint64_t kind = stream.below(100);
    if (one == other) continue;
    if (kind < 9) {
      world_.say_through(one, "fictional_universe.fictional_character.married_to",
                         "fictional_universe.marriage_of_fictional_characters.spouses", other);
    } else if (kind < 17) {
      world_.say_through(one, "fictional_universe.fictional_character.siblings",
                         "fictional_universe.sibling_relationship_of_fictional_characters.siblings",
                         other);
    } else if (kind < 28) {
      world_.say(one, "fictional_universe.fictional_character.children", other);
    }
  }
}

void WorldFilms::sell(Stream& stream, std::uint64_t circle, bool is_sequel, WorldFilm& film) {
  if (chance(stream, 88)) {
    for (std::uint64_t left = draw_few(stream, 30, 4); left > 0; --left) {
      const Place drawn = world_.draw_company(stream, circle);
      const bool is_old = is_sequel && before_.company && chance(stream, 70);
      film.company = is_old ? *before_.company : drawn;
      world_.say(*film.company, "film.production_company.films", film.node);
    }
  }
  if (film.company && chance(stream, 5)) world_.say(*film.company, "film.producer.film", film.node);
  if (film.company && chance(stream, 1)) world_.say(*film.company, "film.writer.film", film.node);
  if (!film.makers.empty() && chance(stream, 15)) {
    for (const std::uint64_t person : film.makers)
      distribute(world_.person(person).node, film.node);
  }
  if (!chance(stream, 85)) return;
  for (std::uint64_t left = draw_few(stream, 30, 8); left > 0; --left) {
    const Place drawn = world_.draw_company(stream, circle);
    const bool is_own = film.company && chance(stream, 30);
    distribute(is_own ? *film.company : drawn, film.node);
  }
}

void WorldFilms::distribute(Place distributor, Place film) {
  world_.say_through(distributor, "film.film_distributor.films_distributed",
                     "film.film_film_distributor_relationship.film", film);
}

}  // namespace assay::cfq
