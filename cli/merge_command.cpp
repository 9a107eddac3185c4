#include <fmt/format.h>

#include "arguments.h"
#include "assay/base/text.h"
#include "assay/verbs/merge.h"
#include "commands.h"
#include "report.h"

namespace assay {

int merge_command(Words words) {
  verbs::MergeRequest request;
  bool json = false;
  Arguments arguments("merge", "Put shards together, byte for byte what a single run writes.",
                      std::move(words));
  arguments.example("assay merge s0 s1 s2 --out whole", "in any order");
  arguments.positionals("SHARD", "folders made with assay generate --shard", request.shards);
  arguments.text("-o,--out", "DIR", "the whole data set", request.out);
  arguments.flag("--force", "replace another data set in DIR", request.force);
  arguments.json(json);
  arguments.cache();
  arguments.work();
  if (!arguments.parse()) return 0;

  const verbs::MadeSet made = verbs::merge(request, arguments.workplace());
  if (json) {
    fmt::print("{}", manifest_text(made.manifest));
  } else if (!arguments.quiet()) {
    fmt::print("{}: {}\n  content {}\n", printable(request.out), rows_text(made),
               made.manifest.content_hash);
  }
  return 0;
}

}  // namespace assay
