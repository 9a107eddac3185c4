#include "assay/tasks/curi/scenes/scene_json.h"

#include <fmt/format.h>

#include <array>

#include "assay/base/json.h"
#include "assay/tasks/curi/scenes/camera.h"

namespace assay::curi {

namespace {

constexpr double kClearlyAside = 0.2;

struct Direction {
  std::string_view name;
  Space vector;
};

Space opposite(const Space& vector) { return {0 - vector[0], 0 - vector[1], 0 - vector[2]}; }

std::array<Direction, 4> directions_on_ground() {
  const auto [right, behind] = directions();
  return {{{"right", right},
           {"left", opposite(right)},
           {"behind", behind},
           {"front", opposite(behind)}}};
}

void append_key(std::string& out, std::string_view key) {
  if (out.back() != '{') out += ',';
  append_json_string(out, key);
  out += ':';
}

void append_words(std::string& out, std::string_view key, std::string_view value) {
  append_key(out, key);
  append_json_string(out, value);
}

template <typename Append, typename Items>
void append_list(std::string& out, const Items& items, Append append) {
  out += '[';
  for (const auto& item : items) {
    if (out.back() != '[') out += ',';
    append(item);
  }
  out += ']';
}

void append_space(std::string& out, const Space& space) {
  append_list(out, space, [&](double number) { append_json_number(out, number); });
}

void append_thing(std::string& out, const Thing& thing) {
  const Look& look = thing.look;
  out += '{';
  append_words(out, "color", kColorWords[look[Property::kColor]]);
  append_words(out, "shape", kShapeWords[look[Property::kShape]]);
  append_words(out, "material", kMaterialWords[look[Property::kMaterial]]);
  append_words(out, "size", kSizeWords[look[Property::kSize]]);
  append_key(out, "3d_coords");
  append_space(out, thing.position);
  append_key(out, "pixel_coords");
  out += '[';
  append_json_number(out, std::int64_t{thing.pixel[0]});
  out += ',';
  append_json_number(out, std::int64_t{thing.pixel[1]});
  out += ',';
  append_json_number(out, thing.depth);
  out += ']';
  append_key(out, "rotation");
  append_json_number(out, thing.rotation);
  out += '}';
}

bool lies_aside(const Thing& thing, const Thing& from, const Space& vector) {
  double offset = 0;
  for (std::size_t i = 0; i < vector.size(); ++i) {
    offset += (thing.position[i] - from.position[i]) * vector[i];
  }
  return offset > kClearlyAside;
}

void append_related(std::string& out, const Scene& scene, const Space& vector) {
  append_list(out, scene.things, [&](const Thing& from) {
    out += '[';
    for (std::size_t i = 0; i < scene.things.size(); ++i) {
      if (!lies_aside(scene.things[i], from, vector)) continue;
      if (out.back() != '[') out += ',';
      append_json_number(out, std::uint64_t{i});
    }
    out += ']';
  });
}

}  // namespace

void append_scene_json(std::string& out, const Scene& scene, std::string_view split) {
  out += '{';
  append_words(out, "split", split);
  append_key(out, "image_index");
  append_json_number(out, scene.index);
  append_words(out, "image_filename", fmt::format("ADHOC_{}_{:08}.png", split, scene.index));
  append_key(out, "objects");
  append_list(out, scene.things, [&](const Thing& thing) { append_thing(out, thing); });
  append_key(out, "directions");
  out += '{';
  for (const auto& [name, vector] : directions_on_ground()) {
    append_key(out, name);
    append_space(out, vector);
  }
  append_key(out, "above");
  append_space(out, {0, 0, 1});
  append_key(out, "below");
  append_space(out, {0, 0, -1});
  out += '}';
  append_key(out, "relationships");
  out += '{';
  for (const auto& [name, vector] : directions_on_ground()) {
    append_key(out, name);
    append_related(out, scene, vector);
  }
  out += "}}";
}

}  // namespace assay::curi
