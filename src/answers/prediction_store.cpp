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

Prediction unpack(std::string_view bytes) {
  Unpacker from(bytes);
  Prediction prediction;
  prediction.id = from.text();
  prediction.target = from.text();
  prediction.samples.resize(from.number());
  for (Sample& sample : prediction.samples) {
    sample.state = static_cast<Sample::State>(from.number());
    sample.text = from.text();
  }
  return prediction;
}

std::string_view packed_id(std::string_view bytes) { return Unpacker(bytes).text(); }

}  // namespace

void PredictionStore::add(const Prediction& prediction) {
  std::string bytes;
  pack(prediction, bytes);
  entries_.push_back({hash64(prediction.id), records_.append(bytes)});
}

void PredictionStore::finish() {
  std::ranges::sort(entries_, {}, [](const Entry& e) { return std::tuple(e.hash, e.place); });
  asked_ = std::make_unique<std::atomic<std::uint8_t>[]>(entries_.size());
}

void PredictionStore::find(std::string_view id, Desk& desk, std::vector<Prediction>& out) const {
  const std::uint64_t hash = hash64(id);
  auto entry = std::ranges::lower_bound(entries_, hash, {}, &Entry::hash);
  for (; entry != entries_.end() && entry->hash == hash; ++entry) {
    const std::string_view bytes = records_.read(entry->place, desk.window);
    if (packed_id(bytes) != id) continue;
    asked_[static_cast<std::size_t>(entry - entries_.begin())].store(1, std::memory_order_relaxed);
    out.push_back(unpack(bytes));
  }
}

Prediction PredictionStore::at(std::uint64_t place, Desk& desk) const {
  ASSAY_CHECK(asked_ == nullptr);
  return unpack(records_.read(entries_.at(place).place, desk.window));
}

std::uint64_t PredictionStore::unasked(std::size_t most, Desk& desk,
                                       std::vector<std::string>& ids) const {
  std::uint64_t count = 0;
  std::string last;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (asked_[i].load(std::memory_order_relaxed) != 0) continue;
    std::string id(packed_id(records_.read(entries_[i].place, desk.window)));
    if (count > 0 && id == last) continue;
    ++count;
    if (ids.size() < most) ids.push_back(id);
    last = std::move(id);
  }
  return count;
}

}  // namespace assay
