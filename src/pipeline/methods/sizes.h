// The seed and the sizes of parts, which most methods take.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/split_spec.h"
#include "assay/split/split.h"
#include "assay/store/split_file.h"

namespace assay {

// Texts of sizes; empty: none by default.
struct DefaultSizes {
  std::string train = {};
  std::string dev = {};
  std::string test = {};
};
inline const DefaultSizes kMostInTrain{"80%", "0", "rest"};
inline const DefaultSizes kPaperSizes{"40%", "5%", "5%"};  // of Keysers et al. 2020

// seed, train, dev, test, dev_from: in the order of a claim.
std::vector<SplitParam> size_params(const DefaultSizes& sizes);
inline constexpr std::array<const char*, 5> kSizeParams{"seed", "train", "dev", "test", "dev_from"};

bool has_sizes(const SplitSpec& spec);
// Whether no size was asked for and the method has sizes of its own.
bool are_sizes_default(const SplitForm& form, const SplitSpec& asked);
void set_default_sizes(const DefaultSizes& sizes, SplitSpec& spec);
Portions portions_of(const SplitSpec& spec);  // throws Error(kUsage)
DevSide dev_side_of(const SplitSpec& spec);
// Throws Error(kUsage) when a dev is to be taken from a side, but has no size.
void check_dev_size(const SplitSpec& spec);

// A note where a part has fewer rows than its size; `why` ends the sentence.
void note_missed_sizes(const SplitSpec& spec, std::string_view why, SplitFile& file);
inline constexpr std::string_view kNoMoreRows =
    "there are no more rows for it, or equal rows that go together did not fit";

}  // namespace assay
