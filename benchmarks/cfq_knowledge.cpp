// The knowledge base of CFQ: size and time of worlds and imports, and how fast query patterns are
// solved.
//
//   cfq_knowledge store KB [JOBS]               make a store in memory
//   cfq_knowledge export KB FILE                the same as N-Triples
//   cfq_knowledge solve KB QUERIES [STEPS]      QUERIES: SPARQL patterns with M0 ..., one per line,
//                                               line ends inside written as \n
//   cfq_knowledge ground KB QUERIES [JOBS]      entities and answers for the same patterns, or for
//                                               QUERIES patterns of CFQ's generator when that is
//                                               a number; 200 that are abandoned are searched to
//                                               their end
//
// KB is a number, a world of so many films; a folder with FB15k-237; or a file of N-Triples, plain
// or packed.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/byte_source.h"
#include "assay/base/limits.h"
#include "assay/base/line_source.h"
#include "assay/base/parallel.h"
#include "assay/base/text.h"
#include "assay/tasks/cfq/kb/fb15k.h"
#include "assay/tasks/cfq/kb/grounding.h"
#include "assay/tasks/cfq/kb/inventory.h"
#include "assay/tasks/cfq/kb/ntriples.h"
#include "assay/tasks/cfq/kb/query_search.h"
#include "assay/tasks/cfq/kb/world.h"
#include "assay/tasks/cfq/language/language.h"
#include "assay/tasks/cfq/language/patterns.h"

namespace {

namespace cfq = assay::cfq;
using assay::with_commas;
using Clock = std::chrono::steady_clock;

// Of this process on all threads: what counts where others use the machine as well.
double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Of this thread alone.
double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

void tell(const cfq::TripleStore& store, double seconds) {
  const auto bytes = static_cast<double>(store.bytes());
  fmt::print("{} triples, {} nodes, {} with a key, {} relations, {:.2f} s, {:.2f} CPU s so far\n",
             with_commas(store.triples()), with_commas(store.nodes()),
             with_commas(store.dictionary().size()), store.relations(), seconds, cpu_seconds());
  fmt::print(
      "{:.1f} bytes per triple, dictionary {:.1f}\n", bytes / static_cast<double>(store.triples()),
      static_cast<double>(store.dictionary().bytes()) / static_cast<double>(store.triples()));
}

cfq::TripleStore open_store(const std::string& kb, unsigned jobs) {
  assay::Control control;
  control.jobs = jobs;
  if (const auto films = assay::parse_number(kb)) {
    return cfq::prepare_world("", {.world = 1, .films = *films}, control);
  }
  return cfq::prepare_triple_store("", kb, control, [&](cfq::TripleStoreBuilder& builder) {
    if (!std::filesystem::is_directory(kb)) {
      const std::vector<std::string> files = {kb};
      cfq::import_ntriples(files, {}, builder, control);
      return;
    }
    const std::vector<std::string> files = {kb + "/train.txt", kb + "/valid.txt", kb + "/test.txt"};
    cfq::import_fb15k(files, builder, control);
    cfq::import_fb15k_names(kb + "/mid2name.txt.gz", builder, control);
    cfq::complete_inventory(builder);
  });
}

std::vector<cfq::Query> read_queries(const std::string& file) {
  assay::ByteSource bytes(file);
  assay::LineSource lines(bytes, {assay::kMostRowsBytes, assay::kMostLineBytes});
  std::vector<cfq::Query> queries;
  std::string_view line;
  while (lines.next(line)) {
    std::string text(line);
    for (std::size_t at = 0; (at = text.find("\\n", at)) != std::string::npos;) {
      text.replace(at, 2, 1, '\n');
    }
    if (auto parsed = cfq::parse_query(text); parsed.query) {
      queries.push_back(*std::move(parsed.query));
    }
  }
  return queries;
}

void solve(const std::string& kb, const std::string& file, std::uint64_t most_steps) {
  const auto begin = Clock::now();
  const cfq::TripleStore store = open_store(kb, 2);
  tell(store, seconds_since(begin));
  const std::vector<cfq::Query> queries = read_queries(file);
  const cfq::PropertyPaths paths(store);
  const auto paths_begin = Clock::now();
  for (const std::string_view path : cfq::kPropertyPaths) paths.find(path);
  fmt::print("{} paths in {:.2f} s\n", cfq::kPropertyPaths.size(), seconds_since(paths_begin));
  std::uint64_t found = 0;
  std::uint64_t none = 0;
  std::uint64_t abandoned = 0;
  std::uint64_t steps = 0;
  std::vector<double> times;
  const double cpu_begin = cpu_seconds();
  const auto solve_begin = Clock::now();
  for (std::size_t number = 0; number < queries.size(); ++number) {
    const auto query_begin = Clock::now();
    const cfq::QueryPlan plan = cfq::plan_query(queries[number], paths);
    cfq::QuerySearch search(plan, most_steps);
    search.set_test([&](std::uint32_t variable, cfq::Node node) {
      return plan.variables[variable].name[0] == '?' || store.dictionary().has_unique_name(node);
    });
    assay::Stream stream(assay::stream_key(1, "cfq"), {assay::Purpose::kUnit, number});
    const cfq::SearchResult result = search.find_one(stream);
    found += result == cfq::SearchResult::kFound ? 1 : 0;
    none += result == cfq::SearchResult::kNone ? 1 : 0;
    abandoned += result == cfq::SearchResult::kAbandoned ? 1 : 0;
    steps += search.steps();
    times.push_back(seconds_since(query_begin) * 1e6);
  }
  const double seconds = seconds_since(solve_begin);
  std::ranges::sort(times);
  const double cpu = cpu_seconds() - cpu_begin;
  fmt::print("{} patterns in {:.2f} s, {:.2f} CPU s, {:.0f} per CPU second\n", queries.size(),
             seconds, cpu, static_cast<double>(queries.size()) / cpu);
  fmt::print(
      "{} found, {} none, {} abandoned, {} steps; microseconds: median {:.1f}, 99th "
      "percentile {:.1f}, longest {:.0f}\n",
      found, none, abandoned, with_commas(steps), times[times.size() / 2],
      times[times.size() * 99 / 100], times.back());
}

// A query with the level of its question; 0: unknown.
struct LevelledQuery {
  cfq::Query query;
  std::uint32_t level = 0;
};

// Of a file, or made by CFQ's generator.
std::vector<LevelledQuery> patterns_of(const std::string& queries) {
  std::vector<LevelledQuery> all;
  const auto count = assay::parse_number(queries);
  if (!count) {
    for (cfq::Query& query : read_queries(queries)) all.push_back({std::move(query), 0});
    return all;
  }
  const cfq::Language language(cfq::own_rules());
  const cfq::PatternMaker maker(language, {});
  cfq::Pattern pattern;
  for (std::uint64_t unit = 0; all.size() < *count; ++unit) {
    if (!maker.make(assay::stream_key(1, "cfq"), unit, pattern, nullptr)) continue;
    all.push_back({pattern.query, pattern.level});
  }
  return all;
}

struct GroundedPatterns {
  cfq::GroundingCounts counts;
  std::vector<double> times;
  std::vector<cfq::GroundingOutcome> outcomes;
};

bool is_grounded(cfq::GroundingOutcome outcome) {
  return outcome != cfq::GroundingOutcome::kUnsatisfiable &&
         outcome != cfq::GroundingOutcome::kAbandoned;
}

// The share of patterns that get entities, by tens of levels.
void tell_yield(const std::vector<LevelledQuery>& patterns, const GroundedPatterns& all) {
  std::map<std::uint32_t, std::pair<std::uint64_t, std::uint64_t>> by_level;
  for (std::size_t at = 0; at < patterns.size(); ++at) {
    auto& [grounded, made] = by_level[patterns[at].level / 10 * 10];
    ++made;
    grounded += is_grounded(all.outcomes[at]) ? 1 : 0;
  }
  for (const auto& [level, counts] : by_level) {
    fmt::print("levels {} to {}: {:.1f} % of {} grounded\n", level, level + 9,
               100.0 * static_cast<double>(counts.first) / static_cast<double>(counts.second),
               with_commas(counts.second));
  }
}

// What becomes of abandoned patterns when nothing bounds the search but patience.
void solve_abandoned(const std::vector<LevelledQuery>& patterns, const GroundedPatterns& all,
                     const cfq::PropertyPaths& paths) {
  constexpr std::size_t kSolved = 200;
  constexpr std::uint64_t kPatience = 100'000'000;
  const cfq::GroundingLimits patient{.most_steps = kPatience, .most_answer_steps = kPatience};
  cfq::GroundingCounts counts;
  std::uint64_t solved = 0;
  const auto begin = Clock::now();
  for (std::size_t at = 0; at < patterns.size() && solved < kSolved; ++at) {
    if (all.outcomes[at] != cfq::GroundingOutcome::kAbandoned) continue;
    counts.add(cfq::ground(patterns[at].query, paths, assay::stream_key(1, "cfq"),
                           {assay::Purpose::kItem, at}, patient));
    ++solved;
  }
  fmt::print("{} of the abandoned with {} steps, in {:.1f} s: {}\n", solved, with_commas(kPatience),
             seconds_since(begin), fmt::join(counts.outcomes, ", "));
}

void ground_all(const std::string& kb, const std::string& file, unsigned jobs) {
  constexpr std::size_t kBlock = 256;
  const cfq::TripleStore store = open_store(kb, 2);
  const std::vector<LevelledQuery> patterns = patterns_of(file);
  const cfq::PropertyPaths paths(store);
  for (const std::string_view path : cfq::kPropertyPaths) paths.find(path);
  assay::Control control;
  control.jobs = jobs;
  GroundedPatterns all;
  const double cpu_begin = cpu_seconds();
  const auto begin = Clock::now();
  assay::ordered_parallel<GroundedPatterns>(
      0, (patterns.size() + kBlock - 1) / kBlock, control,
      [&](std::uint64_t block, GroundedPatterns& own) {
        own = {};
        const std::size_t end = std::min(patterns.size(), (block + 1) * kBlock);
        for (std::size_t at = block * kBlock; at < end; ++at) {
          const double query_begin = thread_seconds();
          const cfq::Grounding grounding = cfq::ground(
              patterns[at].query, paths, assay::stream_key(1, "cfq"), {assay::Purpose::kItem, at});
          own.times.push_back((thread_seconds() - query_begin) * 1e6);
          own.counts.add(grounding);
          own.outcomes.push_back(grounding.outcome);
        }
      },
      [&](std::uint64_t, const GroundedPatterns& own) {
        for (std::size_t at = 0; at < cfq::kGroundingOutcomes; ++at) {
          all.counts.outcomes[at] += own.counts.outcomes[at];
        }
        all.counts.lacking_no += own.counts.lacking_no;
        all.times.insert(all.times.end(), own.times.begin(), own.times.end());
        all.outcomes.insert(all.outcomes.end(), own.outcomes.begin(), own.outcomes.end());
      });
  const double seconds = seconds_since(begin);
  const auto count = static_cast<double>(patterns.size());
  std::vector<double> times = all.times;
  std::ranges::sort(times);
  const double cpu = cpu_seconds() - cpu_begin;
  fmt::print(
      "{} triples; {} patterns in {:.2f} s on {} threads: {:.0f} per second; {:.2f} CPU s, {:.0f} "
      "per CPU second\n",
      with_commas(store.triples()), patterns.size(), seconds, jobs, count / seconds, cpu,
      count / cpu);
  fmt::print(
      "answered, yes, mixed no, generic no, unsatisfiable, abandoned: {}; without a no: {}\n",
      fmt::join(all.counts.outcomes, ", "), all.counts.lacking_no);
  fmt::print(
      "abandoned {:.2f} %; CPU microseconds: median {:.1f}, 99th percentile {:.1f}, longest "
      "{:.0f}\n",
      100 * static_cast<double>(all.counts.outcomes[cfq::kGroundingOutcomes - 1]) / count,
      times[times.size() / 2], times[times.size() * 99 / 100], times.back());
  tell_yield(patterns, all);
  solve_abandoned(patterns, all, paths);
}

}  // namespace

int main(int count, char** words) {
  const auto word = [&](int at) { return std::string(at < count ? words[at] : ""); };
  const auto number = [&](int at, std::uint64_t otherwise) {
    return at < count ? std::strtoull(words[at], nullptr, 10) : otherwise;
  };
  const std::string what = word(1);
  try {
    if (what == "store") {
      const auto begin = Clock::now();
      const auto store = open_store(word(2), static_cast<unsigned>(number(3, 2)));
      tell(store, seconds_since(begin));
    } else if (what == "export") {
      std::ofstream file(word(3), std::ios::binary);
      cfq::export_ntriples(open_store(word(2), 2), [&](std::string_view lines) { file << lines; });
    } else if (what == "solve") {
      solve(word(2), word(3), number(4, cfq::QuerySearch::kMostSteps));
    } else if (what == "ground") {
      ground_all(word(2), word(3), static_cast<unsigned>(number(4, 2)));
    } else {
      fmt::print(stderr, "cfq_knowledge store|export|solve|ground KB ...; see its source\n");
      return 2;
    }
  } catch (const std::exception& problem) {
    fmt::print(stderr, "{}\n", problem.what());
    return 3;
  }
  return 0;
}
