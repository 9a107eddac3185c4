// What one core does with SCAN, step by step: make, write, read back, solve, judge.
#include <benchmark/benchmark.h>

#include "assay/catalog/catalog.h"
#include "assay/grammar/context_free.h"
#include "assay/pipeline/row_plan.h"
#include "assay/store/manifest.h"
#include "assay/store/row.h"

namespace assay {
namespace {

// Rows of a task with so many conjunctions, in a seeded order.
struct Rows {
  explicit Rows(std::int64_t conjunctions)
      : task(make_task("scan", {{"conjunctions", std::to_string(conjunctions)}})),
        source(task->open(1)),
        plan(*task, *source, 1, 20'000, RowOrder::kSpread) {}

  void make(std::uint64_t row, Wanted want, Example& out) const {
    out.stamp = stamp;
    source->unit(plan.at(row % plan.rows()).unit)->make(0, want, out);
  }

  std::unique_ptr<Task> task;
  std::unique_ptr<Source> source;
  RowPlan plan;
  std::string stamp = row_shape(*task).stamp;
};

void make_rows(benchmark::State& state) {
  const Rows rows(state.range(0));
  const Wanted want{.rules = state.range(1) != 0};
  Example example;
  std::uint64_t row = 0;
  for (auto _ : state) rows.make(row++, want, example);
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(make_rows)->ArgsProduct({{1, 3, 7}, {0, 1}})->ArgNames({"conjunctions", "rules"});

void write_rows(benchmark::State& state) {
  const Rows rows(state.range(0));
  const RowWriter writer(row_shape(*rows.task), state.range(1) != 0);
  Example example;
  rows.make(0, {.rules = true}, example);
  std::string out;
  std::int64_t bytes = 0;
  for (auto _ : state) {
    out.clear();
    writer.append(out, example);
    bytes += static_cast<std::int64_t>(out.size());
  }
  state.SetItemsProcessed(state.iterations());
  state.SetBytesProcessed(bytes);
}
BENCHMARK(write_rows)->ArgsProduct({{1, 3}, {0, 1}})->ArgNames({"conjunctions", "rules"});

void read_rows(benchmark::State& state) {
  const Rows rows(state.range(0));
  const bool rules = state.range(1) != 0;
  Example example;
  rows.make(0, {.rules = true}, example);
  std::string line;
  RowWriter(row_shape(*rows.task), rules).append(line, example);
  line.pop_back();
  RowReader reader(row_shape(*rows.task));
  for (auto _ : state) reader.parse(line, example);
  state.SetItemsProcessed(state.iterations());
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(line.size()));
}
BENCHMARK(read_rows)->ArgsProduct({{1, 3}, {0, 1}})->ArgNames({"conjunctions", "rules"});

void solve_rows(benchmark::State& state) {
  const Rows rows(state.range(0));
  Example example;
  std::uint64_t row = 0;
  for (auto _ : state) {
    rows.make(row++, {.rules = false}, example);
    benchmark::DoNotOptimize(rows.task->solve(example.input()));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(solve_rows)->Arg(1)->Arg(3)->Arg(7)->ArgName("conjunctions");

void judge_rows(benchmark::State& state) {
  const Rows rows(state.range(0));
  Example example;
  std::uint64_t row = 0;
  for (auto _ : state) {
    rows.make(row++, {.rules = false}, example);
    benchmark::DoNotOptimize(rows.task->judge(example, example.target()));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(judge_rows)->Arg(1)->Arg(3)->ArgName("conjunctions");

}  // namespace
}  // namespace assay
