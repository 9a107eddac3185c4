#include "assay/capi/row_source.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/json.h"
#include "assay/base/limits.h"
#include "assay/base/parallel.h"
#include "assay/base/text.h"
#include "assay/catalog/catalog.h"
#include "assay/store/read_row.h"
#include "assay/verbs/data_task.h"

namespace assay::capi {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kLargestSeed = INT64_MAX;

std::uint64_t seed_of(Request& request) {
  const std::uint64_t seed = request.number("seed").value_or(0);
  if (seed > kLargestSeed) {
    fail(ErrorKind::kUsage, "open: seed {} is too large; seeds go up to {}", seed, kLargestSeed);
  }
  return seed;
}

// All rows of a finite task, in the order of the seed; of an endless one as many as can be named.
std::uint64_t rows_without_end(const Source& source) {
  const auto units = source.unit_count();
  return units ? std::min(*units * source.items_per_unit(), kMostRows)
               : kMostRows / source.items_per_unit();
}

}  // namespace

std::shared_ptr<const RowSource> RowSource::open(Request& request, const CallControl& call) {
  auto source = std::make_shared<RowSource>();
  const LastingWorkplace::Attached attached(source->place_, call);
  const std::string data = request.text("data");
  if (data.empty()) {
    source->open_made(request, call);
  } else {
    source->request_["data"] = data;
    source->open_stored(request, call);
  }
  return source;
}

void RowSource::open_made(Request& request, const CallControl& call) {
  const std::string name = request.needed_text("task");
  const auto params = request.settings("params");
  made_ = std::make_unique<Made>();
  made_->seed = seed_of(request);
  std::optional<std::uint64_t> rows = request.number("rows");
  const std::string order = request.text("order", "spread");
  made_->is_endless = request.is_set("endless");
  request.finish();
  if (made_->is_endless && rows) {
    fail(ErrorKind::kUsage, "open: \"rows\" and \"endless\" cannot both be given");
  }
  request_ = {{"task", name}};
  if (!params.empty()) request_["params"] = params;
  if (made_->seed != 0) request_["seed"] = made_->seed;
  if (rows) request_["rows"] = *rows;
  if (order != "spread") request_["order"] = order;
  if (made_->is_endless) request_["endless"] = true;

  task_ = make_task(name, params, place_.workplace_of(call));
  shape_ = row_shape(*task_);
  made_->source = task_->open(made_->seed);
  if (made_->is_endless) rows = rows_without_end(*made_->source);
  made_->plan.emplace(*task_, *made_->source, made_->seed, rows, row_order(order));
}

void RowSource::open_stored(Request& request, const CallControl& call) {
  const PartChoice part{request.text("split"), request.text("part")};
  request.finish();
  if (!part.split.empty()) request_["split"] = part.split;
  if (!part.part.empty()) request_["part"] = part.part;
  stored_ = std::make_unique<Stored>(request_["data"].get<std::string>());
  stored_->chosen = choose_rows(stored_->data, part, {.of_split = "train"});
  task_ = verbs::task_of(stored_->data, place_.workplace_of(call));
  shape_ = row_shape(*task_, stored_->data.manifest());
  has_rules_ = stored_->data.manifest().recipe.with_rules;
}

std::optional<std::uint64_t> RowSource::rows() const {
  if (stored_) return stored_->chosen.count(stored_->data);
  if (made_->is_endless) return std::nullopt;
  return made_->plan->rows();
}

void RowSource::check_range(std::uint64_t first, std::uint64_t count) const {
  constexpr std::uint64_t kMostAtOnce = 100'000'000;
  if (!rows() && count > kMostAtOnce) {
    fail(ErrorKind::kUsage, "{} at once: {} is the most; ask for fewer, again and again",
         counted(count, "row"), with_commas(kMostAtOnce));
  }
  const std::uint64_t all = rows().value_or(UINT64_MAX);
  if (first <= all && count <= all - first) return;
  fail(ErrorKind::kUsage, "{} from row {} on: there are {}, counted from 0", counted(count, "row"),
       first, counted(all, "row"));
}

Json RowSource::about() const {
  Json columns = Json::array();
  for (const Field& field : shape_.schema.fields) {
    columns.push_back({{"name", field.name},
                       {"type", name_of(field.type)},
                       {"role", name_of(field.role)},
                       {"summary", field.summary}});
  }
  Json params = Json::object();
  for (const auto& [name, value] : task_->params().all()) params[name] = value;
  using Settings = std::map<std::string, std::string>;
  Json given = made_ ? without_difficulty(task_->info().name, request_.value("params", Settings()))
                     : stored_->data.manifest().recipe.params;
  const auto count = rows();
  Json about = {{"task", task_->info().name},
                {"version", task_->info().version},
                {"title", task_->info().title},
                {"stamp", shape_.stamp},
                {"seed", made_ ? made_->seed : stored_->data.manifest().recipe.seed},
                {"rows", count ? Json(*count) : Json(nullptr)},
                {"params", std::move(params)},
                {"given", std::move(given)},
                {"columns", std::move(columns)},
                {"rules", has_rules_},
                {"abilities", task_->abilities().names()},
                {"request", request_}};
  if (stored_) {
    about["content_hash"] = stored_->data.manifest().content_hash;
    about["part"] = stored_->chosen.part;
  }
  return about;
}

PromptWriter RowSource::make_prompts() const {
  const bool is_told = task_->abilities().instructor != nullptr;
  return {*task_,
          {is_told ? PromptKind::kInstructed : PromptKind::kBare,
           is_told ? HandOver::kTagged : HandOver::kAlone},
          {}};
}

namespace {

// The prompt as the last key of a line that ends in "}\n".
void append_prompt(std::string& lines, const std::string& prompt) {
  lines.resize(lines.size() - 2);
  lines += ",\"prompt\":";
  append_json_string(lines, prompt);
  lines += "}\n";
}

// What a thread makes lines with.
struct LineBlock {
  std::optional<RowCursor> cursor;
  Example example;
  std::string lines;
};

}  // namespace

void RowSource::append_lines(std::uint64_t first, std::uint64_t count, LineParts parts,
                             const Control& control, std::string& out) const {
  constexpr std::uint64_t kBlock = 512;
  check_range(first, count);
  const bool rules = parts.rules && has_rules_;
  const bool as_stored = stored_ != nullptr && rules == has_rules_ && !parts.prompts;
  const RowWriter writer(shape_, rules);
  Progress progress{"read " + shape_.task, 0, count, 0};
  ordered_parallel<LineBlock>(
      0, (count + kBlock - 1) / kBlock, control,
      [&](std::uint64_t index, LineBlock& block) {
        if (!block.cursor) block.cursor.emplace(*this, Wanted{.rules = rules});
        block.lines.clear();
        const std::uint64_t end = std::min(count, (index + 1) * kBlock);
        for (std::uint64_t row = first + index * kBlock; row < first + end; ++row) {
          if (as_stored) {
            block.lines += block.cursor->stored_line(row);
            block.lines += '\n';
          } else if (block.cursor->read(row, block.example)) {
            writer.append(block.lines, block.example);
            if (parts.prompts) append_prompt(block.lines, prompt_of(block.example));
          }
        }
      },
      [&](std::uint64_t index, const LineBlock& block) {
        out += block.lines;
        progress.done = std::min(count, (index + 1) * kBlock);
        progress.bytes = out.size();
        control.report(progress);
      });
}

RowCursor::RowCursor(const RowSource& source, Wanted want, bool as_texts)
    : source_(source), want_(want), as_texts_(as_texts) {}

bool RowCursor::make(std::uint64_t row, Example& out) {
  const RowSource::Made& made = *source_.made_;
  const std::uint64_t place = made.place(row);
  const Address address = made.plan->at(place);
  if (!unit_ || unit_index_ != address.unit) {
    unit_ = made.source->unit(address.unit);
    unit_index_ = address.unit;
  }
  reset(out, source_.task_->schema());
  out.stamp = source_.shape_.stamp;
  return made.plan->make(*unit_, place, want_, out);
}

std::string_view RowCursor::stored_line(std::uint64_t row) {
  const RowSource::Stored& stored = *source_.stored_;
  if (!lines_) lines_.emplace(*stored.index);
  return lines_->line(stored.number(row));
}

bool RowCursor::read(std::uint64_t row, Example& out) {
  if (source_.made_) return make(row, out);
  if (!reader_) {
    RowShape shape = source_.shape_;
    if (as_texts_) shape.rules = nullptr;
    reader_.emplace(std::move(shape), want_);
  }
  const RowSource::Stored& stored = *source_.stored_;
  read_row(
      *reader_, stored_line(row), [&] { return stored.index->place(stored.number(row)); }, out);
  return true;
}

std::span<const std::string_view> RowCursor::rule_texts() const {
  return reader_ ? reader_->rule_texts() : std::span<const std::string_view>();
}

}  // namespace assay::capi
