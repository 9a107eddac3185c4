// Another split with the rows that were made for those of its dev and test.
#include <algorithm>
#include <map>
#include <set>

#include "assay/pipeline/methods/split_methods.h"

namespace assay {

namespace {

using UnitItem = std::pair<std::uint64_t, std::uint32_t>;

// Adds each row to the part of the one that it was made for, unless an equal row is trained on.
bool add_followers(const std::vector<RowTie>& ties, Forms forms, Split& split) {
  std::set<std::uint64_t> trained;
  if (!forms.empty()) {
    for (const std::uint64_t row : split.train) trained.insert(forms[row]);
  }
  std::map<UnitItem, std::vector<std::uint64_t>*> parts;
  for (std::vector<std::uint64_t>* part : {&split.dev, &split.test}) {
    for (const std::uint64_t row : *part) {
      parts[{ties[row].address.unit, ties[row].address.item}] = part;
    }
  }
  bool has_followers = false;
  for (std::uint64_t row = 0; row < ties.size(); ++row) {
    if (!ties[row].leader || (!forms.empty() && trained.contains(forms[row]))) continue;
    const auto part = parts.find({ties[row].address.unit, *ties[row].leader});
    if (part == parts.end()) continue;
    part->second->push_back(row);
    has_followers = true;
  }
  return has_followers;
}

void deal(const SplitSpec& spec, TaskRows& rows, SplitFile& file) {
  file.split = rows.split(spec.text("of"));
  const std::vector<RowTie> ties = rows.ties();
  if (!add_followers(ties, rows.forms(), file.split)) {
    file.notes.emplace_back(
        "no row was made for one of dev or test, so none follows; siblings stand together in data "
        "made with --order blocks");
  }
  for (std::vector<std::uint64_t>* part : {&file.split.dev, &file.split.test}) {
    std::ranges::sort(*part);
    part->erase(std::unique(part->begin(), part->end()), part->end());
  }
}

}  // namespace

SplitMethod follow_method() {
  return {
      .form = {.name = "follow",
               .summary =
                   "its part in another split; dev and test also get the companion rows of theirs",
               .params = {{ParamSpec::of_kind(
                               ParamKind::kText, "of", "",
                               "a split; its dev and test also get the companion rows of "
                               "theirs"),
                           Recorded::kAlways, true, "--follow", "NAME"}}},
      .deal_data_set = deal};
}

}  // namespace assay
