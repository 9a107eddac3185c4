#include "assay/pipeline/split_session.h"

#include "assay/base/hash.h"
#include "assay/pipeline/ask_rows.h"

namespace assay {

Key split_key(std::string_view task, std::uint64_t seed) {
  Stream stream(stream_key(seed, task), {.purpose = Purpose::kSplit});
  const std::uint32_t first = stream.next();
  const std::uint32_t second = stream.next();
  return {first, second};
}

SplitSession::SplitSession(const DataSet& data, const Task& task, const Control& control,
                           EqualRows equal)
    : data_(data), task_(task), control_(control), equal_(equal), subject_(subject_of(data)) {}

SplitSession::SplitSession(const DataSet& data, const Task& task, const Control& control,
                           EqualRows equal, Forms canonical_forms)
    : SplitSession(data, task, control, equal) {
  forms_ = canonical_forms;
}

Key SplitSession::key(std::uint64_t seed) const { return split_key(task_.info().name, seed); }

Split SplitSession::split(std::string_view name) const { return read_split(data_, name).split; }

template <typename Type, typename Ask>
std::vector<Type> SplitSession::ask(Ask ask) {
  struct Answer {
    Type value;
    std::uint64_t form = 0;
  };
  const bool wants_forms = !forms_ && equal_ == EqualRows::kTogether;
  auto answers = ask_rows<Answer>(data_, task_, control_, [&](const Example& row) {
    return Answer{ask(row), wants_forms ? hash64(task_.canonical(row)) : 0};
  });
  std::vector<Type> values;
  values.reserve(answers.size());
  for (Answer& answer : answers) {
    values.push_back(std::move(answer.value));
    if (wants_forms) own_forms_.push_back(answer.form);
  }
  if (wants_forms) forms_ = own_forms_;
  return values;
}

std::vector<std::uint64_t> SplitSession::facts(RowFact which) {
  return ask<std::uint64_t>([&](const Example& row) -> std::uint64_t {
    const Features features = task_.features(row);
    switch (which) {
      case RowFact::kGroup:
        return hash64(features.group.empty() ? id_of(task_.info().name, row) : features.group);
      case RowFact::kInputLength:
        return features.input_length;
      case RowFact::kOutputLength:
        return features.output_length;
      case RowFact::kInputPattern:
        return hash64(features.input_pattern);
      case RowFact::kOutputPattern:
        break;
    }
    return hash64(features.output_pattern);
  });
}

std::vector<Deal> SplitSession::deals(const Predicate& predicate) { return ask<Deal>(predicate); }

std::vector<RowTie> SplitSession::ties() {
  return ask<RowTie>([&](const Example& row) {
    return RowTie{row.address, task_.features(row).leader};
  });
}

std::vector<std::string> SplitSession::inputs() {
  return ask<std::string>([](const Example& row) { return row.input(); });
}

Forms SplitSession::forms() { return equal_ == EqualRows::kTogether ? canonical_forms() : Forms(); }

Forms SplitSession::canonical_forms() {
  if (!forms_) {
    own_forms_ = ask_rows<std::uint64_t>(
        data_, task_, control_, [&](const Example& row) { return hash64(task_.canonical(row)); });
    forms_ = own_forms_;
  }
  return *forms_;
}

const DivergencePool& SplitSession::pool(const ParamTable& define) {
  const CompoundDefinition definition = redefined(task_.info().compounds, define);
  if (!pool_ || pool_->definition != definition) {
    pool_.reset();  // before the next one takes its memory
    pool_ = std::make_unique<DivergencePool>(read_pool(data_, task_, definition, control_, equal_));
  }
  return *pool_;
}

}  // namespace assay
