#include "assay/store/part_choice.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "assay/base/error.h"
#include "assay/base/text.h"

namespace assay {

namespace {

constexpr const char* kAll = "all";

// Whether these are two names of a split's part: dev and validation.
bool is_other_name(std::string_view a, std::string_view b) {
  return part_named(a) && part_named(a) == part_named(b);
}

std::vector<std::uint64_t> numbers(const PartRange& range) {
  std::vector<std::uint64_t> rows(range.end - range.begin);
  std::iota(rows.begin(), rows.end(), range.begin);
  return rows;
}

[[noreturn]] void fail_part(const DataSet& data, const std::string& part) {
  std::vector<std::string> names;
  for (const PartEntry& entry : data.manifest().parts) names.push_back(entry.name);
  const auto splits = split_names(data.folder());
  fail(ErrorKind::kUsage, "{}: has no part \"{}\"; there {}: {}{}", printable(data.folder().path()),
       printable(part), names.size() == 1 ? "is" : "are", fmt::join(names, ", "),
       splits.empty()
           ? ""
           : fmt::format("; a part of a split needs --split, one of: {}", fmt::join(splits, ", ")));
}

}  // namespace

const std::vector<std::uint64_t>& rows_of_part(const Split& split, std::string_view part) {
  if (const auto place = part_named(part)) return rows_in(split, *place);
  fail(ErrorKind::kUsage, "a split has no part \"{}\"; there are: train, dev, test",
       printable(part));
}

ChosenRows choose_rows(const DataSet& data, const PartChoice& choice,
                       const PartDefault& otherwise) {
  if (!choice.split.empty()) {
    const std::string& part = choice.part.empty() ? otherwise.of_split : choice.part;
    const SplitFile file = read_split(data, choice.split);
    const auto& rows = rows_of_part(file.split, part);
    return {choice.split, std::string(name_of(*part_named(part))), rows};
  }
  const std::string& part = choice.part.empty() ? otherwise.of_own : choice.part;
  const std::vector<PartRange> parts = data.parts();
  auto found = std::ranges::find(parts, part, &PartRange::name);
  if (found == parts.end()) {
    found = std::ranges::find_if(
        parts, [&](const PartRange& range) { return is_other_name(part, range.name); });
  }
  // A data set without parts has one that is called all.
  if (found != parts.end() && (part != kAll || parts.size() > 1))
    return {"", found->name, numbers(*found)};
  if (part == kAll || choice.part.empty()) return {"", kAll, std::nullopt};
  fail_part(data, part);
}

std::optional<Split> split_of_parts(const DataSet& data) {
  Split split;
  for (const PartRange& range : data.parts()) {
    if (const auto part = part_named(range.name)) rows_in(split, *part) = numbers(range);
  }
  if (split.train.empty() || (split.dev.empty() && split.test.empty())) return std::nullopt;
  return split;
}

Split split_or_own_parts(const DataSet& data, const std::string& name) {
  const std::string path = printable(data.folder().path());
  if (name.empty()) {
    std::optional<Split> own = split_of_parts(data);
    if (!own) {
      fail(ErrorKind::kUsage, "{}: has no parts train and test of its own; give --split", path);
    }
    return std::move(*own);
  }
  const std::vector<std::string> names = split_names(data.folder());
  if (std::ranges::find(names, name) == names.end()) {
    fail(ErrorKind::kUsage, "{}: there is no split \"{}\"{}", path, printable(name),
         names.empty() ? "; make one with assay split" : did_you_mean(name, names));
  }
  return read_split(data, name).split;
}

}  // namespace assay
