#include "assay/pipeline/foreign_session.h"

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/limits.h"
#include "assay/pipeline/foreign_pool.h"
#include "assay/pipeline/foreign_rows.h"
#include "assay/pipeline/split_session.h"

namespace assay {

namespace {

std::uint64_t fact_of(const ForeignRow& row, std::uint64_t number, RowFact which) {
  switch (which) {
    case RowFact::kGroup:
      return row.group.empty() ? mix(number, 0x67) : hash64(row.group);
    case RowFact::kInputLength:
      return row.features.input_length;
    case RowFact::kOutputLength:
      return row.features.output_length;
    case RowFact::kInputPattern:
      return row.features.input_pattern;
    case RowFact::kOutputPattern:
      break;
  }
  return row.features.output_pattern;
}

void check_texts(const ForeignRow& row, bool needed) {
  if (row.has_texts || (!needed && (row.has_rules || row.has_lists))) return;
  fail(ErrorKind::kInput, "has no \"input\" and \"target\", which this method needs");
}

}  // namespace

ForeignSession::ForeignSession(std::string path, const Folder& folder, const Control& control)
    : path_(std::move(path)),
      folder_(folder),
      control_(control),
      text_(read_user_file(path_, {kMostRowsBytes, kMostLineBytes})),
      subject_(foreign_subject(path_, text_)) {}

Key ForeignSession::key(std::uint64_t seed) const { return split_key("", seed); }

std::vector<std::uint64_t> ForeignSession::facts(RowFact which) {
  std::vector<std::uint64_t> values;
  for_foreign_rows(path_, text_, [&](const ForeignRow& row, std::uint64_t number) {
    check_texts(row, which != RowFact::kGroup);
    values.push_back(fact_of(row, number, which));
  });
  return values;
}

Forms ForeignSession::forms() {
  if (!forms_.empty()) return forms_;
  for_foreign_rows(path_, text_, [&](const ForeignRow& row, std::uint64_t) {
    check_texts(row, false);
    forms_.push_back(row.form);
  });
  return forms_;
}

const DivergencePool& ForeignSession::pool(const ParamTable& define) {
  if (!pool_ || define != define_) {
    pool_ = std::make_unique<DivergencePool>(read_foreign_pool(path_, text_, define, control_));
    define_ = define;
  }
  return *pool_;
}

}  // namespace assay
