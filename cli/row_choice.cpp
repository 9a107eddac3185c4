#include "row_choice.h"

#include <fmt/format.h>

namespace assay {

void declare_row_choice(Arguments& arguments, verbs::RowChoice& choice) {
  arguments.positional("TASK|DIR", "a task, or a data set (write ./scan for a folder named scan)",
                       choice.what);
  arguments.number("-n", "N", fmt::format("how many (default {})", verbs::kDefaultRows),
                   choice.rows);
  arguments.number("--row", "R", "only this row, counted from 0", choice.row);
  arguments.text("--id", "ID", "only the row with this id", choice.id);
  arguments.number("-s,--seed", "S", "of the task (default 0)", choice.seed);
  arguments.settings("a parameter of the task", choice.params);
  arguments.text("--split", "NAME", "only rows of this split of the folder", choice.part.split);
  arguments.text("--part", "PART",
                 "train, dev or test: of the split (default train), or else of the folder itself",
                 choice.part.part);
  arguments.cache();
}

}  // namespace assay
