// The authors' files and knowledge bases, by the first byte in which format; packed by gzip or not.
#include <algorithm>
#include <tuple>

#include "assay/catalog/catalog.h"
#include "assay/pipeline/example_cutter.h"
#include "assay/pipeline/verify_published.h"
#include "fuzz_knowledge.h"
#include "fuzz_promises.h"
#include "fuzz_targets.h"

namespace assay::fuzz {

namespace {

struct Cut {
  std::vector<std::tuple<std::string, std::string, std::uint64_t, std::uint64_t>> examples;
  DocumentValues values;
  bool whole = false;
  friend bool operator==(const Cut&, const Cut&) = default;
};

Cut cut(std::string_view text, std::size_t chunk) {
  ExampleCutter cutter(
      [&](char* to, std::size_t most) {
        const std::size_t size = text.copy(to, most);
        text.remove_prefix(size);
        return size;
      },
      chunk);
  Cut result;
  result.whole = takes([&] {
    cutter.open();
    CutExample example;
    while (cutter.next(example)) {
      result.examples.emplace_back(example.text, example.set, example.index, example.offset);
    }
  });
  result.values = cutter.values();
  return result;
}

std::vector<std::unique_ptr<PublishedChecker>> checkers() {
  std::vector<std::unique_ptr<PublishedChecker>> all;
  for (const std::string& name : task_names()) {
    const auto task = make_task(name, {});
    for (const Format& format : task->formats()) {
      if (format.checker) all.push_back(format.checker->make());
    }
  }
  return all;
}

void require_sound_report(const PublishedReport& report) {
  bool all_match = true;
  for (const auto& [name, matches, of] : report.aspects) {
    require(matches <= of && of <= report.records, "no more match than there are");
    all_match = all_match && matches == of;
  }
  require(all_match || !report.holds, "a file holds when all of it matches");
  for (const auto& mismatch : report.mismatches) {
    require(is_one_line(mismatch.why), "a mismatch has a reason on one line");
  }
}

}  // namespace

void published(std::string_view bytes) {
  static const auto kCheckers = checkers();
  Input input(bytes);
  const std::size_t choice = input.choose(kCheckers.size() + kKnowledgeForms);
  if (choice >= kCheckers.size()) {
    return knowledge(static_cast<KnowledgeForm>(choice - kCheckers.size()), input.rest());
  }
  PublishedChecker& checker = *kCheckers[choice];
  require(cut(input.rest(), 3) == cut(input.rest(), 1U << 16U),
          "a file is cut the same whatever is read at once");
  const std::string& path = put_file("published.json", input.rest());
  takes([&] { require_sound_report(verify_published(path, checker, {})); });
}

}  // namespace assay::fuzz
