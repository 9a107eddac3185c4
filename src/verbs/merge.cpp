#include "assay/verbs/merge.h"

#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/pipeline/merge.h"
#include "assay/verbs/data_task.h"
#include "assay/verbs/version.h"

namespace assay::verbs {

MadeSet merge(const MergeRequest& request, const Workplace& workplace) {
  if (request.shards.empty()) fail(ErrorKind::kUsage, "merge: name at least one shard");
  if (request.out.empty()) fail(ErrorKind::kUsage, "merge: say where with --out");
  const Folder first = Folder::open(request.shards.front());
  const auto task = task_of(first, read_manifest(first), workplace);
  return {merge_shards(*task, request.shards, request.out, tool_info(), request.force,
                       workplace.control),
          task->info().unit};
}

}  // namespace assay::verbs
