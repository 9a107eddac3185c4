#include "assay/tasks/cfq/kb/inventory.h"

#include <algorithm>

namespace assay::cfq {

std::vector<std::string_view> inventory_relations() {
  std::vector<std::string_view> relations;
  for (std::string_view path : kPropertyPaths) {
    while (!path.empty()) {
      const std::size_t begin = path.find(':') + 1;
      const std::size_t end = std::min(path.find_first_of("/|"), path.size());
      relations.push_back(path.substr(begin, end - begin));
      path.remove_prefix(std::min(end + 1, path.size()));
    }
  }
  std::ranges::sort(relations);
  relations.erase(std::unique(relations.begin(), relations.end()), relations.end());
  return relations;
}

void complete_inventory(TripleStoreBuilder& builder) {
  builder.add_inverses(kInverses);
  builder.add_types_of_subjects(kTypes);
}

}  // namespace assay::cfq
