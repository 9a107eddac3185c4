// One pass over rows of a data set: read on many threads, taken over in order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

#include "assay/base/parallel.h"
#include "assay/store/data_set.h"
#include "assay/store/read_row.h"
#include "assay/store/row.h"

namespace assay {

// How rows are read.
struct RowPass {
  RowShape shape;
  Wanted want = {.rules = true};
  const Control& control;
  // What is reported as rows are taken over: done counts on from here. Nothing when it has no name.
  Progress progress = {};
  // Of a list of rows: few where one takes long.
  std::uint64_t rows_per_block = 128;
};

// What a thread works with. Readers and the example keep their memory from block to block.
template <typename Out>
class RowBuffer {
 public:
  void begin(const RowPass& pass) {
    if (!reader_) reader_ = std::make_unique<RowReader>(pass.shape, pass.want);
    out_ = Out();
    rows_ = 0;
  }

  std::string_view bytes_of(const DataSet& data, const Block& block) {
    if (!blocks_) blocks_.emplace(data);
    return blocks_->read(block);
  }
  std::string_view line_of(const RowIndex& index, std::uint64_t row) {
    if (!lines_) lines_.emplace(index);
    return lines_->line(row);
  }

  // An Error gets the place of the line in front.
  template <typename Make, typename Place>
  void read(std::string_view line, const Make& make, Place place) {
    read_row(*reader_, line, place, row_, [&] { make(row_, line, out_); });
    ++rows_;
  }

  template <typename Take>
  void hand_over(Take& take, const RowPass& pass, Progress& progress) {
    take(out_);
    progress.done += rows_;
    if (!progress.what.empty()) pass.control.report(progress);
  }

 private:
  std::optional<DataReader> blocks_;
  std::optional<RowLines> lines_;
  std::unique_ptr<RowReader> reader_;
  Example row_;
  Out out_ = {};
  std::uint64_t rows_ = 0;
};

// make(Example& row, std::string_view line, Out&) for every row, beside others; then take(Out&) for
// some rows at a time, in their order. An Out begins as Out() with each block of rows; make may
// move the example away.
template <typename Out, typename Make, typename Take>
void for_rows(const DataSet& data, const RowPass& pass, Make make, Take take) {
  const std::vector<Block> blocks = data.blocks();
  Progress progress = pass.progress;
  ordered_parallel<RowBuffer<Out>>(
      0, blocks.size(), pass.control,
      [&](std::uint64_t index, RowBuffer<Out>& buffer) {
        const Block& block = blocks[index];
        buffer.begin(pass);
        const std::string_view bytes = buffer.bytes_of(data, block);
        for_each_line(bytes, [&](std::string_view line) {
          buffer.read(line, make, [&] {
            const auto at = static_cast<std::uint64_t>(line.data() - bytes.data());
            return data.place_of(block.file, block.offset + at);
          });
        });
      },
      [&](std::uint64_t, RowBuffer<Out>& buffer) { buffer.hand_over(take, pass, progress); });
}

// The same for some rows, in the order of the list. make may also take the place of the row in the
// list, behind the Out.
template <typename Out, typename Make, typename Take>
void for_rows(const RowIndex& index, std::span<const std::uint64_t> rows, const RowPass& pass,
              Make make, Take take) {
  const std::uint64_t step = pass.rows_per_block;
  Progress progress = pass.progress;
  ordered_parallel<RowBuffer<Out>>(
      0, (rows.size() + step - 1) / step, pass.control,
      [&](std::uint64_t block, RowBuffer<Out>& buffer) {
        const auto some = rows.subspan(block * step, std::min(step, rows.size() - block * step));
        buffer.begin(pass);
        for (std::uint64_t at = 0; at < some.size(); ++at) {
          const std::uint64_t row = some[at];
          const auto make_one = [&](Example& example, std::string_view line, Out& out) {
            if constexpr (std::is_invocable_v<Make&, Example&, std::string_view, Out&,
                                              std::uint64_t>) {
              make(example, line, out, block * step + at);
            } else {
              make(example, line, out);
            }
          };
          buffer.read(buffer.line_of(index, row), make_one, [&] { return index.place(row); });
        }
      },
      [&](std::uint64_t, RowBuffer<Out>& buffer) { buffer.hand_over(take, pass, progress); });
}

}  // namespace assay
