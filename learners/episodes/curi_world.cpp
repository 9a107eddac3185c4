#include "assay/learners/episodes/curi_world.h"

#include <fmt/format.h>

#include <algorithm>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/tasks/curi/curi_task.h"
#include "assay/tasks/curi/row.h"

namespace assay::learners {

namespace {

using curi::CuriTask;

Params params_of(const std::map<std::string, std::string>& given) {
  return Params(CuriTask::static_info().params, given, "task curi");
}

void check_task(const Folder& folder, const Manifest& manifest) {
  if (manifest.recipe.task == CuriTask::static_info().name) return;
  fail(ErrorKind::kInput,
       "{}: is data of {}, and learners of episodes take data of curi; choose another --model",
       printable(folder.path_of(kManifestName)), printable(manifest.recipe.task));
}

EpisodeRow::Labels labels_of(const std::vector<std::int64_t>& numbers) {
  EpisodeRow::Labels labels{};
  std::transform(numbers.begin(), numbers.end(), labels.begin(),
                 [](std::int64_t number) { return static_cast<std::uint8_t>(number == 1); });
  return labels;
}

EpisodeRow::Scenes scenes_of(const std::vector<std::int64_t>& numbers) {
  EpisodeRow::Scenes scenes{};
  std::transform(numbers.begin(), numbers.end(), scenes.begin(),
                 [](std::int64_t number) { return static_cast<std::uint32_t>(number); });
  return scenes;
}

}  // namespace

CuriWorld::CuriWorld(const Folder& folder, const Manifest& manifest, const Workplace& workplace) {
  check_task(folder, manifest);
  const auto& given = manifest.recipe.params;
  try {
    settings_ = curi::settings_from(params_of(given));
  } catch (const Error& problem) {
    fail(ErrorKind::kInput, "{}: {}", printable(folder.path_of(kManifestName)), problem.what());
  }
  space_ = curi::ConceptSpace::open(settings_.space, workplace);
  task_ = std::make_unique<CuriTask>(params_of(given), workplace);
}

bool CuriWorld::is_of_training(std::uint32_t subject) const {
  const Place place = place_of(settings_, space_->concepts()[subject]);
  return place == Place::kTrain || place == Place::kAny;
}

EpisodeRow CuriWorld::episode_of(const Example& row) const {
  curi::expect_fit(row, *space_);
  return {.subject = static_cast<std::uint32_t>(number_at(row, curi::kNumberColumn)),
          .support = scenes_of(numbers_at(row, curi::kSupportScenesColumn)),
          .support_labels = labels_of(numbers_at(row, curi::kSupportLabelsColumn)),
          .query = scenes_of(numbers_at(row, curi::kQueryScenesColumn)),
          .query_labels = labels_of(numbers_at(row, curi::kQueryLabelsColumn))};
}

std::unique_ptr<LearnerPanel> CuriWorld::panel() const {
  return task_->abilities().learners->panel(std::nullopt);
}

EpisodeStream::EpisodeStream(const CuriWorld& world, std::uint64_t seed)
    : world_(world),
      seed_(seed),
      first_(world.settings_.train + world.settings_.dev + world.settings_.test),
      key_(stream_key(seed, CuriTask::static_info().name)),
      maker_(*world.space_, {world.settings_.negatives, key_}) {
  if (world.settings_.train == 0) {
    fail(ErrorKind::kUsage,
         "a stream of episodes wants data with train, dev and test of their own, such as "
         "recipes/curi/small.toml makes; make such data, or set stream=false");
  }
  draw_.emplace(world.settings_, *world.space_, curi::ConceptSet::kTrain);
}

// As the task's source makes a unit of training.
EpisodeRow EpisodeStream::at(std::uint64_t address) {
  Stream stream(key_, {Purpose::kUnit, address, 0, 0});
  EpisodeRow row{.subject = draw_->draw(stream)};
  ASSAY_CHECK(world_.is_of_training(row.subject));
  maker_.make(row.subject, address, 0, scratch_, episode_);
  for (std::size_t i = 0; i < kShots; ++i) {
    row.support[i] = static_cast<std::uint32_t>(episode_.support[i].scene);
    row.support_labels[i] = episode_.support[i].label ? 1 : 0;
    row.query[i] = static_cast<std::uint32_t>(episode_.query[i].scene);
    row.query_labels[i] = episode_.query[i].label ? 1 : 0;
  }
  return row;
}

std::string EpisodeStream::text() const { return fmt::format("seed {}, from {}", seed_, first_); }

}  // namespace assay::learners
