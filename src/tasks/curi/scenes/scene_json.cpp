#include "assay/tasks/curi/scenes/scene_json.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <span>

#include "assay/base/error.h"
#include "assay/base/json.h"
#include "assay/base/text.h"
#include "assay/tasks/curi/scenes/bins.h"
#include "assay/tasks/curi/scenes/camera.h"

namespace assay::curi {

namespace {

using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;

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

// Complains with the place that it is at.
class Reader {
 public:
  explicit Reader(const PictureSettings& picture) : picture_(picture) {}

  std::vector<Scene> read(std::string_view json) {
    simdjson::dom::parser parser;
    object top;
    const auto problem = parser.parse(json.data(), json.size()).get(top);
    if (problem != simdjson::SUCCESS) {
      refuse("is no JSON object: {}", simdjson::error_message(problem));
    }
    std::vector<Scene> scenes;
    element list;
    if (top.at_key("scenes").get(list) != simdjson::SUCCESS) {
      scenes.push_back(read_scene(top));
      return scenes;
    }
    for (const element scene : typed<array>(list, "scenes", "list")) {
      place_ = fmt::format("scene {} ", scenes.size() + 1);
      scenes.push_back(read_scene(typed<object>(scene, "scenes", "list of objects")));
    }
    return scenes;
  }

 private:
  Scene read_scene(const object& json) {
    Scene scene;
    scene.index = typed<std::uint64_t>(member(json, "image_index"), "image_index", "index");
    const array things = typed<array>(member(json, "objects"), "objects", "list");
    if (things.size() == 0 || things.size() > kMostThings) {
      refuse("has {}; assay knows scenes of 1 to {}", counted(things.size(), "object"),
             kMostThings);
    }
    const std::string place = place_;
    for (const element thing : things) {
      place_ = fmt::format("{}object {} ", place, scene.things.size() + 1);
      scene.things.push_back(read_thing(typed<object>(thing, "objects", "list of objects")));
    }
    return scene;
  }

  Thing read_thing(const object& json) {
    Thing thing;
    Look& look = thing.look;
    look[Property::kColor] = one_of(json, "color", kColorWords);
    look[Property::kShape] = one_of(json, "shape", kShapeWords);
    look[Property::kMaterial] = one_of(json, "material", kMaterialWords);
    look[Property::kSize] = one_of(json, "size", kSizeWords);
    const array position = triple(json, "3d_coords");
    for (std::size_t i = 0; i < thing.position.size(); ++i) {
      thing.position[i] = number(position.at(i), "3d_coords");
    }
    const array pixel = triple(json, "pixel_coords");
    thing.pixel = {pixel_at(pixel.at(0), picture_.width), pixel_at(pixel.at(1), picture_.height)};
    thing.depth = number(pixel.at(2), "pixel_coords");
    thing.rotation = number(member(json, "rotation"), "rotation");
    look[Property::kLocationX] =
        bin_of(static_cast<std::uint32_t>(thing.pixel[0]), picture_.width, picture_.first_bin);
    look[Property::kLocationY] =
        bin_of(static_cast<std::uint32_t>(thing.pixel[1]), picture_.height, picture_.first_bin);
    return thing;
  }

  std::uint8_t one_of(const object& json, std::string_view key,
                      std::span<const std::string_view> words) {
    const auto word = typed<std::string_view>(member(json, key), key, "text");
    const auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end()) {
      refuse("has the {} \"{}\"; there are: {}", key, printable(word), fmt::join(words, ", "));
    }
    return static_cast<std::uint8_t>(found - words.begin());
  }

  std::int32_t pixel_at(element value, std::uint32_t extent) {
    const auto pixel =
        typed<std::int64_t>(value, "pixel_coords", "list of two whole numbers and a depth");
    if (pixel < 0 || pixel > extent) {
      refuse("has {} among its \"pixel_coords\", outside of a picture of {} x {} pixels", pixel,
             picture_.width, picture_.height);
    }
    return static_cast<std::int32_t>(pixel);
  }

  array triple(const object& json, std::string_view key) {
    const array found = typed<array>(member(json, key), key, "list");
    if (found.size() != 3) refuse("has {} in \"{}\", not 3", counted(found.size(), "number"), key);
    return found;
  }
  double number(element value, std::string_view key) { return typed<double>(value, key, "number"); }

  element member(const object& json, std::string_view key) {
    element found;
    if (json.at_key(key).get(found) != simdjson::SUCCESS) refuse("has no \"{}\"", key);
    return found;
  }
  template <typename Type>
  Type typed(element value, std::string_view key, std::string_view kind) {
    Type found;
    if (value.get(found) != simdjson::SUCCESS) refuse("has a \"{}\" that is no {}", key, kind);
    return found;
  }

  template <typename... Args>
  [[noreturn]] void refuse(fmt::format_string<Args...> format, Args&&... args) {
    fail(ErrorKind::kInput, "{}{}", place_.empty() ? "the scene " : place_,
         fmt::format(format, std::forward<Args>(args)...));
  }

  const PictureSettings& picture_;
  std::string place_;
};

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

std::vector<Scene> read_scenes(std::string_view json, const PictureSettings& picture) {
  return Reader(picture).read(json);
}

}  // namespace assay::curi
