// How fast contexts of Conceptual SCAN and requests about them are made, without writing.
//
//   cscan_examples [CONTEXTS] [EXAMPLES]      rows of all spaces that come with the program, one
//   thread
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>

#include "assay/base/random.h"
#include "assay/tasks/cscan/source.h"

namespace assay::cscan {
namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void measure(const std::string& name, std::uint64_t contexts, std::uint32_t examples) {
  const RuleSpace space = read_rule_space(name);
  const TokenCounter words("");
  SourceSettings settings;
  settings.items = examples;
  const auto source = open_cscan(space, words, settings, 0);
  const ContextMaker maker(space, {}, stream_key(0, "cscan"));
  auto start = std::chrono::steady_clock::now();
  std::size_t items = 0;
  for (std::uint64_t number = 0; number < contexts; ++number) {
    items += maker.make(number).items.size();
  }
  const double making = seconds_since(start);
  start = std::chrono::steady_clock::now();
  std::size_t rows = 0;
  std::size_t bytes = 0;
  Example row;
  for (std::uint64_t number = 0; number < contexts; ++number) {
    const auto unit = source->unit(number);
    for (std::uint32_t item = 0; item < examples; ++item) {
      if (!unit->make(item, {.rules = true}, row)) continue;
      ++rows;
      bytes += row.input().size();
    }
  }
  const double all = seconds_since(start);
  fmt::print(
      "{:<5} {:>8.0f} contexts/s of {:.1f} items alone, {:>8.0f} rows/s of {:.0f} bytes ({} "
      "rows)\n",
      name, static_cast<double>(contexts) / making,
      static_cast<double>(items) / static_cast<double>(contexts), static_cast<double>(rows) / all,
      static_cast<double>(bytes) / static_cast<double>(rows), rows);
}

}  // namespace
}  // namespace assay::cscan

int main(int count, char** words) {
  const std::uint64_t contexts = count > 1 ? std::strtoull(words[1], nullptr, 10) : 1000;
  const auto examples =
      static_cast<std::uint32_t>(count > 2 ? std::strtoul(words[2], nullptr, 10) : 100);
  for (const std::string& name : assay::cscan::own_space_names()) {
    assay::cscan::measure(name, contexts, examples);
  }
  return 0;
}
