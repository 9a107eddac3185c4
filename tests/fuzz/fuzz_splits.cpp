// Split files, by the first byte of a data set or of a file of JSON lines; and the published index
// files.
#include "assay/store/layout.h"
#include "assay/store/split_file.h"
#include "fuzz_promises.h"
#include "fuzz_targets.h"

namespace assay::fuzz {

namespace {

constexpr std::uint64_t kRows = 10;

SplitFile read(const Folder& folder, std::string_view text, const SplitSubject& subject) {
  put_file(split_path("s"), text);
  return read_split(folder, "s", subject);
}

void read_split_file(std::string_view text, const SplitSubject& subject) {
  static const Folder kFolder = Folder::open(file_folder());
  SplitFile file;
  if (!takes([&] { file = read(kFolder, text, subject); })) return;
  require(file.unused() <= kRows, "no more rows are unused than there are");
  const std::string written = split_text(file);
  const SplitFile again = read(kFolder, written, subject);
  require(again.split == file.split, "a split that was written deals the same rows");
  require(split_text(again) == written, "a split that was written reads equal");
}

}  // namespace

void splits(std::string_view bytes) {
  static const std::string kHash(32, '0');
  static const SplitSubject kDataSet{kRows, kHash};
  static const SplitSubject kLines{kRows, kHash, "rows.jsonl", std::string(64, '0')};
  Input input(bytes);
  switch (input.choose(3)) {
    case 0:
      return read_split_file(input.rest(), kDataSet);
    case 1:
      return read_split_file(input.rest(), kLines);
    default:
      takes([&] { parse_index_lists(input.rest(), "index.json"); });
  }
}

}  // namespace assay::fuzz
