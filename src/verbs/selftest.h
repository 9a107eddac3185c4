// selftest: does this installation keep its promises on this machine?
//
// Small data sets of every task are made and compared with digests that are part of the program;
// the program is started and killed again and again; single bits of its files are flipped. It looks
// at what hardware, file system and libraries do to the promises, so it is for users; the tests of
// the project go much further.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "assay/core/workplace.h"

namespace assay::verbs {

struct SelftestRequest {
  std::string program;      // this one, to be started again
  std::string folder = {};  // where it may write; empty: a folder of its own below TMPDIR
  double effort = 1;        // of two minutes
};

struct SelftestStep {
  std::string name;
  std::uint64_t tried = 0;
  std::vector<std::string> failures;  // what did not hold, the first few
  std::uint64_t failed = 0;
};

struct SelftestReport {
  std::vector<SelftestStep> steps;

  bool holds() const;  // nothing failed in any
};

// Throws Interrupted; what it wrote is removed in any case.
SelftestReport selftest(const SelftestRequest& request, const Workplace& workplace = {});

nlohmann::ordered_json to_json(const SelftestReport& report);

}  // namespace assay::verbs
