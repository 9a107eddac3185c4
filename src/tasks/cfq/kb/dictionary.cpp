#include "assay/tasks/cfq/kb/dictionary.h"

#include <algorithm>
#include <numeric>

#include "assay/base/error.h"
#include "assay/base/exact_math.h"
#include "assay/tasks/cfq/kb/mapped_array.h"

namespace assay::cfq {

namespace {

constexpr std::size_t kKeysPerBlock = 16;

constexpr std::string_view kText = "dictionary";
constexpr std::string_view kBlocks = "dictionary-blocks";
constexpr std::string_view kByName = "dictionary-by-name";
constexpr std::string_view kUnique = "dictionary-unique";

void append_size(std::string& text, std::size_t size) {
  for (; size >= 128; size >>= 7U) text += static_cast<char>(size | 128U);
  text += static_cast<char>(size);
}

std::size_t take_size(std::string_view& text) {
  std::size_t size = 0;
  for (unsigned shift = 0;; shift += 7) {
    const auto byte = static_cast<unsigned char>(text.front());
    text.remove_prefix(1);
    size |= std::size_t{byte & 127U} << shift;
    if (byte < 128) return size;
  }
}

std::string_view take_text(std::string_view& text) {
  const std::size_t size = take_size(text);
  const std::string_view taken = text.substr(0, size);
  text.remove_prefix(size);
  return taken;
}

std::size_t shared_beginning(std::string_view a, std::string_view b) {
  const std::size_t most = std::min(a.size(), b.size());
  std::size_t same = 0;
  while (same < most && a[same] == b[same]) ++same;
  return same;
}

// The first sixteen bytes as a number, so that most comparisons need no memory but the list itself.
struct SortedText {
  Wide head = 0;
  std::uint32_t place = 0;
};

constexpr std::size_t kHeadBytes = 16;

SortedText sorted_text(std::string_view text, std::size_t place) {
  SortedText made;
  for (std::size_t at = 0; at < kHeadBytes; ++at) {
    made.head = made.head << 8U | (at < text.size() ? static_cast<unsigned char>(text[at]) : 0U);
  }
  made.place = static_cast<std::uint32_t>(place);
  return made;
}

void write_names(std::span<const DictionaryEntry> entries, PreparedSink& sink) {
  std::vector<std::string_view> names;
  std::vector<Node> nodes;
  for (std::size_t node = 0; node < entries.size(); ++node) {
    if (entries[node].name.empty()) continue;
    names.push_back(entries[node].name);
    nodes.push_back(static_cast<Node>(node));
  }
  const std::vector<std::uint32_t> order = sorted_places(names);
  std::vector<std::uint64_t> unique(entries.size() / 64 + 1);
  std::vector<Node> by_name;
  by_name.reserve(order.size());
  for (std::size_t at = 0; at < order.size(); ++at) {
    const Node node = nodes[order[at]];
    by_name.push_back(node);
    const std::string_view name = names[order[at]];
    const bool as_before = at > 0 && names[order[at - 1]] == name;
    const bool as_next = at + 1 < order.size() && names[order[at + 1]] == name;
    if (!as_before && !as_next) unique[node / 64] |= std::uint64_t{1} << (node % 64);
  }
  sink.write(kByName, as_bytes<Node>(by_name));
  sink.write(kUnique, as_bytes<std::uint64_t>(unique));
}

}  // namespace

std::vector<std::uint32_t> sorted_places(std::span<const std::string_view> texts) {
  ASSAY_CHECK(texts.size() < UINT32_MAX);
  std::vector<SortedText> sorted;
  sorted.reserve(texts.size());
  for (std::size_t place = 0; place < texts.size(); ++place) {
    sorted.push_back(sorted_text(texts[place], place));
  }
  std::ranges::sort(sorted, [&](const SortedText& a, const SortedText& b) {
    if (a.head != b.head) return a.head < b.head;
    const int order = texts[a.place].compare(texts[b.place]);
    return order != 0 ? order < 0 : a.place < b.place;
  });
  std::vector<std::uint32_t> places;
  places.reserve(sorted.size());
  for (const SortedText& each : sorted) places.push_back(each.place);
  return places;
}

void write_dictionary(std::span<const DictionaryEntry> entries, PreparedSink& sink) {
  std::string text;
  std::vector<std::uint64_t> blocks;
  for (std::size_t node = 0; node < entries.size(); ++node) {
    const std::string_view key = entries[node].key;
    ASSAY_CHECK(node == 0 || entries[node - 1].key < key);
    const bool begins_block = node % kKeysPerBlock == 0;
    if (begins_block) blocks.push_back(text.size());
    const std::size_t shared = begins_block ? 0 : shared_beginning(entries[node - 1].key, key);
    append_size(text, shared);
    append_size(text, key.size() - shared);
    text += key.substr(shared);
    append_size(text, entries[node].name.size());
    text += entries[node].name;
  }
  blocks.push_back(entries.size());
  sink.write(kText, text);
  sink.write(kBlocks, as_bytes<std::uint64_t>(blocks));
  write_names(entries, sink);
}

// Reads a block entry by entry.
class Dictionary::Reader {
 public:
  Reader(const Dictionary& dictionary, std::size_t block)
      : rest_(dictionary.text_.substr(dictionary.blocks_[block])) {}

  void next() {
    key_.resize(take_size(rest_));
    key_ += take_text(rest_);
    name_ = take_text(rest_);
  }
  const std::string& key() const { return key_; }
  std::string_view name() const { return name_; }

 private:
  std::string_view rest_;
  std::string key_;
  std::string_view name_;
};

Dictionary::Dictionary(const PreparedFiles& files)
    : text_(files.bytes(kText)),
      blocks_(as_array<std::uint64_t>(files.bytes(kBlocks))),
      by_name_(as_array<Node>(files.bytes(kByName))),
      unique_(as_array<std::uint64_t>(files.bytes(kUnique))),
      size_(blocks_.back()) {}

std::uint64_t Dictionary::bytes() const {
  return text_.size() + blocks_.size_bytes() + by_name_.size_bytes() + unique_.size_bytes();
}

std::string_view Dictionary::first_key(std::size_t block) const {
  std::string_view rest = text_.substr(blocks_[block]);
  take_size(rest);
  return take_text(rest);
}

std::optional<Node> Dictionary::find(std::string_view key) const {
  std::size_t below = 0;  // blocks that begin with this key or an earlier one
  for (std::size_t end = blocks_.size() - 1; below < end;) {
    const std::size_t middle = below + (end - below) / 2;
    if (first_key(middle) <= key) {
      below = middle + 1;
    } else {
      end = middle;
    }
  }
  if (below == 0) return std::nullopt;
  Reader reader(*this, below - 1);
  const std::size_t first = (below - 1) * kKeysPerBlock;
  for (std::size_t node = first; node < std::min(first + kKeysPerBlock, size_); ++node) {
    reader.next();
    if (reader.key() == key) return static_cast<Node>(node);
  }
  return std::nullopt;
}

std::string Dictionary::key(Node node) const {
  ASSAY_CHECK(node < size_);
  Reader reader(*this, node / kKeysPerBlock);
  for (std::size_t steps = node % kKeysPerBlock + 1; steps > 0; --steps) reader.next();
  return reader.key();
}

std::string Dictionary::name(Node node) const {
  ASSAY_CHECK(node < size_);
  Reader reader(*this, node / kKeysPerBlock);
  for (std::size_t steps = node % kKeysPerBlock + 1; steps > 0; --steps) reader.next();
  return std::string(reader.name());
}

std::span<const Node> Dictionary::named(std::string_view name) const {
  const auto begin = std::ranges::partition_point(
      by_name_, [&](Node node) { return std::string_view(this->name(node)) < name; });
  auto end = begin;
  while (end != by_name_.end() && this->name(*end) == name) ++end;
  return {begin, end};
}

}  // namespace assay::cfq
