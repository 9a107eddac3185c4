#include "assay/acting/relation.h"

#include <algorithm>

namespace assay::acting {

bool is_related(std::string_view relation, const world::Thing& one, const world::Thing& other) {
  if (relation == "row") return one.cell.row == other.cell.row;
  if (relation == "column") return one.cell.column == other.cell.column;
  if (relation == "size") return one.size == other.size;
  if (relation == "color") return one.colour == other.colour;
  if (relation == "shape") return one.shape == other.shape;
  const int down = one.cell.row - other.cell.row;
  const int right = one.cell.column - other.cell.column;
  return other.shape == world::Shape::kBox && std::min(down, right) >= 0 &&
         std::max(down, right) < other.size;
}

}  // namespace assay::acting
