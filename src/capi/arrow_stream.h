// Rows of a source as a stream of Arrow batches.
#pragma once

#include <cstdint>
#include <memory>

#include "assay/capi/arrow_abi.h"
#include "assay/capi/arrow_batch.h"
#include "assay/capi/row_source.h"

namespace assay::capi {

struct ArrowRequest {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  std::uint64_t batch = 0;  // rows; 0: the usual number
  ArrowParts parts = {};
  Control control = {};  // threads, and the flag that stops
};

// Throws Error(kUsage) when there are not as many rows.
void open_stream(std::shared_ptr<const RowSource> source, const ArrowRequest& request,
                 ArrowArrayStream& out);

}  // namespace assay::capi
