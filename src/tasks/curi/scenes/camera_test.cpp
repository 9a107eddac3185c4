#include "assay/tasks/curi/scenes/camera.h"

#include <gtest/gtest.h>

#include <cmath>

#include "assay/tasks/curi/scenes/bins.h"

namespace assay::curi {
namespace {

// Turned by its two angles, then the rule of three: a picture 32 mm wide behind a lens of 35 mm.
Sight seen_by_angles(const Space& camera, const Space& point, double width, double height) {
  const double around = std::atan2(camera[1], camera[0]);
  const double ground = std::hypot(camera[0], camera[1]);
  const double above = std::atan2(camera[2], ground);
  const double towards = point[0] * std::cos(around) + point[1] * std::sin(around);
  const double right = -point[0] * std::sin(around) + point[1] * std::cos(around);
  const double nearer = towards * std::cos(above) + point[2] * std::sin(above);
  const double up = -towards * std::sin(above) + point[2] * std::cos(above);
  const double depth = std::hypot(ground, camera[2]) - nearer;
  const double pixels = width * 35 / 32;
  return {width / 2 + pixels * right / depth, height / 2 - pixels * up / depth, depth};
}

TEST(Camera, SeesTheOriginInTheMiddle) {
  for (const Space& position : {kCameraPosition, Space{7, -7, 5}, Space{1, 2, 3}}) {
    const Sight sight = Camera(position).see({0, 0, 0}, 240, 160);
    EXPECT_DOUBLE_EQ(sight.across, 120);
    EXPECT_DOUBLE_EQ(sight.down, 80);
    EXPECT_DOUBLE_EQ(sight.depth, std::hypot(position[0], position[1], position[2]));
  }
}

// By hand: from (10, 0, 0) right is +y, and at depth 10 the picture is 320/35 wide.
TEST(Camera, SeesPointsWhereTheyAreByHand) {
  const Camera camera({10, 0, 0});
  const Sight right = camera.see({0, 1, 0}, 240, 160);
  EXPECT_NEAR(right.across, 120 + 240 * 35.0 / 320, 1e-9);
  EXPECT_NEAR(right.down, 80, 1e-9);
  const Sight near = camera.see({5, 0, 1}, 240, 160);
  EXPECT_NEAR(near.across, 120, 1e-9);
  EXPECT_NEAR(near.down, 80 - 240 * 35.0 / 160, 1e-9);
  EXPECT_NEAR(near.depth, 5, 1e-12);
}

TEST(Camera, AgreesWithAnglesAndTheRuleOfThree) {
  for (const double shift : {-0.5, -0.2, 0.0, 0.31, 0.5}) {
    const Space position{7.48113 + shift, -6.50764 - shift / 2, 5.34367 + shift / 3};
    const Camera camera(position);
    for (const Space& point : {Space{-3, -3, 0.35}, Space{3, -3, 0.7}, Space{-3, 3, 0.7},
                               Space{3, 3, 0.35}, Space{0.25, -1.5, 0.7}}) {
      for (const double height : {160.0, 240.0}) {
        const Sight sight = camera.see(point, 240, height);
        const Sight wanted = seen_by_angles(position, point, 240, height);
        EXPECT_NEAR(sight.across, wanted.across, 1e-9);
        EXPECT_NEAR(sight.down, wanted.down, 1e-9);
        EXPECT_NEAR(sight.depth, wanted.depth, 1e-9);
      }
    }
  }
}

// Where a thing may stand and the camera may be, at their extremes and between.
TEST(Camera, HasAllThingsInPicturesUpToThreeToTwo) {
  const auto at = [](int step) { return step / 4.0; };  // -1 to 1
  for (int i = -4; i <= 4; i += 2) {
    for (int j = -4; j <= 4; j += 2) {
      for (int k = -4; k <= 4; k += 2) {
        const Camera camera({kCameraPosition[0] + at(i) / 2, kCameraPosition[1] + at(j) / 2,
                             kCameraPosition[2] + at(k) / 2});
        for (int x = -4; x <= 4; ++x) {
          for (int y = -4; y <= 4; ++y) {
            for (const double z : {0.35, 0.7}) {
              const Sight sight = camera.see({3 * at(x), 3 * at(y), z}, 240, 160);
              ASSERT_GT(sight.across, 0);
              ASSERT_LT(sight.across, 240);
              ASSERT_GT(sight.down, 0);
              ASSERT_LT(sight.down, 160);
            }
          }
        }
      }
    }
  }
}

TEST(Camera, HasTheDirectionsOfTheBaseScene) {
  const auto [right, behind] = directions();
  EXPECT_NEAR(right[0], 0.65631, 5e-6);
  EXPECT_NEAR(right[1], 0.75449, 5e-6);
  EXPECT_NEAR(behind[0], -0.75449, 5e-6);
  EXPECT_NEAR(behind[1], 0.65631, 5e-6);
  EXPECT_EQ(right[2], 0);
  EXPECT_EQ(behind[2], 0);
}

TEST(Bins, AreEighthsOfThePicture) {
  EXPECT_EQ(bin_of(0, 240, 0), 0);
  EXPECT_EQ(bin_of(29, 240, 0), 0);
  EXPECT_EQ(bin_of(30, 240, 0), 1);
  EXPECT_EQ(bin_of(239, 240, 0), 7);
  EXPECT_EQ(bin_of(240, 240, 0), 8);
  EXPECT_EQ(bin_of(0, 160, 1), 1);
  EXPECT_EQ(bin_of(19, 160, 1), 1);
  EXPECT_EQ(bin_of(20, 160, 1), 2);
  EXPECT_EQ(bin_of(159, 160, 1), 8);
  EXPECT_EQ(bin_of(160, 160, 1), 8);
}

}  // namespace
}  // namespace assay::curi
