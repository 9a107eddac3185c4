// The same recipe and seed give the same bytes: threads, shards, interruptions, neighbouring seeds.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "program.h"

namespace assay::testing {
namespace {

// Many small files, so that pieces, shards and blocks do not fall together.
const std::vector<std::string> kJob = {"generate", "scan",   "--set", "conjunctions=2",  "-n",
                                       "9000",     "--seed", "5",     "--rows-per-file", "700",
                                       "-q"};

std::vector<std::string> job(const std::vector<std::string>& more) {
  std::vector<std::string> words = kJob;
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::string whole_run(const ScratchFolder& scratch) {
  EXPECT_EQ(assay(job({"--out", scratch / "whole"})).exit_code, 0);
  return contents_of(scratch / "whole");
}

TEST(Determinism, ThreadsDoNotChangeBytes) {
  const ScratchFolder scratch;
  const std::string expected = whole_run(scratch);
  for (const std::string jobs : {"1", "2", "7"}) {
    ASSERT_EQ(assay(job({"--jobs", jobs, "--out", scratch / jobs})).exit_code, 0);
    EXPECT_EQ(contents_of(scratch / jobs), expected) << jobs << " threads";
  }
}

TEST(Determinism, AStreamIsTheFilesOneAfterTheOther) {
  const ScratchFolder scratch;
  whole_run(scratch);
  const std::string stream = assay(kJob).out;
  const std::string exported = assay({"export", scratch / "whole", "--format", "jsonl"}).out;
  EXPECT_EQ(stream, exported);
  EXPECT_EQ(std::count(stream.begin(), stream.end(), '\n'), 9000);
}

TEST(Determinism, ShardsMergedInAnyOrderAreTheWhole) {
  const ScratchFolder scratch;
  const std::string expected = whole_run(scratch);
  for (const unsigned count : {1U, 3U, 16U}) {
    std::vector<std::string> merge = {"merge", "-q", "--out",
                                      scratch / ("m" + std::to_string(count))};
    for (unsigned i = count; i-- > 0;) {
      const unsigned index = (i * 7 + 3) % count;  // 7 is prime to 1, 3 and 16
      const std::string name = std::to_string(index) + "of" + std::to_string(count);
      ASSERT_EQ(assay(job({"--shard", std::to_string(index) + "/" + std::to_string(count), "--out",
                           scratch / name}))
                    .exit_code,
                0);
      merge.push_back(scratch / name);
    }
    const Outcome merged = assay(merge);
    ASSERT_EQ(merged.exit_code, 0) << merged.err;
    EXPECT_EQ(contents_of(merge[3]), expected) << count << " shards";
  }
}

TEST(Determinism, ShardsOfARecipeWithPartsAndSplitsMergeToTheWhole) {
  const ScratchFolder scratch;
  write_file(scratch / "r.toml",
             "task = \"scan\"\nrows = 3000\nrows_per_file = 400\n"
             "[[part]]\nname = \"train\"\nshare = 3\n[[part]]\nname = \"test\"\nshare = 1\n"
             "[[split]]\nname = \"half\"\nmethod = \"random\"\ntrain = \"50%\"\n");
  ASSERT_EQ(assay({"generate", "-q", "-C", scratch / "r.toml", "--out", scratch / "w"}).exit_code,
            0);
  std::vector<std::string> merge = {"merge", "-q", "--out", scratch / "m"};
  for (const std::string index : {"2", "0", "1"}) {
    ASSERT_EQ(assay({"generate", "-q", "-C", scratch / "r.toml", "--shard", index + "/3", "--out",
                     scratch / index})
                  .exit_code,
              0);
    merge.push_back(scratch / index);
  }
  ASSERT_EQ(assay(merge).exit_code, 0);
  EXPECT_EQ(contents_of(scratch / "m"), contents_of(scratch / "w"));
  EXPECT_EQ(assay({"verify", scratch / "m"}).exit_code, 0);
}

TEST(Determinism, ASavedRecipeGivesTheSameBytes) {
  const ScratchFolder scratch;
  const std::string expected = whole_run(scratch);
  ASSERT_EQ(
      assay({"generate", "-q", "-C", scratch / "whole/recipe.toml", "--out", scratch / "again"})
          .exit_code,
      0);
  EXPECT_EQ(contents_of(scratch / "again"), expected);
}

TEST(Determinism, TwentyKillsWithResumeChangeNothing) {
  const ScratchFolder scratch;
  const std::string expected = whole_run(scratch);
  const std::string folder = scratch / "killed";
  int kills = 0;
  unsigned pause = 2'000;
  for (int attempt = 0; kills < 20 && attempt < 400; ++attempt) {
    if (assay_killed_after(job({"--jobs", "2", "--out", folder}), pause)) {
      ++kills;
    } else if (kills < 20) {
      // It came to its end: begin anew and strike earlier.
      ASSERT_EQ(contents_of(folder), expected);
      ASSERT_EQ(assay({"generate", "-q", "scan", "-n", "10", "--force", "--out", folder}).exit_code,
                0);
      ASSERT_EQ(assay(job({"--force", "--out", folder})).exit_code, 0);
      ASSERT_EQ(std::system(("rm -r '" + folder + "'").c_str()), 0);
      pause = 1'500;
    }
    pause += 700;
  }
  ASSERT_EQ(kills, 20);
  ASSERT_EQ(assay(job({"--out", folder})).exit_code, 0);
  EXPECT_EQ(contents_of(folder), expected);
}

// Exports of a split, and of all of it in today's format: the parts in several files each.
TEST(Determinism, ExportsGoOnAfterKills) {
  const ScratchFolder scratch;
  whole_run(scratch);
  const std::string data = scratch / "whole";
  ASSERT_EQ(assay({"split", data, "-q", "--method", "random", "--train", "6000", "--dev", "1000",
                   "--test", "2000", "--name", "s"})
                .exit_code,
            0);
  const std::vector<std::vector<std::string>> exports = {{"export", data, "--split", "s", "-q"},
                                                         {"export", data, "-q"}};
  for (const std::vector<std::string>& words : exports) {
    const auto into = [&](const std::string& folder) {
      std::vector<std::string> all = words;
      all.insert(all.end(), {"--out", folder});
      return all;
    };
    const std::string name = std::to_string(words.size());
    ASSERT_EQ(assay(into(scratch / ("calm" + name))).exit_code, 0);
    const std::string folder = scratch / ("killed" + name);
    int kills = 0;
    for (unsigned pause = 1'000; assay_killed_after(into(folder), pause); pause += 1'000) ++kills;
    EXPECT_GE(kills, 3);
    EXPECT_EQ(contents_of(folder), contents_of(scratch / ("calm" + name)));
    EXPECT_EQ(assay(into(folder)).exit_code, 0) << "a finished one is left alone";
    EXPECT_EQ(contents_of(folder), contents_of(scratch / ("calm" + name)));
  }
}

std::vector<std::string> inputs(std::uint64_t seed, const std::string& conjunctions,
                                unsigned rows) {
  const Outcome outcome =
      assay({"generate", "scan", "--without", "rules", "-n", std::to_string(rows), "--seed",
             std::to_string(seed), "--set", "conjunctions=" + conjunctions});
  std::vector<std::string> lines;
  std::istringstream stream(outcome.out);
  for (std::string line; std::getline(stream, line);) {
    const std::size_t begin = line.find("\"input\":");
    lines.push_back(line.substr(begin));
  }
  return lines;
}

// Row i of one seed against row i + shift of another, for every shift: a seed that is added to the
// index would give one shift at which all rows agree.
TEST(Determinism, NeighbouringSeedsShareRowsOnlyByChance) {
  constexpr unsigned kRows = 2000;
  constexpr double kSpace = 20910;
  for (const std::uint64_t seed : {0U, 41U}) {
    const auto first = inputs(seed, "1", kRows);
    ASSERT_EQ(first.size(), kRows);
    std::map<std::string, int> place;
    for (unsigned i = 0; i < kRows; ++i) place[first[i]] = static_cast<int>(i);
    ASSERT_EQ(place.size(), kRows);
    for (std::uint64_t next = seed + 1; next <= seed + 20; ++next) {
      const auto second = inputs(next, "1", kRows);
      std::map<int, int> shared_at_shift;
      int shared = 0;
      for (unsigned i = 0; i < kRows; ++i) {
        const auto found = place.find(second[i]);
        if (found == place.end()) continue;
        ++shared;
        ++shared_at_shift[found->second - static_cast<int>(i)];
      }
      // Hypergeometric: mean 191.3, standard deviation 12.6; five of them either way.
      const double mean = kRows * (kRows / kSpace);
      EXPECT_NEAR(shared, mean, 63) << "seeds " << seed << " and " << next;
      // One shift sees at most 2,000 pairs, each equal with chance 1 in 20,910.
      for (const auto& [shift, count] : shared_at_shift) {
        EXPECT_LE(count, 5) << "seeds " << seed << " and " << next << " at shift " << shift;
      }
    }
  }
}

TEST(Determinism, SeedsOfAHugeSpaceShareNothing) {
  const auto first = inputs(7, "5", 3000);
  for (const std::uint64_t seed : {8U, 9U, 10U}) {
    for (const std::string& input : inputs(seed, "5", 3000)) {
      EXPECT_EQ(std::count(first.begin(), first.end(), input), 0) << input;
    }
  }
}

}  // namespace
}  // namespace assay::testing
