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
  explicit PredictionStore(std::size_t in_memory = SpilledRecords::kInMemory)
      : records_(in_memory) {}

  // The content hash is not kept: whoever reads the file compares it.
  void add(const Prediction& prediction);
  // After the last one, before the first look.
  void finish();

  std::uint64_t size() const { return entries_.size(); }

  // What a thread looks through.
  struct Desk {
    SpilledRecords::Window window;
  };
  // Those of an id, in the order they came, appended to `out`; marks them as asked for.
  void find(std::string_view id, Desk& desk, std::vector<Prediction>& out) const;
  // The one that came as number `place`, from 0; not after finish().
  Prediction at(std::uint64_t place, Desk& desk) const;

  // Ids nobody asked for, each once, in the order of their hashes; how many, and the first `most`.
  std::uint64_t unasked(std::size_t most, Desk& desk, std::vector<std::string>& ids) const;

 private:
  struct Entry {
    std::uint64_t hash = 0;  // of the id
    std::uint64_t place = 0;
  };

  SpilledRecords records_;
  std::vector<Entry> entries_;
  std::unique_ptr<std::atomic<std::uint8_t>[]> asked_;  // for each entry
};

}  // namespace assay
