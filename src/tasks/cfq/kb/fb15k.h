// FB15k-237 (Toutanova and Chen 2015): lines of head, relation and tail between tabs.
//
//   /m/027rn	/location/country/form_of_government	/m/06cx9
//
// Keys and relations become those of CFQ's queries: m.027rn, location.country.form_of_government. A
// relation /a./b was made of two through a mediator that the file leaves out; each such line gets a
// mediator of its own and becomes two triples. Inverse relations and types are missing there:
// complete_inventory adds them.
#pragma once

#include <span>
#include <string>

#include "assay/base/progress.h"
#include "assay/tasks/cfq/kb/ntriples.h"
#include "assay/tasks/cfq/kb/triple_store_builder.h"

namespace assay::cfq {

// A malformed line is Error(kInput) with file and line.
ImportCounts import_fb15k(std::span<const std::string> files, TripleStoreBuilder& builder,
                          const Control& control);

// Names of nodes: key, tab, name with `_` for spaces. Nodes without a triple get none.
ImportCounts import_fb15k_names(const std::string& file, TripleStoreBuilder& builder,
                                const Control& control);

}  // namespace assay::cfq
