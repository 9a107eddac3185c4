// How long the consistency of cSCAN's predictions takes, for stand-ins of a model's answers.
//
//   cscan_consistency [CONTEXTS] [JOBS]
//
// A context has 1000 predictions over trees drawn evenly: 430 commands, 220 rules answered 1, and
// rules answered 0 or ?. "with basis" are further rules of single productions, from which nearly
// everything follows.
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include "assay/tasks/cscan/consistency/consistency_samples.h"
#include "assay/tasks/cscan/consistency/consistency_sum.h"

namespace assay::cscan {
namespace {

struct Text {
  std::string context;
  std::string request;
  std::string answer;
};

class Clock {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

std::vector<Text> made(const PhraseTable& phrases, const samples::Mix& mix,
                       std::uint64_t contexts) {
  const samples::TreeDraw trees(phrases);
  const Key key = stream_key(1, "cscan_consistency");
  std::vector<Text> texts;
  for (std::uint64_t context = 0; context < contexts; ++context) {
    Stream stream(key, {Purpose::kUnit, context, 0, 0});
    for (const auto& one : samples::predictions(phrases, trees, mix, stream)) {
      Text& text = texts.emplace_back();
      text.context = fmt::format("{}", context);
      append_request(text.request, one.request, phrases);
      append_answer(text.answer, one.answer, phrases.space());
    }
  }
  return texts;
}

void measure(const char* name, const PhraseTable& phrases, const std::vector<Text>& texts,
             unsigned jobs) {
  const PhraseTable all(phrases.space());
  const Reader reader(all);
  for (const auto reading : {ConsistencyReading::kPaper, ConsistencyReading::kFull}) {
    const Clock adding;
    ConsistencySum sum(all, reader, reading);
    for (const Text& text : texts) sum.add(text.context, "", text.request, text.answer);
    const double added = adding.seconds();
    const Clock counting;
    Control control;
    control.jobs = jobs;
    const ConsistencyReport report = sum.report(control);
    const ConsistencyCounts& counts = report.counts;
    fmt::print(
        "{:22} {:5}  read {:6.2f} s  found {:6.2f} s  {:7} implications {:8} "
        "contradictions  C = {:6.2f}  {} of {} capped\n",
        name, name_of(reading), added, counting.seconds(), counts.implications,
        counts.contradictions(), counts.consistency().value_or(0), counts.capped_contexts,
        report.contexts);
  }
}

void measure_all(std::uint64_t contexts, unsigned jobs) {
  const RuleSpace b = read_rule_space("b");
  const RuleSpace x = read_rule_space("x");
  const PhraseTable phrases(b);
  // Sixteen productions of X: three of S and of T, three of U, two adverbs, three verbs, two
  // directions.
  const std::vector<ProductionId> some = {0, 1, 2, 6, 7, 8, 12, 13, 14, 19, 20, 23, 24, 26, 33, 34};
  const PhraseTable some_x(x, some);
  const auto run = [&](const char* name, const PhraseTable& table, const samples::Mix& mix,
                       std::uint64_t count) {
    measure(name, table, made(table, mix, count), jobs);
  };
  run("golden", phrases, {}, contexts);
  run("30 % wrong", phrases, {.wrong = 30}, contexts);
  run("golden with basis", phrases, {.basis = 14}, contexts);
  run("30 % wrong with basis", phrases, {.basis = 28, .wrong = 30}, contexts);
  run("golden, X", some_x, {}, contexts);
  run("30 % wrong, X", some_x, {.basis = 32, .wrong = 30}, contexts);
  run("a tenth wild", phrases, {.basis = 100, .wrong = 80}, contexts / 10);
}

}  // namespace
}  // namespace assay::cscan

int main(int count, char** arguments) {
  const auto number = [&](int at, unsigned long otherwise) {
    return count > at ? std::strtoul(arguments[at], nullptr, 10) : otherwise;
  };
  assay::cscan::measure_all(number(1, 100), static_cast<unsigned>(number(2, 2)));
  return 0;
}
