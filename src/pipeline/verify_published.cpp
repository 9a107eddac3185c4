#include "assay/pipeline/verify_published.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "assay/base/byte_source.h"
#include "assay/base/error.h"
#include "assay/base/parallel.h"
#include "assay/base/text.h"
#include "assay/pipeline/example_cutter.h"

namespace assay {

namespace {

constexpr std::size_t kBatchBytes = std::size_t{1} << 20U;
constexpr std::size_t kLongestReason = 200;

using State = AspectFinding::State;

struct Record {
  std::size_t begin = 0;  // in the batch's text
  std::size_t size = 0;
  std::string set;
  std::uint64_t index = 0;
  std::uint64_t offset = 0;  // in the file
};

// Some records, and what is found in them.
struct Batch {
  std::string text;
  std::vector<Record> records;
  std::uint64_t first = 0;      // number of the first record, from 0
  std::uint64_t taken = 0;      // bytes of the file so far
  std::optional<Error> damage;  // behind the last record that was checked

  std::size_t checked = 0;
  std::vector<AspectFinding> findings;  // of one record
  std::vector<PublishedReport::Aspect> aspects;
  std::vector<PublishedReport::Mismatch> mismatches;

  void clear() {
    text.clear();
    records.clear();
    damage.reset();
    checked = 0;
    aspects.clear();
    mismatches.clear();
  }
};

// Fills batches with records, first to last.
class Drawer {
 public:
  explicit Drawer(const std::string& path)
      : source_(path),
        cutter_([this](char* to, std::size_t most) { return source_.read(to, most); }) {
    try {
      cutter_.open();
    } catch (const Error& problem) {
      throw located(problem);
    }
  }

  // False when there is nothing left.
  bool draw(Batch& batch) {
    batch.clear();
    batch.first = drawn_;
    if (ended_) return false;
    CutExample example;
    try {
      while (batch.text.size() < kBatchBytes) {
        ended_ = !cutter_.next(example);
        if (ended_) break;
        batch.records.push_back({batch.text.size(), example.text.size(), std::string(example.set),
                                 example.index, example.offset});
        batch.text += example.text;
        ++drawn_;
      }
    } catch (const Error& problem) {
      ended_ = true;
      batch.damage = located(problem);
    }
    batch.taken = source_.taken();
    return !batch.records.empty() || batch.damage;
  }

  const ByteSource& source() const { return source_; }
  const ExampleCutter& cutter() const { return cutter_; }

 private:
  Error located(const Error& problem) const {
    if (problem.kind() != ErrorKind::kInput) return problem;
    const std::string_view what = problem.what();
    if (what.starts_with(source_.name())) return problem;
    return {ErrorKind::kInput,
            fmt::format("{}: behind {}, at {}", source_.name(), counted(drawn_, "record"), what)};
  }

  ByteSource source_;
  ExampleCutter cutter_;
  std::uint64_t drawn_ = 0;
  bool ended_ = false;
};

void check_batch(const PublishedChecker& checker, const std::string& file, Batch& batch) {
  const auto& names = checker.aspects();
  for (const std::string& name : names) batch.aspects.push_back({name, 0, 0});
  for (const Record& record : batch.records) {
    const std::uint64_t number = batch.first + batch.checked + 1;
    try {
      checker.check(std::string_view(batch.text).substr(record.begin, record.size), batch.findings);
    } catch (const Error& problem) {
      batch.damage = Error(problem.kind(), fmt::format("{}: record {}, at byte {}: {}; copy or "
                                                       "download the file again",
                                                       file, with_commas(number),
                                                       with_commas(record.offset), problem.what()));
      return;
    }
    ++batch.checked;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto& [state, why] = batch.findings[i];
      if (state == State::kAbsent) continue;
      ++batch.aspects[i].of;
      if (state == State::kMatches) {
        ++batch.aspects[i].matches;
      } else if (batch.mismatches.size() < kNamedMismatches) {
        std::string reason = printable(why);
        if (reason.size() > kLongestReason) reason = reason.substr(0, kLongestReason) + " ...";
        batch.mismatches.push_back({number, record.set, record.index, names[i], std::move(reason)});
      }
    }
  }
}

void add(Batch& batch, PublishedReport& report) {
  report.records += batch.checked;
  for (std::size_t i = 0; i < report.aspects.size(); ++i) {
    report.aspects[i].matches += batch.aspects[i].matches;
    report.aspects[i].of += batch.aspects[i].of;
  }
  for (auto& mismatch : batch.mismatches) {
    report.holds = false;
    if (report.mismatches.size() < kNamedMismatches) {
      report.mismatches.push_back(std::move(mismatch));
    }
  }
}

}  // namespace

PublishedReport verify_published(const std::string& path, PublishedChecker& checker,
                                 const Control& control) {
  Drawer drawer(path);
  const ByteSource& source = drawer.source();
  checker.begin(drawer.cutter().values());
  PublishedReport report;
  for (const std::string& name : checker.aspects()) report.aspects.push_back({name, 0, 0});
  const auto tell = [&](std::uint64_t done) {
    control.report({"verify", done, source.size(), 0, counted(report.records, "record")});
  };
  try {
    ordered_stream<Batch>(
        control, [&](std::uint64_t, Batch& batch) { return drawer.draw(batch); },
        [&](std::uint64_t, Batch& batch) { check_batch(checker, source.name(), batch); },
        [&](std::uint64_t, Batch& batch) {
          add(batch, report);
          // The last bytes are read before the last records are checked.
          tell(source.size() == 0 ? batch.taken : std::min(batch.taken, source.size() - 1));
          if (batch.damage) throw Error(*batch.damage);
        });
  } catch (const Error&) {
    report.stopped_by = std::current_exception();
  } catch (const Interrupted&) {
    report.stopped_by = std::current_exception();
  }
  if (report.stopped_by) {
    report.holds = false;
    if (report.records == 0) std::rethrow_exception(report.stopped_by);
    return report;
  }
  if (report.records == 0) {
    fail(ErrorKind::kInput, "{}: holds no record; give a published document or lines of examples",
         source.name());
  }
  tell(source.taken());
  const std::string against = checker.end(drawer.cutter().values());
  if (!against.empty()) {
    report.holds = false;
    report.mismatches.insert(report.mismatches.begin(), {0, "", 0, "document", against});
  }
  return report;
}

}  // namespace assay
