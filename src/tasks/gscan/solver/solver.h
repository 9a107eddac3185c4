// Carries out a command in a world, both read from text: a second witness for the generator, with
// which it shares what a world is and how it is told, but neither grammar nor movement.
#pragma once

#include <string>
#include <string_view>

#include "assay/base/random.h"

namespace assay::gscan {

// The actions, separated by commas. Throws Error(kInput) when the text cannot be read, when the
// command means nothing or several things in it, or when it says small or big of the only thing of
// its kind: like the authors' program, which asks for two sizes.
std::string solve(std::string_view input);

// The actions of somebody who hears the verb, the noun and the manner, but no word of size and
// colour, and goes to one of the things that the noun fits, drawn with equal chances. Throws
// Error(kInput) when the text cannot be read or nothing fits.
std::string solve_by_noun(std::string_view input, Stream& chance);

}  // namespace assay::gscan
