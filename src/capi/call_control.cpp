#include "assay/capi/call_control.h"

#include <algorithm>

namespace assay::capi {

CallControl::CallControl(const assay_control* given) {
  constexpr unsigned kMostJobs = 1024;
  if (given == nullptr) return;
  workplace_.control.jobs = std::clamp(given->jobs, 1U, kMostJobs);
  workplace_.control.cancel = static_cast<const std::atomic<bool>*>(given->cancel);
  if (given->cache != nullptr) workplace_.cache_folder = given->cache;
  if (given->progress == nullptr) return;
  workplace_.control.progress = [told_to = given->progress,
                                 context = given->context](const Progress& state) {
    const assay_progress told{state.what.c_str(), state.note.c_str(), state.done, state.total,
                              state.bytes};
    told_to(context, &told);
  };
}

LastingWorkplace::LastingWorkplace() : relay_(std::make_shared<Relay>()) {}

Workplace LastingWorkplace::workplace_of(const CallControl& call) const {
  Workplace lasting = call.workplace();
  lasting.control.cancel = &relay_->stopped;
  lasting.control.progress = [relay = relay_](const Progress& state) {
    const std::lock_guard lock(relay->mutex);
    if (relay->call == nullptr) return;
    relay->call->control().report(state);
    if (relay->call->control().cancelled()) relay->stopped.store(true);
  };
  return lasting;
}

LastingWorkplace::Attached::Attached(const LastingWorkplace& place, const CallControl& call)
    : place_(place) {
  const std::lock_guard lock(place_.relay_->mutex);
  place_.relay_->call = &call;
}

LastingWorkplace::Attached::~Attached() {
  const std::lock_guard lock(place_.relay_->mutex);
  place_.relay_->call = nullptr;
  place_.relay_->stopped.store(false);
}

}  // namespace assay::capi
