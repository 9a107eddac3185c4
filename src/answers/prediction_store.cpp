#include "assay/answers/prediction_store.h"

#include <algorithm>
#include <cstring>
#include <tuple>

#include "assay/base/error.h"
#include "assay/base/hash.h"

namespace assay {

namespace {

void append_number(std::string& bytes, std::uint64_t number) {
  char raw[sizeof number];
  std::memcpy(raw, &number, sizeof number);
  bytes.append(raw, sizeof number);
}

void append_text(std::string& bytes, std::string_view text) {
  append_number(bytes, text.size());
  bytes += text;
}

class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : rest_(bytes) {}

  std::uint64_t number() {
    std::uint64_t value = 0;
    std::memcpy(&value, rest_.data(), sizeof value);
    rest_.remove_prefix(sizeof value);
    return value;
  }
  std::string_view text() {
    const std::uint64_t length = number();
    const std::string_view found = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return found;
  }

 private:
  std::string_view rest_;
};

void pack(const Prediction& prediction, std::string& bytes) {
  append_text(bytes, prediction.id);
  append_text(bytes, prediction.target);
  append_number(bytes, prediction.samples.size());
  for (const Sample& sample : prediction.samples) {
    append_number(bytes, static_cast<std::uint64_t>(sample.state));
    append_text(bytes, sample.text);
  }
}

// Keeps the memory of what `prediction` was.
void unpack(std::string_view bytes, Prediction& prediction) {
  Unpacker from(bytes);
  prediction.id = from.text();
  prediction.content_hash.clear();
  prediction.target = from.text();
  prediction.samples.resize(from.number());
  for (Sample& sample : prediction.samples) {
    sample.state = static_cast<Sample::State>(from.number());
    sample.text = from.text();
  }
}

std::string_view packed_id(std::string_view bytes) { return Unpacker(bytes).text(); }

// Doubling would need three times the memory for a moment, and twice afterwards.
template <typename Item>
void make_room(std::vector<Item>& items) {
  constexpr std::size_t kLeast = 16;
  if (items.size() == items.capacity()) items.reserve(items.size() + items.size() / 8 + kLeast);
}

}  // namespace

bool PredictionStore::Shelf::is_asked(std::size_t entry) const {
  return (asked[entry / 8].load(std::memory_order_relaxed) >> (entry % 8) & 1U) != 0;
}

// Hashes are spread evenly, so a place can be told beforehand; from there it is a few steps.
std::size_t PredictionStore::Shelf::place_of(std::uint64_t hash) const {
  const std::size_t count = entries.size();
  if (count == 0) return 0;
  const std::uint64_t within = hash << kShelfBits;  // what tells hashes of a shelf apart
  auto place = static_cast<std::size_t>((within >> 32U) * count >> 32U);
  while (place < count && entries[place].hash < hash) ++place;
  while (place > 0 && entries[place - 1].hash >= hash) --place;
  return place;
}

void PredictionStore::Shelf::ask(std::size_t entry) const {
  asked[entry / 8].fetch_or(static_cast<std::uint8_t>(1U << (entry % 8)),
                            std::memory_order_relaxed);
}

void PredictionStore::add(const Prediction& prediction) {
  packed_.clear();
  pack(prediction, packed_);
  const std::uint64_t place = records_.append(packed_);
  ++size_;
  if (found_by_ == FoundBy::kPlace) {
    make_room(places_);
    places_.push_back(place);
    return;
  }
  const std::uint64_t hash = hash64(prediction.id);
  Shelf& shelf = shelves_[hash >> (64U - kShelfBits)];
  make_room(shelf.entries);
  shelf.entries.push_back({hash, place});
}

void PredictionStore::finish() {
  for (Shelf& shelf : shelves_) {
    std::ranges::sort(shelf.entries, {},
                      [](const Entry& e) { return std::tuple(e.hash, e.place); });
    shelf.asked = std::make_unique<std::atomic<std::uint8_t>[]>(shelf.entries.size() / 8 + 1);
  }
}

std::string_view PredictionStore::id_of(const Entry& entry, Desk& desk) const {
  return packed_id(records_.read(entry.place, desk.window));
}

void PredictionStore::find(std::string_view id, Desk& desk, std::vector<Prediction>& out) const {
  ASSAY_CHECK(found_by_ == FoundBy::kId);
  const std::uint64_t hash = hash64(id);
  const Shelf& shelf = shelves_[hash >> (64U - kShelfBits)];
  std::size_t found = 0;
  auto entry = shelf.entries.begin() + static_cast<std::ptrdiff_t>(shelf.place_of(hash));
  for (; entry != shelf.entries.end() && entry->hash == hash; ++entry) {
    const std::string_view bytes = records_.read(entry->place, desk.window);
    if (packed_id(bytes) != id) continue;
    shelf.ask(static_cast<std::size_t>(entry - shelf.entries.begin()));
    if (found == out.size()) out.emplace_back();
    unpack(bytes, out[found]);
    ++found;
  }
  out.resize(found);
}

void PredictionStore::at(std::uint64_t place, Desk& desk, Prediction& out) const {
  ASSAY_CHECK(found_by_ == FoundBy::kPlace);
  unpack(records_.read(places_.at(place), desk.window), out);
}

std::uint64_t PredictionStore::repeated(std::size_t most, Desk& desk,
                                        std::vector<std::string>& ids) const {
  std::uint64_t count = 0;
  for (const Shelf& shelf : shelves_) {
    std::vector<std::string> alike;  // different ids of one hash: nearly always a single one
    for (std::size_t i = 1; i < shelf.entries.size(); ++i) {
      const Entry& before = shelf.entries[i - 1];
      if (shelf.entries[i].hash != before.hash) {
        alike.clear();
        continue;
      }
      if (alike.empty()) alike.emplace_back(id_of(before, desk));
      const std::string id(id_of(shelf.entries[i], desk));
      if (std::ranges::find(alike, id) == alike.end()) {
        alike.push_back(id);
        continue;
      }
      ++count;
      const bool is_named = std::ranges::find(ids, id) != ids.end();
      if (ids.size() < most && !is_named) ids.push_back(id);
    }
  }
  return count;
}

std::uint64_t PredictionStore::unasked(std::size_t most, Desk& desk,
                                       std::vector<std::string>& ids) const {
  std::uint64_t count = 0;
  for (const Shelf& shelf : shelves_) {
    const Entry* last = nullptr;
    for (std::size_t i = 0; i < shelf.entries.size(); ++i) {
      if (shelf.is_asked(i)) continue;
      const Entry& entry = shelf.entries[i];
      const bool may_repeat = last != nullptr && last->hash == entry.hash;
      const std::string before(may_repeat ? id_of(*last, desk) : "");
      last = &entry;
      if (may_repeat && id_of(entry, desk) == before) continue;
      ++count;
      if (ids.size() < most) ids.emplace_back(id_of(entry, desk));
    }
  }
  return count;
}

}  // namespace assay
