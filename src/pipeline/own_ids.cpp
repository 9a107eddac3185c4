#include "assay/pipeline/own_ids.h"

#include <algorithm>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/core/stamp.h"

namespace assay {

namespace {

std::vector<std::string> stamps_of(const Task& task) {
  const std::string& version = task.info().version;
  std::vector<std::string> stamps;
  for (auto major = parse_number(version.substr(0, version.find('.'))).value_or(0); major > 0;
       --major)
    stamps.push_back(stamp_of(task, std::to_string(major)));
  return stamps;
}

}  // namespace

OwnIds::OwnIds(const Task& task)
    : task_(task.info().name), stamps_([&task] { return stamps_of(task); }) {}

void OwnIds::check(std::string_view id) const {
  const auto parsed = parse_id(id);
  if (!parsed || parsed->imported || parsed->stamp.empty()) return;
  if (parsed->task != task_)
    fail(ErrorKind::kInput, "{} is the id of a row of task {}", printable(id), parsed->task);
  if (std::ranges::find(*stamps_, parsed->stamp) != stamps_->end()) return;
  fail(
      ErrorKind::kInput,
      "{} was made with other parameters, whose ids have the stamp {}, not {}: give them by --set, "
      "or name the data set",
      printable(id), parsed->stamp, stamps_->front());
}

}  // namespace assay
