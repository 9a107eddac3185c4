#include "assay/pipeline/divergence_pool.h"

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/text.h"
#include "assay/split/bundles.h"
#include "assay/store/row_pass.h"

namespace assay {

std::vector<std::uint32_t> examples_of(std::size_t rows, Forms forms,
                                       std::span<const std::uint64_t> groups) {
  const auto bundle_of = bundle_rows(rows, {forms, groups});
  return {bundle_of.begin(), bundle_of.end()};
}

std::span<const std::uint32_t> shared_examples(const std::vector<std::uint32_t>& example_of) {
  const bool alone = example_of.empty() || std::size_t{example_of.back()} + 1 == example_of.size();
  return alone ? std::span<const std::uint32_t>() : std::span(example_of);
}

DivergencePool read_pool(const DataSet& data, const Task& task,
                         const CompoundDefinition& definition, const Control& control,
                         EqualRows equal) {
  if (!data.manifest().recipe.with_rules) {
    fail(ErrorKind::kInput,
         "{}: its rows were stored without rules; generate it again without --without rules",
         printable(data.folder().path()));
  }
  const std::string defect = nodes_defect(definition);
  if (!defect.empty()) fail(ErrorKind::kInput, "{}", defect);
  struct Found {
    GraphPool graphs;
    std::vector<RowFeatures> features;
    std::vector<std::uint64_t> forms;
    std::vector<std::uint64_t> groups;
  };
  const auto append = [](auto& all, const auto& more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  GraphPool graphs;
  std::vector<std::uint64_t> forms;
  std::vector<std::uint64_t> groups;
  std::vector<RowFeatures> features;
  for_rows<Found>(
      data,
      {.shape = row_shape(task, data.manifest()),
       .control = control,
       .progress = {"read rows", 0, data.rows(), 0}},
      [&](const Example& row, std::string_view, Found& found) {
        const Features of_row = task.features(row);
        found.graphs.add(row.rules);
        found.features.push_back({hash64(of_row.input_pattern), hash64(of_row.output_pattern),
                                  of_row.input_length, of_row.output_length,
                                  of_row.leader.has_value()});
        if (equal == EqualRows::kTogether) found.forms.push_back(hash64(task.canonical(row)));
        if (definition.grouped) {
          found.groups.push_back(
              hash64(of_row.group.empty() ? id_of(task.info().name, row) : of_row.group));
        }
      },
      [&](const Found& found) {
        graphs.add(found.graphs);
        append(features, found.features);
        append(forms, found.forms);
        append(groups, found.groups);
      });
  CompoundFigures figures;
  auto example_of = examples_of(features.size(), forms, groups);
  Profiles profiles = profile_graphs(graphs, shared_examples(example_of), task.rules(), definition,
                                     control, figures);
  return {std::move(profiles), std::move(example_of), std::move(features), definition, figures};
}

}  // namespace assay
