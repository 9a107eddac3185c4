#include "assay/tasks/reascan/worlds/structures.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

#include "assay/base/random.h"

namespace assay::reascan {
namespace {

StructureSpace space(std::string_view text) { return StructureSpace(*read_pattern(text)); }

// Counted by the authors' own enumeration.
TEST(ReascanStructures, AreAsManyAsPublished) {
  for (const auto& [pattern, frames, size] :
       {std::tuple{"$OBJ_0", 4U, 45U},
        {"$OBJ_0 ^ $OBJ_1", 92U, 5'050U},
        {"$OBJ_0 ^ $OBJ_1 & $OBJ_2", 820U, 302'548U},
        {"$OBJ_0 ^ $OBJ_1 & $OBJ_2 & $OBJ_3", 5'310U, 11'784'024U},
        {"$OBJ_0 ^ $OBJ_1 ^ $OBJ_2", 928U, 383'470U}}) {
    const StructureSpace all = space(pattern);
    EXPECT_EQ(all.frames(), frames) << pattern;
    EXPECT_EQ(all.size(), size) << pattern;
  }
}

TEST(ReascanStructures, ByRelationAsPublished) {
  const StructureSpace all = space("$OBJ_0 ^ $OBJ_1");
  std::map<Relation, int> counts;
  for (std::uint64_t i = 0; i < all.size(); ++i) ++counts[all.unrank(i).clauses[0].relation];
  EXPECT_EQ(counts, (std::map<Relation, int>{{Relation::kSameRow, 1890},
                                             {Relation::kSameColumn, 1890},
                                             {Relation::kInside, 840},
                                             {Relation::kSameSize, 180},
                                             {Relation::kSameColour, 54},
                                             {Relation::kSameShape, 196}}));
}

// Tries all phrases and relations instead.
TEST(ReascanStructures, AreThoseThatTheRulesAllow) {
  std::vector<Phrase> phrases;
  for (const auto size : {SizeWord::kNone, SizeWord::kBig, SizeWord::kSmall}) {
    for (int colour = -1; colour < 4; ++colour) {
      for (int noun = 0; noun < 5; ++noun) {
        phrases.push_back(
            {size, colour < 0 ? std::nullopt : std::optional(static_cast<world::Colour>(colour)),
             static_cast<Noun>(noun)});
      }
    }
  }
  const StructureSpace all = space("$OBJ_0 ^ $OBJ_1");
  std::set<std::uint64_t> ranks;
  for (const Phrase& root : phrases) {
    for (const Phrase& child : phrases) {
      for (std::size_t r = 0; r < kRelations; ++r) {
        const auto relation = static_cast<Relation>(r);
        bool allowed = root.noun != Noun::kBox && root != child;
        allowed &= child.size != SizeWord::kNone || child.colour.has_value();
        allowed &= (child.noun == Noun::kBox) == (relation == Relation::kInside);
        allowed &= (child.noun == Noun::kObject) == (relation == Relation::kSameShape);
        allowed &= relation != Relation::kSameShape || root.noun == Noun::kObject;
        allowed &= relation == Relation::kSameShape || root.noun != child.noun;
        const bool sized = root.size != SizeWord::kNone || child.size != SizeWord::kNone;
        allowed &= relation != Relation::kSameSize || !sized;
        allowed &= relation != Relation::kSameColour || !(root.colour || child.colour);
        const auto rank = all.rank({{root, child}, {{0, relation}}});
        ASSERT_EQ(rank.has_value(), allowed) << text_of(root) << " / " << text_of(child) << r;
        if (rank) ranks.insert(*rank);
      }
    }
  }
  EXPECT_EQ(ranks.size(), all.size());
}

void rank_and_unrank(std::uint64_t times) {
  const std::vector<StructureSpace> spaces{space("$OBJ_0"),
                                           space("$OBJ_0 ^ $OBJ_1"),
                                           space("$OBJ_0 ^ $OBJ_1 & $OBJ_2"),
                                           space("$OBJ_0 ^ $OBJ_1 & $OBJ_2 & $OBJ_3"),
                                           space("$OBJ_0 ^ $OBJ_1 ^ $OBJ_2"),
                                           space("$OBJ_0 ^ $OBJ_1 & $OBJ_2 ^ $OBJ_3")};
  for (std::uint64_t i = 0; i < times; ++i) {
    Stream stream(stream_key(1, "reascan"), {Purpose::kUnit, i});
    const StructureSpace& all = spaces[i % spaces.size()];
    const std::uint64_t rank = stream.below(all.size());
    const Structure made = all.unrank(rank);
    ASSERT_EQ(all.rank(made), rank);
    std::set<std::string> texts;
    for (const Phrase& phrase : made.phrases) texts.insert(text_of(phrase));
    ASSERT_EQ(texts.size(), made.phrases.size());
  }
}

TEST(ReascanStructures, AreFoundByRank) { rank_and_unrank(5'000); }

TEST(ReascanStructuresSlow, AreFoundByRank) { rank_and_unrank(1'000'000); }

TEST(ReascanPatterns, AreReadAndOthersRefused) {
  EXPECT_EQ(read_pattern(" $OBJ_0  ^ $OBJ_1 & $OBJ_2 ")->text, "$OBJ_0 ^ $OBJ_1 & $OBJ_2");
  EXPECT_EQ(read_pattern("$OBJ_0 ^ $OBJ_1 & $OBJ_2 ^ $OBJ_3")->parents,
            (std::vector<std::uint8_t>{0, 0, 2}));
  for (const char* wrong : {"", "$OBJ_1", "$OBJ_0 & $OBJ_1", "$OBJ_0 ^", "$OBJ_0 $OBJ_1",
                            "$OBJ_0 ^ $OBJ_2", "$OBJ_0 ^ $OBJ_1 | $OBJ_2",
                            "$OBJ_0 ^ $OBJ_1 & $OBJ_2 & $OBJ_3 & $OBJ_4 & $OBJ_5 & $OBJ_6"}) {
    EXPECT_FALSE(read_pattern(wrong).has_value()) << wrong;
  }
}

}  // namespace
}  // namespace assay::reascan
