#include "assay/base/checked_file.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/parallel.h"

namespace assay {

namespace {

constexpr std::uint64_t kBlock = 256U << 10U;  // what is read is still near when it is hashed

}  // namespace

std::optional<CheckedFile> CheckedFile::open(const Folder& folder, std::string_view name) {
  auto file = InputFile::find(folder, name);
  if (!file) return std::nullopt;
  return CheckedFile(std::move(*file));
}

std::uint64_t CheckedFile::hash(const Control& control) const {
  struct Block {
    std::vector<char> bytes;
    std::uint64_t hash = 0;
  };
  const std::uint64_t blocks = (size_ + kBlock - 1) / kBlock;
  std::uint64_t whole = size_;
  ordered_parallel<Block>(
      0, blocks, control,
      [&](std::uint64_t index, Block& block) {
        block.bytes.resize(std::min(kBlock, size_ - index * kBlock));
        file_->read(index * kBlock, block.bytes);
        block.hash = hash64({block.bytes.data(), block.bytes.size()});
      },
      [&](std::uint64_t index, Block& block) {
        whole = mix(whole, block.hash);
        control.report({.what = "check prepared files",
                        .done = index + 1,
                        .total = blocks,
                        .bytes = std::min<std::uint64_t>(size_, (index + 1) * kBlock)});
      });
  return whole;
}

void CheckedFile::map() {
  ASSAY_CHECK(file_.has_value());
  memory_.emplace(*file_);
  file_.reset();
}

}  // namespace assay
