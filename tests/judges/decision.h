// What a checker by brute force says of an answer.
//
// The checkers of this folder see no header of assay and link none of its layers
// (tests/CMakeLists.txt), so they cannot share code with the judges, solvers and generators that
// they are compared with. Each is written from the card of its task.
#pragma once

namespace brute_force {

enum class Decision {
  kRight,
  kWrong,   // or not to be read
  kSilent,  // there is no answer: nothing but white space
};

}  // namespace brute_force
