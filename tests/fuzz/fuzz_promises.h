// What every fuzz target asks of the code that it feeds.
//
// An input is taken or refused. A refusal is an Error of the user's kind, on one line that can be
// printed. Anything else that is thrown, a Bug above all, is a finding.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "assay/base/error.h"
#include "assay/core/verdict.h"

namespace assay::fuzz {

// A promise that an input broke: libFuzzer stops at it, the replay names the input.
class Broken : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

void require(bool holds, const char* promise);

// One line without control characters, and not empty.
bool is_one_line(std::string_view text);

void require_refusal(const Error& refusal);

// Whether the code takes the input; what it refuses, it refuses as it should.
template <typename Act>
bool takes(const Act& act) {
  try {
    act();
    return true;
  } catch (const Error& refusal) {
    require_refusal(refusal);
    return false;
  }
}

// A score in [0, 1] where there is something to judge, 1 where it is right; a reason where it is
// not; finite marks.
void require_sound(const Verdict& verdict);

// The bytes of an input: choices first, then text.
class Input {
 public:
  explicit Input(std::string_view bytes) : rest_(bytes) {}

  // One of `count` things by the next byte. Letters from 'a' on name the first ones, and go on
  // naming them when more are added.
  std::size_t choose(std::size_t count);
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

// Files for readers that take a path. The same place in every call of a process.
const std::string& put_file(const std::string& name, std::string_view bytes);
// The folder that they lie in.
const std::string& file_folder();

}  // namespace assay::fuzz
