// Is a published file what its authors say? Each record is derived anew and compared.
#pragma once

#include <cstdint>
#include <exception>
#include <string>
#include <vector>

#include "assay/base/progress.h"
#include "assay/core/published_check.h"

namespace assay {

struct PublishedReport {
  struct Aspect {
    std::string name;
    std::uint64_t matches = 0;
    std::uint64_t of = 0;  // records that have it
  };
  struct Mismatch {
    std::uint64_t record = 0;  // from 1; 0: the document as a whole
    std::string set;           // "train"; empty without a document
    std::uint64_t index = 0;   // in its set, from 0
    std::string aspect;
    std::string why;
  };

  std::uint64_t records = 0;
  std::vector<Aspect> aspects;
  std::vector<Mismatch> mismatches;  // the first few
  bool holds = true;
  // Why the end was not reached: damaged input, or a request to stop. What is counted stays.
  std::exception_ptr stopped_by;
};

inline constexpr std::size_t kNamedMismatches = 10;

// Reads the file once, in flat memory; "-" is standard input, gzip is unpacked. A file that cannot
// be opened or holds no record is an Error.
PublishedReport verify_published(const std::string& path, PublishedChecker& checker,
                                 const Control& control);

}  // namespace assay
