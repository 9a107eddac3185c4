// Journals of work that was stopped: as they are, or after the first byte with the hash of each
// line mended, so that what the lines say is read.
#include "assay/base/hash.h"
#include "assay/base/journal.h"
#include "assay/base/text.h"
#include "assay/pipeline/set_writer.h"
#include "assay/store/layout.h"
#include "fuzz_promises.h"
#include "fuzz_targets.h"

namespace assay::fuzz {

namespace {

std::string mended(std::string_view text) {
  std::string out;
  for (const std::string_view line : split_text(text, '\n')) {
    out += fmt::format("{:016x} {}\n", hash64(line), line);
  }
  return out;
}

void require_lines(const Folder& folder) {
  Journal journal(folder, kJournalName);
  std::vector<std::string> lines = journal.lines();
  journal.add("one more");
  lines.emplace_back("one more");
  require(journal.lines() == lines, "a line is added behind those that are whole");
}

// Two pieces of one file each. The first file is there.
SetPlan plan() {
  SetPlan plan;
  plan.parts = {"all"};
  plan.pieces = cut_pieces(0, 20, 10, plan.parts);
  plan.work = "fuzz";
  return plan;
}

}  // namespace

void journals(std::string_view bytes) {
  static const std::string kName = "unfinished";
  Input input(bytes);
  const bool mend = input.choose(2) == 1;
  const std::string text = mend ? mended(input.rest()) : std::string(input.rest());
  put_file(kName + "/" + kPlanName, "fuzz\n");
  put_file(kName + "/" + plan().pieces[0].files[0].path, "12345");
  put_file(kName + "/" + kJournalName, text);
  const std::string path = file_folder() + "/" + kName;
  takes([&] {
    const SetWriter writer(path, plan(), {});
    require(!writer.finished(1), "a piece whose file is missing is not finished");
  });
  require_lines(Folder::open(path));
}

}  // namespace assay::fuzz
