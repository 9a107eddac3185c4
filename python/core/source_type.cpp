// Source: rows that a task makes or a data set holds.
#include <cmath>
#include <cstring>
#include <vector>

#include "calls.h"
#include "row_arena.h"
#include "types.h"

struct ArrowArrayStream {  // Arrow's C stream interface
  int (*get_schema)(struct ArrowArrayStream*, void*);
  int (*get_next)(struct ArrowArrayStream*, void*);
  const char* (*get_last_error)(struct ArrowArrayStream*);
  void (*release)(struct ArrowArrayStream*);
  void* private_data;
};

namespace assay::python {

namespace {

struct SourceObject {
  PyObject_HEAD assay_source* source;
};

assay_source*& source_in(PyObject* self) { return reinterpret_cast<SourceObject*>(self)->source; }

template <typename Function>
PyCFunction as_method(Function function) {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function));
}

PyObject* new_source(PyTypeObject* type, PyObject* arguments, PyObject* keywords) {
  static const char* const kNames[] = {"request", "cache", "jobs", "progress", nullptr};
  const char* request = nullptr;
  CallSettings settings;
  if (PyArg_ParseTupleAndKeywords(arguments, keywords, "s|zIO:Source", const_cast<char**>(kNames),
                                  &request, &settings.cache, &settings.jobs,
                                  &settings.progress) == 0) {
    return nullptr;
  }
  Ref self(allocate(type));
  if (!self) return nullptr;
  assay_source* source = nullptr;
  const std::string asked = request;
  const bool opened = call_waiting(settings, [&](const assay_control* control) {
    return assay_open(asked.c_str(), control, &source);
  });
  source_in(self.get()) = source;
  return opened ? self.release() : nullptr;
}

void delete_source(PyObject* self) {
  assay_close(source_in(self));
  give_back(self);
}

PyObject* about(PyObject* self, PyObject* /*unused*/) {
  assay_text text{};
  const assay_status status = assay_about(source_in(self), &text);
  return status == ASSAY_OK ? take_text(&text) : raise_status(status, assay_last_error());
}

unsigned parts_wanted(int rules, int prompts) {
  return (rules != 0 ? ASSAY_WITH_RULES : 0U) | (prompts != 0 ? ASSAY_WITH_PROMPTS : 0U);
}

PyObject* lines(PyObject* self, PyObject* arguments, PyObject* keywords) {
  constexpr unsigned long long kFew = 256;  // rows that are made sooner than a thread is
  static const char* const kNames[] = {"first", "count",    "rules", "prompts",
                                       "jobs",  "progress", nullptr};
  unsigned long long first = 0;
  unsigned long long count = 0;
  int rules = 1;
  int prompts = 0;
  CallSettings settings;
  if (PyArg_ParseTupleAndKeywords(arguments, keywords, "KK|ppIO:lines", const_cast<char**>(kNames),
                                  &first, &count, &rules, &prompts, &settings.jobs,
                                  &settings.progress) == 0) {
    return nullptr;
  }
  const unsigned flags = parts_wanted(rules, prompts);
  assay_text text{};
  const Work work = [&](const assay_control* control) {
    return assay_lines(source_in(self), first, count, flags, control, &text);
  };
  const bool is_done = count <= kFew ? call_now(settings, work) : call_waiting(settings, work);
  return is_done ? take_bytes(&text) : nullptr;
}

constexpr const char* kStreamName = "arrow_array_stream";

void delete_stream(PyObject* capsule) {
  auto* stream = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule, kStreamName));
  if (stream == nullptr) return;
  if (stream->release != nullptr) stream->release(stream);
  delete stream;
}

PyObject* arrow(PyObject* self, PyObject* arguments, PyObject* keywords) {
  static const char* const kNames[] = {"first", "count",   "batch", "rules",
                                       "jobs",  "prompts", nullptr};
  unsigned long long first = 0;
  unsigned long long count = 0;
  unsigned long long batch = 0;
  int rules = 1;
  unsigned jobs = 1;
  int prompts = 0;
  if (PyArg_ParseTupleAndKeywords(arguments, keywords, "KK|KpIp:arrow", const_cast<char**>(kNames),
                                  &first, &count, &batch, &rules, &jobs, &prompts) == 0) {
    return nullptr;
  }
  auto* stream = new ArrowArrayStream{};
  assay_control control{};
  control.jobs = jobs;
  const assay_status status = assay_arrow(source_in(self), first, count, batch,
                                          parts_wanted(rules, prompts), &control, stream);
  if (status != ASSAY_OK) {
    delete stream;
    return raise_status(status, assay_last_error());
  }
  PyObject* capsule = PyCapsule_New(stream, kStreamName, delete_stream);
  if (capsule == nullptr) {
    stream->release(stream);
    delete stream;
  }
  return capsule;
}

constexpr std::size_t kFewAnswers = 1024;  // judged without a thread of their own

bool gather(PyObject* rows, PyObject* answers, PyObject* columns, RowArena& arena) {
  if (!arena.set_columns(columns)) return false;
  const Ref all_rows(PySequence_Tuple(rows));
  if (!all_rows) return false;
  const Ref all_answers(PySequence_Tuple(answers));
  if (!all_answers) return false;
  const Py_ssize_t count = PyTuple_Size(all_rows.get());
  if (count != PyTuple_Size(all_answers.get())) {
    PyErr_Format(PyExc_ValueError, "there are %zd rows and %zd answers", count,
                 PyTuple_Size(all_answers.get()));
    return false;
  }
  for (Py_ssize_t i = 0; i < count; ++i) {
    if (!arena.add(PyTuple_GetItem(all_rows.get(), i), PyTuple_GetItem(all_answers.get(), i)))
      return false;
  }
  return true;
}

// Two lists: scores (None: nothing to judge) and statuses.
PyObject* verdict_lists(const std::vector<assay_verdict>& verdicts, assay_text* details) {
  Ref lines(details == nullptr ? Py_NewRef(Py_None) : take_bytes(details));
  Ref scores(PyList_New(static_cast<Py_ssize_t>(verdicts.size())));
  std::string statuses;
  if (!lines || !scores) return nullptr;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    const bool is_judged = !std::isnan(verdicts[i].score);
    PyObject* score = is_judged ? PyFloat_FromDouble(verdicts[i].score) : Py_NewRef(Py_None);
    if (score == nullptr) return nullptr;
    PyList_SetItem(scores.get(), static_cast<Py_ssize_t>(i), score);
    statuses += static_cast<char>(verdicts[i].status);
  }
  const Ref bytes(
      PyBytes_FromStringAndSize(statuses.data(), static_cast<Py_ssize_t>(statuses.size())));
  return bytes ? PyTuple_Pack(3, scores.get(), bytes.get(), lines.get()) : nullptr;
}

// Two texts of bytes: scores as doubles (NaN: nothing to judge) and statuses, one byte each.
PyObject* verdict_bytes(const std::vector<assay_verdict>& verdicts) {
  std::string scores(verdicts.size() * sizeof(double), '\0');
  std::string statuses(verdicts.size(), '\0');
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    std::memcpy(scores.data() + i * sizeof(double), &verdicts[i].score, sizeof(double));
    statuses[i] = static_cast<char>(verdicts[i].status);
  }
  const Ref first(PyBytes_FromStringAndSize(scores.data(), static_cast<Py_ssize_t>(scores.size())));
  const Ref second(
      PyBytes_FromStringAndSize(statuses.data(), static_cast<Py_ssize_t>(statuses.size())));
  return first && second ? PyTuple_Pack(2, first.get(), second.get()) : nullptr;
}

// Answers to rows [first, first + number of answers).
PyObject* scores(PyObject* self, PyObject* arguments, PyObject* keywords) {
  static const char* const kNames[] = {"first", "answers", "extract", "jobs", "progress", nullptr};
  unsigned long long first = 0;
  PyObject* answers = nullptr;
  const char* extract = "auto";
  CallSettings settings;
  if (PyArg_ParseTupleAndKeywords(arguments, keywords, "KO|sIO:scores", const_cast<char**>(kNames),
                                  &first, &answers, &extract, &settings.jobs,
                                  &settings.progress) == 0) {
    return nullptr;
  }
  RowArena arena;
  const Ref all(PySequence_Tuple(answers));
  if (!all) return nullptr;
  for (Py_ssize_t i = 0; i < PyTuple_Size(all.get()); ++i) {
    if (!arena.add_answer(first + static_cast<std::uint64_t>(i), PyTuple_GetItem(all.get(), i))) {
      return nullptr;
    }
  }
  const std::vector<assay_answer>& asked = arena.answers();
  std::vector<assay_verdict> verdicts(asked.size());
  const std::string rule = extract;
  const Work work = [&](const assay_control* control) {
    return assay_judge(source_in(self), asked.data(), asked.size(), rule.c_str(), control,
                       verdicts.data(), nullptr);
  };
  const bool is_done =
      asked.size() <= kFewAnswers ? call_now(settings, work) : call_waiting(settings, work);
  return is_done ? verdict_bytes(verdicts) : nullptr;
}

PyObject* judge(PyObject* self, PyObject* arguments, PyObject* keywords) {
  static const char* const kNames[] = {"rows",    "answers", "columns",  "extract",
                                       "details", "jobs",    "progress", nullptr};
  PyObject* rows = nullptr;
  PyObject* answers = nullptr;
  PyObject* columns = nullptr;
  const char* extract = "auto";
  int with_details = 0;
  CallSettings settings;
  if (PyArg_ParseTupleAndKeywords(arguments, keywords, "OOO|spIO:judge", const_cast<char**>(kNames),
                                  &rows, &answers, &columns, &extract, &with_details,
                                  &settings.jobs, &settings.progress) == 0) {
    return nullptr;
  }
  RowArena arena;
  if (!gather(rows, answers, columns, arena)) return nullptr;
  const std::vector<assay_answer>& asked = arena.answers();
  std::vector<assay_verdict> verdicts(asked.size());
  const std::string rule = extract;
  assay_text details{};
  const Work work = [&](const assay_control* control) {
    return assay_judge(source_in(self), asked.data(), asked.size(), rule.c_str(), control,
                       verdicts.data(), with_details != 0 ? &details : nullptr);
  };
  const bool is_done =
      asked.size() <= kFewAnswers ? call_now(settings, work) : call_waiting(settings, work);
  return is_done ? verdict_lists(verdicts, with_details != 0 ? &details : nullptr) : nullptr;
}

}  // namespace

const assay_source* source_behind(PyObject* object, PyObject* type) {
  if (PyObject_IsInstance(object, type) == 1) return source_in(object);
  if (PyErr_Occurred() == nullptr) PyErr_SetString(PyExc_TypeError, "this is no Source");
  return nullptr;
}

PyObject* make_source_type() {
  static PyMethodDef methods[] = {{"about", about, METH_NOARGS, "What it is, as JSON."},
                                  {"lines", as_method(lines), METH_VARARGS | METH_KEYWORDS,
                                   "Rows [first, first + count) as JSON lines."},
                                  {"arrow", as_method(arrow), METH_VARARGS | METH_KEYWORDS,
                                   "The same as a capsule with an Arrow stream."},
                                  {"judge", as_method(judge), METH_VARARGS | METH_KEYWORDS,
                                   "Scores, statuses and details of answers to rows."},
                                  {"scores", as_method(scores), METH_VARARGS | METH_KEYWORDS,
                                   "Scores and statuses of answers to rows from one on, as bytes."},
                                  {nullptr, nullptr, 0, nullptr}};
  static PyType_Slot slots[] = {
      {Py_tp_doc, const_cast<char*>("Rows that a task makes or a data set holds.")},
      {Py_tp_new, reinterpret_cast<void*>(new_source)},
      {Py_tp_dealloc, reinterpret_cast<void*>(delete_source)},
      {Py_tp_methods, methods},
      {0, nullptr}};
  static PyType_Spec spec = {"assay._core.Source", sizeof(SourceObject), 0, Py_TPFLAGS_DEFAULT,
                             slots};
  return PyType_FromSpec(&spec);
}

}  // namespace assay::python
