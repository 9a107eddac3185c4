#include <fmt/format.h>

#include "arguments.h"
#include "assay/verbs/version.h"
#include "verb_table.h"

namespace assay {

int manual_command(Words words) {
  std::string verb;
  Arguments arguments("manual", "The manual page of a verb, or of assay itself, in roff.",
                      std::move(words));
  arguments.example("assay manual generate | man -l -", "reads the page of generate");
  arguments.positional("VERB", "whose page; without it, that of assay", verb, false);
  if (!arguments.parse()) return 0;
  if (!verb.empty()) return verb_called(verb).run({"--help=man"});
  fmt::print("{}", manual_overview(verb_rows(), kVersion));
  return 0;
}

}  // namespace assay
