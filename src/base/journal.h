// What was finished, line by line, so that work goes on after a crash where it stopped.
//
// A line is on disk when add() returns. Each carries a hash of its text, so one that was cut when
// the power went, or spoilt later, is not taken for a line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/base/files.h"

namespace assay {

class Journal {
 public:
  // Goes on with the file of that name when there is one. The folder must outlive the journal.
  Journal(const Folder& folder, std::string name);

  // Whole lines in the order they were added, by this process or earlier ones.
  std::vector<std::string> lines() const;
  void add(std::string_view line);  // without a newline in it

 private:
  const Folder& folder_;
  std::string name_;
  bool is_torn_ = false;  // the file ends in a piece of a line
};

}  // namespace assay
