// The functions of include/assay.h: what C passes is checked here, and the rest of the layer is
// C++.
#include <assay.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

#include "assay/base/error.h"
#include "assay/capi/arrow_stream.h"
#include "assay/capi/call_control.h"
#include "assay/capi/guard.h"
#include "assay/capi/judge_batch.h"
#include "assay/capi/row_source.h"
#include "assay/capi/verb_table.h"
#include "assay/capi/world_batch.h"
#include "assay/verbs/extract_choice.h"

namespace assay::capi {

namespace {

// What the handles of C point to.
using SourceHandle = std::shared_ptr<const RowSource>;

const SourceHandle& source_of(const assay_source* source) {
  check_given(source, "the source");
  return *reinterpret_cast<const SourceHandle*>(source);
}

WorldBatch& worlds_of(assay_worlds* worlds) {
  check_given(worlds, "worlds");
  return *reinterpret_cast<WorldBatch*>(worlds);
}

std::string_view text_or_empty(const char* text) { return text == nullptr ? "" : text; }

void open(const char* request, const assay_control* control, assay_source** out) {
  check_given(out, "where the source goes");
  *out = nullptr;
  const CallControl call(control);
  Request asked("open", text_or_empty(request));
  auto handle = std::make_unique<SourceHandle>(RowSource::open(asked, call));
  *out = reinterpret_cast<assay_source*>(handle.release());
}

void judge(const assay_source* source, const assay_answer* answers, std::size_t count,
           const char* extract, const assay_control* control, assay_verdict* verdicts,
           assay_text* details) {
  const RowSource& rows = *source_of(source);
  if (count > 0) {
    check_given(answers, "the list of answers");
    check_given(verdicts, "where verdicts go");
  }
  const ExtractRule rule =
      verbs::extract_choice("judge", extract == nullptr ? "auto" : std::string(extract));
  const CallControl call(control);
  std::string lines;
  judge_batch(rows, {answers, count}, rule, call.control(), {verdicts, count},
              details == nullptr ? nullptr : &lines);
  if (details != nullptr) hand_over(lines, details);
}

}  // namespace

}  // namespace assay::capi

using assay::capi::guarded;

extern "C" {

std::uint32_t assay_abi() { return ASSAY_ABI; }

const char* assay_last_error() { return assay::capi::last_message(); }

void assay_free(assay_text* text) {
  if (text == nullptr) return;
  std::free(text->data);
  *text = {nullptr, 0};
}

assay_status assay_run(const char* verb, const char* request, const assay_control* control,
                       assay_text* result) {
  return guarded([&] {
    assay::capi::check_given(verb, "the verb");
    assay::capi::check_given(result, "where the result goes");
    const assay::capi::CallControl call(control);
    assay::capi::hand_over(
        assay::capi::run_verb(verb, assay::capi::text_or_empty(request), call.workplace()), result);
  });
}

assay_status assay_open(const char* request, const assay_control* control, assay_source** source) {
  return guarded([&] { assay::capi::open(request, control, source); });
}

assay_status assay_about(const assay_source* source, assay_text* result) {
  return guarded([&] {
    assay::capi::check_given(result, "where the result goes");
    assay::capi::hand_over(assay::capi::source_of(source)->about().dump(), result);
  });
}

void assay_close(assay_source* source) {
  const std::unique_ptr<assay::capi::SourceHandle> ending(
      reinterpret_cast<assay::capi::SourceHandle*>(source));
}

assay_status assay_lines(const assay_source* source, std::uint64_t first, std::uint64_t count,
                         std::uint32_t flags, const assay_control* control, assay_text* result) {
  return guarded([&] {
    assay::capi::check_given(result, "where the result goes");
    const assay::capi::CallControl call(control);
    std::string lines;
    assay::capi::source_of(source)->append_lines(
        first, count, {(flags & ASSAY_WITH_RULES) != 0, (flags & ASSAY_WITH_PROMPTS) != 0},
        call.control(), lines);
    assay::capi::hand_over(lines, result);
  });
}

assay_status assay_arrow(const assay_source* source, std::uint64_t first, std::uint64_t count,
                         std::uint64_t batch, std::uint32_t flags, const assay_control* control,
                         ArrowArrayStream* stream) {
  return guarded([&] {
    assay::capi::check_given(stream, "the stream");
    const assay::capi::CallControl call(control);
    assay::Control lasting = call.control();
    lasting.progress = nullptr;  // whoever reads the stream sees how far it is
    assay::capi::open_stream(assay::capi::source_of(source),
                             {first,
                              count,
                              batch,
                              {(flags & ASSAY_WITH_RULES) != 0, (flags & ASSAY_WITH_PROMPTS) != 0},
                              lasting},
                             *stream);
  });
}

assay_status assay_judge(const assay_source* source, const assay_answer* answers, std::size_t count,
                         const char* extract, const assay_control* control, assay_verdict* verdicts,
                         assay_text* details) {
  return guarded(
      [&] { assay::capi::judge(source, answers, count, extract, control, verdicts, details); });
}

assay_status assay_worlds_open(const assay_source* source, std::size_t count,
                               std::uint32_t most_steps, assay_worlds** worlds) {
  return guarded([&] {
    assay::capi::check_given(worlds, "where the worlds go");
    *worlds = nullptr;
    auto made = std::make_unique<assay::capi::WorldBatch>(assay::capi::source_of(source), count,
                                                          most_steps);
    *worlds = reinterpret_cast<assay_worlds*>(made.release());
  });
}

assay_status assay_worlds_reset(assay_worlds* worlds, std::size_t first, std::size_t count,
                                const std::uint64_t* rows) {
  return guarded([&] {
    if (count > 0) assay::capi::check_given(rows, "the list of rows");
    assay::capi::worlds_of(worlds).reset(first, {rows, count});
  });
}

assay_status assay_worlds_step(assay_worlds* worlds, const std::uint8_t* actions) {
  return guarded([&] {
    assay::capi::WorldBatch& all = assay::capi::worlds_of(worlds);
    assay::capi::check_given(actions, "the list of actions");
    all.step({actions, all.count()});
  });
}

assay_status assay_worlds_look(const assay_worlds* worlds, assay_worlds_view* view) {
  return guarded([&] {
    assay::capi::check_given(worlds, "worlds");
    assay::capi::check_given(view, "where the view goes");
    *view = reinterpret_cast<const assay::capi::WorldBatch*>(worlds)->view();
  });
}

void assay_worlds_close(assay_worlds* worlds) {
  const std::unique_ptr<assay::capi::WorldBatch> ending(
      reinterpret_cast<assay::capi::WorldBatch*>(worlds));
}

}  // extern "C"
