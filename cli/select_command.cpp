#include <fmt/format.h>

#include <algorithm>

#include "arguments.h"
#include "assay/base/text.h"
#include "assay/verbs/select.h"
#include "commands.h"
#include "report.h"

namespace assay {

namespace {

void declare(Arguments& arguments, verbs::SelectRequest& request,
             std::optional<std::uint64_t>& compared, std::optional<std::uint64_t>& seed) {
  arguments.example("assay select pool --rows 10000 --out chosen",
                    "10,000 rows with the most diverse rule combinations, levels evenly spread");
  arguments.example("assay select pool --cap 500 --out chosen", "at most 500 rows of each level");
  arguments.positional("DIR", "a data set with rules, of one part", request.data);
  arguments.number("-n,--rows", "N", "how many rows (default: as many as --cap allows)",
                   request.plan.rows);
  arguments.number("--cap", "N", "at most N rows of each level (default: an even spread)",
                   request.plan.cap);
  arguments.text("--by", "COLUMN",
                 "what tells the level: a column of whole numbers, or \"rules\", their number "
                 "(default: level where there is one, else rules)",
                 request.plan.by);
  arguments.number("--compared", "K",
                   "compare K random candidates for each choice instead of all (default: all)",
                   compared);
  arguments.number("-s,--seed", "S", "random seed of --compared (default 0)", seed);
  arguments.settings("--define", "change the compounds that count, such as nodes=3",
                     request.plan.define);
  arguments.text("-o,--out", "DIR2", "the new data set", request.out);
}

void print_selection(const std::string& out, const verbs::MadeSet& made) {
  const SelectionRecord& record = *made.manifest.selection;
  fmt::print("{}: {} of {} rows{}\n", printable(out), with_commas(made.manifest.rows()),
             with_commas(record.pool_rows), made.was_complete ? " (was complete already)" : "");
  std::uint64_t least = made.manifest.rows();
  std::uint64_t most = 0;
  for (const LevelRecord& level : record.levels) {
    least = std::min(least, level.rows);
    most = std::max(most, level.rows);
  }
  fmt::print("  {} levels ({}), {} to {} rows each\n", record.levels.size(), record.by,
             with_commas(least), with_commas(most));
  fmt::print("  {} rule combinations, entropy {} bits\n", with_commas(record.compounds),
             record.entropy);
}

}  // namespace

int select_command(Words words) {
  verbs::SelectRequest request;
  std::optional<std::uint64_t> compared;
  std::optional<std::uint64_t> seed;
  bool json = false;
  Arguments arguments("select", "Choose diverse rows of a larger data set.", std::move(words));
  declare(arguments, request, compared, seed);
  arguments.json(json);
  arguments.cache();
  arguments.work();
  if (!arguments.parse()) return 0;
  request.plan.compared = compared.value_or(0);
  request.plan.seed = seed.value_or(0);

  const verbs::MadeSet made = verbs::select(request, arguments.workplace());
  if (json) {
    fmt::print("{}", manifest_text(made.manifest));
  } else if (!arguments.quiet()) {
    print_selection(request.out, made);
  }
  return 0;
}

}  // namespace assay
