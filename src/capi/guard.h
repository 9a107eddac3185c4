// Where C++ ends: whatever is thrown becomes a status and a message of the calling thread.
#pragma once

#include <assay.h>

#include <string>
#include <string_view>

namespace assay::capi {

void forget_message() noexcept;
// Of what is being thrown right now: keeps its message for the thread.
assay_status keep_current() noexcept;

// Runs one call of the interface.
template <typename Call>
assay_status guarded(const Call& call) noexcept {
  forget_message();
  try {
    call();
    return ASSAY_OK;
  } catch (...) {
    return keep_current();
  }
}

// Of the last call on this thread; empty when it was fine.
const char* last_message() noexcept;

// The status that stands for what is being thrown right now, and its message.
assay_status status_of_current(std::string& message) noexcept;

// Throws Error(kUsage) for a null pointer where something is needed.
void check_given(const void* pointer, std::string_view what);

// A copy that assay_free gives back.
void hand_over(std::string_view bytes, assay_text* out);

}  // namespace assay::capi
