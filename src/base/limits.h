// The most that is taken of what a user hands over, so that no input grows without end.
//
// Each is far above what real data needs. What goes beyond is an Error that names the limit and the
// place. Limits that belong to one language or search stand where that is defined.
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay {

inline constexpr std::size_t kMostNesting = 128;  // lists and tables of JSON and TOML in each other

// Of one line, where a file is read line by line: a row, a question.
inline constexpr std::uint64_t kMostLineBytes = 16ULL << 20U;
// A prediction may be a model's endless repetition, six times as long once it stands in JSON.
inline constexpr std::uint64_t kMostAnswerLineBytes = 64ULL << 20U;

// Of whole files, by kind.
inline constexpr std::uint64_t kMostRecipeBytes = 1ULL << 20U;       // recipes and rule spaces
inline constexpr std::uint64_t kMostRulesBytes = 16ULL << 20U;       // rule files
inline constexpr std::uint64_t kMostVocabularyBytes = 64ULL << 20U;  // SentencePiece models
inline constexpr std::uint64_t kMostManifestBytes = 64ULL << 20U;
inline constexpr std::uint64_t kMostSplitBytes = 4ULL << 30U;  // splits, and other lists of rows
inline constexpr std::uint64_t kMostRowsBytes = 64ULL
                                                << 30U;  // predictions, questions, foreign rows

inline constexpr std::uint64_t kMostDocumentBytes = 2ULL
                                                    << 30U;  // predictions that are one JSON value

inline constexpr std::uint64_t kMostRows = 1'000'000'000'000;  // of -n
inline constexpr std::uint64_t kMostDataFiles = 1'000'000;     // of a data set

// Of text that a message repeats.
inline constexpr std::size_t kMostQuotedBytes = 400;

}  // namespace assay
