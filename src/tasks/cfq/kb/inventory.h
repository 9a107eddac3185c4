// What CFQ asks of a knowledge base: the types, relations and property paths of its queries,
// complete.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "assay/tasks/cfq/kb/triple_store_builder.h"

namespace assay::cfq {

// The types of its fourteen nouns.
inline constexpr std::array<std::string_view, 14> kTypes = {
    "business.employer",
    "fictional_universe.fictional_character",
    "film.actor",
    "film.cinematographer",
    "film.director",
    "film.editor",
    "film.film",
    "film.film_art_director",
    "film.film_costumer_designer",
    "film.film_distributor",
    "film.producer",
    "film.production_company",
    "film.writer",
    "people.person",
};

// What its fourteen adjectives stand for: objects of people.person.gender or .nationality.
struct Adjective {
  std::string_view word;      // female
  std::string_view key;       // m.02zsn
  std::string_view name;      // Female, Sweden
  std::string_view relation;  // people.person.gender
};
inline constexpr std::string_view kGender = "people.person.gender";
inline constexpr std::string_view kNationality = "people.person.nationality";
inline constexpr std::array<Adjective, 14> kAdjectives = {{
    {"male", "m.05zppz", "Male", kGender},
    {"female", "m.02zsn", "Female", kGender},
    {"American", "m.09c7w0", "United States of America", kNationality},
    {"British", "m.07ssc", "United Kingdom", kNationality},
    {"Canadian", "m.0d060g", "Canada", kNationality},
    {"Chinese", "m.0d05w3", "China", kNationality},
    {"Dutch", "m.059j2", "Netherlands", kNationality},
    {"French", "m.0f8l9c", "France", kNationality},
    {"German", "m.0345h", "Germany", kNationality},
    {"Italian", "m.03rjj", "Italy", kNationality},
    {"Japanese", "m.03_3d", "Japan", kNationality},
    {"Mexican", "m.0b90_r", "Mexico", kNationality},
    {"Spanish", "m.06mkj", "Spain", kNationality},
    {"Swedish", "m.0d0vqn", "Sweden", kNationality},
}};

// Relations that say the same from either side. With gender and nationality, which have no inverse,
// and film.performance.character, which CFQ never reads backwards, these are all relations that its
// queries name.
inline constexpr std::array<InversePair, 28> kInverses = {{
    {"film.director.film", "film.film.directed_by"},
    {"film.editor.film", "film.film.edited_by"},
    {"film.writer.film", "film.film.written_by"},
    {"film.producer.film", "film.film.produced_by"},
    {"film.production_company.films", "film.film.production_companies"},
    {"film.producer.films_executive_produced", "film.film.executive_produced_by"},
    {"film.cinematographer.film", "film.film.cinematography"},
    {"film.film_art_director.films_art_directed", "film.film.film_art_direction_by"},
    {"film.film_costumer_designer.costume_design_for_film", "film.film.costume_design_by"},
    {"film.film.prequel", "film.film.sequel"},
    {"film.film_distributor.films_distributed",
     "film.film_film_distributor_relationship.distributor"},
    {"film.film.distributors", "film.film_film_distributor_relationship.film"},
    {"film.actor.film", "film.performance.actor"},
    {"film.film.starring", "film.performance.film"},
    {"influence.influence_node.influenced", "influence.influence_node.influenced_by"},
    {"people.person.spouse_s", "people.marriage.spouse"},
    {"people.person.sibling_s", "people.sibling_relationship.sibling"},
    {"people.person.children", "people.person.parents"},
    {"people.person.employment_history", "business.employment_tenure.person"},
    {"business.employer.employees", "business.employment_tenure.company"},
    {"fictional_universe.fictional_character.married_to",
     "fictional_universe.marriage_of_fictional_characters.spouses"},
    {"fictional_universe.fictional_character.siblings",
     "fictional_universe.sibling_relationship_of_fictional_characters.siblings"},
    {"fictional_universe.fictional_character.children",
     "fictional_universe.fictional_character.parents"},
    {"organization.organization_founder.organizations_founded",
     "organization.organization.founders"},
    {"organization.organization.child", "organization.organization_relationship.parent"},
    {"organization.organization.parent", "organization.organization_relationship.child"},
    {"organization.organization.companies_acquired", "business.acquisition.acquiring_company"},
    {"organization.organization.acquired_by", "business.acquisition.company_acquired"},
}};

// The 39 property paths of the published queries, without `a`.
inline constexpr std::array<std::string_view, 39> kPropertyPaths = {
    "ns:film.director.film",
    "ns:film.film.directed_by",
    "ns:film.editor.film",
    "ns:film.film.edited_by",
    "ns:film.writer.film",
    "ns:film.film.written_by",
    "ns:film.producer.film|ns:film.production_company.films",
    "ns:film.film.produced_by|ns:film.film.production_companies",
    "ns:film.producer.films_executive_produced",
    "ns:film.film.executive_produced_by",
    "ns:film.film_distributor.films_distributed/ns:film.film_film_distributor_relationship.film",
    "ns:film.film.distributors/ns:film.film_film_distributor_relationship.distributor",
    "ns:film.film.starring/ns:film.performance.actor",
    "ns:film.actor.film/ns:film.performance.film",
    "ns:film.actor.film/ns:film.performance.character",
    "ns:influence.influence_node.influenced",
    "ns:influence.influence_node.influenced_by",
    "ns:people.person.spouse_s/ns:people.marriage.spouse|"
    "ns:fictional_universe.fictional_character.married_to/"
    "ns:fictional_universe.marriage_of_fictional_characters.spouses",
    "ns:people.person.sibling_s/ns:people.sibling_relationship.sibling|"
    "ns:fictional_universe.fictional_character.siblings/"
    "ns:fictional_universe.sibling_relationship_of_fictional_characters.siblings",
    "ns:people.person.children|ns:fictional_universe.fictional_character.children|"
    "ns:organization.organization.child/ns:organization.organization_relationship.child",
    "ns:people.person.parents|ns:fictional_universe.fictional_character.parents|"
    "ns:organization.organization.parent/ns:organization.organization_relationship.parent",
    "ns:business.employer.employees/ns:business.employment_tenure.person",
    "ns:people.person.employment_history/ns:business.employment_tenure.company",
    "ns:organization.organization_founder.organizations_founded",
    "ns:organization.organization.founders",
    "ns:organization.organization.companies_acquired/ns:business.acquisition.company_acquired",
    "ns:organization.organization.acquired_by/ns:business.acquisition.acquiring_company",
    "ns:film.cinematographer.film",
    "ns:film.film.cinematography",
    "ns:film.film_art_director.films_art_directed",
    "ns:film.film.film_art_direction_by",
    "ns:film.film_costumer_designer.costume_design_for_film",
    "ns:film.film.costume_design_by",
    "ns:film.film.sequel",
    "ns:film.film.prequel",
    "ns:people.person.gender",
    "ns:people.person.nationality",
    "^ns:people.person.gender",
    "^ns:people.person.nationality",
};

// The relations that these paths are made of, in byte order, without repeats.
std::vector<std::string_view> inventory_relations();

// Adds what a store without both directions or without types leaves to be concluded: the inverse
// of each triple, and the types of subjects. In FB15k-237 both are missing.
void complete_inventory(TripleStoreBuilder& builder);

}  // namespace assay::cfq
