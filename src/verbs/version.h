// Which assay this is.
#pragma once

#include "assay/pipeline/set_writer.h"

namespace assay {

extern const char* const kVersion;
extern const char* const kCommit;

namespace verbs {

// What a data set records of the program that made it.
inline ToolInfo tool_info() { return {kVersion, kCommit}; }

}  // namespace verbs

}  // namespace assay
