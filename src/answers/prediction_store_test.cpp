#include "assay/answers/prediction_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

Prediction some(const std::string& id, const std::string& text) {
  return {id, {}, "t-" + id, {{Sample::State::kSaid, text}, {Sample::State::kCutOff, "x" + text}}};
}

TEST(PredictionStore, FindsByIdInMemoryAndOnDisk) {
  for (const std::size_t in_memory : {std::size_t{0}, SpilledRecords::kInMemory}) {
    PredictionStore store(PredictionStore::FoundBy::kId, in_memory);
    for (int i = 0; i < 3000; ++i) {
      const std::string number = std::to_string(i);
      store.add(some("id" + number, std::string(static_cast<std::size_t>(i % 200), 'a') + number));
    }
    store.add(some("id7", "again"));
    store.finish();
    PredictionStore::Desk desk;
    for (int i = 2999; i >= 0; --i) {
      if (i == 7) continue;
      const std::string number = std::to_string(i);
      std::vector<Prediction> found;
      store.find("id" + number, desk, found);
      ASSERT_THAT(found, SizeIs(1)) << i;
      EXPECT_EQ(found[0],
                some("id" + number, std::string(static_cast<std::size_t>(i % 200), 'a') + number));
    }
    std::vector<std::string> left;
    EXPECT_EQ(store.unasked(5, desk, left), 1U);
    EXPECT_THAT(left, ElementsAre("id7"));
    std::vector<std::string> repeated;
    EXPECT_EQ(store.repeated(5, desk, repeated), 1U);
    EXPECT_THAT(repeated, ElementsAre("id7"));
    std::vector<Prediction> twice;
    store.find("id7", desk, twice);
    ASSERT_THAT(twice, SizeIs(2));
    EXPECT_EQ(twice[1].samples[0].text, "again");
    std::vector<Prediction> none;
    store.find("id3000", desk, none);
    EXPECT_THAT(none, IsEmpty());
    left.clear();
    EXPECT_EQ(store.unasked(5, desk, left), 0U);
  }
}

TEST(PredictionStore, FindsByPlace) {
  PredictionStore store(PredictionStore::FoundBy::kPlace);
  for (int i = 0; i < 10; ++i) store.add(some("", std::to_string(i)));
  store.finish();
  PredictionStore::Desk desk;
  EXPECT_EQ(store.size(), 10U);
  Prediction found;
  store.at(4, desk, found);
  EXPECT_EQ(found.samples[0].text, "4");
}

}  // namespace
}  // namespace assay
