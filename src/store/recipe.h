// A recipe: everything that decides the bytes of a data set. Written by people as TOML, strict.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

// A share of the canonical forms. Parts are dealt by hash, so they cannot overlap.
struct PartSpec {
  std::string name;
  std::uint64_t share = 0;
};

// How a split is made; which members count depends on the method. This is also a split's claim.
struct SplitSpec {
  std::string name;
  std::string method;  // random, group, length, pattern, holdout, mcd, follow, import
  std::uint64_t seed = 0;
  std::string train;  // sizes; empty: what the method does by itself
  std::string dev;
  std::string test;
  std::string dev_from;  // train or test: the side dev is taken from; empty: as the method does
  std::string by = "output";  // length, pattern: of the input or the output
  std::uint64_t longest = 0;
  std::string holdout;  // holdout: the task's predicate and its parameters
  std::map<std::string, std::string> set;
  std::uint64_t shots = 0;
  std::uint32_t repeat_percent = 0;
  std::optional<double> target_compound_divergence;  // mcd; without: as high as possible
  double max_atom_divergence = 0.02;
  std::string effort = "quick";               // or thorough
  bool three_way = false;                     // dev diverges from both others, too
  bool leaders = false;                       // mcd: rows that were made for others stay out
  std::map<std::string, std::string> define;  // changes to the task's compound definition
  std::string of;  // follow: the split whose dev and test get the rows that were made for theirs
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

// Throws Error(kUsage) as "file:line:column: what is wrong".
Recipe parse_recipe(const std::string& text, const std::string& file_name);
std::string recipe_toml(const Recipe& recipe);

nlohmann::ordered_json to_json(const Recipe& recipe);
Recipe recipe_from_json(const nlohmann::ordered_json& json);
nlohmann::ordered_json to_json(const SplitSpec& spec);
SplitSpec split_spec_from_json(const nlohmann::ordered_json& json);

// A whole number, 0 or more: what nlohmann::json would otherwise convert is refused as
// Error(kInput).
std::uint64_t count_from_json(const nlohmann::ordered_json& json, const char* key);

// Names of splits and parts become file names and loaders read words in them.
void check_split_name(std::string_view name);  // throws Error(kUsage)
void check_part_name(std::string_view name);   // throws Error(kUsage)

}  // namespace assay
