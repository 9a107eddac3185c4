#include "assay/tasks/reascan/metadata_column.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "assay/tasks/reascan/worlds/benchmark.h"

namespace assay::reascan {
namespace {

Benchmark made(Edition edition) {
  Settings settings;
  settings.edition = edition;
  settings.pattern = "p3";
  return {settings, spaces_of(plans_of(settings)), 0};
}

TEST(ReascanMetadata, AreReadAsTheyWereWritten) {
  const Benchmark published = made(Edition::kPublished);
  const Benchmark sound = made(Edition::kSound);
  std::vector<std::int64_t> numbers;
  DistractorMetadata read;
  const auto check = [&](const Pair& pair) {
    write_metadata(pair.sampled.metadata, numbers);
    ASSERT_TRUE(read_metadata(numbers, pair.structure, read));
    ASSERT_EQ(read, pair.sampled.metadata);
    numbers.push_back(0);
    ASSERT_FALSE(read_metadata(numbers, pair.structure, read));
    numbers.resize(numbers.size() - 2);
    ASSERT_FALSE(read_metadata(numbers, pair.structure, read));
    if (numbers.empty()) return;
    numbers[0] = 1'000;
    ASSERT_FALSE(read_metadata(numbers, pair.structure, read));
  };
  Pair pair;
  for (std::uint64_t unit = 0; unit < 20; ++unit) {
    check(published.make_all(unit).front());
    ASSERT_TRUE(sound.make(unit, 0, pair));
    check(pair);
  }
}

}  // namespace
}  // namespace assay::reascan
