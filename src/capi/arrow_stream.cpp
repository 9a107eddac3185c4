#include "assay/capi/arrow_stream.h"

#include <algorithm>
#include <cerrno>
#include <deque>
#include <optional>
#include <string>
#include <utility>

#include "assay/base/parallel.h"
#include "assay/capi/arrow_batch.h"
#include "assay/capi/guard.h"

namespace assay::capi {

namespace {

constexpr std::uint64_t kUsualBatch = 8192;
constexpr std::uint64_t kLargestBatch = 1U << 20U;

// What a thread fills batches with.
struct Filling {
  std::optional<RowCursor> cursor;
  Example row;
  std::string prompt;
  std::optional<ArrowBatch> batch;
  std::uint64_t next = 0;  // the first row that is not in it
};

class Stream {
 public:
  Stream(std::shared_ptr<const RowSource> source, const ArrowRequest& request)
      : source_(std::move(source)),
        next_(request.first),
        end_(request.first + request.count),
        batch_(std::min(request.batch == 0 ? kUsualBatch : request.batch, kLargestBatch)),
        parts_{request.parts.rules && source_->has_rules(), request.parts.prompts},
        control_(request.control) {}

  void schema(ArrowSchema& out) const { export_schema(source_->shape(), parts_, out); }

  // A released array when there is nothing left.
  void next(ArrowArray& out) {
    out = {};
    if (ready_.empty()) make_batches();
    if (ready_.empty()) return;
    ready_.front().export_to(out);
    ready_.pop_front();
  }

  std::string problem;

 private:
  // One for each thread. Rows that did not fit come again with the next ones.
  void make_batches() {
    while (ready_.empty() && next_ < end_) {
      const std::uint64_t left = (end_ - next_ + batch_ - 1) / batch_;
      const std::uint64_t begin = next_;
      ordered_parallel<Filling>(
          0, std::min<std::uint64_t>(left, control_.jobs), control_,
          [&](std::uint64_t index, Filling& filling) { fill(begin + index * batch_, filling); },
          [&](std::uint64_t index, Filling& filling) {
            if (next_ != begin + index * batch_) return;  // an earlier one was full
            next_ = filling.next;
            if (filling.batch->rows() > 0) ready_.push_back(std::move(*filling.batch));
          });
    }
  }

  void fill(std::uint64_t row, Filling& filling) const {
    if (!filling.cursor) filling.cursor.emplace(*source_, Wanted{.rules = parts_.rules}, true);
    filling.batch.emplace(source_->shape(), parts_);
    const std::uint64_t end = std::min(end_, row + batch_);
    for (; row < end && !filling.batch->is_full(); ++row) {
      if (!filling.cursor->read(row, filling.row)) continue;
      if (parts_.prompts) filling.prompt = source_->prompt_of(filling.row);
      filling.batch->add(filling.row, filling.cursor->rule_texts(), filling.prompt);
    }
    filling.next = row;
  }

  std::shared_ptr<const RowSource> source_;
  std::uint64_t next_;
  std::uint64_t end_;
  std::uint64_t batch_;
  ArrowParts parts_;
  Control control_;
  std::deque<ArrowBatch> ready_;
};

Stream& stream_of(ArrowArrayStream* stream) { return *static_cast<Stream*>(stream->private_data); }

// Arrow's calls fail by numbers of errno.
template <typename Call>
int answered(ArrowArrayStream* stream, Call call) {
  try {
    call(stream_of(stream));
    return 0;
  } catch (...) {
    switch (status_of_current(stream_of(stream).problem)) {
      case ASSAY_MEMORY:
        return ENOMEM;
      case ASSAY_INTERRUPTED:
        return ECANCELED;
      case ASSAY_IO:
        return EIO;
      default:
        return EINVAL;
    }
  }
}

int get_schema(ArrowArrayStream* stream, ArrowSchema* out) {
  return answered(stream, [&](Stream& state) { state.schema(*out); });
}

int get_next(ArrowArrayStream* stream, ArrowArray* out) {
  return answered(stream, [&](Stream& state) { state.next(*out); });
}

const char* get_last_error(ArrowArrayStream* stream) { return stream_of(stream).problem.c_str(); }

void release_stream(ArrowArrayStream* stream) {
  delete &stream_of(stream);
  stream->release = nullptr;
}

}  // namespace

void open_stream(std::shared_ptr<const RowSource> source, const ArrowRequest& request,
                 ArrowArrayStream& out) {
  source->check_range(request.first, request.count);
  auto state = std::make_unique<Stream>(std::move(source), request);
  out = {get_schema, get_next, get_last_error, release_stream, state.release()};
}

}  // namespace assay::capi
