// Which text of a row lengths and patterns are taken from.
#pragma once

#include "assay/core/split_spec.h"
#include "assay/pipeline/methods/split_rows.h"

namespace assay {

inline SplitParam side_param() {
  return {ParamSpec::choice("by", "output", {"input", "output"}, "of the input or the output"),
          Recorded::kAlways, false, "", "SIDE"};
}

inline bool is_by_input(const SplitSpec& spec) { return spec.text("by") == "input"; }

}  // namespace assay
