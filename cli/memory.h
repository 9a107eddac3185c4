// Out of memory: one line and exit code 4, wherever it happens.
//
// An exception would not do: destructors, threads and libraries need memory on its way up, and end
// the program with a signal. What lies on disk is whole at any moment, so ending there loses
// nothing that a kill would not.
#pragma once

namespace assay {

// From now on an operator new that finds no memory ends the program.
void watch_memory();

// The line that says so, and its exit code.
int report_out_of_memory();

}  // namespace assay
