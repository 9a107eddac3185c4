#include <fmt/format.h>

#include "arguments.h"
#include "assay/base/text.h"
#include "assay/verbs/render.h"
#include "commands.h"
#include "row_choice.h"

namespace assay {

int render_command(Words words) {
  verbs::RenderRequest request;
  std::optional<double> scale;
  bool question = false;
  Arguments arguments("render", "Draw examples as pictures, one file each.", std::move(words));
  arguments.example("assay render gscan -n 5 --seed 7 --out pictures", "five worlds as SVG");
  arguments.example("assay render ./gscan --row 3 --format png --scale 2 --out pictures",
                    "a row of a folder as a large PNG");
  arguments.example("assay render ./gscan --question --out pictures",
                    "without the answer, for people to solve");
  declare_row_choice(arguments, request.rows);
  arguments.text("--format", "NAME", "svg or png (svg)", request.style.format);
  arguments.real("--scale", "X", "pixels per point, from 0.1 to 20 (default 1)", scale);
  arguments.flag("--question", "leave the answer out", question);
  arguments.text("-o,--out", "FOLDER", "new or empty; files are named by their id", request.out);
  arguments.work();
  if (!arguments.parse()) return 0;

  request.style.scale = scale.value_or(request.style.scale);
  if (question) request.style.reveal = Reveal::kQuestion;
  const verbs::RenderResult result = verbs::render(request, arguments.workplace());
  if (!arguments.quiet()) {
    fmt::print("{}: {}\n", printable(request.out),
               result.was_complete ? "was complete already" : counted(result.pictures, "picture"));
  }
  return 0;
}

}  // namespace assay
