#include "calls.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

namespace assay::python {

namespace {

const char* exception_of(assay_status status) {
  switch (status) {
    case ASSAY_USAGE:
      return "UsageError";
    case ASSAY_INPUT:
      return "DataError";
    case ASSAY_IO:
      return "StorageError";
    case ASSAY_ENDPOINT:
      return "EndpointError";
    case ASSAY_UNSUPPORTED:
      return "UnsupportedError";
    case ASSAY_INTERRUPTED:
      return "Stopped";
    default:
      return "BugError";
  }
}

// What the working thread tells the waiting one.
struct News {
  std::string what;
  std::string note;
  std::uint64_t done = 0;
  std::uint64_t total = 0;
  std::uint64_t bytes = 0;
};

struct Shared {
  std::mutex mutex;
  std::condition_variable changed;
  bool is_finished = false;
  std::optional<News> news;
  assay_status status = ASSAY_OK;
  std::string message;
  std::atomic<bool> cancel = false;
};

void take_progress(void* context, const assay_progress* state) {
  auto& shared = *static_cast<Shared*>(context);
  const std::lock_guard lock(shared.mutex);
  shared.news = News{state->what, state->note, state->done, state->total, state->bytes};
}

void run_work(const Work& work, const assay_control& control, Shared& shared) {
  const assay_status status = work(&control);
  std::string message = status == ASSAY_OK ? "" : assay_last_error();
  const std::lock_guard lock(shared.mutex);
  shared.status = status;
  shared.message = std::move(message);
  shared.is_finished = true;
  shared.changed.notify_all();
}

bool tell(PyObject* progress, const News& news) {
  const Ref result(PyObject_CallFunction(progress, "ssKKK", news.what.c_str(), news.note.c_str(),
                                         static_cast<unsigned long long>(news.done),
                                         static_cast<unsigned long long>(news.total),
                                         static_cast<unsigned long long>(news.bytes)));
  return static_cast<bool>(result);
}

// False when a signal or the progress function has raised.
bool look_around(PyObject* progress, std::optional<News>& news) {
  if (PyErr_CheckSignals() != 0) return false;
  if (progress == Py_None || !news) return true;
  return tell(progress, *news);
}

void wait(Shared& shared, PyObject* progress) {
  constexpr auto kPause = std::chrono::milliseconds(50);
  bool raised = false;
  bool is_finished = false;
  while (!is_finished) {
    std::optional<News> news;
    Py_BEGIN_ALLOW_THREADS;
    std::unique_lock lock(shared.mutex);
    if (raised) {
      shared.changed.wait(lock, [&] { return shared.is_finished; });
    } else {
      shared.changed.wait_for(lock, kPause, [&] { return shared.is_finished; });
    }
    is_finished = shared.is_finished;
    news.swap(shared.news);
    lock.unlock();
    Py_END_ALLOW_THREADS;
    if (raised || look_around(progress, news)) continue;
    raised = true;
    shared.cancel.store(true);
  }
}

}  // namespace

PyObject* raise_status(assay_status status, const std::string& message) {
  if (status == ASSAY_MEMORY) return PyErr_NoMemory();
  const Ref errors(PyImport_ImportModule("assay.errors"));
  if (!errors) return nullptr;
  const Ref type(PyObject_GetAttrString(errors.get(), exception_of(status)));
  if (!type) return nullptr;
  const Ref text(
      PyUnicode_DecodeUTF8(message.data(), static_cast<Py_ssize_t>(message.size()), "replace"));
  if (text) PyErr_SetObject(type.get(), text.get());
  return nullptr;
}

bool call_now(const CallSettings& settings, const Work& work) {
  assay_control control{};
  control.jobs = settings.jobs;
  control.cache = settings.cache;
  assay_status status = ASSAY_OK;
  std::string message;
  Py_BEGIN_ALLOW_THREADS;
  status = work(&control);
  if (status != ASSAY_OK) message = assay_last_error();
  Py_END_ALLOW_THREADS;
  if (status == ASSAY_OK) return true;
  raise_status(status, message);
  return false;
}

bool call_waiting(const CallSettings& settings, const Work& work) {
  Shared shared;
  assay_control control{};
  control.jobs = settings.jobs;
  control.cache = settings.cache;
  control.cancel = &shared.cancel;
  control.context = &shared;
  if (settings.progress != Py_None) control.progress = take_progress;
  std::thread worker;
  try {
    worker = std::thread([&] { run_work(work, control, shared); });
  } catch (const std::system_error&) {  // no thread to be had
    return call_now(settings, work);
  }
  wait(shared, settings.progress);
  worker.join();
  if (PyErr_Occurred() != nullptr) return false;
  if (shared.status == ASSAY_OK) return true;
  raise_status(shared.status, shared.message);
  return false;
}

}  // namespace assay::python
