#include "assay/tasks/curi/scenes/camera.h"

#include <cmath>

namespace assay::curi {

namespace {

// What half of the sensor sees at depth 1.
constexpr double kHalfSensor = 16;
constexpr double kLens = 35;

double dot(const Space& a, const Space& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Space cross(const Space& a, const Space& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Space over(const Space& vector, double length) {
  return {vector[0] / length, vector[1] / length, vector[2] / length};
}

Space right_of(const Space& position) {
  const double length = std::sqrt(position[0] * position[0] + position[1] * position[1]);
  return {-position[1] / length, position[0] / length, 0};
}

}  // namespace

Directions directions() {
  const Space right = right_of(kCameraPosition);
  return {right, {-right[1], right[0], 0}};
}

Camera::Camera(const Space& position)
    : position_(position),
      right_(right_of(position)),
      forward_(over(position, -std::sqrt(dot(position, position)))) {
  up_ = cross(right_, forward_);
}

Sight Camera::see(const Space& point, double width, double height) const {
  const Space away{point[0] - position_[0], point[1] - position_[1], point[2] - position_[2]};
  const double depth = dot(away, forward_);
  const double half_width = depth * kHalfSensor / kLens;
  const double half_height = half_width * height / width;
  const double across = (dot(away, right_) + half_width) / (2 * half_width) * width;
  const double up = (dot(away, up_) + half_height) / (2 * half_height) * height;
  return {across, height - up, depth};
}

}  // namespace assay::curi
