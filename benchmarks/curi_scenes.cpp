// How fast scenes of CURI are made, without writing.
//
//   curi_scenes [SCENES]      in full and as concepts see them, one thread
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>

#include "assay/base/random.h"
#include "assay/tasks/curi/scenes/scene_maker.h"

namespace assay::curi {
namespace {

template <typename Make>
void measure(const char* what, std::uint64_t scenes, Make make) {
  const auto start = std::chrono::steady_clock::now();
  std::uint64_t things = 0;
  for (std::uint64_t index = 0; index < scenes; ++index) things += make(index);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  fmt::print("{:<8} {} scenes with {} things in {:.2f} s, {:.2f} us each\n", what, scenes, things,
             seconds, 1e6 * seconds / static_cast<double>(scenes));
}

void measure_all(std::uint64_t scenes) {
  SceneSettings settings;
  settings.key = stream_key(0, "curi");
  const SceneMaker maker(settings);
  measure("looks", scenes, [&](std::uint64_t index) { return maker.looks(index).count; });
  Scene scene;
  measure("in full", scenes, [&](std::uint64_t index) {
    maker.make(index, scene);
    return scene.things.size();
  });
}

}  // namespace
}  // namespace assay::curi

int main(int count, char** words) {
  assay::curi::measure_all(count > 1 ? std::strtoull(words[1], nullptr, 10) : 990'000);
  return 0;
}
