#include "assay/tasks/cfq/kb/triple_store_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "assay/base/error.h"
#include "assay/base/parallel.h"
#include "assay/tasks/cfq/kb/mapped_array.h"
#include "assay/tasks/cfq/kb/triple_store_files.h"

namespace assay::cfq {

namespace {

struct BuiltRelation {
  AdjacencyArrays objects;
  AdjacencyArrays subjects;
};

BuiltRelation build_relation(std::vector<std::uint64_t> pairs) {
  BuiltRelation built;
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  built.objects = make_adjacency(pairs);
  for (std::uint64_t& pair : pairs) pair = swapped_pair(pair);
  std::ranges::sort(pairs);
  built.subjects = make_adjacency(pairs);
  return built;
}

// Appends arrays to their file, one adjacency after the other.
class ArrayWriter {
 public:
  explicit ArrayWriter(PreparedSink& sink) : file_(sink, kArraysFile) {}

  AdjacencyPlace append(const AdjacencyArrays& arrays) {
    AdjacencyPlace place{.begin = numbers_,
                         .keys = arrays.keys.size(),
                         .starts = arrays.starts.size(),
                         .values = arrays.values.size(),
                         .stretches = arrays.stretches.size(),
                         .shift = arrays.shift};
    for (const auto* array : {&arrays.keys, &arrays.starts, &arrays.values, &arrays.stretches}) {
      file_.write(as_bytes<std::uint32_t>(*array));
      numbers_ += array->size();
    }
    return place;
  }
  void commit() { file_.commit(); }

 private:
  PreparedSink::File file_;
  std::uint64_t numbers_ = 0;
};

std::string_view type_of_subjects(std::string_view relation) {
  const std::size_t end = relation.rfind('.');
  return end == std::string_view::npos ? std::string_view() : relation.substr(0, end);
}

}  // namespace

TripleStoreBuilder::TripleStoreBuilder() : type_relation_(relation(kTypeRelation)) {}

std::uint32_t TripleStoreBuilder::relation(std::string_view name) {
  const std::uint32_t number = relations_.find_or_add(name);
  if (number == pairs_.size()) pairs_.emplace_back();
  return number;
}

void TripleStoreBuilder::set_name(std::uint32_t node, std::string_view name) {
  ASSAY_CHECK(node < nodes_.size());
  if (names_.size() <= node) names_.resize(nodes_.size());
  NamePlace& place = names_[node];
  const auto before = std::string_view(name_text_).substr(place.begin, place.size);
  if (!before.empty() && before <= name) return;
  place = {name_text_.size(), name.size()};
  name_text_ += name;
}

void TripleStoreBuilder::add_inverses(std::span<const InversePair> pairs) {
  const auto add_turned = [&](std::uint32_t from, std::uint32_t to) {
    const std::size_t size = pairs_[from].size();
    pairs_[to].reserve(pairs_[to].size() + size);
    for (std::size_t at = 0; at < size; ++at) pairs_[to].push_back(swapped_pair(pairs_[from][at]));
  };
  for (const InversePair& pair : pairs) {
    const std::uint32_t forth = relation(pair.relation);
    const std::uint32_t back = relation(pair.inverse);
    const std::size_t back_before = pairs_[back].size();
    add_turned(forth, back);
    pairs_[forth].reserve(pairs_[forth].size() + back_before);
    for (std::size_t at = 0; at < back_before; ++at) {
      pairs_[forth].push_back(swapped_pair(pairs_[back][at]));
    }
  }
}

void TripleStoreBuilder::add_types_of_subjects(std::span<const std::string_view> types) {
  for (std::uint32_t number = 0; number < relations_.size(); ++number) {
    const std::string_view type = type_of_subjects(relations_.key(number));
    if (pairs_[number].empty() || std::ranges::find(types, type) == types.end()) continue;
    const std::uint32_t type_node = node(type);
    std::uint64_t before = UINT64_MAX;
    for (const std::uint64_t pair : pairs_[number]) {
      const Node subject = key_of_pair(pair);
      if (subject != before) add_type(subject, type_node);
      before = subject;
    }
  }
}

std::uint64_t TripleStoreBuilder::triples() const {
  std::uint64_t sum = 0;
  for (const auto& pairs : pairs_) sum += pairs.size();
  return sum;
}

std::vector<bool> TripleStoreBuilder::used_nodes() const {
  std::vector<bool> used(nodes_.size());
  const auto mark = [&](Node node) {
    if ((node & kMediator) == 0) used[node] = true;
  };
  for (const auto& pairs : pairs_) {
    for (const std::uint64_t pair : pairs) {
      mark(key_of_pair(pair));
      mark(value_of_pair(pair));
    }
  }
  return used;
}

std::vector<Node> TripleStoreBuilder::write_nodes(PreparedSink& sink) const {
  const std::vector<bool> used = used_nodes();
  std::vector<std::string_view> keys;
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t number = 0; number < nodes_.size(); ++number) {
    if (!used[number]) continue;
    keys.push_back(nodes_.key(number));
    numbers.push_back(number);
  }
  const std::vector<std::uint32_t> order = sorted_places(keys);
  std::vector<DictionaryEntry> entries;
  entries.reserve(order.size());
  std::vector<Node> ranks(nodes_.size(), UINT32_MAX);
  for (const std::uint32_t place : order) {
    const std::uint32_t number = numbers[place];
    ranks[number] = static_cast<Node>(entries.size());
    const NamePlace name = number < names_.size() ? names_[number] : NamePlace{};
    entries.push_back({keys[place], std::string_view(name_text_).substr(name.begin, name.size)});
  }
  write_dictionary(entries, sink);
  return ranks;
}

void TripleStoreBuilder::write(PreparedSink& sink, const Control& control) {
  const std::vector<Node> ranks = write_nodes(sink);
  const auto keyed =
      static_cast<Node>(std::ranges::count_if(ranks, [](Node rank) { return rank != UINT32_MAX; }));
  ASSAY_CHECK(keyed < kMediator);
  const auto final_number = [&](Node node) {
    return (node & kMediator) != 0 ? keyed + (node & ~kMediator) : ranks[node];
  };
  std::vector<std::string_view> names;
  for (std::size_t at = 0; at < relations_.size(); ++at) names.push_back(relations_.key(at));
  std::vector<std::uint32_t> order = sorted_places(names);
  std::erase_if(order, [&](std::uint32_t number) { return pairs_[number].empty(); });

  StoreSummary summary{.nodes = std::uint64_t{keyed} + mediators_};
  std::vector<RelationPlace> places;
  std::string name_lines;
  ArrayWriter writer(sink);
  ordered_parallel<BuiltRelation>(
      0, order.size(), control,
      [&](std::uint64_t at, BuiltRelation& built) {
        std::vector<std::uint64_t> pairs = std::move(pairs_[order[at]]);
        for (std::uint64_t& pair : pairs) {
          pair = pack_pair(final_number(key_of_pair(pair)), final_number(value_of_pair(pair)));
        }
        built = build_relation(std::move(pairs));
      },
      [&](std::uint64_t at, const BuiltRelation& built) {
        summary.triples += built.objects.values.size();
        RelationPlace& place = places.emplace_back();
        place.objects = writer.append(built.objects);
        place.subjects = writer.append(built.subjects);
        name_lines += names[order[at]];
        name_lines += '\n';
      });
  writer.commit();
  sink.write(kRelationNamesFile, name_lines);
  sink.write(kRelationsFile, as_bytes<RelationPlace>(places));
  sink.write(kSummaryFile, as_bytes<StoreSummary>({&summary, 1}));
  *this = TripleStoreBuilder();
}

TripleStore prepare_triple_store(const std::string& cache_folder, std::string_view content,
                                 const Control& control,
                                 const std::function<void(TripleStoreBuilder&)>& fill) {
  const PreparedKey key{"cfq-kb", fmt::format("{} {}", kTripleStoreFormat, content)};
  return TripleStore(prepare_files(cache_folder, key, control, [&](PreparedSink& sink) {
    TripleStoreBuilder builder;
    fill(builder);
    builder.write(sink, control);
  }));
}

}  // namespace assay::cfq
