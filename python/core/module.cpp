// assay._core: the C interface in Python, and nothing that users see.
#include "calls.h"
#include "types.h"

namespace assay::python {

PyObject* take_bytes(assay_text* text) {
  PyObject* bytes = PyBytes_FromStringAndSize(text->data, static_cast<Py_ssize_t>(text->size));
  assay_free(text);
  return bytes;
}

PyObject* take_text(assay_text* text) {
  PyObject* decoded =
      PyUnicode_DecodeUTF8(text->data, static_cast<Py_ssize_t>(text->size), "replace");
  assay_free(text);
  return decoded;
}

PyObject* allocate(PyTypeObject* type) {
  const auto make = reinterpret_cast<allocfunc>(PyType_GetSlot(type, Py_tp_alloc));
  return make(type, 0);
}

void give_back(PyObject* object) {
  PyTypeObject* type = Py_TYPE(object);
  reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(object);
  Py_DECREF(reinterpret_cast<PyObject*>(type));
}

namespace {

PyObject* run(PyObject* /*module*/, PyObject* arguments, PyObject* keywords) {
  static const char* const kNames[] = {"verb", "request", "cache", "jobs", "progress", nullptr};
  const char* verb = nullptr;
  const char* request = nullptr;
  CallSettings settings;
  if (PyArg_ParseTupleAndKeywords(arguments, keywords, "ss|zIO:run", const_cast<char**>(kNames),
                                  &verb, &request, &settings.cache, &settings.jobs,
                                  &settings.progress) == 0) {
    return nullptr;
  }
  const std::string name = verb;
  const std::string asked = request;
  assay_text text{};
  const bool is_done = call_waiting(settings, [&](const assay_control* control) {
    return assay_run(name.c_str(), asked.c_str(), control, &text);
  });
  return is_done ? take_text(&text) : nullptr;
}

PyObject* abi(PyObject* /*module*/, PyObject* /*unused*/) {
  return PyLong_FromUnsignedLong(assay_abi());
}

int fill(PyObject* module) {
  if (assay_abi() != ASSAY_ABI) {
    PyErr_SetString(PyExc_ImportError, "libassay has another ABI than this module was built for");
    return -1;
  }
  const Ref source(make_source_type());
  if (!source || PyModule_AddObjectRef(module, "Source", source.get()) != 0) return -1;
  const Ref worlds(make_worlds_type(source.get()));
  return worlds && PyModule_AddObjectRef(module, "Worlds", worlds.get()) == 0 ? 0 : -1;
}

}  // namespace

}  // namespace assay::python

extern "C" __attribute__((visibility("default"))) PyObject* PyInit__core() {
  static PyMethodDef methods[] = {
      {"run", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(assay::python::run)),
       METH_VARARGS | METH_KEYWORDS, "A verb with its request as JSON gives its document as JSON."},
      {"abi", assay::python::abi, METH_NOARGS, "The ABI of the library."},
      {nullptr, nullptr, 0, nullptr}};
  static PyModuleDef_Slot slots[] = {{Py_mod_exec, reinterpret_cast<void*>(assay::python::fill)},
                                     {0, nullptr}};
  static PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                                   "_core",
                                   "The C interface of assay.",
                                   0,
                                   methods,
                                   slots,
                                   nullptr,
                                   nullptr,
                                   nullptr};
  return PyModuleDef_Init(&definition);
}
