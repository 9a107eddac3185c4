// Worlds: many grid worlds that are stepped together.
#include <mutex>
#include <vector>

#include "calls.h"
#include "types.h"

namespace assay::python {

namespace {

struct WorldsObject {
  PyObject_HEAD assay_worlds* worlds;
  std::mutex* mutex;  // worlds are for one thread at a time
  Py_ssize_t count;
};

WorldsObject& worlds_in(PyObject* self) { return *reinterpret_cast<WorldsObject*>(self); }

// The Source type, kept for as long as the process lives.
PyObject* source_type = nullptr;

PyObject* new_worlds(PyTypeObject* type, PyObject* arguments, PyObject* keywords) {
  static const char* const kNames[] = {"source", "count", "most_steps", nullptr};
  PyObject* source = nullptr;
  Py_ssize_t count = 0;
  unsigned most_steps = 0;
  if (PyArg_ParseTupleAndKeywords(arguments, keywords, "OnI:Worlds", const_cast<char**>(kNames),
                                  &source, &count, &most_steps) == 0) {
    return nullptr;
  }
  const assay_source* rows = source_behind(source, source_type);
  if (rows == nullptr) return nullptr;
  if (count < 0) {
    PyErr_SetString(PyExc_ValueError, "there cannot be fewer than no worlds");
    return nullptr;
  }
  Ref self(allocate(type));
  if (!self) return nullptr;
  WorldsObject& made = worlds_in(self.get());
  made.mutex = new std::mutex;
  made.count = count;
  const bool opened = call_now({}, [&](const assay_control* /*control*/) {
    return assay_worlds_open(rows, static_cast<std::size_t>(count), most_steps, &made.worlds);
  });
  return opened ? self.release() : nullptr;
}

void delete_worlds(PyObject* self) {
  assay_worlds_close(worlds_in(self).worlds);
  delete worlds_in(self).mutex;
  give_back(self);
}

PyObject* bytes_of(const void* data, std::size_t size) {
  return PyBytes_FromStringAndSize(static_cast<const char*>(data), static_cast<Py_ssize_t>(size));
}

// Copies of everything, since the next step overwrites it.
PyObject* state_of(const assay_worlds_view& view) {
  const std::size_t cells = std::size_t{view.grid} * view.grid;
  const Ref grids(bytes_of(view.grids, view.count * cells * 6));
  const Ref agents(bytes_of(view.agents, view.count * 3));
  const Ref rewards(bytes_of(view.rewards, view.count * sizeof(float)));
  const Ref ended(bytes_of(view.ended, view.count));
  const Ref steps(bytes_of(view.steps, view.count * sizeof(std::uint32_t)));
  const Ref rows(bytes_of(view.rows, view.count * sizeof(std::uint64_t)));
  const Ref grid(PyLong_FromUnsignedLong(view.grid));
  if (!grids || !agents || !rewards || !ended || !steps || !rows || !grid) return nullptr;
  return PyTuple_Pack(7, grids.get(), agents.get(), rewards.get(), ended.get(), steps.get(),
                      rows.get(), grid.get());
}

// Something is done to the worlds, then they are looked at, without another thread in between.
PyObject* state_after(PyObject* self, const Work& work) {
  WorldsObject& worlds = worlds_in(self);
  std::unique_lock lock(*worlds.mutex, std::defer_lock);
  Py_BEGIN_ALLOW_THREADS;
  lock.lock();
  Py_END_ALLOW_THREADS;
  if (!call_now({}, work)) return nullptr;
  assay_worlds_view view{};
  const assay_status status = assay_worlds_look(worlds.worlds, &view);
  return status == ASSAY_OK ? state_of(view) : raise_status(status, assay_last_error());
}

PyObject* look(PyObject* self, PyObject* /*unused*/) {
  return state_after(self, [](const assay_control* /*control*/) { return ASSAY_OK; });
}

PyObject* step(PyObject* self, PyObject* actions) {
  char* data = nullptr;
  Py_ssize_t size = 0;
  if (PyBytes_AsStringAndSize(actions, &data, &size) != 0) return nullptr;
  if (size != worlds_in(self).count) {
    PyErr_Format(PyExc_ValueError, "there are %zd worlds and %zd actions", worlds_in(self).count,
                 size);
    return nullptr;
  }
  return state_after(self, [&](const assay_control* /*control*/) {
    return assay_worlds_step(worlds_in(self).worlds, reinterpret_cast<const std::uint8_t*>(data));
  });
}

PyObject* reset(PyObject* self, PyObject* pairs) {
  const Ref list(PySequence_Tuple(pairs));
  if (!list) return nullptr;
  std::vector<std::pair<std::size_t, std::uint64_t>> wanted;
  for (Py_ssize_t i = 0; i < PyTuple_Size(list.get()); ++i) {
    Py_ssize_t world = 0;
    unsigned long long row = 0;
    PyObject* pair = PyTuple_GetItem(list.get(), i);
    if (!PyTuple_Check(pair)) {
      PyErr_SetString(PyExc_TypeError, "reset takes pairs of a world and a row");
      return nullptr;
    }
    if (PyArg_ParseTuple(pair, "nK:reset", &world, &row) == 0) return nullptr;
    if (world < 0 || world >= worlds_in(self).count) {
      PyErr_Format(PyExc_IndexError, "there is no world %zd", world);
      return nullptr;
    }
    wanted.emplace_back(static_cast<std::size_t>(world), row);
  }
  return state_after(self, [&](const assay_control* /*control*/) {
    for (const auto& [world, row] : wanted) {
      const assay_status status = assay_worlds_reset(worlds_in(self).worlds, world, 1, &row);
      if (status != ASSAY_OK) return status;
    }
    return ASSAY_OK;
  });
}

}  // namespace

PyObject* make_worlds_type(PyObject* type_of_sources) {
  Py_INCREF(type_of_sources);
  source_type = type_of_sources;
  static PyMethodDef methods[] = {
      {"look", look, METH_NOARGS,
       "grids, agents, rewards, ended, steps and rows as bytes, and the size of the grid."},
      {"step", step, METH_O, "One action for each world, as bytes; then look()."},
      {"reset", reset, METH_O, "Begins episodes: pairs of a world and a row; then look()."},
      {nullptr, nullptr, 0, nullptr}};
  static PyType_Slot slots[] = {
      {Py_tp_doc, const_cast<char*>("Grid worlds that are stepped together.")},
      {Py_tp_new, reinterpret_cast<void*>(new_worlds)},
      {Py_tp_dealloc, reinterpret_cast<void*>(delete_worlds)},
      {Py_tp_methods, methods},
      {0, nullptr}};
  static PyType_Spec spec = {"assay._core.Worlds", sizeof(WorldsObject), 0, Py_TPFLAGS_DEFAULT,
                             slots};
  return PyType_FromSpec(&spec);
}

}  // namespace assay::python
