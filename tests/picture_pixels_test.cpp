// Pictures of every task that draws, as pixels: ours against Cairo's.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "assay/catalog/catalog.h"
#include "assay/render/cairo_picture_testing.h"
#include "assay/render/picture_png.h"

namespace assay {
namespace {

// Settings that make a task quick to prepare.
std::map<std::string, std::string> small_settings(const std::string& task) {
  if (task == "curi") return {{"draws", "1000"}, {"scenes", "200"}};
  return {};
}

std::vector<Picture> pictures_of(const std::string& name) {
  const std::uint64_t rows = name == "curi" ? 1 : 3;  // a picture of CURI has fifty scenes
  const auto task = make_task(name, small_settings(name));
  const Illustrator* illustrator = task->abilities().illustrator;
  std::vector<Picture> pictures;
  if (illustrator == nullptr) return pictures;
  const auto source = task->open(7);
  Example row;
  for (std::uint64_t unit = 0; pictures.size() < 2 * rows; ++unit) {
    if (!source->unit(unit)->make(0, {}, row)) continue;
    pictures.push_back(illustrator->picture(row, Reveal::kQuestion));
    pictures.push_back(illustrator->picture(row, Reveal::kAnswer));
  }
  return pictures;
}

Picture without_text(Picture picture) {
  std::erase_if(picture.marks,
                [](const Mark& mark) { return std::holds_alternative<Writing>(mark.form); });
  return picture;
}

PixelDifference difference_from_cairo(const Picture& picture) {
  return difference_of(read_png(picture_png(picture, 1)), CairoPage(picture, 1).pixels());
}

// Letters are our own, but they stand where those of DejaVu Sans stand and are about as dark.
TEST(PicturePixels, OfEveryTaskAreCloseToCairos) {
  std::size_t tasks = 0;
  for (const std::string& name : task_names()) {
    const auto pictures = pictures_of(name);
    tasks += pictures.empty() ? 0 : 1;
    for (const Picture& picture : pictures) {
      const PixelDifference shapes = difference_from_cairo(without_text(picture));
      EXPECT_LT(shapes.mean, 0.1) << name;
      EXPECT_LT(shapes.squared, 0.6) << name;
      EXPECT_LT(difference_from_cairo(picture).mean, 0.8) << name;
    }
  }
  EXPECT_GE(tasks, 4U);
}

}  // namespace
}  // namespace assay
