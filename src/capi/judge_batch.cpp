#include "assay/capi/judge_batch.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string_view>

#include "assay/base/error.h"
#include "assay/base/json_parser.h"
#include "assay/base/limits.h"
#include "assay/base/parallel.h"
#include "assay/base/text.h"
#include "assay/pipeline/judge_rows.h"
#include "assay/pipeline/verdict_lines.h"
#include "assay/store/row_json.h"

namespace assay::capi {

namespace {

static_assert(static_cast<int>(Status::kRight) == ASSAY_RIGHT);
static_assert(static_cast<int>(Status::kWrong) == ASSAY_WRONG);
static_assert(static_cast<int>(Status::kUnparsable) == ASSAY_UNPARSABLE);
static_assert(static_cast<int>(Status::kNoAnswer) == ASSAY_NO_ANSWER);

// What a thread judges with.
struct Desk {
  simdjson::dom::parser parser = make_json_parser();
  std::optional<RowCursor> cursor;
  std::string padded;  // the parser reads a little beyond a text
  Example row;
  Sample sample;
  std::string buffer;
  std::string details;
};

class Batch {
 public:
  Batch(const RowSource& source, ExtractRule rule, bool with_details)
      : source_(source), rule_(rule), with_details_(with_details) {}

  assay_verdict judge(const assay_answer& answer, Desk& desk) const {
    read_row(answer, desk);
    desk.sample.state = answer.text == nullptr ? Sample::State::kSilent : Sample::State::kSaid;
    desk.sample.text.assign(answer.text == nullptr ? "" : answer.text,
                            answer.text == nullptr ? 0 : answer.text_size);
    const JudgedSample judged =
        judge_sample(source_.task(), desk.row, desk.sample, rule_, desk.buffer);
    if (with_details_) append_verdict_line(desk.details, std::nullopt, judged, 0);
    return {judged.verdict.score.value_or(std::numeric_limits<double>::quiet_NaN()),
            static_cast<std::uint32_t>(judged.verdict.status)};
  }

 private:
  void read_row(const assay_answer& answer, Desk& desk) const {
    if (answer.row == nullptr) {
      source_.check_range(answer.number, 1);
      if (!desk.cursor) desk.cursor.emplace(source_, Wanted{.rules = false});
      if (!desk.cursor->read(answer.number, desk.row)) {
        fail(ErrorKind::kUsage, "no example stands in row {}", answer.number);
      }
      return;
    }
    if (answer.row_size > kMostLineBytes) {
      fail(ErrorKind::kInput, "the row is longer than {} bytes", with_commas(kMostLineBytes));
    }
    desk.padded.reserve(answer.row_size + simdjson::SIMDJSON_PADDING);
    desk.padded.assign(answer.row, answer.row_size);
    simdjson::dom::object object;
    const auto problem =
        desk.parser.parse(desk.padded.data(), desk.padded.size(), false).get(object);
    if (problem != simdjson::SUCCESS) {
      fail(ErrorKind::kInput, "the row is not a JSON object: {}", json_problem(problem));
    }
    read_columns(object, source_.task().schema(), desk.row);
  }

  const RowSource& source_;
  ExtractRule rule_;
  bool with_details_;
};

}  // namespace

void judge_batch(const RowSource& source, std::span<const assay_answer> answers, ExtractRule rule,
                 const Control& control, std::span<assay_verdict> verdicts, std::string* details) {
  constexpr std::uint64_t kBlock = 64;
  const Batch batch(source, rule, details != nullptr);
  ordered_parallel<Desk>(
      0, (answers.size() + kBlock - 1) / kBlock, control,
      [&](std::uint64_t block, Desk& desk) {
        desk.details.clear();
        const std::uint64_t end = std::min<std::uint64_t>(answers.size(), (block + 1) * kBlock);
        for (std::uint64_t i = block * kBlock; i < end; ++i) {
          try {
            verdicts[i] = batch.judge(answers[i], desk);
          } catch (const Error& problem) {
            throw Error(problem.kind(), fmt::format("answer {}: {}", i, problem.what()));
          }
        }
      },
      [&](std::uint64_t block, const Desk& desk) {
        if (details != nullptr) *details += desk.details;
        control.report({"judge " + source.task().info().name,
                        std::min<std::uint64_t>(answers.size(), (block + 1) * kBlock),
                        answers.size(), 0});
      });
}

}  // namespace assay::capi
