// A mapped file that can no longer be read (base/mapped_memory.h) ends the program as any other
// failing file does: one line with its name and exit code 4.
#pragma once

namespace assay {

void watch_mapped_files();

}  // namespace assay
