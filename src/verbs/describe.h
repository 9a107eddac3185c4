// describe: one task in full, or the published files that it rebuilds.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "assay/core/task.h"

namespace assay::verbs {

struct DescribeRequest {
  std::string task;
  std::map<std::string, std::string> params = {};  // only what is set
};

struct TaskDescription {
  struct Rule {
    std::string name;
    RuleKind kind = RuleKind::kGrammar;
    std::string text = {};  // what it says; may be empty
  };
  struct Holdout {
    std::string name;
    std::string summary;
    std::vector<ParamSpec> params = {};
    std::string vacant = {};  // why one of its sides has no rows with these parameters; else empty
  };
  struct Metric {
    std::string name;
    std::string summary;
    std::vector<ParamSpec> params = {};
    std::string listed = {};  // what it lists besides its figures; empty: nothing
  };
  struct Format {
    std::string name;
    std::string summary;
    // Aspects in which these parameters depart from the authors' files on purpose.
    std::vector<std::string> departs = {};
  };

  TaskInfo info;
  Params params;                       // all, as they are set
  std::optional<std::uint64_t> units;  // absent: endless
  std::vector<Field> columns;
  std::vector<Rule> rules;
  std::vector<Holdout> holdouts;
  std::vector<Metric> metrics;
  std::vector<std::string> abilities;
  std::vector<Format> formats;
};

TaskDescription describe(const DescribeRequest& request, const Workplace& workplace = {});

nlohmann::ordered_json to_json(const TaskDescription& task);

struct FileDigest {
  std::string file;
  std::string sha256;
};

// The published files that the task rebuilds, made anew. Throws Error(kUnsupported) when there are
// none.
std::vector<FileDigest> digests(const DescribeRequest& request, const Workplace& workplace = {});

nlohmann::ordered_json to_json(const std::vector<FileDigest>& digests);

}  // namespace assay::verbs
