// The words of LogicInference (appendix C.2): what atoms are about, in English.
#pragma once

#include <array>
#include <string_view>

namespace assay::logic {

inline constexpr std::array<std::string_view, 20> kSubjects = {
    "James",  "Mary",    "Robert",    "Patricia", "John",    "Jennifer", "Michael",
    "Linda",  "William", "Elisabeth", "David",    "Barbara", "Richard",  "Susan",
    "Joseph", "Jessica", "Thomas",    "Sarah",    "Charles", "Karen"};

inline constexpr std::array<std::string_view, 30> kPredicates = {"a cashier",
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

struct Action {
  std::string_view base;
  std::string_view third_person;
  std::string_view ongoing;
};
inline constexpr std::array<Action, 15> kActions = {{
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
    {"take a plane", "takes a plane", "taking a plane"},
}};

struct Impersonal {
  std::string_view is;
  std::string_view condition;
  std::string_view negated_condition;
  std::string_view will;
};
inline constexpr std::array<Impersonal, 8> kImpersonals = {{
    {"snowing", "snows", "doesn't snow", "snow"},
    {"raining", "rains", "doesn't rain", "rain"},
    {"sunny", "is sunny", "is not sunny", "be sunny"},
    {"cloudy", "is cloudy", "is not cloudy", "be cloudy"},
    {"windy", "is windy", "is not windy", "be windy"},
    {"cold", "is cold", "is not cold", "be cold"},
    {"late", "is late", "is not late", "be late"},
    {"overcast", "is overcast", "is not overcast", "be overcast"},
}};

// "a doctor" gives "doctor", "an artist" and "a police officer" give nothing.
inline std::string_view plain_noun(std::string_view predicate) {
  if (!predicate.starts_with("a ")) return {};
  predicate.remove_prefix(2);
  return predicate.find(' ') == std::string_view::npos ? predicate : std::string_view{};
}

}  // namespace assay::logic
