// The files of a space: what decides them, how they are written and how they are read.
#pragma once

#include <span>

#include "assay/base/prepared_files.h"
#include "assay/tasks/curi/space/concept_space.h"

namespace assay::curi {

PreparedKey key_of(const SpaceSettings& settings);

void write_concepts(const KeptConcepts& kept, PreparedSink& sink);
KeptConcepts concepts_of(const PreparedFiles& files, Edition edition);

void write_looks(std::span<const Looks> looks, PreparedSink& sink);
std::span<const Looks> looks_of(const PreparedFiles& files);  // there as long as the files

}  // namespace assay::curi
