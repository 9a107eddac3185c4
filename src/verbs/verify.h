// verify: is a data set, or a published file, what it says it is?
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "assay/pipeline/verify.h"
#include "assay/pipeline/verify_published.h"

namespace assay::verbs {

struct VerifyRequest {
  std::string data;  // the folder of a data set
};

struct Verification {
  std::vector<Check> checks;

  bool holds() const;  // all of them
};

Verification verify(const VerifyRequest& request, const Workplace& workplace = {});

nlohmann::ordered_json to_json(const Verification& verification);

struct VerifyPublishedRequest {
  std::string path;    // a file, gzip or not; "-" is standard input
  std::string format;  // of any task that checks files in it
};

// Throws Error(kUsage) with the nearest names for a format that no task checks. What was counted of
// a damaged file is in the report, with why it stopped.
PublishedReport verify_published(const VerifyPublishedRequest& request,
                                 const Control& control = {});

nlohmann::ordered_json to_json(const PublishedReport& report);

}  // namespace assay::verbs
