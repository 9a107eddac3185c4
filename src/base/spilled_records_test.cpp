#include "assay/base/spilled_records.h"

#include <gtest/gtest.h>

#include <vector>

#include "assay/base/random.h"

namespace assay {
namespace {

std::string some_record(std::uint64_t number) {
  Stream stream({1, 2}, {Purpose::kItem, number});
  const std::uint64_t length = stream.below(50) == 0 ? 200'000 : stream.below(300);
  std::string record(length, '\0');
  for (char& byte : record) byte = static_cast<char>(stream.below(256));
  return record;
}

TEST(SpilledRecords, AreReadInAnyOrderWhereverTheyAre) {
  for (const std::size_t in_memory : {std::size_t{0}, std::size_t{5000}, std::size_t{1} << 30U}) {
    SpilledRecords records(in_memory);
    std::vector<std::uint64_t> places;
    for (std::uint64_t i = 0; i < 400; ++i) places.push_back(records.append(some_record(i)));
    SpilledRecords::Window forward;
    for (std::uint64_t i = 0; i < 400; ++i) {
      ASSERT_EQ(records.read(places[i], forward), some_record(i)) << i << " of " << in_memory;
    }
    SpilledRecords::Window scattered;
    for (std::uint64_t i = 0; i < 400; ++i) {
      const std::uint64_t pick = i * 171 % 400;
      ASSERT_EQ(records.read(places[pick], scattered), some_record(pick)) << in_memory;
    }
  }
}

}  // namespace
}  // namespace assay
