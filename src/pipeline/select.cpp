#include "assay/pipeline/select.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "assay/base/decimal.h"
#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/pipeline/selection_pool.h"
#include "assay/split/combination_entropy.h"
#include "assay/split/selection.h"

namespace assay {

namespace {

std::map<std::uint32_t, std::uint64_t> rows_by_level(std::span<const Candidate> rows) {
  std::map<std::uint32_t, std::uint64_t> counts;
  for (const Candidate& row : rows) ++counts[row.level];
  return counts;
}

// Measures these rows.
void measure(const CompoundLists& lists, std::span<const Candidate> rows, SelectionRecord& record) {
  CombinationEntropy entropy(lists.compounds(), rows.size());
  std::vector<std::uint32_t> compounds;
  for (const Candidate& row : rows) {
    lists.read(row.list, compounds);
    entropy.add(compounds);
  }
  record.rows = rows.size();
  record.entropy = six_decimals(entropy.bits());
  record.compounds = entropy.distinct();
  record.levels.clear();
  for (const auto& [level, count] : rows_by_level(rows)) record.levels.push_back({level, 0, count});
}

void check_pool(const DataSet& pool) {
  const Manifest& manifest = pool.manifest();
  const std::string path = printable(pool.folder().path());
  if (!manifest.recipe.with_rules) {
    fail(ErrorKind::kInput,
         "{}: its rows were stored without rules; generate it again without --without rules", path);
  }
  if (manifest.selection) {
    fail(ErrorKind::kUsage, "{}: was itself selected; select from the data set it came from", path);
  }
  if (manifest.parts.size() > 1 || manifest.claim) {
    fail(ErrorKind::kUsage, "{}: has parts; select from a data set of one part, then split", path);
  }
  if (manifest.shard) {
    fail(ErrorKind::kUsage, "{}: is a shard; merge the shards, then select", path);
  }
}

// Which rows, and the record of how they were chosen.
std::pair<std::vector<std::uint64_t>, SelectionRecord> choose(const DataSet& pool, const Task& task,
                                                              const SelectionPlan& plan,
                                                              const Control& control) {
  SelectionRecord record;
  record.by = plan.by.empty() ? usual_level(task) : plan.by;
  record.cap = plan.cap;
  record.compared = plan.compared;
  record.seed = plan.compared == 0 ? 0 : plan.seed;
  record.definition = counting_all(redefined(task.info().compounds, plan.define));
  record.pool_rows = pool.rows();
  record.pool_content_hash = pool.manifest().content_hash;
  const SelectionPool read = read_selection_pool(pool, task, record.by, record.definition, control);
  const std::vector<Candidate> candidates = different_rows(read);
  const SelectionWish wish{plan.rows, plan.cap, plan.compared,
                           stream_key(record.seed, task.info().name)};
  std::vector<std::uint64_t> rows = select_rows(read.lists, candidates, wish, control);
  std::ranges::sort(rows);
  std::vector<Candidate> chosen;
  for (const std::uint64_t row : rows) chosen.push_back(read.rows[row]);
  measure(read.lists, chosen, record);
  const auto in_pool = rows_by_level(candidates);
  std::map<std::uint32_t, std::uint64_t> in_chosen = rows_by_level(chosen);
  record.levels.clear();
  for (const auto& [level, count] : in_pool) {
    record.levels.push_back({level, count, in_chosen[level]});
  }
  return {std::move(rows), std::move(record)};
}

}  // namespace

ExportedSet select_set(const DataSet& pool, const Task& task, const SelectionPlan& plan,
                       const std::string& path, const ToolInfo& tool, const Control& control) {
  check_pool(pool);
  auto [rows, record] = choose(pool, task, plan, control);
  return export_selection(pool, task, rows, record, path, tool, control);
}

SelectionRecord measure_selection(const DataSet& data, const Task& task,
                                  const SelectionRecord& asked, const Control& control) {
  SelectionRecord measured = asked;
  const SelectionPool read = read_selection_pool(data, task, asked.by, asked.definition, control);
  measure(read.lists, read.rows, measured);
  return measured;
}

}  // namespace assay
