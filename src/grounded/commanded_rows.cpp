#include "assay/grounded/commanded_rows.h"

#include <iterator>
#include <utility>

namespace assay::grounded {

Schema commanded_schema(std::vector<Field> own) {
  Schema schema{
      {{"input", ValueType::kText, Role::kInput, "the command and the world in words", {}},
       {"target",
        ValueType::kText,
        Role::kTarget,
        "the actions, separated by commas",
        {"target_commands"}},
       {"command", ValueType::kText, Role::kMetadata, "the command alone", {"command"}}}};
  schema.fields.insert(schema.fields.end(), std::make_move_iterator(own.begin()),
                       std::make_move_iterator(own.end()));
  return schema;
}

}  // namespace assay::grounded
