#include "fuzz_subjects.h"

#include <array>
#include <map>

#include "assay/catalog/catalog.h"
#include "assay/pipeline/export.h"
#include "assay/render/picture_svg.h"

namespace assay::fuzz {

namespace {

constexpr std::uint64_t kSeed = 11;
constexpr std::size_t kRows = 8;
constexpr std::uint64_t kUnitsTried = 40;

struct Choice {
  const char* task;
  std::map<std::string, std::string> params;
};

// Inputs that were kept name these by their place: new ones go to the end.
const std::vector<Choice>& choices() {
  static const std::vector<Choice> kChoices{
      {"scan", {}},
      {"cfq", {}},
      {"logic", {}},
      {"gscan", {{"resampling", "1"}}},
      {"reascan", {}},
      {"arc", {{"pairs", "2"}}},
      {"cscan", {}},
      {"curi", {{"draws", "1000"}, {"scenes", "200"}}},
      {"scan", {{"conjunctions", "3"}, {"meanings", "nested"}}},
      {"logic",
       {{"edition", "published"}, {"problems", "20"}, {"variations", "2"}, {"examples", "200"}}},
      {"reascan", {{"edition", "published"}, {"commands", "100"}, {"worlds", "2"}}},
      {"curi", {{"edition", "published"}, {"draws", "1000"}, {"scenes", "200"}}},
  };
  return kChoices;
}

std::vector<Example> some_rows(const Task& task) {
  std::vector<Example> rows;
  const auto source = task.open(kSeed);
  const std::uint64_t units = source->unit_count().value_or(kUnitsTried);
  for (std::uint64_t i = 0; i < kUnitsTried && rows.size() < kRows; ++i) {
    Example row;
    row.stamp = kStamp;
    const std::uint64_t index = units <= kUnitsTried ? i % units : i * (units / kUnitsTried);
    if (source->unit(index)->make(0, {}, row)) rows.push_back(std::move(row));
  }
  ASSAY_CHECK(!rows.empty());
  return rows;
}

Subject make_subject(const Choice& choice) {
  Subject subject;
  subject.task = make_task(choice.task, choice.params);
  subject.shape = row_shape(*subject.task);
  subject.shape.stamp = kStamp;
  subject.rows = some_rows(*subject.task);
  return subject;
}

void require_form(const Task& task, const Example& row) {
  std::string form;
  if (!takes([&] { form = task.canonical(row); })) return;
  require(task.canonical(row) == form, "a row has one canonical form");
}

void require_deals(const Task& task, const Example& row) {
  for (const Holdout& holdout : task.holdouts()) {
    const Predicate deal = holdout.bind(Params(holdout.params, {}, holdout.name));
    takes([&] { deal(row); });
  }
}

void require_exports(const Subject& subject, const Example& row) {
  for (const Format& format : all_formats(*subject.task, subject.shape, true)) {
    std::string out;
    takes([&] { format.rows().append(row, out); });
    if (format.parts) takes([&] { format.parts->of(row); });
  }
}

void require_pictures(const Task& task, const Example& row) {
  const Illustrator* illustrator = task.abilities().illustrator;
  if (illustrator == nullptr) return;
  for (const Reveal reveal : {Reveal::kQuestion, Reveal::kAnswer}) {
    takes([&] { illustrator->sketch(row, reveal); });
    takes([&] { picture_svg(illustrator->picture(row, reveal)); });
  }
}

}  // namespace

std::size_t subject_count() { return choices().size(); }

const Subject& choose_subject(Input& input) {
  static std::map<std::size_t, Subject> made;
  const std::size_t at = input.choose(choices().size());
  const auto found = made.find(at);
  if (found != made.end()) return found->second;
  return made.emplace(at, make_subject(choices()[at])).first->second;
}

const DataSet& data_set_of(const Subject& subject) {
  static std::map<const Subject*, DataSet> stored;
  const auto found = stored.find(&subject);
  if (found != stored.end()) return found->second;
  const RowWriter writer(subject.shape, true);
  std::string lines;
  for (const Example& row : subject.rows) writer.append(lines, row);
  Manifest manifest;
  manifest.recipe.task = subject.shape.task;
  manifest.stamp = kStamp;
  manifest.columns = subject.shape.schema;
  manifest.content_hash = std::string(32, '0');
  const std::string path = data_path("all", 0, 1);
  const std::uint64_t rows = subject.rows.size();
  manifest.files.push_back({path, "all", 0, rows, rows, lines.size(), ""});
  manifest.parts.push_back({"all", rows, {}});
  const std::string folder = "set_" + std::to_string(stored.size());
  put_file(folder + "/" + path, lines);
  return stored.emplace(&subject, DataSet(file_folder() + "/" + folder, std::move(manifest)))
      .first->second;
}

void ask_about_row(const Subject& subject, const Example& row) {
  const Task& task = *subject.task;
  takes([&] { require_sound(task.judge(row, row.target())); });
  require_form(task, row);
  takes([&] { task.features(row); });
  if (const Auditor* auditor = task.abilities().auditor) {
    takes([&] {
      const std::string defect = auditor->defect(row);
      require(defect.empty() || is_one_line(defect), "a defect is told on one line");
    });
  }
  require_deals(task, row);
  require_exports(subject, row);
  require_pictures(task, row);
}

}  // namespace assay::fuzz
