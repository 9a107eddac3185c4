#include "assay/tasks/cfq/kb/fb15k.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "assay/base/error_testing.h"
#include "assay/base/scratch_folder_testing.h"
#include "assay/tasks/cfq/kb/inventory.h"
#include "assay/tasks/cfq/kb/property_paths.h"

namespace assay::cfq {
namespace {

TEST(Fb15k, IsImportedWithMediatorsAndNames) {
  const ScratchFolder folder;
  const std::vector<std::string> files = {
      folder.put("train.txt",
                 "/m/1\t/film/actor/film./film/performance/film\t/m/9\r\n"
                 "/m/2\t/film/director/film\t/m/9\r\n"),
      folder.put("test.txt", "/m/1\t/film/actor/film./film/performance/film\t/m/9\n")};
  const std::string names = folder.put("names.txt", "/m/1\tAnn_Lee\n/m/7\tNobody\n");
  const TripleStore store = prepare_triple_store("", "test", {}, [&](TripleStoreBuilder& builder) {
    EXPECT_EQ(import_fb15k(files, builder, {}).triples, 3U);
    EXPECT_EQ(import_fb15k_names(names, builder, {}).names, 2U);
    complete_inventory(builder);
  });
  const Dictionary& dictionary = store.dictionary();
  const Node ann = *dictionary.find("m.1");
  const Node film = *dictionary.find("m.9");
  EXPECT_EQ(dictionary.name(ann), "Ann Lee");
  EXPECT_EQ(dictionary.find("m.7"), std::nullopt);
  const Node mediator = store.relation("film.actor.film").objects.row(ann).values.front();
  EXPECT_TRUE(store.relation("film.performance.film").contains(mediator, film));
  EXPECT_TRUE(store.relation("film.film.starring").contains(film, mediator));
  EXPECT_TRUE(store.relation("film.performance.actor").contains(mediator, ann));
  EXPECT_EQ(store.members("film.actor").size(), 1U);
  EXPECT_EQ(store.members("film.film").size(), 1U);
  EXPECT_EQ(store.triples(), 4U + 2U + 3U);  // performance, direction, types
}

TEST(Fb15k, MalformedLinesAreNamed) {
  const ScratchFolder folder;
  TripleStoreBuilder builder;
  for (const std::string line :
       {"/m/1\t/film/director/film", "m.1\t/film/director/film\t/m/2", "/m/1\tfilm\t/m/2",
        "/m/1\t/a/b./\t/m/2", "/m/1\t/a\t/m/2\t/m/3", ""}) {
    const std::vector<std::string> files = {
        folder.put("train.txt", "/m/1\t/film/director/film\t/m/2\n" + line + "\n")};
    EXPECT_THAT([&] { import_fb15k(files, builder, {}); },
                fails(ErrorKind::kInput, "train.txt:2: "))
        << line;
  }
  const std::string names = folder.put("names.txt", "/m/1 Ann\n");
  EXPECT_THAT([&] { import_fb15k_names(names, builder, {}); },
              fails(ErrorKind::kInput, "names.txt:1: a key and a name between tabs"));
}

// Figures counted from the files by other means.
TEST(Fb15k, ThePublishedFilesGiveTheCountedTriples) {
  const char* published = std::getenv("ASSAY_PUBLISHED");
  const std::string archive =
      std::string(published != nullptr ? published : "") + "/fb15k-237/FB15k-237.tar.gz";
  if (published == nullptr || !std::filesystem::exists(archive)) GTEST_SKIP() << "no FB15k-237";
  const ScratchFolder folder;
  ASSERT_EQ(std::system(("tar xzf '" + archive + "' -C '" + folder.path() + "'").c_str()), 0);
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path())) {
    const std::string name = entry.path().filename().string();
    if (name == "train.txt" || name == "valid.txt" || name == "test.txt") {
      files.push_back(entry.path().string());
    }
  }
  ASSERT_EQ(files.size(), 3U);
  const TripleStore store = prepare_triple_store("", "test", {}, [&](TripleStoreBuilder& builder) {
    EXPECT_EQ(import_fb15k(files, builder, {}).lines, 310116U);
    import_fb15k_names(std::string(published) + "/fb15k-237/mid2name.txt.gz", builder, {});
    complete_inventory(builder);
  });
  // Of these mediators some stand for dubbing, and others for performances without an actor.
  EXPECT_EQ(store.relation("film.actor.film").pairs(), 11045U + 204U);
  EXPECT_EQ(store.relation("film.film.starring").pairs(), 11045U + 113U);
  const PropertyPaths paths(store);
  EXPECT_EQ(paths.find("ns:film.actor.film/ns:film.performance.film")->pairs(), 11045U);
  EXPECT_EQ(paths.find("ns:film.film.starring/ns:film.performance.actor")->pairs(), 11045U);
  EXPECT_EQ(store.relation("people.person.nationality").pairs(), 5097U);
  EXPECT_EQ(store.relation("people.person.gender").pairs(), 4530U);
  EXPECT_EQ(store.relation("film.film.directed_by").pairs(), 886U);
  EXPECT_EQ(store.relation("organization.organization.founders").pairs(), 157U);
  EXPECT_EQ(store.relation("people.person.gender")
                .subjects.row(*store.dictionary().find("m.02zsn"))
                .values.size(),
            978U);
  EXPECT_EQ(store.dictionary().name(*store.dictionary().find("m.016ywr")), "Jeremy Irons");
  EXPECT_TRUE(store.members("film.actor").size() > 1000U);
}

TEST(Inventory, PathsAndInversesNameTheSameRelations) {
  const std::vector<std::string_view> relations = inventory_relations();
  std::vector<std::string_view> expected = {"film.performance.character", "people.person.gender",
                                            "people.person.nationality"};
  for (const InversePair& pair : kInverses) {
    expected.push_back(pair.relation);
    expected.push_back(pair.inverse);
  }
  std::ranges::sort(expected);
  EXPECT_EQ(relations, expected);
  EXPECT_TRUE(std::ranges::is_sorted(kTypes));
}

}  // namespace
}  // namespace assay::cfq
