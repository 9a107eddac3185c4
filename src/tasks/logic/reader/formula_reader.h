// Reads one formula in notation out of a longer text.
#pragma once

#include <cstddef>

#include "assay/logic/formula.h"
#include "assay/logic/notation.h"
#include "assay/tasks/logic/reader/text_cursor.h"

namespace assay::logic {

// The next `size` bytes, or fewer at the end of the text, are a formula. Goes past it; false, and
// the cursor knows why, when they are none. `names.variable` becomes the formula's variable, if it
// has one.
bool read_notation(TextCursor& cursor, std::size_t size, FormulaStore& store, Names& names,
                   FormulaId& out);

}  // namespace assay::logic
