#include "assay/tasks/gscan/text_reader.h"

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/grounded/target_first.h"
#include "assay/tasks/gscan/referent.h"
#include "assay/tasks/gscan/row.h"
#include "assay/tasks/gscan/solver/solver.h"
#include "assay/world/world_text.h"

namespace assay::gscan {

std::vector<std::string> GscanReader::readings(std::string_view input) const {
  return {solve(input)};
}

void GscanReader::derive(std::string_view input, Example& out) const {
  world::InputText text = world::read_input(input);
  if (!text.problem.empty()) fail(ErrorKind::kInput, "{}", text.problem);
  const auto command = find_command(text.command);
  if (!command) {
    fail(ErrorKind::kInput, "\"{}\" is no command of gSCAN", printable(text.command));
  }
  const Referent referent = find_referent(command->phrase, text.world.things);
  if (!referent.problem.empty()) fail(ErrorKind::kInput, "{}", referent.problem);
  grounded::put_target_first(text.world, referent.thing);
  std::vector<world::Action> actions;
  plan(text.world, 0, command->verb, command->manner, actions);
  write_row(*command, text.world, actions, out);
  out.fields[kInput] = std::string(input);
  derivations_.write(*command, text.world.things.front(), text.world.agent, out.rules);
}

}  // namespace assay::gscan
