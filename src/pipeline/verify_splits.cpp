#include "assay/pipeline/verify_splits.h"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/pipeline/make_split.h"
#include "assay/pipeline/methods/shared_rows.h"
#include "assay/pipeline/methods/task_holdout.h"
#include "assay/store/read_row.h"
#include "assay/store/row_pass.h"
#include "assay/store/split_json.h"

namespace assay {

namespace {

// The first row on which two lists differ.
std::optional<std::string> first_difference(const std::vector<std::uint64_t>& found,
                                            const std::vector<std::uint64_t>& wanted,
                                            std::string_view part, const DataSet& data,
                                            const Task& task) {
  const auto differ = std::mismatch(found.begin(), found.end(), wanted.begin(), wanted.end());
  if (differ.first == found.end() && differ.second == wanted.end()) return std::nullopt;
  const bool extra = differ.second == wanted.end() ||
                     (differ.first != found.end() && *differ.first < *differ.second);
  const std::uint64_t row = extra ? *differ.first : *differ.second;
  Example example;
  RowReader reader(row_shape(task, data.manifest()));
  const RowIndex index(data);
  read_row(
      reader, index.line(row), [&] { return index.place(row); }, example);
  return fmt::format("row {} ({}, \"{}\") {} {}, but the claim says otherwise", row,
                     id_of(task.info().name, example), example.input(),
                     extra ? "stands in" : "is missing from", part);
}

// Whether the claim is a published split whose held-out rows may stand in train, too.
bool may_share(const SplitSpec& claim, const Task& task) {
  const auto holdout = holdout_of(task, claim);
  return holdout && holdout->may_share;
}

// What `verify` deals and measures again with: rows of equal form together, or one by one.
struct Sessions {
  SplitSession together;
  SplitSession apart;

  SplitSession& of(const SplitFile& file) { return file.format == 1 ? apart : together; }
};

// `shared` is the number of held-out rows that also stand in train.
std::string check_claim(const SplitFile& file, std::uint64_t shared, const DataSet& data,
                        SplitSession& rows) {
  const SplitMethod& method = find_split_method(file.claim.method);
  if (shared > 0 && !may_share(file.claim, rows.task())) {
    return fmt::format("{} held-out rows also stand in train", with_commas(shared));
  }
  if (method.check) return method.check(file, rows);
  const Split wanted = make_split(rows, file.claim).split;
  for (const Place part : {Place::kTrain, Place::kDev, Place::kTest}) {
    auto wrong = first_difference(rows_in(file.split, part), rows_in(wanted, part), name_of(part),
                                  data, rows.task());
    if (wrong) return *wrong;
  }
  return "";
}

// Hands rows to `see` one after the other, with their numbers.
void see_rows(const RowIndex& index, const std::vector<std::uint64_t>& rows, const Task& task,
              const Control& control,
              const std::function<void(std::uint64_t row, const Example&)>& see) {
  auto next = rows.begin();
  for_rows<std::vector<Example>>(
      index, rows,
      {.shape = row_shape(task, index.data().manifest()),
       .want = {.rules = false},
       .control = control},
      [](Example& row, std::string_view, std::vector<Example>& seen) {
        seen.push_back(std::move(row));
      },
      [&](const std::vector<Example>& seen) {
        for (const Example& row : seen) see(*next++, row);
      });
}

// What the holdout promises of the two parts as wholes: figures when it holds. Throws Error(kInput)
// with the place of a row that breaks it.
std::string promise_figures(const SplitFile& file, const DataSet& data, const SplitSession& rows) {
  const auto holdout = holdout_of(rows.task(), file.claim);
  if (!holdout || !holdout->promise) return "";
  const auto promise = holdout->promise();
  const RowIndex index(data);
  see_rows(index, file.split.train, rows.task(), rows.control(),
           [&](std::uint64_t, const Example& row) { promise->see_train(row); });
  see_rows(index, file.split.test, rows.task(), rows.control(),
           [&](std::uint64_t at, const Example& row) {
             const std::string broken = promise->see_test(row);
             if (!broken.empty()) fail(ErrorKind::kInput, "{}: {}", index.place(at), broken);
           });
  return "; " + promise->summary();
}

// A split of the recipe is the one that the recipe asks for.
std::string recipe_defect(const SplitFile& file, const Manifest& manifest, const Task& task) {
  for (const SplitSpec& spec : promised_splits(manifest)) {
    if (spec.name != file.claim.name) continue;
    const std::string wanted = to_json(claim_of(spec, task)).dump();
    const std::string found = to_json(file.claim).dump();
    if (found != wanted) {
      return fmt::format("claims {}, but the recipe has {} under this name", printable(found),
                         wanted);
    }
  }
  return "";
}

// As the file was written: nothing was added to its claim or left out of it.
std::string written_form(const SplitFile& file) {
  SplitFile plain = file;
  plain.claim = recorded(find_split_method(file.claim.method).form, file.claim);
  return split_text(plain);
}

// What is wrong with the split, or the figures of its promise when nothing is.
std::string split_defect(const SplitFile& file, std::uint64_t shared, const DataSet& data,
                         SplitSession& rows, std::string& figures) try {
  std::string wrong = recipe_defect(file, data.manifest(), rows.task());
  if (wrong.empty()) wrong = check_claim(file, shared, data, rows);
  if (wrong.empty() && data.folder().read(split_path(file.claim.name)) != written_form(file)) {
    wrong = "the file was changed after it was written";
  }
  if (wrong.empty()) figures = promise_figures(file, data, rows);
  return wrong;
} catch (const Error& problem) {
  if (problem.kind() == ErrorKind::kIo) throw;
  return problem.what();
}

Check check_read_split(const SplitFile& file, const DataSet& data, SplitSession& rows) {
  const std::string& name = file.claim.name;
  const std::uint64_t shared = shared_rows(file.split, rows.canonical_forms());
  std::string figures;
  const std::string wrong = split_defect(file, shared, data, rows, figures);
  if (!wrong.empty()) {
    return {"split " + name, false,
            fmt::format("{}: {}", printable(data.folder().path_of(split_path(name))), wrong)};
  }
  if (shared > 0) {
    figures += fmt::format("; up to naming, {} held-out rows stand in train", with_commas(shared));
  }
  return {
      "split " + name, true,
      fmt::format("{}: train {}, dev {}, test {}; the claim holds on the rows{}", file.claim.method,
                  with_commas(file.split.train.size()), with_commas(file.split.dev.size()),
                  with_commas(file.split.test.size()), figures),
      shared > 0};
}

Check check_split(const std::string& name, const DataSet& data, Sessions& sessions) {
  try {
    const SplitFile file = read_split(data, name);
    return check_read_split(file, data, sessions.of(file));
  } catch (const Error& problem) {
    if (problem.kind() == ErrorKind::kIo) throw;
    return {"split " + name, false, problem.what()};
  }
}

}  // namespace

std::vector<Check> check_splits(const DataSet& data, const Task& task, Forms forms,
                                const Control& control) {
  std::vector<Check> checks;
  for (const SplitSpec& spec : promised_splits(data.manifest())) {
    if (data.folder().exists(split_path(spec.name))) continue;
    checks.push_back({"split " + spec.name, false,
                      fmt::format("{}: is missing, but the recipe has it; assay generate with that "
                                  "recipe makes it again",
                                  printable(data.folder().path_of(split_path(spec.name))))});
  }
  Sessions sessions{{data, task, control, EqualRows::kTogether, forms},
                    {data, task, control, EqualRows::kApart, forms}};
  for (const std::string& name : split_names(data.folder())) {
    checks.push_back(check_split(name, data, sessions));
  }
  return checks;
}

}  // namespace assay
