#include "assay/tasks/curi/formats.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "assay/base/json.h"
#include "assay/tasks/curi/row.h"
#include "assay/tasks/curi/scene_pool.h"
#include "assay/tasks/curi/scenes/scene_json.h"

namespace assay::curi {

namespace {

struct SetColumns {
  Column scenes;
  Column labels;
};

// Positives first, as the release stores them.
std::vector<std::size_t> release_order(const std::vector<std::int64_t>& labels) {
  std::vector<std::size_t> order(labels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return labels[a] > labels[b]; });
  return order;
}

template <typename Value>
std::vector<Value> in_order(const std::vector<Value>& values,
                            const std::vector<std::size_t>& order) {
  std::vector<Value> sorted;
  for (const std::size_t at : order) sorted.push_back(values[at]);
  return sorted;
}

void append_set(std::string& out, const Example& row, const ConceptSpace& space,
                const SetColumns& columns, bool is_query) {
  const auto& labels = numbers_at(row, columns.labels);
  const auto order = release_order(labels);
  out += R"({"hypothesis":)";
  append_json_string(out, text_at(row, kConceptColumn));
  fmt::format_to(std::back_inserter(out),
                 R"(,"hypothesis_index":{},"hypothesis_length":{},"raw_ids":[{}],"labels":[{}])",
                 number_at(row, kNumberColumn), number_at(row, kLengthColumn),
                 fmt::join(in_order(numbers_at(row, columns.scenes), order), ","),
                 fmt::join(in_order(labels, order), ","));
  if (is_query) {
    fmt::format_to(std::back_inserter(out), R"(,"optimistic_labels":[{}])",
                   fmt::join(in_order(numbers_at(row, kOptimisticColumn), order), ","));
  }
  // The concept itself comes last, as in the release.
  const auto& valid = numbers_at(row, kValidColumn);
  const auto& posterior = reals_at(row, kPosteriorColumn);
  std::vector<std::size_t> others_first(valid.size());
  std::iota(others_first.begin(), others_first.end(), std::size_t{0});
  std::stable_partition(others_first.begin(), others_first.end(),
                        [&](std::size_t at) { return valid[at] != number_at(row, kNumberColumn); });
  std::vector<double> prior;
  for (const std::size_t at : others_first) {
    prior.push_back(space.concepts()[static_cast<std::size_t>(valid[at])].log_probability);
  }
  fmt::format_to(std::back_inserter(out),
                 R"(,"valid_hypotheses":[{}],"posterior_logprobs":[{}],"prior_logprobs":[{:.6f}])",
                 fmt::join(in_order(valid, others_first), ","),
                 fmt::join(in_order(posterior, others_first), ","), fmt::join(prior, ","));
  fmt::format_to(std::back_inserter(out), R"(,"alternates":[{}]}})",
                 fmt::join(numbers_at(row, kAlternatesColumn), ","));
}

void append_scene(std::string& out, const ConceptSpace& space, std::uint64_t number) {
  Scene scene;
  space.scene_maker().make(number, scene);
  append_scene_json(out, scene);
  out += '\n';
}

// The space is asked for only when a file is written.
using Space = std::function<const ConceptSpace&()>;

RowFile episodes(const Space& space) {
  return {"{part}.jsonl", [space](const Example& row, std::string& out) {
            expect_fit(row, space());
            out += R"({"support":)";
            append_set(out, row, space(), {kSupportScenesColumn, kSupportLabelsColumn}, false);
            out += R"(,"query":)";
            append_set(out, row, space(), {kQueryScenesColumn, kQueryLabelsColumn}, true);
            out += "}\n";
          }};
}

RowFile scenes(const Space& space) {
  return {"{part}_scenes.jsonl", [space](const Example& row, std::string& out) {
            expect_fit(row, space());
            for (const Column column : {kSupportScenesColumn, kQueryScenesColumn}) {
              for (const std::int64_t number : numbers_at(row, column)) {
                append_scene(out, space(), static_cast<std::uint64_t>(number));
              }
            }
          }};
}

// The scenes that mAP is measured on, in order.
FixedFile pool(const Space& space) {
  return {"pool.jsonl", [space] {
            std::string out;
            const ScenePool pool(space());
            for (const std::uint64_t number : pool.scenes()) {
              append_scene(out, space(), number);
            }
            return out;
          }};
}

FixedFile concepts(const Space& space) {
  return {"concepts.jsonl", [space] {
            std::string out;
            for (const Hypothesis& each : space().concepts()) {
              out += R"({"concept":)";
              append_json_string(out, each.text);
              fmt::format_to(std::back_inserter(out),
                             R"(,"length":{},"log_probability":{:.6f},"scenes":{},"meaning":{}}})"
                             "\n",
                             each.length, each.log_probability, each.scenes, each.cluster);
            }
            return out;
          }};
}

}  // namespace

std::vector<Format> curi_formats(const std::function<const ConceptSpace&()>& space) {
  return {{.name = "episodes",
           .summary = "the release's record of an episode as JSON, one a line; to a folder also "
                      "all concepts, and the pool of scenes that mAP is measured on",
           .files = {episodes(space), pool(space), concepts(space)}},
          {.name = "scenes",
           .summary = "the 50 scenes of each episode as CLEVR's JSON, one a line, support first",
           .files = {scenes(space)}}};
}

}  // namespace assay::curi
