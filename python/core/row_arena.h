// Rows and answers of Python as the library takes them: copied, so that Python may go on with its
// objects.
#pragma once

#include <assay.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "objects.h"

namespace assay::python {

class RowArena {
 public:
  // Names of the columns that a row must have, a tuple of texts. False when an exception is set, as
  // everywhere here.
  bool set_columns(PyObject* names);
  // A row is a mapping, a text (a JSON object) or a number; an answer a text or None.
  bool add(PyObject* row, PyObject* answer);
  // The same for a row of the source.
  bool add_answer(std::uint64_t number, PyObject* answer);

  // Valid until something is added.
  const std::vector<assay_answer>& answers();

 private:
  struct Entry {
    std::size_t row = 0;
    std::size_t row_size = 0;
    std::size_t text = 0;
    std::size_t text_size = 0;
    std::uint64_t number = 0;
    bool has_row = false;
    bool has_text = false;
  };

  bool add_row(PyObject* row, Entry& entry);
  bool add_text(PyObject* answer, Entry& entry);
  bool add_mapping(PyObject* row);
  bool add_value(PyObject* value, int depth);
  bool add_list(PyObject* list, int depth);

  std::vector<std::pair<PyObject*, std::string>> columns_;  // borrowed from the tuple; `"name":`
  std::string bytes_;
  std::vector<Entry> entries_;
  std::vector<assay_answer> answers_;
};

}  // namespace assay::python
