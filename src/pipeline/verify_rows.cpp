#include "assay/pipeline/verify_rows.h"

#include <algorithm>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/store/row.h"
#include "assay/store/row_pass.h"

namespace assay {

namespace {

void check_truth(const Task& task, const Auditor* auditor, const Example& row) {
  const auto object = [&](std::string_view what, std::string_view why) {
    fail(ErrorKind::kInput, "{}: {}: {}", id_of(task.info().name, row), what, why);
  };
  const auto check_defect = [&](std::string_view what) {
    const std::string defect = auditor == nullptr ? "" : auditor->defect(row);
    if (!defect.empty()) object(what, defect);
  };
  const Witness witness = task.info().witness;
  const bool is_compiled = witness == Witness::kCompiler;
  if (is_compiled) check_defect("the target is not what the input means");
  if (witness != Witness::kRow) {
    const Verdict solved = task.judge(row, task.solve(row.input()));
    if (solved.status != Status::kRight) {
      object("the target is not what the solver answers", solved.why);
    }
  }
  const Verdict given = task.judge(row, row.target());
  if (given.status != Status::kRight) object("the target is wrong", given.why);
  if (!is_compiled) check_defect("the row does not fit its input");
}

void check_seed(const Example& row, std::uint64_t seed) {
  if (row.imported || row.seed == seed) return;
  fail(ErrorKind::kInput, "the row is of seed {}, the data set of seed {}", row.seed, seed);
}

// Of some rows of one file.
struct SeenRows {
  ContentHash content;
  std::vector<std::uint64_t> forms;
  std::vector<Address> addresses;
  LengthStats lengths;
  std::string again;
};

template <typename Type>
void append(std::vector<Type>& all, const std::vector<Type>& some) {
  all.insert(all.end(), some.begin(), some.end());
}

// The part that a row stands in; the last one where a damaged file has more rows than it should.
std::size_t part_at(const std::vector<PartRange>& parts, std::uint64_t row) {
  const auto found =
      std::ranges::find_if(parts, [&](const PartRange& part) { return row < part.end; });
  return std::min(static_cast<std::size_t>(found - parts.begin()), parts.size() - 1);
}

}  // namespace

std::string_view what_confirms(Witness witness) {
  switch (witness) {
    case Witness::kSolver:
      return "the solver confirms every target";
    case Witness::kCompiler:
      return "an independent compiler confirms every target, and the solver agrees";
    case Witness::kSameRules:
      return "the solver confirms every target, but by the rules that made it: there is no "
             "independent check";
    case Witness::kRow:
      return "a second reading of each row confirms its target";
    case Witness::kNone:
      break;
  }
  return "targets are not compared with the solver's: not all can be right";
}

RowFindings read_rows(const DataSet& data, const Task& task, const Control& control) {
  const std::vector<PartRange> parts = data.parts();
  RowFindings findings;
  findings.forms.reserve(data.rows());
  findings.addresses.reserve(data.rows());
  findings.lengths.resize(parts.size());
  const Auditor* auditor = task.abilities().auditor;
  const Recipe& recipe = data.manifest().recipe;
  const RowShape shape = row_shape(task, data.manifest());
  const RowWriter writer(shape, recipe.with_rules);
  for_rows<SeenRows>(
      data, {.shape = shape, .control = control, .progress = {"verify rows", 0, data.rows(), 0}},
      [&](const Example& row, std::string_view line, SeenRows& seen) {
        seen.again.clear();
        writer.append(seen.again, row);
        if (std::string_view(seen.again).substr(0, line.size()) != line) {
          fail(ErrorKind::kInput, "the row is not written in the standard form");
        }
        check_seed(row, recipe.seed);
        if (task.info().witness != Witness::kNone) check_truth(task, auditor, row);
        seen.content.add(seen.again);
        seen.forms.push_back(hash64(task.canonical(row)));
        seen.addresses.push_back(row.address);
        seen.lengths.add(count_words(row.input()), count_words(row.target()));
      },
      [&](const SeenRows& seen) {
        // Blocks of rows do not reach over the end of a file, so all stand in one part.
        findings.lengths[part_at(parts, findings.rows())].add(seen.lengths);
        findings.content.add(seen.content);
        append(findings.forms, seen.forms);
        append(findings.addresses, seen.addresses);
      });
  return findings;
}

}  // namespace assay
