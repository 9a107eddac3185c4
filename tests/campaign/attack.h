// An attack: a numbered list of points for each job, and what happens at one of them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "stage.h"

namespace assay::campaign {

struct Scope {
  std::uint64_t seed = 1;
  bool is_long = false;  // also what takes minutes
};

// The first and the last part of a point "a:b:c".
std::string first_part(const std::string& point);
std::string last_part(const std::string& point);

struct Attack {
  std::string name;
  std::string summary;
  std::size_t wanted;  // points of a full campaign
  std::size_t fast;    // points of the fast form
  // Why it cannot be made on this machine; empty: it can.
  std::function<std::string(Stage&)> obstacle = [](Stage&) { return std::string(); };
  std::function<bool(const Job&)> fits;
  // What figures count points by: the first word of a point, unless another part says more.
  std::function<std::string(const std::string& point)> kind = first_part;
  // Always the same list for the same program, job and scope.
  std::function<std::vector<std::string>(Stage&, const Job&, const Scope&)> points;
  // What is wrong at a point, in one line; empty: nothing.
  std::function<std::string(Stage&, const Job&, const std::string& point)> run;
};

Attack kills_attack();
Attack calls_attack();
Attack allocations_attack();
Attack disk_attack();
Attack damage_attack();
Attack crowd_attack();
Attack paths_attack();
Attack answers_attack();
Attack sockets_attack();
Attack memory_attack();

std::vector<Attack> all_attacks();

// "a:b:c" as its parts; the last one keeps further colons.
std::vector<std::string> point_parts(const std::string& point, std::size_t most = 8);
std::uint64_t number(const std::string& text);  // throws when it is none

// Numbers that look random and are the same everywhere.
class Draws {
 public:
  Draws(std::uint64_t seed, const std::string& about);
  std::uint64_t below(std::uint64_t count);

 private:
  std::uint64_t state_;
};

}  // namespace assay::campaign
