// A recipe: everything that decides the bytes of a data set. Written by people as TOML, strict.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/split_spec.h"

namespace assay {

// A share of the canonical forms. Parts are dealt by hash, so they cannot overlap.
struct PartSpec {
  std::string name;
  std::uint64_t share = 0;
};

// Which examples come first where a number of rows is wanted: each of another unit, with an item
// drawn from it, as long as there are units left; or units whole, one after the other.
enum class RowOrder : std::uint8_t { kSpread, kBlocks };
std::string_view name_of(RowOrder order);
RowOrder row_order(std::string_view name);  // throws Error(kUsage)

struct Recipe {
  std::string task;
  std::uint64_t seed = 0;
  std::optional<std::uint64_t> rows;  // absent: all of a finite task, in rank order
  RowOrder order = RowOrder::kSpread;
  bool with_rules = true;
  std::uint64_t rows_per_file = 250'000;
  std::map<std::string, std::string> params;  // only what was set; tasks fill in the rest
  std::vector<PartSpec> parts;                // empty: one part, "all"
  std::vector<SplitSpec> splits;
};

// Throws Error(kUsage) as "file:line:column: what is wrong". `methods` are those that a split may
// name.
Recipe parse_recipe(const std::string& text, const std::string& file_name,
                    const std::vector<SplitForm>& methods);
std::string recipe_toml(const Recipe& recipe);

nlohmann::ordered_json to_json(const Recipe& recipe);
Recipe recipe_from_json(const nlohmann::ordered_json& json);

// Names of splits and parts become file names and loaders read words in them.
void check_split_name(std::string_view name);  // throws Error(kUsage)
void check_part_name(std::string_view name);   // throws Error(kUsage)

}  // namespace assay
