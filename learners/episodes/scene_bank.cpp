#include "assay/learners/episodes/scene_bank.h"

#include <algorithm>

namespace assay::learners {

namespace {

using curi::Property;

constexpr std::uint8_t kColorsFrom = 3;
constexpr std::uint8_t kMaterialsFrom = 11;
constexpr std::uint8_t kSizesFrom = 13;
constexpr std::size_t kMeasuresFrom = 15;
constexpr float kMostDepth = 16;
constexpr float kFullTurn = 360;

}  // namespace

SceneBank::SceneBank(const curi::ConceptSpace& space)
    : maker_(space.scene_maker()), kept_(space.settings().scenes) {}

const SceneBank::Kept& SceneBank::kept(std::uint64_t scene) {
  Kept& kept = kept_[scene];
  if (kept.count > 0) return kept;
  maker_.make(scene, scene_);
  const curi::SceneSettings picture;
  for (const curi::Thing& thing : scene_.things) {
    const curi::Look& look = thing.look;
    Thing& to = kept.things[kept.count++];
    to.ones = {look[Property::kShape],
               static_cast<std::uint8_t>(kColorsFrom + look[Property::kColor]),
               static_cast<std::uint8_t>(kMaterialsFrom + look[Property::kMaterial]),
               static_cast<std::uint8_t>(kSizesFrom + look[Property::kSize])};
    to.measures = {static_cast<float>(thing.pixel[0]) / static_cast<float>(picture.width),
                   static_cast<float>(thing.pixel[1]) / static_cast<float>(picture.height),
                   static_cast<float>(thing.depth) / kMostDepth,
                   static_cast<float>(thing.rotation) / kFullTurn};
  }
  return kept;
}

void SceneBank::append(std::uint64_t scene, SceneSet& out) {
  const Kept& from = kept(scene);
  for (std::size_t i = 0; i < from.count; ++i) {
    const Thing& thing = from.things[i];
    const std::size_t begin = out.things.size();
    out.things.resize(begin + kThingNumbers);
    for (const std::uint8_t one : thing.ones) out.things[begin + one] = 1;
    std::copy(thing.measures.begin(), thing.measures.end(),
              out.things.begin() + static_cast<std::ptrdiff_t>(begin + kMeasuresFrom));
  }
  out.starts.push_back(static_cast<std::int64_t>(out.thing_count()));
}

EpisodeBatch make_batch(std::span<const EpisodeRow> rows, SceneBank& bank) {
  EpisodeBatch batch;
  batch.episodes = rows.size();
  batch.scenes.things.reserve(rows.size() * 2 * kShots * kMostThings * kThingNumbers);
  const auto add = [&](const EpisodeRow::Scenes& scenes, const EpisodeRow::Labels& labels) {
    for (const std::uint32_t scene : scenes) bank.append(scene, batch.scenes);
    batch.labels.insert(batch.labels.end(), labels.begin(), labels.end());
  };
  for (const EpisodeRow& row : rows) add(row.support, row.support_labels);
  for (const EpisodeRow& row : rows) add(row.query, row.query_labels);
  for (const EpisodeRow& row : rows) batch.subjects.push_back(row.subject);
  return batch;
}

}  // namespace assay::learners
