#include "assay/tasks/cfq/kb/property_paths.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "assay/base/text.h"

namespace assay::cfq {

namespace {

// Pairs that ascend, each with the number of ways in which it comes about.
struct WeightedPairs {
  std::vector<std::uint64_t> pairs;
  std::vector<std::uint64_t> ways;
};

struct WeightedPair {
  std::uint64_t pair = 0;
  std::uint64_t ways = 0;
};

std::uint64_t saturated(std::uint64_t a, std::uint64_t b, bool multiply) {
  std::uint64_t result = 0;
  const bool overflows =
      multiply ? __builtin_mul_overflow(a, b, &result) : __builtin_add_overflow(a, b, &result);
  return overflows ? UINT64_MAX : result;
}

WeightedPairs sum_up(std::vector<WeightedPair> list) {
  std::ranges::sort(list, {}, &WeightedPair::pair);
  WeightedPairs sums;
  for (const WeightedPair& each : list) {
    if (sums.pairs.empty() || sums.pairs.back() != each.pair) {
      sums.pairs.push_back(each.pair);
      sums.ways.push_back(each.ways);
    } else {
      sums.ways.back() = saturated(sums.ways.back(), each.ways, false);
    }
  }
  return sums;
}

Relation step_relation(const TripleStore& store, const PathStep& step) {
  const Relation& relation = store.relation(step.relation);
  return step.is_inverse ? relation.inverse() : relation;
}

std::vector<WeightedPair> pairs_of(const Relation& relation) {
  std::vector<WeightedPair> list;
  list.reserve(relation.pairs());
  const Adjacency& objects = relation.objects;
  for (std::size_t place = 0; place < objects.keys.size(); ++place) {
    for (const Node object : objects.row_at(place).values) {
      list.push_back({pack_pair(objects.keys[place], object), 1});
    }
  }
  return list;
}

// `list` followed by a step; nullopt where that gives more than `most`.
std::optional<std::vector<WeightedPair>> extended(const std::vector<WeightedPair>& list,
                                                  const Relation& step, std::uint64_t most) {
  std::uint64_t size = 0;
  for (const WeightedPair& each : list) {
    size += step.objects.row(value_of_pair(each.pair)).values.size();
  }
  if (size > most) return std::nullopt;
  std::vector<WeightedPair> longer;
  longer.reserve(size);
  for (const WeightedPair& each : list) {
    for (const Node object : step.objects.row(value_of_pair(each.pair)).values) {
      longer.push_back({pack_pair(key_of_pair(each.pair), object), each.ways});
    }
  }
  return longer;
}

AdjacencyArrays weighted_adjacency(const WeightedPairs& sums) {
  const bool is_plain =
      std::ranges::all_of(sums.ways, [](std::uint64_t ways) { return ways == 1; });
  std::vector<std::uint32_t> times;
  if (!is_plain) {
    for (const std::uint64_t ways : sums.ways) {
      times.push_back(static_cast<std::uint32_t>(std::min<std::uint64_t>(ways, UINT32_MAX)));
    }
  }
  return make_adjacency(sums.pairs, std::move(times));
}

}  // namespace

std::vector<std::vector<PathStep>> parse_path(std::string_view path) {
  std::vector<std::vector<PathStep>> alternatives;
  for (const std::string_view alternative : split_text(path, '|')) {
    std::vector<PathStep>& steps = alternatives.emplace_back();
    for (std::string_view step : split_text(alternative, '/')) {
      const bool is_inverse = step.starts_with('^');
      if (is_inverse) step.remove_prefix(1);
      if (step.starts_with("ns:")) step.remove_prefix(3);
      if (step.empty()) return {};
      steps.push_back({step, is_inverse});
    }
  }
  return alternatives;
}

void PropertyPaths::work_out(const std::vector<std::vector<PathStep>>& path, Worked& worked) const {
  if (path.empty()) return;
  if (path.size() == 1 && path[0].size() == 1) {
    worked.relation = step_relation(store_, path[0][0]);
    return;
  }
  std::vector<WeightedPair> all;
  for (const auto& steps : path) {
    std::vector<WeightedPair> list = pairs_of(step_relation(store_, steps.front()));
    for (std::size_t at = 1; at < steps.size(); ++at) {
      auto longer = extended(list, step_relation(store_, steps[at]), most_pairs_);
      worked.is_too_large = !longer;
      if (!longer) return;
      list = *std::move(longer);
    }
    all.insert(all.end(), list.begin(), list.end());
    worked.is_too_large = all.size() > most_pairs_;
    if (worked.is_too_large) return;
  }
  WeightedPairs sums = sum_up(std::move(all));
  worked.objects = weighted_adjacency(sums);
  std::vector<WeightedPair> turned;
  turned.reserve(sums.pairs.size());
  for (std::size_t at = 0; at < sums.pairs.size(); ++at) {
    turned.push_back({swapped_pair(sums.pairs[at]), sums.ways[at]});
  }
  worked.subjects = weighted_adjacency(sum_up(std::move(turned)));
  worked.relation = {worked.objects.view(), worked.subjects.view()};
}

const Relation* PropertyPaths::find(std::string_view predicate) const {
  const std::lock_guard lock(mutex_);
  auto found = worked_.find(predicate);
  if (found == worked_.end()) {
    auto worked = std::make_unique<Worked>();
    work_out(parse_path(predicate), *worked);
    found = worked_.emplace(std::string(predicate), std::move(worked)).first;
  }
  return found->second->is_too_large ? nullptr : &found->second->relation;
}

const Relation& PropertyPaths::shared(const Relation& a, const Relation& b) const {
  const RelationPair key = std::less<>()(&a, &b) ? RelationPair(&a, &b) : RelationPair(&b, &a);
  const std::lock_guard lock(mutex_);
  auto found = shared_.find(key);
  if (found == shared_.end()) {
    std::vector<std::uint64_t> pairs;
    for (std::size_t place = 0; place < a.objects.keys.size(); ++place) {
      const Node subject = a.objects.keys[place];
      const AdjacencyRow row = b.objects.row(subject);
      if (row.values.empty()) continue;
      for (const Node object : a.objects.row_at(place).values) {
        if (row.contains(object)) pairs.push_back(pack_pair(subject, object));
      }
    }
    auto worked = std::make_unique<Worked>();
    worked->objects = make_adjacency(pairs);
    for (std::uint64_t& pair : pairs) pair = swapped_pair(pair);
    std::ranges::sort(pairs);
    worked->subjects = make_adjacency(pairs);
    worked->relation = {worked->objects.view(), worked->subjects.view()};
    found = shared_.emplace(key, std::move(worked)).first;
  }
  return found->second->relation;
}

std::vector<std::string_view> empty_paths(std::span<const std::string_view> list,
                                          const PropertyPaths& paths) {
  std::vector<std::string_view> empty;
  for (const std::string_view path : list) {
    const Relation* relation = paths.find(path);
    if (relation != nullptr && relation->pairs() == 0) empty.push_back(path);
  }
  return empty;
}

}  // namespace assay::cfq
