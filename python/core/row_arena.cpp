#include "row_arena.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

#include "calls.h"

namespace assay::python {

namespace {

// As JSON, with its quotes.
void append_quoted(std::string& out, std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  out += '"';
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto letter = static_cast<unsigned char>(text[i]);
    if (letter >= 0x20 && letter != '"' && letter != '\\') continue;
    out += text.substr(begin, i - begin);
    begin = i + 1;
    if (letter == '"' || letter == '\\') {
      out += '\\';
      out += text[i];
    } else {
      out += "\\u00";
      out += kDigits[letter / 16];
      out += kDigits[letter % 16];
    }
  }
  out += text.substr(begin);
  out += '"';
}

bool text_of(PyObject* object, std::string_view& out) {
  Py_ssize_t size = 0;
  const char* data = PyUnicode_AsUTF8AndSize(object, &size);
  if (data == nullptr) return false;
  out = {data, static_cast<std::size_t>(size)};
  return true;
}

template <typename Number>
void append_number(std::string& out, Number number) {
  std::array<char, 40> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out.append(digits.data(), end);
}

bool append_integer(std::string& out, PyObject* value) {
  const long long number = PyLong_AsLongLong(value);
  if (number == -1 && PyErr_Occurred() != nullptr) return false;
  append_number(out, number);
  return true;
}

bool append_real(std::string& out, PyObject* value) {
  const double number = PyFloat_AsDouble(value);
  if (number == -1 && PyErr_Occurred() != nullptr) return false;
  if (!std::isfinite(number)) {
    PyErr_SetString(PyExc_ValueError, "a row holds a number that is not finite");
    return false;
  }
  append_number(out, number);
  return true;
}

}  // namespace

bool RowArena::set_columns(PyObject* names) {
  if (!PyTuple_Check(names)) {
    PyErr_SetString(PyExc_TypeError, "the names of columns are a tuple of texts");
    return false;
  }
  for (Py_ssize_t i = 0; i < PyTuple_Size(names); ++i) {
    PyObject* name = PyTuple_GetItem(names, i);
    std::string_view text;
    if (name == nullptr || !text_of(name, text)) return false;
    std::string key = columns_.empty() ? "" : ",";
    append_quoted(key, text);
    columns_.emplace_back(name, key + ':');
  }
  return true;
}

bool RowArena::add(PyObject* row, PyObject* answer) {
  Entry entry;
  if (!add_row(row, entry) || !add_text(answer, entry)) return false;
  entries_.push_back(entry);
  return true;
}

bool RowArena::add_answer(std::uint64_t number, PyObject* answer) {
  Entry entry;
  entry.number = number;
  if (!add_text(answer, entry)) return false;
  entries_.push_back(entry);
  return true;
}

bool RowArena::add_text(PyObject* answer, Entry& entry) {
  if (answer != Py_None) {
    if (!PyUnicode_Check(answer)) {
      PyErr_Format(PyExc_TypeError, "an answer is a text or None, not %R",
                   reinterpret_cast<PyObject*>(Py_TYPE(answer)));
      return false;
    }
    std::string_view text;
    if (!text_of(answer, text)) return false;
    entry.has_text = true;
    entry.text = bytes_.size();
    entry.text_size = text.size();
    bytes_ += text;
  }
  return true;
}

bool RowArena::add_row(PyObject* row, Entry& entry) {
  if (PyLong_Check(row)) {
    entry.number = PyLong_AsUnsignedLongLong(row);
    return PyErr_Occurred() == nullptr;
  }
  entry.has_row = true;
  entry.row = bytes_.size();
  if (PyUnicode_Check(row)) {
    std::string_view text;
    if (!text_of(row, text)) return false;
    bytes_ += text;
  } else if (!add_mapping(row)) {
    return false;
  }
  entry.row_size = bytes_.size() - entry.row;
  return true;
}

bool RowArena::add_mapping(PyObject* row) {
  bytes_ += '{';
  for (const auto& [name, key] : columns_) {
    const Ref value(PyObject_GetItem(row, name));
    if (!value) {
      if (PyErr_ExceptionMatches(PyExc_KeyError) != 0) {
        PyErr_Clear();
        raise_status(ASSAY_INPUT,
                     "the row lacks the column " +
                         key.substr(key.find('"'), key.rfind('"') + 1 - key.find('"')));
      }
      return false;
    }
    bytes_ += key;
    if (!add_value(value.get(), 0)) return false;
  }
  bytes_ += '}';
  return true;
}

bool RowArena::add_value(PyObject* value, int depth) {
  if (PyUnicode_Check(value)) {
    std::string_view text;
    if (!text_of(value, text)) return false;
    append_quoted(bytes_, text);
    return true;
  }
  if (PyBool_Check(value)) {
    bytes_ += value == Py_True ? "true" : "false";
    return true;
  }
  if (PyLong_Check(value)) return append_integer(bytes_, value);
  if (PyFloat_Check(value)) return append_real(bytes_, value);
  if (depth == 0 && PySequence_Check(value) != 0) return add_list(value, depth);
  PyErr_Format(PyExc_TypeError, "a column holds texts, numbers, flags or lists of them, not %R",
               reinterpret_cast<PyObject*>(Py_TYPE(value)));
  return false;
}

bool RowArena::add_list(PyObject* list, int depth) {
  const Ref items(PySequence_Tuple(list));
  if (!items) return false;
  bytes_ += '[';
  for (Py_ssize_t i = 0; i < PyTuple_Size(items.get()); ++i) {
    if (i > 0) bytes_ += ',';
    if (!add_value(PyTuple_GetItem(items.get(), i), depth + 1)) return false;
  }
  bytes_ += ']';
  return true;
}

const std::vector<assay_answer>& RowArena::answers() {
  answers_.clear();
  for (const Entry& entry : entries_) {
    answers_.push_back({entry.has_row ? bytes_.data() + entry.row : nullptr, entry.row_size,
                        entry.number, entry.has_text ? bytes_.data() + entry.text : nullptr,
                        entry.text_size});
  }
  return answers_;
}

}  // namespace assay::python
