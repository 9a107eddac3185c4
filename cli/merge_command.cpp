#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "arguments.h"
#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/pipeline/merge.h"
#include "commands.h"
#include "report.h"

namespace assay {

int merge_command(Words words) {
  std::vector<std::string> shards;
  std::string out;
  bool force = false;
  bool json = false;
  Arguments arguments("merge", "Put shards together, byte for byte what a single run writes.",
                      std::move(words));
  arguments.example("assay merge s0 s1 s2 --out whole", "in any order");
  arguments.positionals("SHARD", "folders made with assay generate --shard", shards);
  arguments.text("-o,--out", "DIR", "the whole data set", out);
  arguments.flag("--force", "replace another data set in DIR", force);
  arguments.json(json);
  arguments.cache();
  arguments.work();
  if (!arguments.parse()) return 0;

  if (out.empty()) fail(ErrorKind::kUsage, "merge: say where with --out");
  const Workplace workplace = arguments.workplace();
  const auto task = task_of(read_manifest(Folder::open(shards.front())), workplace);
  const Manifest manifest = merge_shards(*task, shards, out, tool_info(), force, workplace.control);
  if (json) {
    fmt::print("{}", manifest_text(manifest));
  } else if (!arguments.quiet()) {
    fmt::print("{}: {}\n  content {}\n", printable(out), rows_text(manifest, *task),
               manifest.content_hash);
  }
  return 0;
}

}  // namespace assay
