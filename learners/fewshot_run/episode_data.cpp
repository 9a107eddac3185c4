#include "assay/learners/fewshot_run/episode_data.h"

#include <algorithm>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/store/part_choice.h"
#include "assay/store/row_pass.h"
#include "assay/tasks/curi/row.h"

namespace assay::learners {

namespace {

// What a stretch of rows gave.
struct ReadEpisodes {
  std::vector<std::string> ids;
  std::vector<EpisodeRow> episodes;
};

}  // namespace

EpisodeData::EpisodeData(const std::string& path, const std::string& split,
                         const Workplace& workplace)
    : set_(path),
      name_(split),
      rows_(split_or_own_parts(set_, split)),
      split_hash_(hash_of_rows(rows_)),
      world_(set_.folder(), set_.manifest(), workplace) {
  for (const char* part : {"train", "dev", "test"}) add_part(part, workplace.control);
  if (find("train") == nullptr)
    fail(ErrorKind::kInput, "{}: the part train has no rows", printable(path));
}

void EpisodeData::add_part(const std::string& name, const Control& control) {
  EpisodePart part{.name = name, .ids = {}, .episodes = {}};
  const std::string& task = set_.manifest().recipe.task;
  const RowIndex index(set_);
  for_rows<ReadEpisodes>(
      index, rows_of_part(rows_, name),
      {.shape = row_shape(set_.manifest()), .want = {.rules = false}, .control = control},
      [&](Example& row, std::string_view, ReadEpisodes& out) {
        out.ids.push_back(id_of(task, row));
        out.episodes.push_back(world_.episode_of(row));
      },
      [&](ReadEpisodes& some) {
        part.ids.insert(part.ids.end(), some.ids.begin(), some.ids.end());
        part.episodes.insert(part.episodes.end(), some.episodes.begin(), some.episodes.end());
      });
  if (!part.episodes.empty()) parts_.push_back(std::move(part));
}

const EpisodePart* EpisodeData::find(const std::string& part) const {
  const auto found = std::ranges::find(parts_, part, &EpisodePart::name);
  return found == parts_.end() ? nullptr : &*found;
}

void EpisodeData::for_each_row(const std::string& part,
                               const std::function<void(const Example&)>& use,
                               const Control& control) const {
  struct Nothing {};
  Control alone = control;
  alone.jobs = 1;
  const RowIndex index(set_);
  for_rows<Nothing>(
      index, rows_of_part(rows_, part),
      {.shape = row_shape(set_.manifest()), .want = {.rules = false}, .control = alone},
      [&](Example& row, std::string_view, Nothing&) { use(row); }, [](Nothing&) {});
}

void EpisodeData::expect_own_sets(const Control& control) const {
  const std::string& task = set_.manifest().recipe.task;
  for (const EpisodePart& part : parts_) {
    for_each_row(
        part.name,
        [&](const Example& row) {
          const bool is_of_training = text_at(row, curi::kSetColumn) == "train";
          if (is_of_training == (part.name == "train")) return;
          fail(ErrorKind::kUsage,
               "a stream of episodes wants the parts that the data were made with, and the part {} "
               "of \"{}\" has {} of the set {}; split with --holdout sets, or set stream=false",
               part.name, printable(name_), id_of(task, row), text_at(row, curi::kSetColumn));
        },
        control);
  }
}

std::vector<EpisodeRow> sample_of(const std::vector<EpisodeRow>& episodes, std::uint64_t most) {
  std::vector<EpisodeRow> sample;
  const std::uint64_t count = std::min<std::uint64_t>(most, episodes.size());
  for (std::uint64_t i = 0; i < count; ++i) sample.push_back(episodes[i * episodes.size() / count]);
  return sample;
}

}  // namespace assay::learners
