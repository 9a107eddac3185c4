// Which assay this is.
#pragma once

namespace assay {

extern const char* const kVersion;
extern const char* const kCommit;

}  // namespace assay
