#include "assay/tasks/curi/language/productions.h"

namespace assay::curi {

namespace {

using enum Symbol;

constexpr auto kProductions = std::to_array<Production>({
    {kStart, {kBool}, {1, 2}, Token::kExists, 1},
    {kStart, {kBool}, {1, 2}, Token::kForAll, 1},

    {kBool, {kBool, kBool}, {3, 28}, Token::kAnd, 1},
    {kBool, {kBool, kBool}, {1, 56}, Token::kOr, 1},
    {kBool, {kBool}, {1, 28}, Token::kNot, 1},
    {kBool, {kC, kC}, {3, 28}, Token::kEqual, 1},
    {kBool, {kSh, kSh}, {3, 28}, Token::kEqual, 1},
    {kBool, {kM, kM}, {3, 28}, Token::kEqual, 1},
    {kBool, {kSi, kSi}, {1, 56}, Token::kEqual, 1},
    {kBool, {kL, kL}, {1, 56}, Token::kEqual, 1},
    {kBool, {kNum, kNum}, {1, 56}, Token::kEqual, 1},
    {kBool, {kSi, kSi}, {1, 28}, Token::kGreater, 1},
    {kBool, {kL, kL}, {1, 28}, Token::kGreater, 1},
    {kBool, {kNum, kNum}, {1, 28}, Token::kGreater, 1},
    {kBool, {kSetFc, kC}, {1, 28}, Token::kAll, 1},
    {kBool, {kSetFsh, kSh}, {1, 28}, Token::kAll, 1},
    {kBool, {kSetFm, kM}, {1, 28}, Token::kAll, 1},
    {kBool, {kSetFsi, kSi}, {1, 28}, Token::kAll, 1},
    {kBool, {kSetFl, kL}, {1, 28}, Token::kAll, 1},
    {kBool, {kSetFc, kC}, {1, 28}, Token::kAny, 1},
    {kBool, {kSetFsh, kSh}, {1, 28}, Token::kAny, 1},
    {kBool, {kSetFm, kM}, {1, 28}, Token::kAny, 1},
    {kBool, {kSetFsi, kSi}, {1, 28}, Token::kAny, 1},
    {kBool, {kSetFl, kL}, {1, 28}, Token::kAny, 1},

    {kNum, {kSetFc, kC}, {1, 10}, Token::kCount, 1},
    {kNum, {kSetFsh, kSh}, {1, 10}, Token::kCount, 1},
    {kNum, {kSetFm, kM}, {1, 10}, Token::kCount, 1},
    {kNum, {kSetFsi, kSi}, {1, 10}, Token::kCount, 1},
    {kNum, {kSetFl, kL}, {1, 10}, Token::kCount, 1},
    {kNum, {}, {1, 6}, offset(Token::kNumber, 1), kNumbers},

    {kSetFc, {kSet, kFc}, {1, 1}},
    {kSetFsh, {kSet, kFsh}, {1, 1}},
    {kSetFm, {kSet, kFm}, {1, 1}},
    {kSetFsi, {kSet, kFsi}, {1, 1}},
    {kSetFl, {kSet, kFl}, {1, 1}},

    {kC, {}, {1, 16}, Token::kColor, 8},
    {kC, {kObject, kFc}, {1, 2}},
    {kSh, {}, {1, 6}, Token::kShape, 3},
    {kSh, {kObject, kFsh}, {1, 2}},
    {kM, {}, {1, 4}, Token::kMaterial, 2},
    {kM, {kObject, kFm}, {1, 2}},
    {kSi, {}, {1, 4}, Token::kSize, 2},
    {kSi, {kObject, kFsi}, {1, 2}},
    {kL, {}, {1, 16}, offset(Token::kPlace, 1), kPlaces},
    {kL, {kObject, kFl}, {1, 2}},

    {kFc, {}, {1, 1}, function_of(Property::kColor), 1},
    {kFsh, {}, {1, 1}, function_of(Property::kShape), 1},
    {kFm, {}, {1, 1}, function_of(Property::kMaterial), 1},
    {kFsi, {}, {1, 1}, function_of(Property::kSize), 1},
    {kFl, {}, {1, 2}, function_of(Property::kLocationX), 2},  // and that of kLocationY
    {kObject, {}, {1, 1}, Token::kX, 1},
    {kSet, {}, {1, 2}, Token::kAllThings, 1},
    {kSet, {}, {1, 2}, Token::kOtherThings, 1},
});

}  // namespace

std::span<const Production> productions() { return kProductions; }

}  // namespace assay::curi
