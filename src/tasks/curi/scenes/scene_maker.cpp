#include "assay/tasks/curi/scenes/scene_maker.h"

#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "assay/base/error.h"
#include "assay/tasks/curi/scenes/bins.h"

namespace assay::curi {

namespace {

// Streams of scenes; other users of the key take other items.
constexpr std::uint32_t kSceneItem = 1;

constexpr double kReach = 3;             // of places, from the origin along each axis
constexpr double kLeastDistance = 0.25;  // between things
constexpr double kMargin = 0.4;          // between middles, along each direction
constexpr int kMostTries = 50;

// In [0, 1), by 53 bits.
double draw_share(Stream& stream) { return static_cast<double>(stream.next64() >> 11) * 0x1p-53; }

void draw_value(Stream& stream, Property property, Look& out) {
  const std::uint64_t value = stream.below(kValuesOf[static_cast<std::size_t>(property)]);
  out[property] = static_cast<std::uint8_t>(value);
}

Stream stream_of(const Key& key, std::uint64_t index, std::uint16_t attempt) {
  return {key, {Purpose::kShared, index, kSceneItem, attempt}};
}

// What all attempts at a scene share stands at the start of the first one's stream.
struct Opening {
  std::uint32_t things = 0;
  Camera camera;
};

Opening draw_opening(Stream& stream, const SceneSettings& settings) {
  const std::uint64_t more = stream.below(settings.most_things - settings.least_things + 1U);
  Space position = kCameraPosition;
  for (double& along : position) {
    const double jitter = draw_share(stream) - 0.5;
    if (settings.camera_jitter) along += jitter;
  }
  return {settings.least_things + static_cast<std::uint32_t>(more), Camera(position)};
}

bool is_narrow(double offset) { return offset != 0 && -kMargin < offset && offset < kMargin; }

std::int32_t to_pixel(double place) { return static_cast<std::int32_t>(std::lround(place)); }

}  // namespace

double scale_of(const Look& look) { return look[Property::kSize] == 0 ? kSmallScale : kLargeScale; }

struct SceneMaker::Draft {
  std::array<Thing, kMostThings> things;
  std::uint32_t wanted = 0;
  std::uint32_t count = 0;

  std::span<const Thing> placed() const { return {things.data(), count}; }
};

SceneMaker::SceneMaker(const SceneSettings& settings)
    : settings_(settings), directions_(directions()) {
  ASSAY_CHECK(settings.first_bin <= 1);
  ASSAY_CHECK(1 <= settings.least_things && settings.least_things <= settings.most_things);
  ASSAY_CHECK(settings.most_things <= kMostThings);
  constexpr std::uint32_t kMostPixels = 100'000;
  ASSAY_CHECK(1 <= settings.height && settings.height <= settings.width);
  ASSAY_CHECK(settings.width <= kMostPixels && 2 * settings.width <= 3 * settings.height);
}

void SceneMaker::make(std::uint64_t index, Scene& out) const {
  Draft draft;
  draw(index, draft);
  out.index = index;
  out.things.assign(draft.placed().begin(), draft.placed().end());
}

Looks SceneMaker::looks(std::uint64_t index) const {
  Draft draft;
  draw(index, draft);
  Looks looks;
  for (const Thing& thing : draft.placed()) looks.things[looks.count++] = thing.look;
  return looks;
}

Camera SceneMaker::camera(std::uint64_t index) const {
  Stream stream = stream_of(settings_.key, index, 0);
  return draw_opening(stream, settings_).camera;
}

void SceneMaker::draw(std::uint64_t index, Draft& out) const {
  Stream stream = stream_of(settings_.key, index, 0);
  const Opening opening = draw_opening(stream, settings_);
  out.wanted = opening.things;
  for (std::uint16_t attempt = 0; !place_things(stream, out);) {
    ASSAY_CHECK(attempt < std::numeric_limits<std::uint16_t>::max());
    stream = stream_of(settings_.key, index, ++attempt);
  }
  for (std::uint32_t i = 0; i < out.count; ++i) look_at(out.things[i], opening.camera);
}

bool SceneMaker::place_things(Stream& stream, Draft& out) const {
  for (out.count = 0; out.count < out.wanted; ++out.count) {
    Thing& thing = out.things[out.count];
    draw_value(stream, Property::kSize, thing.look);
    thing.position[2] = scale_of(thing.look);
    int tries = 0;
    do {
      if (++tries > kMostTries) return false;
      thing.position[0] = 2 * kReach * draw_share(stream) - kReach;
      thing.position[1] = 2 * kReach * draw_share(stream) - kReach;
    } while (!is_free(thing, out));
    draw_value(stream, Property::kShape, thing.look);
    draw_value(stream, Property::kColor, thing.look);
    thing.rotation = 360 * draw_share(stream);
    draw_value(stream, Property::kMaterial, thing.look);
  }
  return true;
}

// Things are as wide as they are high.
bool SceneMaker::is_free(const Thing& thing, const Draft& draft) const {
  const auto& [right, behind] = directions_;
  for (const Thing& other : draft.placed()) {
    const double x = thing.position[0] - other.position[0];
    const double y = thing.position[1] - other.position[1];
    const double distance = std::sqrt(x * x + y * y);
    if (distance - thing.position[2] - other.position[2] < kLeastDistance) return false;
    if (is_narrow(x * right[0] + y * right[1]) || is_narrow(x * behind[0] + y * behind[1])) {
      return false;
    }
  }
  return true;
}

void SceneMaker::look_at(Thing& thing, const Camera& camera) const {
  const Sight sight = camera.see(thing.position, settings_.width, settings_.height);
  thing.pixel = {to_pixel(sight.across), to_pixel(sight.down)};
  thing.depth = sight.depth;
  thing.look[Property::kLocationX] =
      bin_of(static_cast<std::uint32_t>(thing.pixel[0]), settings_.width, settings_.first_bin);
  thing.look[Property::kLocationY] =
      bin_of(static_cast<std::uint32_t>(thing.pixel[1]), settings_.height, settings_.first_bin);
}

}  // namespace assay::curi
