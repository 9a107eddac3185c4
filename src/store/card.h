// README.md of a data set: what it is, how it was made, numbers measured on it, whom to cite.
#pragma once

#include <string>

#include "assay/base/files.h"
#include "assay/core/task.h"
#include "assay/store/manifest.h"

namespace assay {

// YAML front matter names every data file, so that loaders guess nothing.
std::string card_text(const Manifest& manifest, const Task& task);

// Writes what people read, the card and the recipe beside it: the documents of the manifest.
std::vector<HashedFile> write_documents(const Folder& folder, const Manifest& manifest,
                                        const Task& task);

}  // namespace assay
