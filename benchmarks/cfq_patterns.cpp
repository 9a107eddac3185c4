// CFQ patterns in bulk: how many draws are used and why others are not, whether each pattern reads
// back to the same logical form and query, how fast that is, and which rules occur.
//
//   cfq_patterns [COUNT [SEED [QUESTIONS]]]        (100,000 and 1)
//
// QUESTIONS is a file of questions, one a line: how often they use each construction, beside ours.
#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "assay/base/files.h"
#include "assay/base/limits.h"
#include "assay/base/text.h"
#include "assay/tasks/cfq/language/language.h"
#include "assay/tasks/cfq/language/patterns.h"

namespace {

namespace cfq = assay::cfq;
using assay::Key;
using assay::NodeId;
using assay::Purpose;
using assay::RuleGraph;
using assay::RuleId;
using assay::Stream;
using assay::stream_key;
using assay::with_commas;
using Clock = std::chrono::steady_clock;

struct alignas(64) Tally {
  std::array<std::uint64_t, cfq::kRejections> draws{};
  std::uint64_t unequal = 0;
  std::uint64_t ambiguous = 0;
  std::uint64_t nodes = 0;
  std::map<std::string, std::uint64_t> rules;  // applications of each
  std::map<std::uint32_t, std::uint64_t> levels;
};

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Runs `work(unit)` for all units on two threads.
template <typename Work>
double timed(std::uint64_t count, const Work& work) {
  const auto start = Clock::now();
  std::vector<std::jthread> threads;
  for (unsigned t = 0; t < 2; ++t) {
    threads.emplace_back([&, t] {
      for (std::uint64_t unit = t; unit < count; unit += 2) work(t, unit);
    });
  }
  threads.clear();
  return seconds_since(start);
}

void count_rules(const cfq::Language& language, const RuleGraph& graph, Tally& tally) {
  for (NodeId node = 0; node < graph.size(); ++node) {
    ++tally.rules[std::string(language.rules().name(graph.rule(node)))];
  }
}

// Rules that build phrases, not those that choose words, by how often 100 questions apply them.
void print_constructions(const cfq::Language& language, const Tally& ours, double patterns,
                         const std::string& file) {
  Tally theirs;
  double questions = 0;
  const std::string text =
      assay::read_user_file(file, {assay::kMostRowsBytes, assay::kMostLineBytes});
  for (const auto line : assay::split_text(text, '\n')) {
    if (line.empty()) continue;
    cfq::Pattern pattern;
    RuleGraph graph;
    language.derive(line, pattern, graph);
    count_rules(language, graph, theirs);
    ++questions;
  }
  fmt::print("\nper 100 questions: {:>38} {:>8}\n", "patterns", "file");
  for (const auto& rule : language.base().rules().grammar) {
    if (rule.right.size() == 1 && rule.name.find('/') != std::string::npos) continue;
    if (rule.right.size() == 1 && rule.right[0].category.empty()) continue;
    const auto per_hundred = [&](const Tally& tally, double all) {
      const auto at = tally.rules.find(rule.name);
      return at == tally.rules.end() ? 0.0 : 100.0 * static_cast<double>(at->second) / all;
    };
    fmt::print("{:<54} {:>8.1f} {:>8.1f}\n", rule.name, per_hundred(ours, patterns),
               per_hundred(theirs, questions));
  }
}

void print_rejections(const Tally& tally) {
  std::uint64_t all = 0;
  for (const auto draws : tally.draws) all += draws;
  fmt::print("\n{:<28} {:>12}\n", "draws", with_commas(all));
  for (std::size_t i = 0; i < cfq::kRejections; ++i) {
    fmt::print("{:<28} {:>12} {:>6.1f} %\n", cfq::name_of(static_cast<cfq::Rejection>(i)),
               with_commas(tally.draws[i]), 100.0 * double(tally.draws[i]) / double(all));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100'000;
  const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  auto start = Clock::now();
  const cfq::Language language(cfq::own_rules());
  const double loading = seconds_since(start);
  start = Clock::now();
  const cfq::PatternMaker maker(language, {});
  fmt::print("rules loaded in {:.1f} ms: {} states, {} items; sums over derivations in {:.1f} ms\n",
             loading * 1e3, language.grammar().state_count(), language.grammar().item_count(),
             seconds_since(start) * 1e3);
  const Key key = stream_key(seed, "cfq");

  std::array<Tally, 2> tallies;
  const double made = timed(count, [&](unsigned t, std::uint64_t unit) {
    cfq::Pattern pattern;
    RuleGraph graph;
    Stream first(key, {Purpose::kUnit, unit, 0, 0});
    const std::uint32_t level = maker.level(first);
    cfq::Language::Loan loan(language);
    for (std::uint16_t attempt = 1; attempt <= cfq::PatternMaker::kMostAttempts; ++attempt) {
      Stream stream(key, {Purpose::kUnit, unit, 0, attempt});
      const auto why = maker.draw(*loan, level, stream, pattern, &graph);
      ++tallies[t].draws[static_cast<std::size_t>(why)];
      if (why == cfq::Rejection::kNone) break;
    }
    tallies[t].nodes += graph.size();
  });
  fmt::print("{} patterns with their graphs: {:.2f} s, {} a second on two threads\n",
             with_commas(count), made, with_commas(std::uint64_t(double(count) / made)));

  const double back = timed(count, [&](unsigned t, std::uint64_t unit) {
    cfq::Pattern pattern;
    RuleGraph graph;
    if (!maker.make(key, unit, pattern, &graph)) return;
    ++tallies[t].levels[pattern.level];
    count_rules(language, graph, tallies[t]);
    const auto readings = language.read(pattern.question);
    if (readings.size() > 1) ++tallies[t].ambiguous;
    if (readings.front().query != pattern.query || readings.front().form != pattern.form) {
      ++tallies[t].unequal;
      fmt::print("unequal: {}\n  {}\n  {}\n", pattern.question, pattern.form,
                 readings.front().form);
    }
  });
  Tally all = tallies[0];
  for (std::size_t i = 0; i < all.draws.size(); ++i) all.draws[i] += tallies[1].draws[i];
  for (const auto& [name, n] : tallies[1].rules) all.rules[name] += n;
  for (const auto& [level, n] : tallies[1].levels) all.levels[level] += n;
  fmt::print("made again and read back: {:.2f} s; {} unequal, {} with several readings\n", back,
             tallies[0].unequal + tallies[1].unequal, tallies[0].ambiguous + tallies[1].ambiguous);
  fmt::print("mean nodes of a graph: {:.1f}\n",
             double(tallies[0].nodes + tallies[1].nodes) / double(count));
  print_rejections(all);
  std::size_t unused = 0;
  for (RuleId rule = 0; rule < language.rules().size(); ++rule) {
    const std::string name(language.rules().name(rule));
    if (all.rules.count(name) != 0) continue;
    if (unused++ == 0) fmt::print("\nrules that no pattern uses:\n");
    fmt::print("  {}\n", name);
  }
  fmt::print("\n{} of {} rules used\n", language.rules().size() - unused, language.rules().size());
  if (argc > 3) print_constructions(language, all, static_cast<double>(count), argv[3]);
  return 0;
}
