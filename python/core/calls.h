// Calls of the library without Python's lock: long ones answer Ctrl-C and report, and errors become
// exceptions.
#pragma once

#include <assay.h>

#include <atomic>
#include <functional>
#include <string>

#include "objects.h"

namespace assay::python {

// Raises the exception of assay.errors that stands for a status; always a null pointer.
PyObject* raise_status(assay_status status, const std::string& message);

// How a call is made.
struct CallSettings {
  unsigned jobs = 1;
  const char* cache = nullptr;
  PyObject* progress = Py_None;  // called with (what, note, done, total, bytes)
};

using Work = std::function<assay_status(const assay_control* control)>;

// Short work, on this thread. False when an exception is set.
bool call_now(const CallSettings& settings, const Work& work);

// Work that may take long, on a thread of its own, while this one looks for signals and reports.
// Where a signal or the progress function raises, the work is stopped first.
bool call_waiting(const CallSettings& settings, const Work& work);

}  // namespace assay::python
