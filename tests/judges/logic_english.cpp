#include "logic_english.h"

#include <array>
#include <cctype>
#include <map>
#include <utility>

namespace brute_force {

namespace {

// What is said, and whether it is denied.
struct Said {
  std::string what;
  bool denied = false;
};
using Sayings = std::map<std::string, Said>;

const std::vector<std::string> kPeople{"James",    "Mary",    "Robert",  "Patricia", "John",
                                       "Jennifer", "Michael", "Linda",   "William",  "Elisabeth",
                                       "David",    "Barbara", "Richard", "Susan",    "Joseph",
                                       "Jessica",  "Thomas",  "Sarah",   "Charles",  "Karen"};

const std::vector<std::string> kBeing{"a cashier",
                                      "a janitor",
                                      "a bartender",
                                      "a server",
                                      "an office clerk",
                                      "a mechanic",
                                      "a carpenter",
                                      "an electrician",
                                      "a nurse",
                                      "a doctor",
                                      "a police officer",
                                      "a taxi driver",
                                      "a soldier",
                                      "a politician",
                                      "a lawyer",
                                      "a scientist",
                                      "an astronaut",
                                      "a poet",
                                      "an artist",
                                      "a sailor",
                                      "a writer",
                                      "a musician",
                                      "poor",
                                      "rich",
                                      "happy",
                                      "sad",
                                      "fast",
                                      "curious",
                                      "excited",
                                      "bored"};

// Doing something: to do it, does it, doing it.
const std::vector<std::array<std::string, 3>> kDoing{
    {"make tea", "makes tea", "making tea"},
    {"drink water", "drinks water", "drinking water"},
    {"read a book", "reads a book", "reading a book"},
    {"play tennis", "plays tennis", "playing tennis"},
    {"play squash", "plays squash", "playing squash"},
    {"play a game", "plays a game", "playing a game"},
    {"go running", "goes running", "running"},
    {"work", "works", "working"},
    {"sleep", "sleeps", "sleeping"},
    {"cook", "cooks", "cooking"},
    {"listen to a song", "listens to a song", "listening to a song"},
    {"write a letter", "writes a letter", "writing a letter"},
    {"drive a car", "drives a car", "driving a car"},
    {"climb a mountain", "climbs a mountain", "climbing a mountain"},
    {"take a plane", "takes a plane", "taking a plane"}};

// All that may follow a name or the variable.
Sayings said_of_somebody() {
  Sayings sayings;
  for (const std::string& being : kBeing) {
    for (const char* verb : {"is ", "were "}) {
      sayings[verb + being] = {being, false};
      sayings[std::string(verb) + "not " + being] = {being, true};
    }
  }
  for (const auto& [base, third, ongoing] : kDoing) {
    sayings["is " + ongoing] = sayings[third] = sayings["will " + base] = {base, false};
    sayings["is not " + ongoing] = {base, true};
    sayings["doesn't " + base] = sayings["will not " + base] = {base, true};
  }
  return sayings;
}

// All that may follow "it".
Sayings said_of_weather() {
  Sayings sayings;
  for (const std::string weather : {"sunny", "cloudy", "windy", "cold", "late", "overcast"}) {
    sayings["is " + weather] = sayings["will be " + weather] = {weather, false};
    sayings["is not " + weather] = sayings["will not be " + weather] = {weather, true};
  }
  for (const std::string falls : {"snow", "rain"}) {
    sayings["is " + falls + "ing"] = sayings[falls + "s"] = {falls, false};
    sayings["will " + falls] = {falls, false};
    sayings["is not " + falls + "ing"] = sayings["doesn't " + falls] = {falls, true};
    sayings["will not " + falls] = {falls, true};
  }
  return sayings;
}

// "doctors" of "a doctor"; professions of one word with "a".
Sayings plurals() {
  Sayings sayings;
  for (const std::string& being : kBeing) {
    if (being.substr(0, 2) != "a " || being.find(' ', 2) != std::string::npos) continue;
    sayings[being.substr(2) + "s"] = {being, false};
  }
  return sayings;
}

Sayings actions_that_will_be() {
  Sayings sayings;
  for (const auto& doing : kDoing) {
    sayings["will " + doing[0]] = {doing[0], false};
    sayings["will not " + doing[0]] = {doing[0], true};
  }
  return sayings;
}

bool goes_on(std::string_view rest, std::size_t at) {
  if (at >= rest.size()) return false;
  return rest[at] == '_' || std::isalnum(static_cast<unsigned char>(rest[at])) != 0;
}

// The longest saying that stands here and ends with a word.
std::optional<Said> longest(Scanner& scanner, const Sayings& sayings) {
  std::optional<Said> found;
  std::size_t size = 0;
  for (const auto& [words, said] : sayings) {
    if (words.size() <= size || scanner.rest().substr(0, words.size()) != words) continue;
    if (goes_on(scanner.rest(), words.size())) continue;
    found = said;
    size = words.size();
  }
  scanner.skip(size);
  return found;
}

// x, y, z, alone or with _ and digits.
bool eat_variable(Scanner& scanner) {
  const std::string_view rest = scanner.rest();
  if (rest.empty() || rest[0] < 'x' || rest[0] > 'z') return false;
  std::size_t size = 1;
  if (rest.size() > 2 && rest[1] == '_') {
    for (size = 2; size < rest.size() && size < 12; ++size) {
      if (std::isdigit(static_cast<unsigned char>(rest[size])) == 0) break;
    }
  }
  scanner.skip(size);
  return true;
}

Formula atom(const Said& said, const std::string& about) {
  const Formula positive{'a', said.what, about, {}};
  return said.denied ? negated(positive) : positive;
}

class ClauseReader {
 public:
  explicit ClauseReader(Scanner& scanner) : scanner_(scanner) {}

  std::optional<Formula> read() {
    if (scanner_.eat_opening("some ")) return some();
    char quantifier = 0;
    if (scanner_.eat_opening("for all ")) {
      if (!eat_variable(scanner_) || !scanner_.eat(", ")) return std::nullopt;
      quantifier = 'A';
    } else if (scanner_.eat_opening("there is at least one ")) {
      if (!eat_variable(scanner_) || !scanner_.eat(" for which ")) return std::nullopt;
      quantifier = 'E';
    }
    has_variable_ = quantifier != 0;
    const bool denied = scanner_.eat_opening("it is not true that ") ||
                        scanner_.eat_opening("if is not true that ");
    std::optional<Formula> body = matrix();
    if (!body) return std::nullopt;
    if (denied) body = negated(*body);
    return quantifier == 0 ? body : quantified(quantifier, *body);
  }

 private:
  std::optional<Formula> matrix() {
    if (scanner_.eat_opening("if ")) return pair('>', ", then ", "", false);
    if (scanner_.eat_opening("the fact that ")) return pair('>', " does not imply that ", "", true);
    if (scanner_.eat_opening("neither ")) return pair('|', " nor ", "", true);
    if (scanner_.eat_opening("either ")) return pair('&', " or ", " are not true", true);
    std::optional<Formula> first = literal();
    if (!first) return std::nullopt;
    const std::vector<std::pair<std::string, char>> signs{
        {" if and only if ", '='}, {" and ", '&'}, {" or ", '|'}};
    for (const auto& [words, op] : signs) {
      if (!scanner_.eat(words)) continue;
      std::optional<Formula> second = literal();
      if (!second) return std::nullopt;
      return joined(op, *first, *second);
    }
    return first;
  }

  std::optional<Formula> pair(char op, std::string_view between, std::string_view behind,
                              bool denied) {
    std::optional<Formula> first = literal();
    if (!first || !scanner_.eat(between)) return std::nullopt;
    std::optional<Formula> second = literal();
    if (!second || !scanner_.eat(behind)) return std::nullopt;
    const Formula both = joined(op, *first, *second);
    return denied ? negated(both) : both;
  }

  std::optional<Formula> literal() {
    static const Sayings kSomebody = said_of_somebody();
    static const Sayings kWeather = said_of_weather();
    if (scanner_.eat_opening("it ")) {
      const auto said = longest(scanner_, kWeather);
      return said ? std::optional(atom(*said, "")) : std::nullopt;
    }
    const std::string about = subject();
    if (about.empty() || !scanner_.eat(" ")) return std::nullopt;
    const auto said = longest(scanner_, kSomebody);
    return said ? std::optional(atom(*said, about)) : std::nullopt;
  }

  std::string subject() {
    if (has_variable_ && eat_variable(scanner_)) return kVariable;
    for (const std::string& name : kPeople) {
      if (scanner_.rest().substr(0, name.size()) != name) continue;
      if (goes_on(scanner_.rest(), name.size())) continue;
      scanner_.skip(name.size());
      return name;
    }
    return "";
  }

  // some doctors are poets; some doctors will not sleep
  std::optional<Formula> some() {
    static const Sayings kPlurals = plurals();
    static const Sayings kActions = actions_that_will_be();
    const auto first = longest(scanner_, kPlurals);
    if (!first || !scanner_.eat(" ")) return std::nullopt;
    const auto second = longest(scanner_, scanner_.eat("are ") ? kPlurals : kActions);
    if (!second) return std::nullopt;
    return quantified('E', joined('&', atom(*first, kVariable), atom(*second, kVariable)));
  }

  Scanner& scanner_;
  bool has_variable_ = false;
};

}  // namespace

bool Scanner::eat_opening(std::string_view words) {
  if (at_end()) return false;
  const auto small = [](char letter) { return std::tolower(static_cast<unsigned char>(letter)); };
  if (small(rest()[0]) != small(words[0])) return false;
  if (rest().substr(1, words.size() - 1) != words.substr(1)) return false;
  at_ += words.size();
  return true;
}

std::optional<Formula> read_clause(Scanner& scanner) { return ClauseReader(scanner).read(); }

Speech::Speech(const std::vector<Formula>& heard, Names names) : names_(names) {
  std::map<std::string, std::set<std::string>> said_of;
  std::map<std::string, std::set<std::string>> who;
  std::vector<Formula> atoms;
  for (const Formula& clause : heard) {
    for (const Formula& atom : atoms_of(clause)) {
      if (atom.about.empty()) continue;
      who[atom.name].insert(atom.about);
      if (atom.about != kVariable) said_of[atom.about].insert(atom.name);
      atoms.push_back(atom);
    }
  }
  for (const Formula& atom : atoms) {
    if (atom.about == kVariable) {
      predicates_.insert(atom.name);
    } else if (who[atom.name].size() > 1 || said_of[atom.about].size() > 1) {
      predicates_.insert(atom.name);
      constants_.insert(atom.about);
    }
  }
}

Formula Speech::meaning(Formula clause) const {
  for (Formula& part : clause.parts) part = meaning(std::move(part));
  if (clause.op != 'a' || clause.about.empty() || clause.about == kVariable) return clause;
  if (names_ == Names::kConstants || predicates_.count(clause.name) > 0 ||
      constants_.count(clause.about) > 0) {
    return clause;
  }
  return {'a', clause.about + " " + clause.name, "", {}};
}

}  // namespace brute_force
