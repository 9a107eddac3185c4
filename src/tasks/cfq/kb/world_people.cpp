#include "assay/tasks/cfq/kb/world_people.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "assay/tasks/cfq/kb/inventory.h"
#include "assay/tasks/cfq/kb/world_names.h"

namespace assay::cfq {

namespace {

constexpr std::array<std::uint64_t, kCultures> kCultureWeights = {46, 12, 6, 5, 2, 7,
                                                                  6,  5,  5, 2, 3, 2};

}  // namespace

void make_people(WorldSociety& world) {
  const WeightedTable cultures{kCultureWeights};
  for (std::uint64_t number = 0; number < world.people(); ++number) {
    Stream stream = world.draw(Drawn::kPerson, number);
    WorldPerson person;
    // Half of a circle has its home in one country.
    Stream circle = world.draw(Drawn::kPerson, world.people() + number / kPeoplePerCircle);
    const std::size_t home = cultures.draw(circle);
    const std::size_t elsewhere = cultures.draw(stream);
    person.culture = static_cast<std::uint8_t>(chance(stream, 50) ? home : elsewhere);
    person.is_female = chance(stream, 42);
    Stream name = world.draw(Drawn::kPersonName, number);
    person.node =
        world.new_node(person_name(name, person.culture, person.is_female, world.people()));
    world.builder().add_type(person.node, world.type("people.person"));
    if (chance(stream, 97)) world.say(person.node, kGender, world.gender(person.is_female));
    if (chance(stream, 92)) world.say(person.node, kNationality, world.country(person.culture));
    if (chance(stream, 12)) world.say(person.node, kNationality, world.country(elsewhere));
    const std::size_t adopted = stream.below(kCultures);
    if (chance(stream, 5)) world.say(person.node, kNationality, world.country(adopted));
    world.add_person(person);
  }
}

void make_family(WorldSociety& world, std::uint64_t number) {
  Stream stream = world.draw(Drawn::kFamily, number);
  const std::uint64_t circle = number / kPeoplePerCircle;
  const std::uint64_t end = (circle + 1) * kPeoplePerCircle;
  std::optional<std::uint64_t> spouse;
  if (chance(stream, 34)) {
    for (std::uint64_t left = draw_few(stream, 25, 6); left > 0; --left) {
      const std::uint64_t other = world.draw_person(stream, circle, kActing);
      const bool is_other_sex = world.person(other).is_female != world.person(number).is_female;
      const bool is_any = chance(stream, 6);
      if (other == number || (!is_other_sex && !is_any)) continue;
      spouse = other;
      if (chance(stream, 30)) world.influence(number, other);
      if (chance(stream, 30)) world.influence(other, number);
      world.say_through(world.person(number).node, "people.person.spouse_s",
                        "people.marriage.spouse", world.person(other).node);
    }
  }
  if (!chance(stream, 22) || number + 1 >= end) return;
  std::vector<std::uint64_t> children;
  for (std::uint64_t left = draw_few(stream, 45, 5); left > 0; --left) {
    const std::uint64_t child = number + 1 + stream.below(end - number - 1);
    if (spouse == child || std::ranges::find(children, child) != children.end()) continue;
    children.push_back(child);
    if (chance(stream, 30)) world.influence(child, number);
    world.say(world.person(number).node, "people.person.children", world.person(child).node);
    if (spouse && *spouse < child) {
      world.say(world.person(*spouse).node, "people.person.children", world.person(child).node);
    }
  }
  for (std::size_t at = 1; at < children.size(); ++at) {
    for (std::size_t before = 0; before < at; ++before) {
      world.say_through(world.person(children[before]).node, "people.person.sibling_s",
                        "people.sibling_relationship.sibling", world.person(children[at]).node);
    }
    if (chance(stream, 20)) world.influence(children[at], children[at - 1]);
  }
}

void make_career(WorldSociety& world, std::uint64_t number) {
  Stream stream = world.draw(Drawn::kCareer, number);
  const std::uint64_t circle = number / kPeoplePerCircle;
  if (chance(stream, 40)) {
    for (std::uint64_t left = draw_few(stream, 60, 10); left > 0; --left) {
      const std::uint64_t other = world.draw_person(stream, circle, kDirecting);
      if (other == number) continue;
      world.influence(number, other);
      if (chance(stream, 20)) world.influence(other, number);
    }
  }
  // A country and its government are one entity, as in Freebase.
  if (chance(stream, 2))
    world.employ(world.country(world.person(number).culture), world.person(number).node);
  if (!chance(stream, 35)) return;
  for (std::uint64_t left = draw_few(stream, 35, 6); left > 0; --left) {
    world.employ(world.draw_company(stream, circle), world.person(number).node);
  }
}

}  // namespace assay::cfq
