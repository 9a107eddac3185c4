// What `verify` asks about files: whether those that the manifest lists are as they were written,
// and what else lies in the folder.
#pragma once

#include "assay/base/progress.h"
#include "assay/pipeline/verify.h"
#include "assay/store/data_set.h"

namespace assay {

// The hash and the number of rows of every data file, and the hash of every media file.
Check check_files(const DataSet& data, const Control& control);

// The card and the recipe beside it, by the hashes in the manifest. Manifests of earlier versions
// have none, and nothing is asked then.
Check check_documents(const DataSet& data);

// What nothing lists. In data/, media/, splits/ and .assay/ it does not belong there: whoever loads
// data/*.jsonl would read it. What lies beside them is the user's own and only named, and so is
// what a killed writer left.
Check check_strangers(const DataSet& data);

}  // namespace assay
