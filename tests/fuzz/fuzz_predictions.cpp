// Files of answers, by the first byte about rows of which task.
#include "assay/pipeline/score.h"
#include "fuzz_subjects.h"
#include "fuzz_targets.h"

namespace assay::fuzz {

namespace {

void require_sums(const Tally& tally) {
  require(tally.answers() + tally.no_answer == tally.count, "every row is counted once");
  for (const auto& share : {tally.accuracy(), tally.accuracy_of_all()}) {
    require(!share || (*share >= 0 && *share <= 1), "accuracy is from 0 to 1");
  }
}

}  // namespace

void predictions(std::string_view bytes) {
  Input input(bytes);
  const Subject& subject = choose_subject(input);
  const DataSet& data = data_set_of(subject);
  takes([&] {
    assay::ScoreRequest request;
    request.by = {Grouping(*subject.task, "input_length"),
                  Grouping(*subject.task, "output_length")};
    ByteSource source("predictions.jsonl", std::string(input.rest()));
    const Score score =
        score_predictions(data, *subject.task, read_predictions(source, {}, {}), request, {});
    require_sums(score.all);
    require(score.all.count == subject.rows.size(), "all rows are asked about");
    for (const Score::Breakdown& breakdown : score.by) {
      std::uint64_t rows = 0;
      for (const auto& [key, tally] : breakdown.groups) {
        require_sums(tally);
        rows += tally.count;
      }
      require(rows == score.all.count, "every row has one length");
    }
    for (const Score::Miss& miss : score.misses) {
      require(is_one_line(miss.why), "a miss has a reason on one line");
    }
  });
}

}  // namespace assay::fuzz
