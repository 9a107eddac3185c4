// export: rows in another format, a split as files, or a data set in today's format.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/workplace.h"
#include "assay/pipeline/export.h"
#include "assay/store/part_choice.h"
#include "assay/verbs/made_set.h"

namespace assay::verbs {

struct ExportRowsRequest {
  std::string data;      // the folder of a data set
  std::string format;    // `describe` names them
  PartChoice part = {};  // only these rows; a split needs a part
};

// Hands the rows of a part, or all, to `write`, in order and in the format.
void export_rows(const ExportRowsRequest& request, const Workplace& workplace,
                 const std::function<void(std::string_view)>& write);

struct ExportFilesRequest {
  std::string data;
  std::string format;
  std::string split = {};  // its parts become files; empty: one part, "all", or the format's own
  std::string out;         // a new or empty folder, or one that the same request began to fill
};

// Writes the files of a format.
ExportedFiles export_files(const ExportFilesRequest& request, const Workplace& workplace = {});

struct ExportSetRequest {
  std::string data;
  std::string split = {};  // its parts become those of the new data set; empty: the same rows
  std::string out;         // a new data set
};

MadeSet export_set(const ExportSetRequest& request, const Workplace& workplace = {});

}  // namespace assay::verbs
