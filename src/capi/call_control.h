// The control of a caller as the rest of the program knows it.
#pragma once

#include <assay.h>

#include <atomic>
#include <memory>
#include <mutex>

#include "assay/core/workplace.h"

namespace assay::capi {

// Lives as long as the call.
class CallControl {
 public:
  explicit CallControl(const assay_control* given);
  CallControl(const CallControl&) = delete;
  CallControl& operator=(const CallControl&) = delete;

  const Workplace& workplace() const { return workplace_; }
  const Control& control() const { return workplace_.control; }

 private:
  Workplace workplace_;
};

// A task outlives the call that made it, and may prepare things later. It reports to whichever call
// is attached, and to nobody when there is none.
class LastingWorkplace {
 public:
  LastingWorkplace();
  Workplace workplace_of(const CallControl& call) const;

  // While it lives, reports go to the call and its wish to stop is obeyed.
  class Attached {
   public:
    Attached(const LastingWorkplace& place, const CallControl& call);
    ~Attached();
    Attached(const Attached&) = delete;
    Attached& operator=(const Attached&) = delete;

   private:
    const LastingWorkplace& place_;
  };

 private:
  struct Relay {
    std::mutex mutex;
    const CallControl* call = nullptr;
    std::atomic<bool> stopped = false;
  };
  std::shared_ptr<Relay> relay_;
};

}  // namespace assay::capi
