// What lies where in the folder of a data set.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace assay {

inline constexpr const char* kManifestName = "manifest.json";
inline constexpr const char* kCardName = "README.md";
inline constexpr const char* kRecipeName = "recipe.toml";
inline constexpr const char* kDataFolder = "data";
inline constexpr const char* kMediaFolder = "media";
inline constexpr const char* kSplitsFolder = "splits";

// Of work under way: who is at it, what it is, and which of its pieces are finished.
inline constexpr const char* kPrivateFolder = ".assay";
inline constexpr const char* kLockName = ".assay/lock";
inline constexpr const char* kPlanName = ".assay/plan.json";
inline constexpr const char* kJournalName = ".assay/finished.jsonl";
// And of searches for splits by divergence: what each has found so far.
inline constexpr std::string_view kSearchPrefix = ".assay/search-";
// What the plan becomes when the work is finished, where no recipe names it: so that the same
// command finds its work done.
inline constexpr const char* kMadeName = ".assay/made.json";

// data/train-00002-of-00040.jsonl
std::string data_path(std::string_view part, std::uint64_t index, std::uint64_t count);
// splits/NAME.json
std::string split_path(std::string_view name);
// .assay/search-NAME, of a split that is being made
std::string search_path(std::string_view name);

}  // namespace assay
