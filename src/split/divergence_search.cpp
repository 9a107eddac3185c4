#include "assay/split/divergence_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "assay/base/hash.h"
#include "assay/base/parallel.h"

namespace assay {

SearchEffort effort_for(EffortLevel level, const SearchPool& pool) {
  // A start looks at every weight some two hundred times. Starts differ, so a thorough search has
  // several of them whatever they cost.
  const std::uint64_t work = std::max<std::uint64_t>(1, pool.entries()) * 200;
  const auto starts = [&](std::uint64_t affordable, std::uint64_t least, std::uint64_t most) {
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(affordable / work, least, most));
  };
  // In a large pool, random exchanges meet each example too seldom to find the good ones.
  constexpr std::size_t kLarge = 65'536;
  const bool is_large = pool.size() >= kLarge;
  if (level == EffortLevel::kQuick) {
    return {.starts = starts(2'000'000'000, 1, 4),
            .finalists = 1,
            .shakes = 1,
            .exchanges = 65'536,
            .chosen = is_large ? pool.size() / 2 : 0};
  }
  if (pool.size() < 1'000) {
    return {.starts = 64, .finalists = 16, .shakes = 4, .exchanges = 262'144};
  }
  return {.starts = starts(20'000'000'000, 16, 64),
          .finalists = 4,
          .shakes = is_large ? 2U : 16U,
          .exchanges = 1'000'000,
          .chosen = is_large ? 2 * pool.size() : 0};
}

namespace {

// The finalists, best first, and how many pieces of work are done.
struct SearchState {
  std::uint32_t starts_done = 0;
  std::uint32_t finals_done = 0;
  std::vector<std::pair<std::uint32_t, Arrangement>> finalists;  // with the number of the start
};

void append_bytes(std::string& out, const void* data, std::size_t size) {
  out.append(static_cast<const char*>(data), size);
}

std::string to_bytes(const SearchState& state) {
  std::string out;
  const auto count = static_cast<std::uint32_t>(state.finalists.size());
  for (const std::uint32_t number : {state.starts_done, state.finals_done, count}) {
    append_bytes(out, &number, sizeof number);
  }
  for (const auto& [start, arrangement] : state.finalists) {
    append_bytes(out, &start, sizeof start);
    append_bytes(out, &arrangement.score, sizeof arrangement.score);
    const Outlook& outlook = arrangement.outlook;  // field by field: padding has any bytes
    append_bytes(out, outlook.pairs.data(), sizeof outlook.pairs);
    append_bytes(out, &outlook.missing, sizeof outlook.missing);
    append_bytes(out, arrangement.set_of.data(), arrangement.set_of.size());
  }
  return sha256_hex(out) + out;
}

// A search that remembers nothing, or damaged bytes, starts at the beginning.
SearchState from_bytes(std::string_view bytes, std::size_t examples) {
  constexpr std::size_t kHashSize = 64;
  if (bytes.size() < kHashSize) return {};
  const std::string_view hash = bytes.substr(0, kHashSize);
  bytes.remove_prefix(kHashSize);
  if (sha256_hex(bytes) != hash) return {};
  SearchState state;
  std::uint32_t count = 0;
  const auto take = [&](void* data, std::size_t size) {
    if (bytes.size() < size) return false;
    std::memcpy(data, bytes.data(), size);
    bytes.remove_prefix(size);
    return true;
  };
  if (!take(&state.starts_done, 4) || !take(&state.finals_done, 4) || !take(&count, 4)) return {};
  for (std::uint32_t i = 0; i < count; ++i) {
    auto& [start, arrangement] = state.finalists.emplace_back();
    arrangement.set_of.resize(examples);
    if (!take(&start, sizeof start) || !take(&arrangement.score, sizeof arrangement.score) ||
        !take(arrangement.outlook.pairs.data(), sizeof arrangement.outlook.pairs) ||
        !take(&arrangement.outlook.missing, sizeof arrangement.outlook.missing) ||
        !take(arrangement.set_of.data(), examples)) {
      return {};
    }
  }
  if (!bytes.empty() || state.finalists.empty()) return {};
  return state;
}

void report(const Control& control, const char* what, std::uint64_t done, std::uint64_t total,
            const Outlook& outlook) {
  control.report(
      {what, done, total, 0,
       fmt::format("D_C {:.4f} D_A {:.4f}", outlook.pairs[0].compounds, outlook.pairs[0].atoms)});
}

// Runs jobs on all threads: many at once, or one after the other with its own threads.
template <typename Make, typename Consume>
void for_each_job(std::uint32_t first, std::uint32_t last, const Control& control, Make make,
                  Consume consume) {
  Control outer = control;
  Control inner = control;
  inner.progress = {};
  (last - first >= control.jobs ? inner : outer).jobs = 1;
  ordered_parallel<Arrangement>(
      first, last, outer,
      [&](std::uint64_t job, Arrangement& made) {
        made = make(static_cast<std::uint32_t>(job), inner);
      },
      [&](std::uint64_t job, Arrangement& made) {
        consume(static_cast<std::uint32_t>(job), std::move(made));
      });
}

double overstep(const Outlook& outlook, const DivergenceGoal& goal) {
  double worst = 0;
  for (std::size_t p = 0; p < goal.pairs.size(); ++p) {
    worst = std::max(worst, outlook.pairs[p].atoms - goal.most_atom_divergence);
  }
  return worst;
}

Arrangement improve(const SearchPool& pool, const DivergenceGoal& goal, const SearchEffort& effort,
                    const Arrangement& from, Key key, std::uint32_t start, const Control& control) {
  constexpr int kPriceRises = 3;
  Arrangement found = shake(pool, goal, from, effort.shakes, control);
  if (effort.chosen > 0) {
    found = polish(pool, goal, found, effort.chosen, key, start, control);
  }
  found = anneal(pool, goal, found, effort.exchanges, key, start, control);
  DivergenceGoal dearer = goal;
  for (int i = 0; i < kPriceRises && goal.must_hold && overstep(found.outlook, goal) > 0; ++i) {
    dearer.atom_penalty *= 10;
    found = anneal(pool, dearer, found, effort.exchanges, key, start, control);
    found.score = score_of(found.outlook, goal);
  }
  return found;
}

}  // namespace

Arrangement search_divergence(const SearchPool& pool, const DivergenceGoal& goal,
                              const SearchEffort& effort, Key key, const SearchMemory& memory,
                              const Control& control) {
  SearchState state;
  if (memory.load) state = from_bytes(memory.load(), pool.size());
  const auto save = [&] {
    if (memory.save) memory.save(to_bytes(state));
  };
  // Number of the start, and what it came to.
  const auto better = [](const auto& a, const auto& b) {
    return a.second.score != b.second.score ? a.second.score > b.second.score : a.first < b.first;
  };
  const auto better_or_bound = [&](const auto& a, const auto& b) {
    const double left = goal.must_hold ? overstep(a.second.outlook, goal) : 0;
    const double right = goal.must_hold ? overstep(b.second.outlook, goal) : 0;
    return left != right ? left < right : better(a, b);
  };
  for_each_job(
      state.starts_done, effort.starts, control,
      [&](std::uint32_t start, const Control& inner) {
        return grow_start(pool, goal, key, start, inner);
      },
      [&](std::uint32_t start, Arrangement grown) {
        state.finalists.emplace_back(start, std::move(grown));
        std::sort(state.finalists.begin(), state.finalists.end(), better);
        if (state.finalists.size() > effort.finalists) state.finalists.pop_back();
        ++state.starts_done;
        save();
        report(control, "search for a split", start + 1, effort.starts,
               state.finalists[0].second.outlook);
      });
  const auto finals = static_cast<std::uint32_t>(state.finalists.size());
  for_each_job(
      state.finals_done, finals, control,
      [&](std::uint32_t number, const Control& inner) {
        const auto& [start, arrangement] = state.finalists[number];
        return improve(pool, goal, effort, arrangement, key, start, inner);
      },
      [&](std::uint32_t number, Arrangement improved) {
        state.finalists[number].second = std::move(improved);
        ++state.finals_done;
        save();
        report(control, "improve the split", number + 1, finals,
               state.finalists[number].second.outlook);
      });
  return std::min_element(state.finalists.begin(), state.finalists.end(), better_or_bound)->second;
}

}  // namespace assay
