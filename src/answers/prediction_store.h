// All predictions of a file, found by id or by place, in flat memory.
//
// Each costs 16 bytes; what was said is kept in SpilledRecords. So a run over ten million rows is
// judged on a small machine.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "assay/answers/prediction.h"
#include "assay/base/spilled_records.h"

namespace assay {

class PredictionStore {
 public:
  enum class FoundBy : std::uint8_t { kId, kPlace };
  explicit PredictionStore(FoundBy found_by = FoundBy::kId,
                           std::size_t in_memory = SpilledRecords::kInMemory)
      : found_by_(found_by), records_(in_memory) {}

  // The content hash is not kept: whoever reads the file compares it.
  void add(const Prediction& prediction);
  // After the last one, before the first look.
  void finish();

  std::uint64_t size() const { return size_; }

  // What a thread looks through.
  struct Desk {
    SpilledRecords::Window window;
  };
  // By id: `out` becomes those of an id, in the order they came, and they count as asked for.
  void find(std::string_view id, Desk& desk, std::vector<Prediction>& out) const;
  // By place: the one that came as number `place`, from 0.
  void at(std::uint64_t place, Desk& desk, Prediction& out) const;

  // By id: how many have the id of an earlier one; appends the first `most` ids, each once.
  std::uint64_t repeated(std::size_t most, Desk& desk, std::vector<std::string>& ids) const;
  // By id: ids nobody asked for, each once; how many, appending the first `most`. Both are in the
  // order of hashes.
  std::uint64_t unasked(std::size_t most, Desk& desk, std::vector<std::string>& ids) const;

 private:
  struct Entry {
    std::uint64_t hash = 0;  // of the id
    std::uint64_t place = 0;
  };
  static constexpr unsigned kShelfBits = 8;
  // Those whose hashes begin alike. Many small tables grow without a moment that needs twice the
  // memory.
  struct Shelf {
    std::vector<Entry> entries;
    std::unique_ptr<std::atomic<std::uint8_t>[]> asked;  // a bit for each entry
    std::size_t place_of(std::uint64_t hash) const;      // of the first entry that is not below
    bool is_asked(std::size_t entry) const;
    void ask(std::size_t entry) const;
  };
  std::string_view id_of(const Entry& entry, Desk& desk) const;

  FoundBy found_by_;
  SpilledRecords records_;
  std::uint64_t size_ = 0;
  std::vector<Shelf> shelves_ = std::vector<Shelf>(std::size_t{1} << kShelfBits);
  std::vector<std::uint64_t> places_;  // by place
  std::string packed_;
};

}  // namespace assay
