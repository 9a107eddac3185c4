#include "assay/tasks/cfq/kb/world.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "assay/base/error_testing.h"
#include "assay/base/hash.h"
#include "assay/tasks/cfq/kb/inventory.h"
#include "assay/tasks/cfq/kb/ntriples.h"
#include "assay/tasks/cfq/kb/property_paths.h"

namespace assay::cfq {
namespace {

std::string text_of(const TripleStore& store) {
  std::string text;
  export_ntriples(store, [&](std::string_view lines) { text += lines; });
  return text;
}

const TripleStore& small_world() {
  static const TripleStore kWorld = prepare_world("", {.world = 1, .films = 900}, {});
  return kWorld;
}

TEST(World, HasEveryRelationTypeAndAdjective) {
  const TripleStore& store = small_world();
  for (const std::string_view relation : inventory_relations()) {
    EXPECT_TRUE(store.has_relation(relation)) << relation;
  }
  for (const std::string_view type : kTypes) EXPECT_FALSE(store.members(type).empty()) << type;
  for (const Adjective& each : kAdjectives) {
    const auto node = store.dictionary().find(each.key);
    ASSERT_TRUE(node) << each.word;
    EXPECT_EQ(store.dictionary().name(*node), each.name);
    EXPECT_FALSE(store.relation(each.relation).subjects.row(*node).values.empty()) << each.word;
  }
  const PropertyPaths paths(store);
  for (const std::string_view path : kPropertyPaths) EXPECT_GT(paths.find(path)->pairs(), 0U);
}

TEST(World, RelationsAgreeWithTheirInverses) {
  const TripleStore& store = small_world();
  for (const InversePair& pair : kInverses) {
    const Relation& forth = store.relation(pair.relation);
    const Relation& back = store.relation(pair.inverse);
    EXPECT_EQ(forth.pairs(), back.pairs()) << pair.relation;
    for (const Node key : forth.objects.keys) {
      EXPECT_TRUE(std::ranges::equal(forth.objects.row(key).values, back.subjects.row(key).values));
    }
  }
}

// The bytes of this version of worlds.
TEST(World, IsTheSameForever) {
  EXPECT_EQ(sha256_hex(text_of(prepare_world("", {.world = 1, .films = 300}, {}))),
            "72f439ab0ebf7c872e46b90dc3fd16d5dbac0cf6ae8ce9d4f9f03e22dff1d297");
}

TEST(World, DependsOnItsNumberAndNotOnThreads) {
  Control two;
  two.jobs = 2;
  const WorldParameters parameters{.world = 5, .films = 60};
  const std::string text = text_of(prepare_world("", parameters, {}));
  EXPECT_EQ(text_of(prepare_world("", parameters, two)), text);
  EXPECT_NE(text_of(prepare_world("", {.world = 6, .films = 60}, {})), text);
}

TEST(World, NamesAreMostlyUniqueAndSomeAreShared) {
  const TripleStore& store = small_world();
  std::size_t unique = 0;
  for (const Node node : store.dictionary().by_name()) {
    unique += store.dictionary().has_unique_name(node) ? 1 : 0;
    EXPECT_FALSE(store.dictionary().name(node).empty());
  }
  const std::size_t named = store.dictionary().by_name().size();
  EXPECT_GT(unique * 100, named * 60);
  EXPECT_LT(unique, named);
}

// A few have many credits, most have few.
TEST(World, DegreesAreSkewed) {
  const TripleStore& store = small_world();
  const Adjacency& films = store.relation("film.actor.film").objects;
  std::vector<std::size_t> degrees;
  for (const Node actor : films.keys) degrees.push_back(films.row(actor).values.size());
  std::ranges::sort(degrees);
  EXPECT_LE(degrees[degrees.size() / 2], 3U);
  EXPECT_GE(degrees.back(), 40U);
}

TEST(World, NobodyIsHisOwnAncestor) {
  const TripleStore& store = small_world();
  const Adjacency& children = store.relation("people.person.children").objects;
  for (const Node parent : children.keys) {
    for (const Node child : children.row(parent).values) EXPECT_GT(child, parent);
  }
}

TEST(World, AnySizeBuildsAndNoFilmsAreRefused) {
  EXPECT_GT(prepare_world("", {.world = 1, .films = 1}, {}).triples(), 10U);
  EXPECT_THAT([] { prepare_world("", {.world = 1, .films = 0}, {}); },
              fails(ErrorKind::kUsage, "1 to 20,000,000 films"));
}

}  // namespace
}  // namespace assay::cfq
