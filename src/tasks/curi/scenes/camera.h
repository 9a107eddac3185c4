// CLEVR's camera: where it stands, what it calls right and behind, and where a point of space lies
// in its picture. It looks at the origin, with a lens of 35 mm before a sensor 32 mm wide.
#pragma once

#include <array>

namespace assay::curi {

using Space = std::array<double, 3>;  // x and y on the ground, z upwards

inline constexpr Space kCameraPosition{7.48113, -6.50764, 5.34367};

// Unit vectors on the ground; left and front are their opposites.
struct Directions {
  Space right;
  Space behind;
};
// As seen from kCameraPosition: CLEVR takes them before the camera's jitter has any effect.
Directions directions();

// Where a point lies in a picture, in pixels from its top left, and how far along the camera's
// axis.
struct Sight {
  double across = 0;
  double down = 0;
  double depth = 0;
};

class Camera {
 public:
  // Not above the origin, where right could be anything.
  explicit Camera(const Space& position);

  const Space& position() const { return position_; }
  // The point lies before the camera; the picture is no higher than it is wide.
  Sight see(const Space& point, double width, double height) const;

 private:
  Space position_;
  Space right_;
  Space up_;
  Space forward_;
};

}  // namespace assay::curi
