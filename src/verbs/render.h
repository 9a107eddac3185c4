// render: examples as pictures.
#pragma once

#include <cstdint>
#include <string>

#include "assay/core/picture.h"
#include "assay/verbs/rows.h"

namespace assay::verbs {

struct PictureStyle {
  std::string format = "svg";  // or png
  double scale = 1;            // pixels a point, from 0.1 to 20
  Reveal reveal = Reveal::kAnswer;
};

// The file of one picture. Throws Error(kUnsupported) when the task has none.
std::string picture_file(const Task& task, const Example& row, const PictureStyle& style = {});

struct RenderRequest {
  RowChoice rows;
  PictureStyle style = {};
  // A new or empty folder, or one that the same request began to fill; files are named by the ids
  // of their rows.
  std::string out;
};

struct RenderResult {
  std::uint64_t pictures = 0;  // a row that the choice has twice is drawn once
  bool was_complete = false;   // all stood there already; nothing was drawn
};

RenderResult render(const RenderRequest& request, const Workplace& workplace = {});

}  // namespace assay::verbs
