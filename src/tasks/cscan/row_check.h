// Whether the columns of a row are what its texts say.
#pragma once

#include <string>
#include <string_view>

#include "assay/base/object_pool.h"
#include "assay/core/example.h"
#include "assay/pieces/token_counter.h"
#include "assay/tasks/cscan/context_reading.h"
#include "assay/tasks/cscan/theory/text.h"

namespace assay::cscan {

// Threads may share it. What it is made with must outlive it.
class RowCheck {
 public:
  RowCheck(const PhraseTable& phrases, const Reader& reader, const TokenCounter& tokens);

  // What a row says and its texts do not; empty when they agree.
  std::string defect_of(const Example& row) const;

 private:
  const PhraseTable& phrases_;
  const Reader& reader_;
  const TokenCounter& tokens_;
  ObjectPool<ContextReading> contexts_;  // what was read last stays near
};

}  // namespace assay::cscan
