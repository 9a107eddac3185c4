// The types of the module.
#pragma once

#include <assay.h>

#include "objects.h"

namespace assay::python {

// The library's source behind an object of type Source; null when it is none, with an exception
// set.
const assay_source* source_behind(PyObject* object, PyObject* type);

// New references; null when an exception is set.
PyObject* make_source_type();
PyObject* make_worlds_type(PyObject* source_type);

// Bytes of the library as bytes or text of Python; the library gets them back in any case.
PyObject* take_bytes(assay_text* text);
PyObject* take_text(assay_text* text);

// An object of a type of ours, empty; its own kind of dealloc gives it back.
PyObject* allocate(PyTypeObject* type);
void give_back(PyObject* object);

}  // namespace assay::python
