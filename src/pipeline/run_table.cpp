#include "assay/pipeline/run_table.h"

#include <future>
#include <map>
#include <string>
#include <utility>

#include "assay/dbca/key_table.h"

namespace assay {

namespace {

// Numbers in the order of the keys, which come in any order.
class GroupNumbers {
 public:
  explicit GroupNumbers(const Grouping& grouping) {
    out_.by = grouping.text();
    out_.columns = grouping.columns();
  }

  void add_row(const std::vector<GroupKey>& keys) {
    for (const GroupKey& key : keys) {
      const auto next = static_cast<std::uint32_t>(numbers_.size());
      out_.groups.push_back(numbers_.try_emplace(key, next).first->second);
    }
    out_.begins.push_back(static_cast<std::uint32_t>(out_.groups.size()));
  }

  GroupedRows finish() {
    std::vector<std::uint32_t> place(numbers_.size());
    for (const auto& [key, number] : numbers_) {
      place[number] = static_cast<std::uint32_t>(out_.keys.size());
      out_.keys.push_back(key);
    }
    for (std::uint32_t& group : out_.groups) group = place[group];
    return std::move(out_);
  }

 private:
  GroupedRows out_;
  std::map<GroupKey, std::uint32_t> numbers_;
};

void note(std::vector<std::string>& ids, const std::string& id) {
  if (ids.size() < kNamedRows) ids.push_back(id);
}

class TableMaker {
 public:
  TableMaker(const RunTableRequest& request, std::size_t runs) : runs_(runs) {
    for (const Grouping& grouping : request.by) groups_.emplace_back(grouping);
  }

  void begin(const std::string& name, PairedBy paired_by) {
    const std::size_t run = table_.runs.size();
    table_.runs.push_back({name, paired_by});
    for (std::size_t first = 0; first < run; ++first) {
      table_.disagreements.push_back({first, run, {}, {}});
    }
  }

  void add(const JudgedRow& row) {
    RunVerdicts& run = table_.runs.back();
    const std::size_t number = run.verdicts.size();
    const JudgedSample& sample = row.samples.front();
    run.verdicts.push_back(sample.verdict.status);
    note_length(run, row, sample);
    if (table_.runs.size() == 1) {
      table_.unit_of.push_back(units_.insert(row.unit));
      for (std::size_t by = 0; by < groups_.size(); ++by) groups_[by].add_row(row.groups[by]);
    }
    note_disagreements(number, row.id);
  }

  void end(Pairing pairing) { table_.runs.back().pairing = std::move(pairing); }

  RunTable finish() {
    table_.units = static_cast<std::uint32_t>(units_.size());
    for (GroupNumbers& numbers : groups_) table_.by.push_back(numbers.finish());
    return std::move(table_);
  }

 private:
  static void note_length(RunVerdicts& run, const JudgedRow& row, const JudgedSample& sample) {
    const Status status = sample.verdict.status;
    if (status != Status::kWrong && status != Status::kUnparsable) return;
    run.shorter += row.excess_words < 0 ? 1 : 0;
    run.longer += row.excess_words > 0 ? 1 : 0;
  }

  void note_disagreements(std::size_t row, const std::string& id) {
    const std::size_t run = table_.runs.size() - 1;
    const bool is_right = table_.runs[run].is_right(row);
    bool any_right = is_right;
    const std::size_t pairs = table_.disagreements.size();
    for (std::size_t first = 0; first < run; ++first) {
      const bool first_right = table_.runs[first].is_right(row);
      any_right = any_right || first_right;
      if (first_right == is_right) continue;
      Disagreement& pair = table_.disagreements[pairs - run + first];
      note(first_right ? pair.only_first : pair.only_second, id);
    }
    if (run + 1 == runs_ && !any_right) note(table_.missed_by_all, id);
  }

  std::size_t runs_;
  RunTable table_;
  std::vector<GroupNumbers> groups_;
  KeyTable units_;
};

}  // namespace

RunTable judge_runs(const DataSet& data, const Task& task, std::span<const std::string> files,
                    const RunTableRequest& request, const Control& control) {
  TableMaker maker(request, files.size());
  const auto read = [&](std::size_t run, const Control& how) {
    return read_predictions(files[run], {data.manifest().content_hash, request.form}, how);
  };
  Control silent = control;
  silent.progress = {};
  std::future<PredictionFile> next;  // read while the one before is judged
  for (std::size_t run = 0; run < files.size(); ++run) {
    const PredictionFile predictions = next.valid() ? next.get() : read(run, control);
    if (run + 1 < files.size() && control.jobs > 1) {
      next = std::async(std::launch::async | std::launch::deferred, read, run + 1, silent);
    }
    maker.begin(predictions.name, predictions.paired_by);
    JudgingRequest judging{.rows = request.rows, .extract = request.extract};
    if (run == 0) judging.by = request.by;
    judging.with_lengths = true;
    judging.what = files.size() == 1 ? "judge" : "judge run " + std::to_string(run + 1);
    maker.end(judge_rows(data, task, predictions, judging, control,
                         [&](JudgedRow& row) { maker.add(row); }));
  }
  return maker.finish();
}

}  // namespace assay
