#include "assay/tasks/gscan/row.h"

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/grounded/commanded_rows.h"
#include "assay/grounded/world_columns.h"
#include "assay/world/world_text.h"

namespace assay::gscan {

const Schema& gscan_schema() {
  static const Schema kSchema = grounded::commanded_schema(
      {{"world",
        ValueType::kIntegers,
        Role::kMetadata,
        "grid; agent's row, column, direction (0 east, 1 south ...); then of each thing, the "
        "target "
        "first: shape (circle, cylinder, square, box), colour (red, blue, green, yellow), size, "
        "row, column",
        {}},
       {"set",
        ValueType::kText,
        Role::kMetadata,
        "train, dev, test or the held-out set of the release; empty for what it drops",
        {}}});
  return kSchema;
}

Command command_of(const Example& row) {
  const std::string& text = text_at(row, kCommand);
  const auto command = find_command(text);
  if (!command) {
    fail(ErrorKind::kInput, "{}: \"{}\" is no command", id_of("gscan", row), printable(text));
  }
  return *command;
}

grounded::Errand errand_of(const Example& row) {
  const Command command = command_of(row);
  grounded::Errand errand{{}, 0, command.verb, command.manner};
  if (!grounded::read_world(numbers_at(row, kWorld), errand.world)) {
    fail(ErrorKind::kInput, "{}: the column \"world\" holds no world", id_of("gscan", row));
  }
  return errand;
}

void write_row(const Command& command, const world::World& world,
               std::span<const world::Action> actions, Example& out) {
  reset(out, gscan_schema());
  auto& text = std::get<std::string>(out.fields[kCommand]);
  text = text_of(command);
  append_input(std::get<std::string>(out.fields[kInput]), text, world);
  append_actions(std::get<std::string>(out.fields[kTarget]), actions);
  grounded::write_world(world, std::get<std::vector<std::int64_t>>(out.fields[kWorld]));
}

}  // namespace assay::gscan
