#include <unordered_set>  // allowed: looked up, never walked

#include "assay/base/hash.h"
#include "assay/base/parallel.h"
#include "assay/base/random.h"
#include "assay/tasks/curi/language/bans.h"
#include "assay/tasks/curi/language/language.h"
#include "assay/tasks/curi/space/concept_space.h"

namespace assay::curi {

namespace {

constexpr std::uint64_t kDrawsPerBlock = 4096;
constexpr std::uint32_t kConceptItem = 2;  // scenes have item 1 of the same key

struct ConceptHash {
  std::size_t operator()(const Concept& words) const {
    return hash64({reinterpret_cast<const char*>(words.tokens.data()), words.count});
  }
};

}  // namespace

std::vector<Concept> draw_concepts(const SpaceSettings& settings, const Control& control,
                                   Funnel& funnel) {
  const Language language(settings.depth);
  const Key key = stream_key(settings.seed, "curi");
  const Bans bans = settings.edition == Edition::kPublished ? Bans::kPublished : Bans::kPaper;
  std::unordered_set<Concept, ConceptHash> seen;  // allowed: looked up, never walked
  std::vector<Concept> legal;
  funnel.draws = settings.draws;
  const std::uint64_t blocks = (settings.draws + kDrawsPerBlock - 1) / kDrawsPerBlock;
  ordered_parallel<std::vector<Concept>>(
      0, blocks, control,
      [&](std::uint64_t block, std::vector<Concept>& drawn) {
        drawn.clear();
        const std::uint64_t first = block * kDrawsPerBlock;
        const std::uint64_t last = std::min(settings.draws, first + kDrawsPerBlock);
        for (std::uint64_t draw = first; draw < last; ++draw) {
          Stream stream(key, {Purpose::kShared, draw, kConceptItem, 0});
          drawn.push_back(language.draw(stream));
        }
      },
      [&](std::uint64_t block, std::vector<Concept>& drawn) {
        for (const Concept& words : drawn) {
          if (!seen.insert(words).second) continue;
          const Ban ban = ban_of(words, bans);
          if (ban == Ban::kNone) {
            legal.push_back(words);
          } else {
            ++funnel.banned[static_cast<std::size_t>(ban) - 1];
          }
        }
        control.report({"draw concepts", block + 1, blocks, 0});
      });
  funnel.distinct = seen.size();
  funnel.legal = legal.size();
  return legal;
}

}  // namespace assay::curi
