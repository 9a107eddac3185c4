#include "assay/tasks/cfq/kb/world_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace assay::cfq {

namespace {

using Word = std::string_view;

struct CultureNames {
  std::array<Word, 14> male;
  std::array<Word, 14> female;
  std::array<Word, 24> surnames;
};

constexpr std::array<CultureNames, kCultures> kNames = {{
    {{"James", "Robert", "Michael", "William", "David", "Thomas", "Charles", "Daniel", "Matthew",
      "Anthony", "Mark", "Steven", "Andrew", "Joshua"},
     {"Mary", "Patricia", "Jennifer", "Linda", "Barbara", "Susan", "Jessica", "Sarah", "Karen",
      "Nancy", "Lisa", "Margaret", "Ashley", "Emily"},
     {"Johnson", "Miller", "Davis",  "Wilson",   "Anderson", "Taylor",   "Moore",  "Jackson",
      "Martin",  "Harris", "Walker", "Robinson", "Young",    "Allen",    "King",   "Wright",
      "Torres",  "Hill",   "Adams",  "Nelson",   "Carter",   "Mitchell", "Parker", "Collins"}},
    {{"Oliver", "George", "Harry", "Arthur", "Alfred", "Henry", "Edward", "Hugh", "Nigel", "Simon",
      "Graham", "Colin", "Rupert", "Alistair"},
     {"Olivia", "Amelia", "Isla", "Florence", "Beatrice", "Harriet", "Imogen", "Fiona", "Gemma",
      "Hazel", "Judith", "Philippa", "Rosalind", "Victoria"},
     {"Smith",    "Jones",    "Hughes",   "Edwards",  "Clarke",    "Bennett",
      "Barker",   "Palmer",   "Ellis",    "Fletcher", "Holloway",  "Pemberton",
      "Whitaker", "Ashworth", "Bradshaw", "Crawford", "Davenport", "Fairfax",
      "Granger",  "Hawkins",  "Kingsley", "Lockwood", "Marlowe",   "Thornton"}},
    {{"Liam", "Noah", "Ethan", "Lucas", "Benjamin", "Nathan", "Gordon", "Wayne", "Glenn", "Derek",
      "Trevor", "Brent", "Craig", "Ian"},
     {"Emma", "Charlotte", "Abigail", "Chloe", "Madison", "Hannah", "Megan", "Shannon", "Kelly",
      "Heather", "Paige", "Brooke", "Allison", "Lauren"},
     {"Tremblay",  "Campbell", "MacDonald", "Morrison", "Reid",     "Fraser",
      "Sinclair",  "Gagnon",   "Roy",       "Bouchard", "Stewart",  "Murray",
      "Leblanc",   "Gauthier", "Cameron",   "McLeod",   "Ferguson", "Hamilton",
      "Pelletier", "Grant",    "Ross",      "Wallace",  "Bergeron", "Douglas"}},
    {{"Wei", "Jun", "Ming", "Hao", "Lei", "Feng", "Jian", "Bo", "Chao", "Qiang", "Yong", "Tao",
      "Gang", "Peng"},
     {"Mei", "Xiu", "Lan", "Hui", "Ying", "Fang", "Jing", "Na", "Yan", "Ling", "Qing", "Hong",
      "Min", "Juan"},
     {"Wang", "Li",   "Zhang", "Liu", "Chen",  "Yang",  "Huang", "Zhao",
      "Wu",   "Zhou", "Xu",    "Sun", "Ma",    "Zhu",   "Hu",    "Guo",
      "He",   "Lin",  "Gao",   "Luo", "Zheng", "Liang", "Xie",   "Tang"}},
    {{"Jan", "Pieter", "Willem", "Hendrik", "Joost", "Maarten", "Ruben", "Sander", "Bram", "Thijs",
      "Gijs", "Daan", "Koen", "Wouter"},
     {"Anneke", "Sanne", "Femke", "Lotte", "Marijke", "Ingrid", "Saskia", "Willemijn", "Esther",
      "Hanneke", "Maaike", "Roos", "Tineke", "Yvonne"},
     {"de Jong", "Jansen",   "de Vries", "van den Berg", "Bakker",   "Visser",
      "Smit",    "Meijer",   "de Boer",  "Mulder",       "de Groot", "Bos",
      "Vos",     "Peters",   "Hendriks", "van Leeuwen",  "Dekker",   "Brouwer",
      "de Wit",  "Dijkstra", "Smits",    "van der Meer", "Kuipers",  "Hoekstra"}},
    {{"Pierre", "Jean", "Michel", "Philippe", "Alain", "Bernard", "Luc", "Olivier", "Antoine",
      "Guillaume", "Laurent", "Mathieu", "Thierry", "Yves"},
     {"Marie", "Isabelle", "Nathalie", "Sylvie", "Claire", "Juliette", "Camille", "Brigitte",
      "Sophie", "Helene", "Mathilde", "Aurelie", "Margaux", "Celine"},
     {"Martin",   "Bernard",  "Dubois",  "Moreau",   "Laurent", "Lefebvre",
      "Fournier", "Girard",   "Bonnet",  "Rousseau", "Mercier", "Chevalier",
      "Lambert",  "Fontaine", "Garnier", "Faure",    "Renard",  "Delacroix",
      "Marchand", "Perrin",   "Clement", "Gautier",  "Morel",   "Colbert"}},
    {{"Hans", "Klaus", "Wolfgang", "Dieter", "Jurgen", "Stefan", "Matthias", "Uwe", "Heinrich",
      "Otto", "Friedrich", "Karl", "Lukas", "Tobias"},
     {"Anna", "Ursula", "Monika", "Petra", "Sabine", "Renate", "Claudia", "Greta", "Heike", "Ilse",
      "Katharina", "Liesel", "Johanna", "Birgit"},
     {"Muller",  "Schmidt", "Schneider", "Fischer", "Weber",  "Wagner",  "Becker",  "Hoffmann",
      "Schafer", "Koch",    "Bauer",     "Richter", "Klein",  "Neumann", "Schwarz", "Zimmermann",
      "Braun",   "Kruger",  "Hartmann",  "Lange",   "Werner", "Krause",  "Lehmann", "Vogel"}},
    {{"Marco", "Giovanni", "Luca", "Paolo", "Andrea", "Roberto", "Stefano", "Alessandro", "Matteo",
      "Giuseppe", "Enzo", "Fabrizio", "Massimo", "Vittorio"},
     {"Giulia", "Francesca", "Chiara", "Elena", "Lucia", "Paola", "Silvia", "Valentina", "Bianca",
      "Rosa", "Carla", "Isabella", "Ornella", "Stefania"},
     {"Rossi",    "Ferrari", "Esposito", "Bianchi", "Romano",  "Colombo", "Ricci",    "Marino",
      "Greco",    "Bruno",   "Gallo",    "Conti",   "Mancini", "Costa",   "Giordano", "Rizzo",
      "Lombardi", "Moretti", "Barbieri", "Fontana", "Santoro", "Mariani", "Rinaldi",  "Caruso"}},
    {{"Hiroshi", "Takashi", "Kenji", "Akira", "Satoshi", "Yuki", "Daisuke", "Kazuo", "Makoto",
      "Naoki", "Ryo", "Shinji", "Taro", "Yoshio"},
     {"Yoko", "Keiko", "Haruka", "Sakura", "Aiko", "Emi", "Kumiko", "Mariko", "Naomi", "Reiko",
      "Sachiko", "Tomoko", "Yumi", "Asuka"},
     {"Sato",     "Suzuki",    "Takahashi", "Tanaka",    "Watanabe", "Ito",
      "Yamamoto", "Nakamura",  "Kobayashi", "Kato",      "Yoshida",  "Yamada",
      "Sasaki",   "Matsumoto", "Inoue",     "Kimura",    "Hayashi",  "Shimizu",
      "Mori",     "Abe",       "Ikeda",     "Hashimoto", "Ishikawa", "Ogawa"}},
    {{"Jose", "Luis", "Miguel", "Alejandro", "Eduardo", "Fernando", "Ricardo", "Arturo", "Hector",
      "Raul", "Ernesto", "Guillermo", "Pablo", "Emilio"},
     {"Guadalupe", "Maria", "Fernanda", "Alejandra", "Gabriela", "Leticia", "Rosario", "Veronica",
      "Ximena", "Lupita", "Daniela", "Mariana", "Yolanda", "Beatriz"},
     {"Hernandez", "Garcia",   "Martinez", "Lopez",   "Gonzalez",  "Perez",
      "Rodriguez", "Sanchez",  "Ramirez",  "Cruz",    "Flores",    "Gomez",
      "Morales",   "Vazquez",  "Reyes",    "Jimenez", "Gutierrez", "Mendoza",
      "Aguilar",   "Castillo", "Ortega",   "Salazar", "Chavez",    "Dominguez"}},
    {{"Antonio", "Manuel", "Francisco", "Javier", "Carlos", "Jesus", "Rafael", "Pedro", "Alvaro",
      "Sergio", "Diego", "Ignacio", "Gonzalo", "Ramon"},
     {"Carmen", "Pilar", "Dolores", "Teresa", "Cristina", "Marta", "Laura", "Ines", "Nuria",
      "Rocio", "Elvira", "Consuelo", "Montserrat", "Paloma"},
     {"Fernandez", "Alonso",  "Navarro", "Dominguez", "Vega",  "Serrano", "Molina",   "Blanco",
      "Suarez",    "Ortiz",   "Delgado", "Castro",    "Rubio", "Marin",   "Iglesias", "Medina",
      "Cortes",    "Garrido", "Lozano",  "Guerrero",  "Cano",  "Prieto",  "Calvo",    "Vidal"}},
    {{"Lars", "Anders", "Erik", "Johan", "Karl", "Nils", "Olof", "Per", "Sven", "Gustav", "Henrik",
      "Magnus", "Mikael", "Axel"},
     {"Astrid", "Ingrid", "Karin", "Kristina", "Lena", "Malin", "Sofia", "Ulla", "Elsa", "Maja",
      "Linnea", "Agneta", "Birgitta", "Gunilla"},
     {"Andersson", "Johansson", "Karlsson", "Nilsson",    "Eriksson", "Larsson",
      "Olsson",    "Persson",   "Svensson", "Gustafsson", "Lindberg", "Lindqvist",
      "Bergman",   "Lundgren",  "Holm",     "Sandberg",   "Nyberg",   "Ekstrom",
      "Dahl",      "Hedlund",   "Sjoberg",  "Wallin",     "Engstrom", "Falk"}},
}};

constexpr std::array<Word, 40> kFilmAdjectives = {
    "Silent",   "Hidden",   "Broken",   "Golden", "Crimson",   "Forgotten", "Distant",  "Burning",
    "Frozen",   "Secret",   "Endless",  "Last",   "Lonely",    "Midnight",  "Northern", "Restless",
    "Scarlet",  "Shallow",  "Stolen",   "Velvet", "Wandering", "Wild",      "Bitter",   "Blue",
    "Borrowed", "Careless", "Electric", "Fallen", "Gentle",    "Hollow",    "Iron",     "Little",
    "Lost",     "Paper",    "Quiet",    "Savage", "Second",    "Silver",    "Strange",  "Winter"};

constexpr std::array<Word, 48> kFilmNouns = {
    "Harbor",     "River",   "Garden",  "Road",     "Mirror",  "Letter",   "Shadow",   "Station",
    "Summer",     "Orchard", "Train",   "Island",   "Promise", "Stranger", "Window",   "Bridge",
    "City",       "Crown",   "Dance",   "Desert",   "Dream",   "Empire",   "Fire",     "Forest",
    "Fortune",    "Ghost",   "Hour",    "House",    "Hunter",  "Journey",  "Kingdom",  "Lantern",
    "Lighthouse", "Machine", "Moon",    "Mountain", "Night",   "Ocean",    "Portrait", "Rain",
    "Return",     "Secret",  "Silence", "Soldier",  "Song",    "Storm",    "Tide",     "Witness"};

constexpr std::array<Word, 24> kPlaces = {
    "Paris",    "London",  "Berlin", "Kyoto",   "Havana",    "Cairo",     "Lisbon",  "Montreal",
    "Naples",   "Oslo",    "Prague", "Seville", "Shanghai",  "Vienna",    "Warsaw",  "Texas",
    "Brooklyn", "Chicago", "Alaska", "Venice",  "Marseille", "Stockholm", "Toronto", "Veracruz"};

constexpr std::array<Word, 16> kGerunds = {
    "Chasing",      "Finding",  "Leaving",    "Losing",  "Crossing", "Waiting for",
    "Dancing with", "Escaping", "Forgetting", "Hunting", "Painting", "Remembering",
    "Saving",       "Stealing", "Surviving",  "Killing"};

constexpr std::array<Word, 10> kCompanyTails = {
    "Pictures",    "Films",    "Studios", "Entertainment", "Media",
    "Productions", "Brothers", "Cinema",  "Releasing",     "Group"};

constexpr std::array<Word, 12> kTitles = {"Captain",  "Dr.",   "Inspector", "Professor",
                                          "Sergeant", "Lady",  "Agent",     "Detective",
                                          "Colonel",  "Judge", "Nurse",     "Uncle"};

template <std::size_t Size>
Word pick(Stream& stream, const std::array<Word, Size>& words) {
  return words[stream.below(Size)];
}

Word first_name(Stream& stream, std::size_t culture, bool is_female) {
  return pick(stream, is_female ? kNames[culture].female : kNames[culture].male);
}

Word surname(Stream& stream, std::size_t culture) { return pick(stream, kNames[culture].surnames); }

Word any_surname(Stream& stream) {
  const std::size_t culture = stream.below(kCultures);
  return surname(stream, culture);
}

// Which way of naming is drawn. Each has a capacity: with more names than that, too many would be
// taken twice. The last way, which has none, takes the rest.
std::size_t draw_form(Stream& stream, std::span<const std::uint64_t> capacities, std::uint64_t of) {
  std::uint64_t left = of;
  std::uint64_t place = stream.below(std::max<std::uint64_t>(of, 1));
  for (std::size_t form = 0; form < capacities.size(); ++form) {
    const std::uint64_t share = std::min(capacities[form], left * 3 / 5);
    if (place < share) return form;
    place -= share;
    left -= share;
  }
  return capacities.size();
}

}  // namespace

std::string person_name(Stream& stream, std::size_t culture, bool is_female, std::uint64_t of) {
  constexpr std::array<std::uint64_t, 4> kCapacities = {600, 6000, 6000, 60000};
  constexpr Word kInitials = "ABCDEFGHJKLMNOPRSTVW";
  const std::size_t form = draw_form(stream, kCapacities, of);
  const Word first = first_name(stream, culture, is_female);
  const Word last = surname(stream, culture);
  if (form == 0) return fmt::format("{} {}", first, last);
  const char initial = kInitials[stream.below(kInitials.size())];
  if (form == 1) return fmt::format("{} {}. {}", first, initial, last);
  const Word drawn = first_name(stream, culture, is_female);
  const Word second = drawn == first ? "Lee" : drawn;
  if (form == 2) return fmt::format("{} {} {}", first, second, last);
  const char other_initial = kInitials[stream.below(kInitials.size())];
  if (form == 3) return fmt::format("{} {}. {}. {}", first, initial, other_initial, last);
  const Word other = any_surname(stream);
  return fmt::format("{} {} {}-{}", first, second, last, other);
}

std::string film_title(Stream& stream, std::uint64_t of) {
  constexpr std::array<std::uint64_t, 6> kCapacities = {600, 300, 250, 700, 8000, 8000};
  const std::size_t form = draw_form(stream, kCapacities, of);
  const Word adjective = pick(stream, kFilmAdjectives);
  const Word noun = pick(stream, kFilmNouns);
  if (form == 0) return fmt::format("The {} {}", adjective, noun);
  const Word place = pick(stream, kPlaces);
  if (form == 1) return fmt::format("The {} of {}", noun, place);
  const Word gerund = pick(stream, kGerunds);
  if (form == 2) return fmt::format("{} the {}", gerund, noun);
  const Word other = pick(stream, kFilmNouns);
  if (form == 3 && other != noun) return fmt::format("The {} and the {}", noun, other);
  if (form == 4) return fmt::format("{} {} in {}", adjective, noun, place);
  if (form == 5) return fmt::format("{} the {} {}", gerund, adjective, noun);
  const std::size_t culture = stream.below(kCultures);
  const bool is_female = stream.below(2) == 0;
  const Word first = first_name(stream, culture, is_female);
  const Word last = surname(stream, culture);
  return fmt::format("The {} {} of {} {}", adjective, noun, first, last);
}

std::string sequel_title(const std::string& first_title, std::uint64_t number) {
  return fmt::format("{} {}", first_title, number);
}

std::string company_name(Stream& stream, std::uint64_t of) {
  constexpr std::array<std::uint64_t, 2> kCapacities = {900, 4000};
  const std::size_t form = draw_form(stream, kCapacities, of);
  const Word tail = pick(stream, kCompanyTails);
  const Word last = any_surname(stream);
  if (form == 0) return fmt::format("{} {}", last, tail);
  const Word noun = pick(stream, kFilmNouns);
  const Word adjective = pick(stream, kFilmAdjectives);
  if (form == 1) return fmt::format("{} {} {}", adjective, noun, tail);
  const Word other = any_surname(stream);
  return fmt::format("{} {} & {} {}", noun, last, other, tail);
}

std::string character_name(Stream& stream, std::size_t culture, bool is_female, std::uint64_t of) {
  constexpr std::array<std::uint64_t, 4> kCapacities = {800, 2500, 300, 20000};
  const std::size_t form = draw_form(stream, kCapacities, of);
  const Word title = pick(stream, kTitles);
  const Word first = first_name(stream, culture, is_female);
  const Word last = surname(stream, culture);
  if (form == 0) return fmt::format("{} {}", title, last);
  const Word adjective = pick(stream, kFilmAdjectives);
  if (form == 1) return fmt::format("{} the {}", first, adjective);
  if (form == 2) return fmt::format("{} {}", first, last);
  if (form == 3) return fmt::format("{} {} {}", title, first, last);
  const Word place = pick(stream, kPlaces);
  return fmt::format("{} {} {} of {}", title, first, last, place);
}

}  // namespace assay::cfq
