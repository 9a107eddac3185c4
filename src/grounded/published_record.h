// Reading records in the format of gSCAN's and ReaSCAN's authors, whoever wrote them.
//
// What is missing or of another kind is an Error(kInput) that says so in a few words; whoever
// checks a record makes it the reason of a mismatch.
#pragma once

#include <simdjson.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/error.h"
#include "assay/core/published_check.h"
#include "assay/movement/movement.h"
#include "assay/world/world.h"

namespace assay::grounded {

// A JSON object whose members are asked for by name. Lives as long as its parser's text.
class PublishedObject {
 public:
  explicit PublishedObject(simdjson::dom::object object) : object_(object) {}

  simdjson::dom::element any(std::string_view key) const;
  std::string_view text(std::string_view key) const;
  std::int64_t number(std::string_view key) const;
  bool flag(std::string_view key) const;
  PublishedObject object(std::string_view key) const;
  simdjson::dom::array list(std::string_view key) const;
  // "3": a small number as a text.
  int digits(std::string_view key) const;

  std::size_t size() const { return object_.size(); }
  const simdjson::dom::object& members() const { return object_; }

 private:
  simdjson::dom::object object_;
};

// Elements of lists.
std::string_view text_of(simdjson::dom::element value);
PublishedObject object_of(simdjson::dom::element value);
// The one element of a list.
simdjson::dom::element only_of(simdjson::dom::array list, std::string_view key);

// Text of a record as an object; throws Error(kInput) when it is none. The parser keeps it.
PublishedObject parse_record(simdjson::dom::parser& parser, std::string_view record);

// What is said about a world, all of it inside the grid.
struct PublishedSituation {
  world::World world;  // the placed objects in their order
  world::Thing target;
  std::vector<std::string_view> vectors;  // of the placed objects
  std::string_view target_vector;
  std::string_view distance;
  std::string_view direction;
  bool carries_nothing = true;
};

PublishedSituation read_situation(const PublishedObject& record);

// Throws Error(kInput) for a word that is none.
world::Verb read_verb(std::string_view word);
world::Manner read_manner(std::string_view words);

// What follows gives the reason why a record is wrong; empty when it is right.
//
// Distance and direction; one thing in a cell, boxes inside the grid and no two on one cell,
// nothing under the agent, who faces east and carries nothing.
std::string situation_problem(const PublishedSituation& situation);
// The actions of going to the first thing and handling it.
std::string actions_problem(const PublishedSituation& situation, world::Verb verb,
                            world::Manner manner, std::string_view actions);
// Whether the keys are these, in this order.
std::string keys_problem(const PublishedObject& record, std::span<const std::string_view> keys);
// Whether the target is the first thing.
std::string target_problem(const PublishedSituation& situation);

// What such a look at a record comes to; what it cannot read is the reason.
template <typename Look>
AspectFinding finding_of(const Look& look) {
  std::string why;
  try {
    why = look();
  } catch (const Error& problem) {
    if (problem.kind() != ErrorKind::kInput) throw;
    why = problem.what();
  }
  return {why.empty() ? AspectFinding::State::kMatches : AspectFinding::State::kDiffers,
          std::move(why)};
}

}  // namespace assay::grounded
