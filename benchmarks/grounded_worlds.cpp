// gSCAN and ReaSCAN: rows a second on one core, made but not written.
//
//   grounded_worlds [ROWS]        (400,000)
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>

#include "assay/base/text.h"
#include "assay/catalog/catalog.h"

namespace {

// Of this process, so that others do not count.
double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

void measure(const std::string& task_name, std::uint64_t rows, bool rules,
             const std::map<std::string, std::string>& params = {}) {
  const auto task = assay::make_task(task_name, params);
  const double start = cpu_seconds();
  const auto source = task->open(1);
  const std::uint64_t items = source->items_per_unit();
  const std::uint64_t units = *source->unit_count();
  // Units from all over the task.
  const std::uint64_t wanted = std::min(units, rows / items);
  assay::Example row;
  std::uint64_t made = 0;
  for (std::uint64_t k = 0; k < wanted; ++k) {
    const auto unit = source->unit(k * units / wanted);
    for (std::uint32_t item = 0; item < items; ++item) {
      made += unit->make(item, {rules}, row) ? 1U : 0U;
    }
  }
  const double seconds = cpu_seconds() - start;
  std::string what = task_name;
  for (const auto& [name, value] : params) what += " " + value;
  fmt::print("{:<28} {:<16} {:>10} rows  {:>7.3f} CPU s {:>12}/s\n", what,
             rules ? "with rule graphs" : "", assay::with_commas(made), seconds,
             assay::with_commas(static_cast<std::uint64_t>(static_cast<double>(made) / seconds)));
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t rows = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 400'000;
  for (const bool rules : {false, true}) measure("gscan", rows, rules);
  for (const char* edition : {"published", "sound"}) {
    for (const char* pattern : {"p1", "p2", "p3", "c1"}) {
      measure("reascan", rows / 2, false, {{"edition", edition}, {"pattern", pattern}});
    }
  }
  measure("reascan", rows / 2, true, {{"edition", "sound"}, {"pattern", "p3"}});
  return 0;
}
