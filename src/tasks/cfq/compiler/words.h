// The words of CFQ as read off the published data, with the properties they become.
//
// Shares nothing with the rules of rules/cfq: this compiler is a second opinion on them.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace assay::cfq::compiler {

// What a noun, a role and a verb's agent can have in common: a type that says no more than the
// role its node already plays is left out of the query.
enum class Concept {
  kNone,
  kDirector,
  kActor,
  kCinematographer,
  kArtDirector,
  kCostumeDesigner,
  kEditor,
  kProducer,
  kDistributor
};

// Sorts of things, as bits. A country is an organisation: it is founded, and it employs. Films do
// not star characters, and characters play nobody.
using Kinds = unsigned;
namespace kind {
inline constexpr Kinds kHuman = 1;
inline constexpr Kinds kCharacter = 2;
inline constexpr Kinds kFilm = 4;
inline constexpr Kinds kOrganisation = 8;
inline constexpr Kinds kGender = 16;
inline constexpr Kinds kPeople = kHuman | kCharacter;
inline constexpr Kinds kAgent = kPeople | kOrganisation;
inline constexpr Kinds kPlayed = kAgent | kFilm;
inline constexpr Kinds kAny = kPlayed | kGender;
}  // namespace kind

struct Noun {
  std::string_view words, type;
  Kinds kinds;
  Concept concept_id = Concept::kNone;
};

struct Adjective {
  std::string_view word, property, value;
};

struct Verb {
  std::string_view infinitive, past, participle;
  std::string_view active;   // agent p undergoer
  std::string_view inverse;  // undergoer p agent; empty: the query language has none
  Kinds agent_kinds, undergoer_kinds;
  Concept agent = Concept::kNone;
};

struct Role {
  std::string_view words;
  std::string_view of;     // "R of Y", "Y 's R": x p Y
  std::string_view whose;  // "Y whose R": Y p x; empty: the query language has none
  Kinds kinds, of_kinds;   // of x and of Y
  Concept concept_id = Concept::kNone;
};

inline constexpr std::string_view kSpousePath =
    "ns:people.person.spouse_s/"
    "ns:people.marriage.spouse|ns:fictional_universe.fictional_character.married_to/"
    "ns:fictional_universe.marriage_of_fictional_characters.spouses";
inline constexpr std::string_view kSiblingPath =
    "ns:people.person.sibling_s/ns:people.sibling_relationship.sibling|"
    "ns:fictional_universe.fictional_character.siblings/"
    "ns:fictional_universe.sibling_relationship_of_fictional_characters.siblings";
inline constexpr std::string_view kChildrenPath =
    "ns:people.person.children|ns:fictional_universe.fictional_character.children|"
    "ns:organization.organization.child/ns:organization.organization_relationship.child";
inline constexpr std::string_view kParentsPath =
    "ns:people.person.parents|ns:fictional_universe.fictional_character.parents|"
    "ns:organization.organization.parent/ns:organization.organization_relationship.parent";
inline constexpr std::string_view kNationality = "ns:people.person.nationality";
inline constexpr std::string_view kGender = "ns:people.person.gender";
inline constexpr std::string_view kEmployees =
    "ns:business.employer.employees/ns:business.employment_tenure.person";
inline constexpr std::string_view kEmployers =
    "ns:people.person.employment_history/ns:business.employment_tenure.company";
inline constexpr std::string_view kFilmsDistributed =
    "ns:film.film_distributor.films_distributed/ns:film.film_film_distributor_relationship.film";
inline constexpr std::string_view kDistributors =
    "ns:film.film.distributors/ns:film.film_film_distributor_relationship.distributor";
inline constexpr std::string_view kActsIn = "ns:film.actor.film/ns:film.performance.film";
inline constexpr std::string_view kStarring = "ns:film.film.starring/ns:film.performance.actor";
inline constexpr std::string_view kPlays = "ns:film.actor.film/ns:film.performance.character";

inline constexpr std::size_t kPerson = 0;  // index of the noun that `Who` stands for

inline constexpr auto kNouns = std::to_array<Noun>({
    {"person", "ns:people.person", kind::kPeople},
    {"actor", "ns:film.actor", kind::kPeople, Concept::kActor},
    {"art director", "ns:film.film_art_director", kind::kPeople, Concept::kArtDirector},
    {"character", "ns:fictional_universe.fictional_character", kind::kCharacter},
    {"cinematographer", "ns:film.cinematographer", kind::kPeople, Concept::kCinematographer},
    {"company", "ns:business.employer", kind::kOrganisation},
    {"costume designer", "ns:film.film_costumer_designer", kind::kPeople,
     Concept::kCostumeDesigner},
    {"film", "ns:film.film", kind::kFilm},
    {"film director", "ns:film.director", kind::kPeople, Concept::kDirector},
    {"film distributor", "ns:film.film_distributor", kind::kOrganisation, Concept::kDistributor},
    {"film editor", "ns:film.editor", kind::kPeople, Concept::kEditor},
    {"film producer", "ns:film.producer", kind::kAgent, Concept::kProducer},
    {"production company", "ns:film.production_company", kind::kOrganisation},
    {"screenwriter", "ns:film.writer", kind::kPeople},
});

inline constexpr auto kAdjectives = std::to_array<Adjective>({
    {"male", kGender, "ns:m.05zppz"},
    {"female", kGender, "ns:m.02zsn"},
    {"American", kNationality, "ns:m.09c7w0"},
    {"British", kNationality, "ns:m.07ssc"},
    {"Canadian", kNationality, "ns:m.0d060g"},
    {"Chinese", kNationality, "ns:m.0d05w3"},
    {"Dutch", kNationality, "ns:m.059j2"},
    {"French", kNationality, "ns:m.0f8l9c"},
    {"German", kNationality, "ns:m.0345h"},
    {"Italian", kNationality, "ns:m.03rjj"},
    {"Japanese", kNationality, "ns:m.03_3d"},
    {"Mexican", kNationality, "ns:m.0b90_r"},
    {"Spanish", kNationality, "ns:m.06mkj"},
    {"Swedish", kNationality, "ns:m.0d0vqn"},
});

inline constexpr auto kVerbs = std::to_array<Verb>({
    {"direct", "directed", "directed", "ns:film.director.film", "ns:film.film.directed_by",
     kind::kPeople, kind::kFilm, Concept::kDirector},
    {"edit", "edited", "edited", "ns:film.editor.film", "ns:film.film.edited_by", kind::kPeople,
     kind::kFilm},
    {"write", "wrote", "written", "ns:film.writer.film", "ns:film.film.written_by", kind::kAgent,
     kind::kFilm},
    {"produce", "produced", "produced", "ns:film.producer.film|ns:film.production_company.films",
     "ns:film.film.produced_by|ns:film.film.production_companies", kind::kAgent, kind::kFilm},
    {"executive produce", "executive produced", "executive produced",
     "ns:film.producer.films_executive_produced", "ns:film.film.executive_produced_by",
     kind::kPeople, kind::kFilm},
    {"distribute", "distributed", "distributed", kFilmsDistributed, kDistributors, kind::kAgent,
     kind::kFilm},
    {"star", "starred", "starred", kStarring, kActsIn, kind::kFilm, kind::kHuman},
    {"play", "played", "played", kPlays, "", kind::kHuman, kind::kPlayed, Concept::kActor},
    {"influence", "influenced", "influenced", "ns:influence.influence_node.influenced",
     "ns:influence.influence_node.influenced_by", kind::kPeople, kind::kPeople},
    {"marry", "married", "married", kSpousePath, kSpousePath, kind::kPeople, kind::kPeople},
    {"employ", "employed", "employed", kEmployees, kEmployers, kind::kOrganisation, kind::kPeople},
    {"found", "founded", "founded", "ns:organization.organization_founder.organizations_founded",
     "ns:organization.organization.founders", kind::kPeople, kind::kOrganisation},
    {"acquire", "acquired", "acquired",
     "ns:organization.organization.companies_acquired/ns:business.acquisition.company_acquired",
     "ns:organization.organization.acquired_by/ns:business.acquisition.acquiring_company",
     kind::kOrganisation, kind::kOrganisation},
});

inline constexpr auto kRoles = std::to_array<Role>({
    {"director", "ns:film.director.film", "ns:film.film.directed_by", kind::kPeople, kind::kFilm,
     Concept::kDirector},
    {"editor", "ns:film.editor.film", "ns:film.film.edited_by", kind::kPeople, kind::kFilm,
     Concept::kEditor},
    {"writer", "ns:film.writer.film", "ns:film.film.written_by", kind::kAgent, kind::kFilm},
    {"producer", "ns:film.producer.film|ns:film.production_company.films",
     "ns:film.film.produced_by|ns:film.film.production_companies", kind::kAgent, kind::kFilm,
     Concept::kProducer},
    {"executive producer", "ns:film.producer.films_executive_produced",
     "ns:film.film.executive_produced_by", kind::kPeople, kind::kFilm},
    {"distributor", kFilmsDistributed, kDistributors, kind::kAgent, kind::kFilm,
     Concept::kDistributor},
    {"founder", "ns:organization.organization_founder.organizations_founded",
     "ns:organization.organization.founders", kind::kPeople, kind::kOrganisation},
    {"star", kActsIn, kStarring, kind::kPeople, kind::kFilm},
    {"actor", kPlays, "", kind::kPeople, kind::kPlayed, Concept::kActor},
    {"cinematographer", "ns:film.cinematographer.film", "ns:film.film.cinematography",
     kind::kPeople, kind::kFilm, Concept::kCinematographer},
    {"art director", "ns:film.film_art_director.films_art_directed",
     "ns:film.film.film_art_direction_by", kind::kPeople, kind::kFilm, Concept::kArtDirector},
    {"costume designer", "ns:film.film_costumer_designer.costume_design_for_film",
     "ns:film.film.costume_design_by", kind::kPeople, kind::kFilm, Concept::kCostumeDesigner},
    {"employee", kEmployers, kEmployees, kind::kPeople, kind::kOrganisation},
    {"employer", kEmployees, kEmployers, kind::kOrganisation, kind::kPeople},
    {"child", kParentsPath, kChildrenPath, kind::kAgent, kind::kAgent},
    {"parent", kChildrenPath, kParentsPath, kind::kAgent, kind::kAgent},
    {"prequel", "ns:film.film.sequel", "ns:film.film.prequel", kind::kFilm, kind::kFilm},
    {"sequel", "ns:film.film.prequel", "ns:film.film.sequel", kind::kFilm, kind::kFilm},
    {"spouse", kSpousePath, kSpousePath, kind::kPeople, kind::kPeople},
    {"sibling", kSiblingPath, kSiblingPath, kind::kPeople, kind::kPeople},
    {"country of nationality", "^ns:people.person.nationality", kNationality, kind::kOrganisation,
     kind::kPeople},
    {"gender", "^ns:people.person.gender", kGender, kind::kGender, kind::kPeople},
});

}  // namespace assay::cfq::compiler
