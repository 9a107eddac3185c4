#include "assay/verbs/judge.h"

#include "assay/catalog/catalog.h"
#include "assay/verbs/extract_choice.h"

namespace assay::verbs {

JudgedLines judge(const JudgeRequest& request, const Workplace& workplace,
                  const std::function<void(std::string_view)>& write) {
  const ExtractRule rule = extract_choice("judge", request.extract);
  const auto task = make_task(request.task, request.params, workplace);
  ByteSource source(request.path);
  return judge_lines(*task, source, rule, workplace.control, write);
}

}  // namespace assay::verbs
