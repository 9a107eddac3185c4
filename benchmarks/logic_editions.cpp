// LogicInference: seconds and memory of the published edition, of certifying its problems, and rows
// a second of the sound one.
//
//   logic_editions [RUNS [ROWS]]        (5 and 500,000)
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <thread>
#include <vector>

#include "assay/base/text.h"
#include "assay/tasks/logic/certify.h"
#include "assay/tasks/logic/source.h"

namespace assay::logic {
namespace {

// Seconds of each run, best first.
template <typename Work>
std::vector<double> timed(std::size_t runs, const Work& work) {
  std::vector<double> seconds;
  for (std::size_t run = 0; run < runs; ++run) {
    const auto start = std::chrono::steady_clock::now();
    work();
    seconds.push_back(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds;
}

void print(const char* what, const std::vector<double>& seconds, std::uint64_t count) {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const double middle = seconds[seconds.size() / 2];
  fmt::print("{:<52} best {:>6.3f} s  middle {:>6.3f} s {:>12}/s  peak {:>4} MB\n", what,
             seconds.front(), middle,
             with_commas(static_cast<std::uint64_t>(static_cast<double>(count) / middle)),
             usage.ru_maxrss / 1024);
}

void make_rows(const Source& source, std::uint64_t rows, unsigned threads, Wanted parts) {
  const std::uint64_t items = source.items_per_unit();
  std::vector<std::jthread> workers;
  for (unsigned t = 0; t < threads; ++t) {
    workers.emplace_back([&, t] {
      Example row;
      for (std::uint64_t unit = t; unit < rows / items; unit += threads) {
        const auto made = source.unit(unit);
        for (std::uint32_t item = 0; item < items; ++item) made->make(item, parts, row);
      }
    });
  }
}

int run(std::size_t runs, std::uint64_t rows) {
  std::optional<published::Edition> edition;
  const auto made = timed(runs, [&] {
    edition.reset();
    edition.emplace(published::Settings{});
  });
  print("published, IID, one thread: inputs and targets", made, edition->examples().size());
  print("its problems certified",
        timed(runs, [&] { certify(edition->clauses(), edition->problems()); }),
        edition->problems().size());
  edition.reset();
  const RuleBook book;
  const Derivations derivations(book);
  const auto sound =
      open_sound({{5, 15, 25, 30, 15, 10}, 35, 10, AnswerPlace::kEnd}, book, derivations, 1);
  for (const unsigned threads : {1U, 2U}) {
    for (const bool rules : {false, true}) {
      const std::string name =
          fmt::format("sound, {}{}", threads == 1 ? "one thread" : "two threads",
                      rules ? ", with rule graphs" : "");
      print(name.c_str(), timed(runs, [&] { make_rows(*sound, rows, threads, {rules}); }), rows);
    }
  }
  return 0;
}

}  // namespace
}  // namespace assay::logic

int main(int argc, char** argv) {
  const auto number = [&](int at, std::uint64_t otherwise) {
    return argc > at ? std::max<std::uint64_t>(1, std::strtoull(argv[at], nullptr, 10)) : otherwise;
  };
  return assay::logic::run(number(1, 5), number(2, 500'000));
}
