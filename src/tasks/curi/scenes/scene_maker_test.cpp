#include "assay/tasks/curi/scenes/scene_maker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/tasks/curi/scenes/scene_json.h"

namespace assay::curi {
namespace {

SceneSettings settings_of(std::uint64_t seed) {
  SceneSettings settings;
  settings.key = stream_key(seed, "curi");
  return settings;
}

Scene made(const SceneMaker& maker, std::uint64_t index) {
  Scene scene;
  maker.make(index, scene);
  return scene;
}

std::string json_text(const Scene& scene) {
  std::string text;
  append_scene_json(text, scene);
  return text;
}

struct Tally {
  std::uint64_t scenes = 0;
  std::uint64_t things = 0;
  std::array<std::uint64_t, kMostThings + 1> counts{};
  std::array<std::array<std::uint64_t, 9>, kProperties> values{};
  std::array<std::int32_t, 2> least{1000, 1000};
  std::array<std::int32_t, 2> most{-1, -1};

  std::span<const std::uint64_t> of(Property property) const {
    const auto number = static_cast<std::size_t>(property);
    return {values[number].data(), kValuesOf[number]};
  }
};

Tally tally_of(const SceneMaker& maker, std::uint64_t scenes) {
  Tally tally;
  tally.scenes = scenes;
  Scene scene;
  for (std::uint64_t index = 0; index < scenes; ++index) {
    maker.make(index, scene);
    ++tally.counts.at(scene.things.size());
    tally.things += scene.things.size();
    for (const Thing& thing : scene.things) {
      for (std::size_t i = 0; i < kProperties; ++i) ++tally.values[i].at(thing.look.values[i]);
      for (std::size_t i = 0; i < 2; ++i) {
        tally.least[i] = std::min(tally.least[i], thing.pixel[i]);
        tally.most[i] = std::max(tally.most[i], thing.pixel[i]);
      }
    }
  }
  return tally;
}

// Pearson's statistic against equal shares.
double unevenness(std::span<const std::uint64_t> counts) {
  double sum = 0;
  for (const std::uint64_t count : counts) sum += static_cast<double>(count);
  const double expected = sum / static_cast<double>(counts.size());
  double statistic = 0;
  for (const std::uint64_t count : counts) {
    const double off = static_cast<double>(count) - expected;
    statistic += off * off / expected;
  }
  return statistic;
}

// Statistics that even draws exceed once in ten thousand times, by the number of values.
constexpr std::array<double, 9> kRareUnevenness{0,     0,     15.14, 18.42, 21.11,
                                                23.51, 25.74, 27.86, 29.88};

void expect_even(const Tally& tally) {
  EXPECT_LT(unevenness(std::span(tally.counts).subspan(2)), kRareUnevenness[4]);
  for (const Property property :
       {Property::kColor, Property::kShape, Property::kMaterial, Property::kSize}) {
    const auto counts = tally.of(property);
    EXPECT_LT(unevenness(counts), kRareUnevenness.at(counts.size())) << static_cast<int>(property);
  }
}

// Shares of bins in 300,000 scenes of this geometry made by another program.
constexpr std::array<double, 8> kColumns{.0052, .0867, .1691, .2347, .2414, .1644, .0877, .0109};
constexpr std::array<double, 8> kRows{0, .0201, .2892, .3729, .2092, .0889, .0193, .00029};
constexpr double kTheirThings = 1.05e6;

// Both samples err, and theirs is rounded; five standard errors are never reached by chance.
void expect_shares(std::span<const std::uint64_t> counts, std::span<const double> shares,
                   std::uint64_t things, double rounding) {
  const auto number = static_cast<double>(things);
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const double spread = std::max(shares[i], 1e-6) * (1 / number + 1 / kTheirThings);
    EXPECT_NEAR(static_cast<double>(counts[i]) / number, shares[i],
                5 * std::sqrt(spread) + rounding)
        << "bin " << i;
  }
}

void expect_known_bins(std::uint64_t scenes) {
  SceneSettings settings = settings_of(5);
  settings.first_bin = 0;
  const Tally tally = tally_of(SceneMaker(settings), scenes);
  expect_shares(tally.of(Property::kLocationX), kColumns, tally.things, 5e-5);
  expect_shares(tally.of(Property::kLocationY), kRows, tally.things, 5e-5);
  EXPECT_EQ(tally.of(Property::kLocationX)[8], 0U);
  EXPECT_EQ(tally.of(Property::kLocationY)[8], 0U);
}

TEST(SceneMaker, MakesTheSameSceneForTheSameAddress) {
  const SceneMaker maker(settings_of(1));
  Scene scene;
  for (const std::uint64_t index : {0U, 1U, 7U, 989'999U}) {
    scene.things.resize(9);  // what was there does not matter
    maker.make(index, scene);
    EXPECT_EQ(scene.index, index);
    EXPECT_EQ(json_text(scene), json_text(made(SceneMaker(settings_of(1)), index)));
    EXPECT_NE(json_text(scene), json_text(made(maker, index + 1)));
    EXPECT_NE(json_text(scene), json_text(made(SceneMaker(settings_of(2)), index)));
  }
}

// Of seed 0, a scene whose things had to be placed anew: one of 62 among the first 990,000.
constexpr std::uint64_t kPlacedTwice = 9'752;

// The bytes of every compiler and machine.
TEST(SceneMaker, MakesTheBytesItAlwaysMade) {
  const SceneMaker maker(settings_of(0));
  std::string all;
  for (std::uint64_t index = kPlacedTwice - 1'000; index < kPlacedTwice + 1'000; ++index) {
    all += json_text(made(maker, index));
  }
  EXPECT_EQ(hash64(all, 0), 3887437090754708875U);
}

Looks looks_of(const Scene& scene) {
  Looks looks;
  for (const Thing& thing : scene.things) looks.things.at(looks.count++) = thing.look;
  return looks;
}

TEST(SceneMaker, SeesOfASceneWhatIsInIt) {
  for (const std::uint8_t first_bin : {std::uint8_t{0}, std::uint8_t{1}}) {
    SceneSettings settings = settings_of(3);
    settings.first_bin = first_bin;
    const SceneMaker maker(settings);
    for (std::uint64_t index = 0; index < 20'000; ++index) {
      ASSERT_EQ(maker.looks(index), looks_of(made(maker, index)));
    }
  }
}

TEST(SceneMaker, NamesTheSameBinsFromZeroOrOne) {
  SceneSettings from_zero = settings_of(4);
  from_zero.first_bin = 0;
  for (std::uint64_t index = 0; index < 1'000; ++index) {
    Looks looks = SceneMaker(from_zero).looks(index);
    for (std::size_t i = 0; i < looks.count; ++i) {
      ++looks.things[i][Property::kLocationX];
      ++looks.things[i][Property::kLocationY];
    }
    ASSERT_EQ(looks, SceneMaker(settings_of(4)).looks(index));
  }
}

TEST(SceneMaker, KeepsThingsApart) {
  constexpr std::array<double, 2> kRight{0.65631, 0.75449};
  constexpr std::array<double, 2> kBehind{-0.75449, 0.65631};
  constexpr double kRounding = 1e-4;  // of these directions
  const SceneMaker maker(settings_of(6));
  double nearest = 100;
  double narrowest = 100;
  for (std::uint64_t index = 0; index < 20'000; ++index) {
    const Scene scene = made(maker, index);
    for (const Thing& one : scene.things) {
      const double scale = one.look[Property::kSize] == 1 ? 0.7 : 0.35;
      ASSERT_EQ(one.position[2], scale);
      ASSERT_LE(std::max(std::abs(one.position[0]), std::abs(one.position[1])), 3);
      ASSERT_TRUE(one.rotation >= 0 && one.rotation < 360);
      for (const Thing& other : scene.things) {
        if (&one == &other) continue;
        const double x = one.position[0] - other.position[0];
        const double y = one.position[1] - other.position[1];
        nearest = std::min(nearest, std::hypot(x, y) - one.position[2] - other.position[2]);
        for (const auto& along : {kRight, kBehind}) {
          narrowest = std::min(narrowest, std::abs(x * along[0] + y * along[1]));
        }
      }
    }
  }
  EXPECT_GE(nearest, 0.25);
  EXPECT_LT(nearest, 0.26);
  EXPECT_GE(narrowest, 0.4 - kRounding);
  EXPECT_LT(narrowest, 0.41);
}

TEST(SceneMaker, ShowsThingsWhereTheCameraSeesThem) {
  const SceneMaker maker(settings_of(0));
  for (std::uint64_t index = kPlacedTwice - 1'000; index < kPlacedTwice + 1'000; ++index) {
    const Scene scene = made(maker, index);
    const Camera camera = maker.camera(index);
    for (const Thing& thing : scene.things) {
      const Sight sight = camera.see(thing.position, 240, 160);
      ASSERT_EQ(thing.depth, sight.depth);
      ASSERT_NEAR(thing.pixel[0], sight.across, 0.5);
      ASSERT_NEAR(thing.pixel[1], sight.down, 0.5);
      ASSERT_EQ(thing.look[Property::kLocationX], thing.pixel[0] / 30 + 1);
      ASSERT_EQ(thing.look[Property::kLocationY], thing.pixel[1] / 20 + 1);
    }
  }
}

TEST(SceneMaker, MovesTheCameraByUpToHalfAUnit) {
  SceneSettings still = settings_of(8);
  still.camera_jitter = false;
  const SceneMaker maker(settings_of(8));
  std::array<double, 3> least{1, 1, 1};
  std::array<double, 3> most{-1, -1, -1};
  for (std::uint64_t index = 0; index < 2'000; ++index) {
    ASSERT_EQ(SceneMaker(still).camera(index).position(), kCameraPosition);
    const Space position = maker.camera(index).position();
    for (std::size_t i = 0; i < 3; ++i) {
      least[i] = std::min(least[i], position[i] - kCameraPosition[i]);
      most[i] = std::max(most[i], position[i] - kCameraPosition[i]);
    }
  }
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(least[i], -0.5, 0.01);
    EXPECT_GE(least[i], -0.5);
    EXPECT_NEAR(most[i], 0.5, 0.01);
    EXPECT_LE(most[i], 0.5);
  }
  const Scene moved = made(maker, 0);
  const Scene unmoved = made(SceneMaker(still), 0);
  ASSERT_EQ(moved.things.size(), unmoved.things.size());
  for (std::size_t i = 0; i < moved.things.size(); ++i) {
    EXPECT_EQ(moved.things[i].position, unmoved.things[i].position);
    EXPECT_EQ(moved.things[i].rotation, unmoved.things[i].rotation);
    EXPECT_NE(moved.things[i].depth, unmoved.things[i].depth);
  }
}

TEST(SceneMaker, DrawsEvenly) { expect_even(tally_of(SceneMaker(settings_of(9)), 40'000)); }

TEST(SceneMaker, FillsBinsAsKnown) { expect_known_bins(30'000); }

TEST(SceneMaker, HasAsManyThingsAsAsked) {
  SceneSettings settings = settings_of(10);
  settings.least_things = 5;
  const Tally five = tally_of(SceneMaker(settings), 500);
  EXPECT_EQ(five.counts[5], 500U);
  settings.least_things = 1;
  settings.most_things = 1;
  const Tally one = tally_of(SceneMaker(settings), 500);
  EXPECT_EQ(one.counts[1], 500U);
}

TEST(SceneMaker, RefusesSettingsItCannotKeep) {
  const auto refuses = [](auto change) {
    SceneSettings settings = settings_of(0);
    change(settings);
    EXPECT_THROW(SceneMaker{settings}, Bug);
  };
  refuses([](SceneSettings& settings) { settings.most_things = 6; });
  refuses([](SceneSettings& settings) { settings.least_things = 0; });
  refuses([](SceneSettings& settings) { settings.least_things = 4, settings.most_things = 3; });
  refuses([](SceneSettings& settings) { settings.first_bin = 2; });
  refuses([](SceneSettings& settings) { settings.height = 159; });
  refuses([](SceneSettings& settings) { settings.height = 241; });
}

TEST(SceneMakerSlow, FillsBinsAsKnown) { expect_known_bins(300'000); }

TEST(SceneMakerSlow, DrawsEvenlyAndWithinKnownPixels) {
  const Tally tally = tally_of(SceneMaker(settings_of(11)), 300'000);
  expect_even(tally);
  // The other program's 300,000 scenes reached 14 to 231 and 28 to 148.
  EXPECT_NEAR(tally.least[0], 14, 3);
  EXPECT_NEAR(tally.most[0], 231, 3);
  EXPECT_NEAR(tally.least[1], 28, 3);
  EXPECT_NEAR(tally.most[1], 148, 3);
}

}  // namespace
}  // namespace assay::curi
