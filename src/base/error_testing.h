// For tests: calls that must end with an error.
#pragma once

#include <gmock/gmock.h>

#include <string>

#include "assay/base/error.h"

namespace assay {

// Matches a call that throws Error of this kind with this text somewhere in its message.
inline auto fails(ErrorKind kind, const std::string& text) {
  return testing::Throws<Error>(
      testing::AllOf(testing::Property(&Error::kind, kind),
                     testing::Property(&Error::what, testing::HasSubstr(text))));
}

}  // namespace assay
