#include "assay/base/cache_folder.h"

#include <gtest/gtest.h>

#include <map>

#include "arguments.h"
#include "assay/base/error.h"

namespace assay {
namespace {

Variable in(std::map<std::string, std::string> environment) {
  return [environment = std::move(environment)](const char* name) {
    const auto found = environment.find(name);
    return found == environment.end() ? std::string() : found->second;
  };
}

TEST(CacheFolder, AsksTheFlagThenTheEnvironment) {
  const Variable all = in({{"ASSAY_CACHE", "own"}, {"XDG_CACHE_HOME", "/x"}, {"HOME", "/home/me"}});
  EXPECT_EQ(cache_folder("here", all), "here");
  EXPECT_EQ(cache_folder(std::nullopt, all), "own");
  EXPECT_EQ(cache_folder(std::nullopt, in({{"XDG_CACHE_HOME", "/x"}, {"HOME", "/home/me"}})),
            "/x/assay");
  EXPECT_EQ(cache_folder(std::nullopt, in({{"HOME", "/home/me"}})), "/home/me/.cache/assay");
  EXPECT_EQ(cache_folder(std::nullopt, in({})), "");
}

TEST(CacheFolder, KeepsNothingWhenToldSo) {
  EXPECT_EQ(cache_folder("none", in({{"ASSAY_CACHE", "own"}})), "");
  EXPECT_EQ(cache_folder(std::nullopt, in({{"ASSAY_CACHE", "none"}, {"HOME", "/home/me"}})), "");
}

TEST(CacheFolder, PassesOverWhatIsNoPath) {
  const Variable odd = in({{"ASSAY_CACHE", ""}, {"XDG_CACHE_HOME", "x"}, {"HOME", "/home/me"}});
  EXPECT_EQ(cache_folder(std::nullopt, odd), "/home/me/.cache/assay");
  EXPECT_EQ(cache_folder(std::nullopt, in({{"HOME", "me"}})), "");
  EXPECT_THROW(cache_folder("", in({})), Error);
}

TEST(CacheFolder, ReachesTheWorkplace) {
  Arguments plain("show", "", {"--cache", "here"});
  plain.cache();
  ASSERT_TRUE(plain.parse());
  EXPECT_EQ(plain.workplace().cache_folder, "here");
  EXPECT_GE(plain.workplace().control.jobs, 1U);
  Arguments working("generate", "", {"--cache=none", "--jobs", "3"});
  working.cache();
  working.work();
  ASSERT_TRUE(working.parse());
  EXPECT_EQ(working.workplace().cache_folder, "");
  EXPECT_EQ(working.workplace().control.jobs, 3U);
}

}  // namespace
}  // namespace assay
