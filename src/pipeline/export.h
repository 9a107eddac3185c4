// Rows in the formats of others.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "assay/core/task.h"
#include "assay/store/data_set.h"
#include "assay/store/part_choice.h"
#include "assay/store/split_file.h"

namespace assay {

// The task's own formats, then those that fit every task: jsonl, tsv, inspect.
std::vector<Format> all_formats(const Task& task, const RowShape& shape, bool with_rules);

// For the rows of a data set. Throws Error(kUsage) with the nearest names.
Format find_format(const DataSet& data, const Task& task, const std::string& name);

// Writes rows in their order in the list, or all rows, to `write`, and what the format has around
// them; `part` is what it is told they are.
void export_rows(const DataSet& data, const Task& task, const Format& format,
                 const std::optional<std::vector<std::uint64_t>>& rows, const std::string& part,
                 const Control& control, const std::function<void(std::string_view)>& write);

struct ExportedFiles {
  std::vector<std::string> names;
  bool was_complete = false;  // the same export stood there already; nothing was written
};

// Writes the files of a format into a folder (pipeline/work_folder.h): one for each part of the
// split (train, dev, test), or for the part "all". Each file is whole or absent; the same export
// goes on where it was stopped.
ExportedFiles export_format(const DataSet& data, const Task& task, const Format& format,
                            const std::optional<SplitFile>& split, const std::string& path,
                            const Control& control);

// The same of one part, in a format that was made for the request.
struct PartExport {
  ChosenRows part;
  std::string settings;  // what of the request decides the bytes
};
ExportedFiles export_format(const DataSet& data, const Task& task, const Format& format,
                            const PartExport& request, const std::string& path,
                            const Control& control);

}  // namespace assay
