// SCAN read from its text: a recursive-descent parser that acts while it reads.
//
// The second witness: it knows the words and the paper's interpretation, nothing of the generator.
#pragma once

#include <string>
#include <string_view>

namespace assay::scan {

// The actions of a command with any number of conjunctions. Throws Error(kInput) that names the
// word where reading stopped.
std::string interpret(std::string_view command);

}  // namespace assay::scan
