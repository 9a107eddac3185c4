#include "assay/grounded/short_actions.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace assay::grounded {
namespace {

TEST(ShortActions, SayOnceWhatIsDoneAgain) {
  const std::vector<std::pair<const char*, const char*>> cases = {
      {"", ""},
      {"walk", "walk"},
      {"turn left,walk,walk,walk", "turn left, walk ×3"},
      {"walk,stay,walk,stay,push,push", "(walk, stay) ×2, push ×2"},
      {"turn left,turn left,turn left,turn left,walk,turn left,turn left,turn left,turn left,walk",
       "(turn left ×4, walk) ×2"},
      {"walk,push,walk", "walk, push, walk"},
  };
  for (const auto& [text, wanted] : cases) {
    std::vector<world::Action> actions;
    ASSERT_TRUE(read_actions(text, actions));
    EXPECT_EQ(short_actions(actions), wanted);
  }
}

}  // namespace
}  // namespace assay::grounded
