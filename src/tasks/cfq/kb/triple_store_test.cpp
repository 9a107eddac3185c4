#include "assay/tasks/cfq/kb/triple_store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "assay/base/random.h"
#include "assay/base/scratch_folder_testing.h"
#include "assay/tasks/cfq/kb/triple_store_builder.h"

namespace assay::cfq {
namespace {

using TextTriple = std::tuple<std::string, std::string, std::string>;

TripleStore store_of(const std::vector<TextTriple>& triples,
                     const std::vector<std::pair<std::string, std::string>>& names = {},
                     const std::string& cache = "") {
  return prepare_triple_store(cache, "test", {}, [&](TripleStoreBuilder& builder) {
    for (const auto& [subject, relation, object] : triples) {
      const std::uint32_t from = builder.node(subject);
      const std::uint32_t to = builder.node(object);
      builder.add(from, builder.relation(relation), to);
    }
    for (const auto& [key, name] : names) builder.set_name(builder.node(key), name);
  });
}

std::vector<std::string> keys_of(const TripleStore& store, std::span<const Node> nodes) {
  std::vector<std::string> keys;
  for (const Node node : nodes) keys.push_back(store.key(node));
  return keys;
}

const std::vector<TextTriple> kFilms = {
    {"m.1", "film.director.film", "m.9"}, {"m.1", "film.director.film", "m.8"},
    {"m.2", "film.director.film", "m.9"}, {"m.1", "a", "film.director"},
    {"m.2", "a", "film.director"},        {"m.9", "a", "film.film"},
    {"m.1", "film.director.film", "m.9"},
};

TEST(TripleStore, ReadsARelationFromBothSides) {
  const TripleStore store = store_of(kFilms, {{"m.1", "Ann"}, {"m.2", "Bob"}, {"m.5", "Nobody"}});
  EXPECT_EQ(store.triples(), 6U);
  EXPECT_EQ(store.nodes(), 6U);
  const Node ann = *store.dictionary().find("m.1");
  const Node nine = *store.dictionary().find("m.9");
  const Relation& directed = store.relation("film.director.film");
  EXPECT_EQ(keys_of(store, directed.objects.row(ann).values),
            (std::vector<std::string>{"m.8", "m.9"}));
  EXPECT_EQ(keys_of(store, directed.subjects.row(nine).values),
            (std::vector<std::string>{"m.1", "m.2"}));
  EXPECT_TRUE(directed.contains(ann, nine));
  EXPECT_FALSE(directed.contains(nine, ann));
  EXPECT_EQ(keys_of(store, store.members("film.director")),
            (std::vector<std::string>{"m.1", "m.2"}));
  EXPECT_TRUE(store.members("film.editor").empty());
  EXPECT_FALSE(store.has_relation("film.editor.film"));
  EXPECT_EQ(store.dictionary().find("m.5"), std::nullopt);  // named, but in no triple
}

TEST(TripleStore, KnowsNamesAndWhichAreShared) {
  const TripleStore store =
      store_of(kFilms, {{"m.1", "Ann"}, {"m.2", "Ann"}, {"m.8", "The Road"}, {"m.8", "A Road"}});
  const Dictionary& dictionary = store.dictionary();
  const Node one = *dictionary.find("m.1");
  const Node eight = *dictionary.find("m.8");
  EXPECT_EQ(dictionary.name(one), "Ann");
  EXPECT_EQ(dictionary.name(eight), "A Road");  // the least of several
  EXPECT_EQ(dictionary.name(*dictionary.find("m.9")), "");
  EXPECT_FALSE(dictionary.has_unique_name(one));
  EXPECT_TRUE(dictionary.has_unique_name(eight));
  EXPECT_FALSE(dictionary.has_unique_name(*dictionary.find("m.9")));
  EXPECT_EQ(keys_of(store, dictionary.named("Ann")), (std::vector<std::string>{"m.1", "m.2"}));
  EXPECT_TRUE(dictionary.named("Anna").empty());
  EXPECT_EQ(dictionary.by_name().size(), 3U);
}

TEST(TripleStore, MediatorsComeLastAndHaveNoKey) {
  const TripleStore store = prepare_triple_store("", "test", {}, [](TripleStoreBuilder& builder) {
    const std::uint32_t mediator = builder.mediator();
    builder.add(builder.node("m.1"), builder.relation("film.actor.film"), mediator);
    builder.add(mediator, builder.relation("film.performance.film"), builder.node("m.2"));
  });
  EXPECT_EQ(store.nodes(), 3U);
  EXPECT_EQ(store.dictionary().size(), 2U);
  const Node actor = *store.dictionary().find("m.1");
  const Node mediator = store.relation("film.actor.film").objects.row(actor).values.front();
  EXPECT_EQ(store.key(mediator), "_:0");
  EXPECT_FALSE(store.dictionary().has_unique_name(mediator));
}

TEST(TripleStore, AddsInversesAndTypesOfSubjects) {
  constexpr std::array kPairs = {InversePair{"film.director.film", "film.film.directed_by"}};
  constexpr std::array<std::string_view, 2> kTypes = {"film.director", "film.film"};
  const TripleStore store = prepare_triple_store("", "test", {}, [&](TripleStoreBuilder& builder) {
    builder.add(builder.node("m.1"), builder.relation("film.director.film"), builder.node("m.2"));
    builder.add(builder.node("m.3"), builder.relation("film.film.directed_by"),
                builder.node("m.4"));
    builder.add_inverses(kPairs);
    builder.add_types_of_subjects(kTypes);
  });
  EXPECT_EQ(store.triples(), 8U);
  const auto node = [&](std::string_view key) { return *store.dictionary().find(key); };
  EXPECT_TRUE(store.relation("film.film.directed_by").contains(node("m.2"), node("m.1")));
  EXPECT_TRUE(store.relation("film.director.film").contains(node("m.4"), node("m.3")));
  EXPECT_EQ(keys_of(store, store.members("film.director")),
            (std::vector<std::string>{"m.1", "m.4"}));
}

TEST(TripleStore, AnEmptyStoreHasNothing) {
  const ScratchFolder cache;
  for (int time = 0; time < 2; ++time) {
    const TripleStore store = store_of({}, {}, cache / "kept");
    EXPECT_EQ(store.triples(), 0U);
    EXPECT_EQ(store.dictionary().find("m.1"), std::nullopt);
    EXPECT_TRUE(store.dictionary().named("Ann").empty());
  }
}

// Random triples, every question asked, against a std::set.
TEST(TripleStore, AgreesWithASetOfTriples) {
  for (std::uint32_t round = 0; round < 200; ++round) {
    Stream stream(stream_key(1, "store-test"), {Purpose::kUnit, round});
    const std::uint64_t keys = 1 + stream.below(60);
    const std::uint64_t relations = 1 + stream.below(5);
    std::vector<TextTriple> triples;
    for (std::uint64_t left = stream.below(400); left > 0; --left) {
      const std::uint64_t subject = stream.below(keys) * stream.below(5);
      const std::uint64_t relation = stream.below(relations);
      const std::uint64_t object = stream.below(keys);
      triples.emplace_back("m." + std::to_string(subject), "r." + std::to_string(relation),
                           "m." + std::to_string(object));
    }
    const std::set<TextTriple> expected(triples.begin(), triples.end());
    const TripleStore store = store_of(triples);
    ASSERT_EQ(store.triples(), expected.size());
    std::set<TextTriple> forth;
    std::set<TextTriple> back;
    for (std::size_t number = 0; number < store.relations(); ++number) {
      const Relation& relation = store.relation(number);
      for (Node node = 0; node <= store.nodes(); ++node) {
        for (const Node object : relation.objects.row(node).values) {
          forth.emplace(store.key(node), store.relation_name(number), store.key(object));
          ASSERT_TRUE(relation.contains(node, object));
        }
        for (const Node subject : relation.subjects.row(node).values) {
          back.emplace(store.key(subject), store.relation_name(number), store.key(node));
        }
      }
      for (int tries = 0; tries < 50; ++tries) {
        const auto subject = static_cast<Node>(stream.below(store.nodes()));
        const auto object = static_cast<Node>(stream.below(store.nodes()));
        ASSERT_EQ(relation.contains(subject, object),
                  expected.contains(
                      {store.key(subject), store.relation_name(number), store.key(object)}));
      }
    }
    ASSERT_EQ(forth, expected);
    ASSERT_EQ(back, expected);
  }
}

TEST(TripleStore, KeepsThousandsOfKeysAndNames) {
  std::vector<TextTriple> triples;
  std::vector<std::pair<std::string, std::string>> names;
  for (int number = 0; number < 5000; ++number) {
    const std::string key = "m.0" + std::to_string(number * 7919 % 5003) + "x";
    triples.emplace_back(key, "a", "people.person");
    names.emplace_back(key, "Name " + std::to_string(number / 2 * 3));
  }
  const TripleStore store = store_of(triples, names);
  for (int number = 0; number < 5000; ++number) {
    const auto node = store.dictionary().find(names[static_cast<std::size_t>(number)].first);
    ASSERT_TRUE(node);
    ASSERT_EQ(store.key(*node), names[static_cast<std::size_t>(number)].first);
    ASSERT_EQ(store.dictionary().name(*node), names[static_cast<std::size_t>(number)].second);
    ASSERT_FALSE(store.dictionary().has_unique_name(*node));
  }
  EXPECT_EQ(store.dictionary().find("m.0"), std::nullopt);
  EXPECT_EQ(store.dictionary().find("zzz"), std::nullopt);
  EXPECT_EQ(store.members("people.person").size(), 5000U);
}

// The bytes of all files, through a folder: two orders of the same triples give the same ones.
TEST(TripleStore, BytesDependOnTheSetOfTriplesAlone) {
  const ScratchFolder cache;
  std::vector<TextTriple> triples = kFilms;
  const TripleStore store = store_of(triples, {{"m.1", "Ann"}}, cache / "one");
  std::ranges::reverse(triples);
  const TripleStore other = store_of(triples, {{"m.1", "Ann"}}, cache / "two");
  const TripleStore again = store_of({}, {}, cache / "two");  // found, not made
  EXPECT_EQ(again.triples(), 6U);
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(cache / "one")) {
    if (!entry.is_regular_file()) continue;
    const auto path = std::filesystem::path(cache / "two") /
                      std::filesystem::relative(entry.path(), cache / "one");
    const auto read = [](const std::filesystem::path& file) {
      std::ifstream stream(file, std::ios::binary);
      return std::string(std::istreambuf_iterator<char>(stream), {});
    };
    if (entry.path().filename() == "lock") continue;
    EXPECT_EQ(read(entry.path()), read(path)) << path;
    ++files;
  }
  EXPECT_EQ(files, 9U);
}

}  // namespace
}  // namespace assay::cfq
