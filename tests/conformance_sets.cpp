#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "assay/base/error.h"
#include "assay/base/random.h"
#include "assay/base/scratch_folder_testing.h"
#include "assay/core/stamp.h"
#include "assay/pipeline/export.h"
#include "assay/pipeline/verify_published.h"
#include "assay/store/row.h"
#include "conformance_laws.h"

namespace assay::conformance {

namespace {

constexpr std::uint64_t kMostRows = 20'000;  // among which rare sets must be met

struct Dealt {
  Predicate predicate;
  std::uint64_t train = 0;
  std::uint64_t test = 0;
  bool is_met() const { return train > 0 && test > 0; }
};

}  // namespace

Complaints holdouts_train_and_test(const Subject& subject) {
  Complaints complaints;
  const std::vector<Holdout> holdouts = subject.task().holdouts();
  std::vector<Dealt> dealt;
  for (const Holdout& holdout : holdouts) {
    dealt.push_back({holdout.bind(Params(holdout.params, {}, holdout.name)), 0, 0});
  }
  std::uint64_t rows = 0;
  subject.each_row(kMostRows, [&](const Example& row) {
    ++rows;
    bool all_met = true;
    for (std::size_t i = 0; i < dealt.size(); ++i) {
      if (rows > kRows && dealt[i].is_met()) continue;
      const Deal deal = dealt[i].predicate(row);
      if (deal.shot && deal.place == Place::kTrain) {
        complaints.add("{}: a shot of {} is in training already", row.input(), holdouts[i].name);
      }
      const bool anywhere = deal.place == Place::kAny;
      dealt[i].train += anywhere || deal.place == Place::kTrain ? 1 : 0;
      dealt[i].test += anywhere || deal.place == Place::kTest ? 1 : 0;
      all_met = all_met && (dealt[i].is_met() || !holdouts[i].vacant.empty());
    }
    return rows < kRows || !all_met;
  });
  for (std::size_t i = 0; i < dealt.size(); ++i) {
    if (dealt[i].is_met() == holdouts[i].vacant.empty()) continue;
    complaints.add("{}: of {} rows {} train and {} test{}", holdouts[i].name, rows, dealt[i].train,
                   dealt[i].test,
                   holdouts[i].vacant.empty() ? "" : ", but it says: " + holdouts[i].vacant);
  }
  return complaints;
}

namespace {

// The rows as a data set on disk.
DataSet stored(const Task& task, const std::vector<Example>& rows, const ScratchFolder& folder) {
  const RowWriter writer(row_shape(task), true);
  std::string lines;
  for (const Example& row : rows) writer.append(lines, row);
  Manifest manifest;
  manifest.recipe.task = task.info().name;
  manifest.stamp = stamp_of(task);
  manifest.columns = task.schema();
  const std::string path = data_path("all", 0, 1);
  manifest.files.push_back({path, "all", 0, rows.size(), rows.size(), lines.size(), ""});
  manifest.parts.push_back({"all", rows.size(), {}});
  folder.put(path, lines);
  return {folder.path(), manifest};
}

void check_parts(const Format& format, const std::vector<Example>& rows, Complaints& complaints) {
  if (!format.parts) return;
  std::size_t placed = 0;
  for (const Example& row : rows) {
    const std::string_view part = format.parts->of(row);
    if (part.empty()) continue;
    ++placed;
    if (std::ranges::find(format.parts->names, part) == format.parts->names.end()) {
      complaints.add("{}: there is no part \"{}\"", format.name, part);
    }
  }
  if (placed == 0) complaints.add("{}: no row is in any part", format.name);
}

void check_files(const Format& format, const std::string& folder,
                 const std::vector<std::string>& names, Complaints& complaints) {
  std::uint64_t bytes = 0;
  for (const std::string& name : names) {
    std::error_code problem;
    const auto size = std::filesystem::file_size(fmt::format("{}/{}", folder, name), problem);
    if (problem) complaints.add("{}: {} was not written", format.name, name);
    bytes += problem ? 0 : size;
  }
  if (bytes == 0) complaints.add("{}: nothing was written", format.name);
  if (names.size() < format.files.size())
    complaints.add("{}: only {} files", format.name, names.size());
  if (!format.checker) return;
  const auto checker = format.checker->make();
  const auto departs = [&](const std::string& aspect) {
    return std::ranges::find(format.checker->departs, aspect) != format.checker->departs.end();
  };
  for (const std::string& name : names) {
    const PublishedReport report =
        verify_published(fmt::format("{}/{}", folder, name), *checker, {});
    if (report.stopped_by || report.records == 0) {
      complaints.add("{}: {}: the checker did not reach the end", format.name, name);
    }
    for (const auto& mismatch : report.mismatches) {
      if (departs(mismatch.aspect)) continue;
      complaints.add("{}: {}: {}: {}", format.name, name, mismatch.aspect, mismatch.why);
    }
    for (const auto& aspect : report.aspects) {
      if (departs(aspect.name) != (aspect.matches < aspect.of)) {
        complaints.add("{}: {}: {} of {} match in {}", format.name, name, aspect.matches, aspect.of,
                       aspect.name);
      }
    }
  }
}

}  // namespace

Complaints formats_export_what_their_checkers_accept(const Subject& subject) {
  Complaints complaints;
  const auto rows = subject.some(200);
  const ScratchFolder folder;
  const DataSet data = stored(subject.task(), rows, folder);
  for (const Format& format : all_formats(subject.task(), row_shape(subject.task()), true)) {
    check_parts(format, rows, complaints);
    const std::string out = folder / ("export_" + format.name);
    try {
      const auto names = export_format(data, subject.task(), format, std::nullopt, out, {}).names;
      check_files(format, out, names, complaints);
    } catch (const Error& problem) {
      complaints.add("{}: {}", format.name, problem.what());
    }
  }
  return complaints;
}

namespace {

void check_marks(const LearnerPanel& panel, const std::vector<Example>& rows,
                 Complaints& complaints) {
  const std::size_t values = panel.learners().size() * panel.metrics().size();
  if (panel.learners().size() < 2 || panel.metrics().empty()) {
    complaints.add("{} learners and {} metrics", panel.learners().size(), panel.metrics().size());
  }
  std::size_t known = 0;
  for (const Example& row : rows) {
    const LearnerMarks marks = panel.mark(row);
    if (marks.values.size() != values || !std::isfinite(marks.weight) || marks.weight < 0) {
      complaints.add("{}: {} marks of weight {}", row.input(), marks.values.size(), marks.weight);
    }
    for (const auto& value : marks.values) {
      if (value && !std::isfinite(*value)) complaints.add("{}: a mark is {}", row.input(), *value);
      known += value ? 1 : 0;
    }
    if (panel.mark(row).values != marks.values) complaints.add("{}: others then", row.input());
  }
  if (known == 0) complaints.add("no learner has any mark");
}

bool is_finite(const Figure& figure) {
  const double* real = std::get_if<double>(&figure);
  return real == nullptr || std::isfinite(*real);
}

}  // namespace

Complaints learners_mark_every_row(const Subject& subject) {
  Complaints complaints;
  const IdealLearners* learners = subject.task().abilities().learners;
  if (learners == nullptr) return complaints;
  const auto rows = subject.some(20);
  std::vector<std::string> groups;
  for (const Example& row : subject.some(200)) groups.push_back(subject.task().features(row).group);
  std::ranges::sort(groups);
  groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
  for (const auto& trained : {std::optional<std::vector<std::string>>(), std::optional(groups)}) {
    const auto panel = learners->panel(trained);
    check_marks(*panel, rows, complaints);
    for (const auto& [name, figure] : panel->figures()) {
      if (name.empty() || !is_finite(figure)) complaints.add("figure \"{}\" is not finite", name);
    }
  }
  return complaints;
}

namespace {

// A text of the row that stands in its input.
void check_column(const Shortcut& shortcut, const Schema& schema, const Example& row,
                  Complaints& complaints) {
  const auto found = std::ranges::find(schema.fields, shortcut.column, &Field::name);
  if (found == schema.fields.end() || found->type != ValueType::kText) {
    complaints.add("{}: there is no text \"{}\"", shortcut.name, shortcut.column);
    return;
  }
  const auto column = static_cast<std::size_t>(found - schema.fields.begin());
  if (row.input().find(text_at(row, column)) == std::string::npos) {
    complaints.add("{}: the input lacks \"{}\"", shortcut.name, text_at(row, column));
  }
}

void check_answer(const Shortcut& shortcut, const Task& task, const Example& row,
                  Complaints& complaints) {
  const auto answer = [&]() -> std::string {
    Stream chance(stream_key(kSeed, shortcut.name), {});
    try {
      return shortcut.answer(row, chance);
    } catch (const Error& problem) {
      if (problem.kind() != ErrorKind::kInput) throw;
      return "";
    }
  };
  const std::string said = answer();
  if (said != answer()) complaints.add("{}: another answer comes again", shortcut.name);
  if (said.empty()) return;  // no answer, or no actions: the agent stands where it would go
  const Verdict verdict = task.judge(row, said);
  if (verdict.status != Status::kRight && verdict.status != Status::kWrong) {
    complaints.add("{}: {}: {}", shortcut.name, said, name_of(verdict.status));
  }
}

}  // namespace

Complaints shortcuts_give_readable_answers(const Subject& subject) {
  Complaints complaints;
  std::set<std::string> names;
  for (const Shortcut& shortcut : subject.task().abilities().shortcuts) {
    if (!names.insert(shortcut.name).second || shortcut.summary.empty()) {
      complaints.add("\"{}\" is there twice or says nothing of itself", shortcut.name);
    }
    if (shortcut.column.empty() != static_cast<bool>(shortcut.answer)) {
      complaints.add("{}: goes by a column or by itself, not both", shortcut.name);
      continue;
    }
    for (const Example& row : subject.some(100)) {
      if (shortcut.answer) {
        check_answer(shortcut, subject.task(), row, complaints);
      } else {
        check_column(shortcut, subject.task().schema(), row, complaints);
      }
    }
  }
  return complaints;
}

namespace {

// None where a metric asks for something by a parameter that is empty unless set, such as a file.
std::unique_ptr<Metric> made(const MetricSpec& spec) {
  try {
    return spec.make(Params(spec.params, {}, spec.name));
  } catch (const Error& problem) {
    const bool asks = std::ranges::any_of(
        spec.params, [](const ParamSpec& param) { return param.default_text.empty(); });
    if (problem.kind() != ErrorKind::kUsage || !asks) throw;
    return nullptr;
  }
}

}  // namespace

Complaints metrics_report_figures(const Subject& subject) {
  Complaints complaints;
  const Abilities abilities = subject.task().abilities();
  for (const MetricSpec& spec : abilities.metrics) {
    if (spec.name.empty() || spec.summary.empty()) complaints.add("a metric without a name");
    const auto metric = made(spec);
    if (!metric) continue;
    for (const Example& row : subject.rows()) {
      metric->see(row, row.target(), subject.task().judge(row, row.target()));
    }
    const MetricReport report = metric->report({});
    if (report.value && !std::isfinite(*report.value)) complaints.add("{}: no value", spec.name);
    if (report.figures.empty() && !report.value) complaints.add("{}: says nothing", spec.name);
    for (const auto& [name, figure] : report.figures) {
      if (name.empty() || !is_finite(figure)) complaints.add("{}: {}", spec.name, name);
    }
    for (const MetricReport::Table& table : report.tables) {
      for (const auto& row : table.rows) {
        if (row.size() == table.columns.size() && std::ranges::all_of(row, is_finite)) continue;
        complaints.add("{}: table {} has a row that does not fit", spec.name, table.name);
      }
    }
    metric->list([&](std::string_view line) {
      if (spec.listed.empty() || line.empty() || line.find('\n') != std::string_view::npos) {
        complaints.add("{}: lists \"{}\"", spec.name, line);
      }
    });
  }
  return complaints;
}

Complaints findings_have_names(const Subject& subject) {
  Complaints complaints;
  const Auditor* auditor = subject.task().abilities().auditor;
  if (auditor == nullptr) return complaints;
  auto findings = auditor->certify(kSeed);
  for (Finding& digest : auditor->digests()) findings.push_back(std::move(digest));
  for (const Finding& finding : findings) {
    if (finding.name.empty() || finding.detail.empty()) {
      complaints.add("\"{}\": \"{}\"", finding.name, finding.detail);
    }
  }
  return complaints;
}

}  // namespace assay::conformance
