#include "assay/pipeline/judge_rows.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/text.h"
#include "assay/store/row_pass.h"

namespace assay {

namespace {

constexpr std::size_t kNamedIds = 5;
constexpr int kMostLayers = 3;  // of quotes, asterisks, full stops around an answer

Verdict silence(std::string why) { return {Status::kNoAnswer, std::nullopt, std::move(why), {}}; }

// The rows that are asked about, ordered by number, and which prediction by place each has.
struct AskedRows {
  std::vector<std::uint64_t> rows;
  std::vector<std::uint64_t> places;  // empty: each row has its own place in the list
};

void check_count(const PredictionFile& predictions, std::uint64_t rows) {
  const std::uint64_t count = predictions.store.size();
  if (count == rows) return;
  fail(ErrorKind::kInput,
       "{}: has {}, but {} asked about; predictions of the form \"{}\" have no ids and must follow "
       "the rows one by one",
       predictions.name, counted(count, "prediction"),
       rows == 1 ? "1 row is" : with_commas(rows) + " rows are", name_of(predictions.form));
}

AskedRows asked_rows(const DataSet& data, const PredictionFile& predictions,
                     const JudgingRequest& request) {
  AskedRows asked;
  if (!request.rows) {
    check_count(predictions, data.rows());
    asked.rows.resize(data.rows());
    std::iota(asked.rows.begin(), asked.rows.end(), std::uint64_t{0});
    return asked;
  }
  const std::vector<std::uint64_t>& list = *request.rows;
  if (!is_in_order(predictions.form)) {
    asked.rows = list;
    std::ranges::sort(asked.rows);
    asked.rows.erase(std::unique(asked.rows.begin(), asked.rows.end()), asked.rows.end());
    return asked;
  }
  check_count(predictions, list.size());
  asked.places.resize(list.size());
  std::iota(asked.places.begin(), asked.places.end(), std::uint64_t{0});
  std::ranges::stable_sort(asked.places, {}, [&](std::uint64_t place) { return list[place]; });
  const auto same = [&](std::uint64_t a, std::uint64_t b) { return list[a] == list[b]; };
  asked.places.erase(std::unique(asked.places.begin(), asked.places.end(), same),
                     asked.places.end());
  for (const std::uint64_t place : asked.places) asked.rows.push_back(list[place]);
  return asked;
}

// Programs differ in what they put between words.
std::string plain_words(std::string_view text) {
  std::string words(text);
  std::ranges::replace(words, ',', ' ');
  std::string plain;
  for (const std::string_view word : split_words(words)) {
    if (!plain.empty()) plain += ' ';
    plain += word;
  }
  return plain;
}

// What a block of rows is judged with, and what comes of it.
struct Bench {
  std::vector<JudgedRow> rows;
  PredictionStore::Desk desk;
  std::vector<Prediction> found;
  std::string buffer;
};

class Judging {
 public:
  Judging(const Task& task, const PredictionFile& predictions, const JudgingRequest& request)
      : task_(task), predictions_(predictions), request_(request) {}

  void judge_by_id(Example& row, Bench& bench) const {
    std::string id = id_of(task_.info().name, row);
    predictions_.store.find(id, bench.desk, bench.found);
    // Only Inspect repeats an id for a further sample.
    if (predictions_.form != PredictionForm::kInspect && bench.found.size() > 1) {
      bench.found.resize(1);
    }
    judge(row, std::move(id), bench);
  }

  void judge_by_place(Example& row, std::uint64_t place, Bench& bench) const {
    bench.found.resize(1);
    predictions_.store.at(place, bench.desk, bench.found.front());
    judge(row, id_of(task_.info().name, row), bench);
  }

 private:
  void judge(Example& row, std::string id, Bench& bench) const {
    JudgedRow& judged = bench.rows.emplace_back();
    judged.id = std::move(id);
    judged.unit = mix(row.seed, row.address.unit);
    judged.is_missing = bench.found.empty();
    for (const Prediction& prediction : bench.found) {
      check_target(row, prediction);
      for (const Sample& sample : prediction.samples) {
        judged.samples.push_back(judge_sample(task_, row, sample, request_.extract, bench.buffer));
      }
    }
    if (judged.samples.empty()) {
      judged.samples.emplace_back();
      judged.samples.back().verdict = silence("no prediction");
    }
    for (const Grouping& grouping : request_.by) judged.groups.push_back(grouping.groups_of(row));
    if (request_.with_lengths) judged.excess_words = excess_words(judged.samples.front(), row);
    if (request_.with_examples) judged.example = std::move(row);
  }

  static std::int64_t excess_words(const JudgedSample& sample, const Example& row) {
    if (sample.verdict.status == Status::kRight) return 0;
    return static_cast<std::int64_t>(count_words(sample.answer)) -
           static_cast<std::int64_t>(count_words(row.target()));
  }

  void check_target(const Example& row, const Prediction& prediction) const {
    if (prediction.target.empty() || prediction.target == row.target()) return;
    if (plain_words(prediction.target) == plain_words(row.target())) return;
    fail(ErrorKind::kInput,
         "{}: the prediction for {} repeats the target {}, but the row has {}; predictions and "
         "rows do not belong together",
         predictions_.name, id_of(task_.info().name, row), printable(prediction.target),
         printable(row.target()));
  }

  const Task& task_;
  const PredictionFile& predictions_;
  const JudgingRequest& request_;
};

// Numbers rows as they come and counts those without a prediction.
class HandingOn {
 public:
  HandingOn(const std::vector<std::uint64_t>& rows, Pairing& pairing,
            const std::function<void(JudgedRow&)>& take)
      : rows_(rows), pairing_(pairing), take_(take) {}

  void operator()(Bench& bench) {
    for (JudgedRow& judged : bench.rows) {
      judged.row = rows_.empty() ? next_ : rows_[next_];
      ++next_;
      if (judged.is_missing) {
        ++pairing_.missing;
        if (pairing_.missing_ids.size() < kNamedIds) pairing_.missing_ids.push_back(judged.id);
      }
      take_(judged);
    }
  }

 private:
  const std::vector<std::uint64_t>& rows_;  // empty: all, in order
  Pairing& pairing_;
  const std::function<void(JudgedRow&)>& take_;
  std::uint64_t next_ = 0;
};

RowPass row_pass(const DataSet& data, const Task& task, const Control& control, Progress progress) {
  return {.shape = row_shape(task, data.manifest()),
          .want = {.rules = false},
          .control = control,
          .progress = std::move(progress)};
}

// Answers to rows that nobody asked about are no strangers.
void ask_for_other_rows(const DataSet& data, const Task& task, const PredictionStore& store,
                        const Control& control) {
  for_rows<Bench>(
      data, row_pass(data, task, control, {}),
      [&](const Example& row, std::string_view, Bench& bench) {
        store.find(id_of(task.info().name, row), bench.desk, bench.found);
      },
      [](const Bench&) {});
}

// Nothing was judged, so there is nothing to report; the ids tell why.
[[noreturn]] void fail_unpaired(const DataSet& data, const std::string& id, std::uint64_t count,
                                const std::string& file_name) {
  const Manifest& manifest = data.manifest();
  const auto parsed = parse_id(id);
  std::string why;
  if (!parsed || parsed->task != manifest.recipe.task) {
    why = fmt::format("is not an id of task {}", manifest.recipe.task);
  } else if (parsed->stamp != manifest.stamp) {
    why = fmt::format(
        "was made with other parameters or another version of the task, whose ids "
        "have the stamp {}, not {}",
        parsed->stamp.empty() ? "(none)" : parsed->stamp,
        manifest.stamp.empty() ? "(none)" : manifest.stamp);
  } else {
    why = "is not in it";
  }
  fail(ErrorKind::kInput, "{}: not one of {} ids is of a row of {}: {} {}", file_name,
       with_commas(count), printable(data.folder().path()), printable(id), why);
}

// As misleading: answers to other rows than those asked about, such as another part's.
void check_asked(const DataSet& data, const PredictionFile& predictions, std::uint64_t asked,
                 const Pairing& pairing) {
  if (asked == 0 || pairing.missing < asked || predictions.store.size() == 0) return;
  fail(ErrorKind::kInput,
       "{}: answers none of the {} asked about; its {} are about other rows of {}: choose another "
       "--part or --split",
       predictions.name, counted(asked, "row"), counted(predictions.store.size(), "line"),
       printable(data.folder().path()));
}

void name_others(const DataSet& data, const Task& task, const PredictionFile& predictions,
                 bool of_all_rows, const Control& control, Pairing& pairing) {
  const PredictionStore& store = predictions.store;
  PredictionStore::Desk desk;
  std::vector<std::string> ids;
  if (!of_all_rows && store.unasked(0, desk, ids) > 0) {
    ask_for_other_rows(data, task, store, control);
  }
  pairing.unknown = store.unasked(kNamedIds, desk, ids);
  for (const std::string& id : ids) pairing.unknown_ids.push_back(printable(id));
  std::vector<std::string> repeated;
  const std::uint64_t repeats = store.repeated(kNamedIds, desk, repeated);
  if (pairing.unknown > 0 && pairing.unknown == store.size() - repeats) {
    fail_unpaired(data, ids.front(), pairing.unknown, predictions.name);
  }
  if (predictions.form == PredictionForm::kInspect) return;  // further samples
  pairing.duplicate = repeats;
  for (const std::string& id : repeated) pairing.duplicate_ids.push_back(printable(id));
}

bool is_readable(const Verdict& verdict) {
  return verdict.status == Status::kRight || verdict.status == Status::kWrong;
}

// Judges an answer; one that cannot be read also without what never has a meaning.
Verdict judge_undressed(const Task& task, const Example& row, std::string_view& answer) {
  Verdict verdict = task.judge(row, answer);
  std::string_view tried = answer;
  for (int layer = 0; layer < kMostLayers && verdict.status == Status::kUnparsable; ++layer) {
    const auto inner = undressed(tried);
    if (!inner || inner->empty()) break;
    tried = *inner;
    Verdict again = task.judge(row, tried);
    if (again.status == Status::kUnparsable) continue;
    answer = tried;
    return again;
  }
  return verdict;
}

void judge_extraction(const Task& task, const Example& row, const Extraction& found,
                      JudgedSample& judged) {
  for (const auto& [candidate, mark] :
       {std::pair{found.whole, AnswerMark::kBare}, std::pair{found.announced, AnswerMark::kLead}}) {
    if (candidate.empty()) continue;
    std::string_view answer = candidate;
    Verdict verdict = judge_undressed(task, row, answer);
    if (!is_readable(verdict)) continue;
    judged.mark = mark;
    judged.verdict = std::move(verdict);
    judged.answer = answer;
    return;
  }
  judged.mark = found.mark;
  if (found.mark == AnswerMark::kNone) {
    judged.verdict = {Status::kUnparsable, 0.0, std::string(found.problem), {}};
    return;
  }
  std::string_view answer = found.answer;
  judged.verdict = judge_undressed(task, row, answer);
  judged.answer = answer;
}

}  // namespace

JudgedSample judge_sample(const Task& task, const Example& row, const Sample& sample,
                          ExtractRule rule, std::string& buffer) {
  JudgedSample judged;
  judged.state = sample.state;
  if (sample.state == Sample::State::kSilent || sample.state == Sample::State::kFailed) {
    judged.verdict = silence(sample.state == Sample::State::kFailed ? "the request failed"
                                                                    : "the answer is null");
    return judged;
  }
  if (rule == ExtractRule::kStrict) {
    judged.mark = AnswerMark::kBare;
    judged.verdict = task.judge(row, sample.text);
    judged.answer = sample.text;
  } else {
    const Extraction found = extract_answer(sample.text, rule, buffer);
    judged.has_reasoning = found.has_reasoning;
    judge_extraction(task, row, found, judged);
  }
  if (sample.state == Sample::State::kCutOff && judged.verdict.status != Status::kRight) {
    judged.verdict.why = "the text was cut off at a limit of length; " + judged.verdict.why;
  }
  return judged;
}

Pairing judge_rows(const DataSet& data, const Task& task, const PredictionFile& predictions,
                   const JudgingRequest& request, const Control& control,
                   const std::function<void(JudgedRow&)>& take) {
  Pairing pairing;
  const Judging judging(task, predictions, request);
  const auto by_id = [&](Example& row, std::string_view, Bench& bench) {
    judging.judge_by_id(row, bench);
  };
  if (!is_in_order(predictions.form) && !request.rows) {
    const AskedRows all;
    for_rows<Bench>(data, row_pass(data, task, control, {request.what, 0, data.rows(), 0}), by_id,
                    HandingOn(all.rows, pairing, take));
    name_others(data, task, predictions, true, control, pairing);
    return pairing;
  }
  const AskedRows asked = asked_rows(data, predictions, request);
  const RowPass pass = row_pass(data, task, control, {request.what, 0, asked.rows.size(), 0});
  const HandingOn hand_on(asked.rows, pairing, take);
  const auto by_place = [&](Example& row, std::string_view, Bench& bench, std::uint64_t at) {
    judging.judge_by_place(row, asked.places.empty() ? at : asked.places[at], bench);
  };
  if (is_in_order(predictions.form)) {
    for_rows<Bench>(RowIndex(data), asked.rows, pass, by_place, hand_on);
  } else {
    for_rows<Bench>(RowIndex(data), asked.rows, pass, by_id, hand_on);
    name_others(data, task, predictions, false, control, pairing);
    check_asked(data, predictions, asked.rows.size(), pairing);
  }
  return pairing;
}

}  // namespace assay
