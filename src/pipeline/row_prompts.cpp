#include "assay/pipeline/row_prompts.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/text.h"
#include "assay/store/part_choice.h"
#include "assay/store/row_pass.h"

namespace assay {

namespace {

using RowNumbers = std::vector<std::uint64_t>;

constexpr std::uint64_t kSeedsToTry = 2;
constexpr std::uint64_t kLargestSeed = (1ULL << 63U) - 1;

// Canonical forms, kept as their hashes: two forms with one hash at worst lose a candidate.
class Forms {
 public:
  void add(const std::string& form) { hashes_.push_back(hash64(form)); }
  void seal() { std::ranges::sort(hashes_); }
  bool contains(const std::string& form) const {
    return std::ranges::binary_search(hashes_, hash64(form));
  }

 private:
  std::vector<std::uint64_t> hashes_;
};

// Every row but those of train.
RowNumbers rows_asked_about(const DataSet& data, const std::string& split) {
  RowNumbers rows;
  if (!split.empty()) {
    const Split parts = read_split(data, split).split;
    rows = parts.dev;
    rows.insert(rows.end(), parts.test.begin(), parts.test.end());
    return rows;
  }
  for (const PartRange& part : data.parts()) {
    if (part_named(part.name) == Place::kTrain) continue;
    for (std::uint64_t row = part.begin; row < part.end; ++row) rows.push_back(row);
  }
  return rows;
}

Forms forms_of(const DataSet& data, const Task& task, const RowNumbers& rows,
               const Control& control) {
  Forms forms;
  using Texts = std::vector<std::string>;
  const RowIndex index(data);
  for_rows<Texts>(
      index, rows,
      {.shape = row_shape(task, data.manifest()),
       .want = {.rules = false},
       .control = control,
       .progress = {"read rows", 0, rows.size(), 0}},
      [&](const Example& row, std::string_view, Texts& texts) {
        texts.push_back(task.canonical(row));
      },
      [&](const Texts& texts) {
        for (const std::string& text : texts) forms.add(text);
      });
  forms.seal();
  return forms;
}

using Shots = std::vector<const Example*>;

std::vector<std::string> ids_of(const Task& task, const Shots& shots) {
  std::vector<std::string> ids;
  for (const Example* shot : shots) ids.push_back(id_of(task.info().name, *shot));
  return ids;
}

std::vector<Example> copies_of(const Shots& shots) {
  std::vector<Example> copies;
  for (const Example* shot : shots) copies.push_back(*shot);
  return copies;
}

// A seed other than that of the rows: there an example that is not asked about is found at once.
SeedRange seeds_beside(std::uint64_t of_rows, std::uint64_t of_choice) {
  return {.first = (of_rows + 1 + of_choice) & kLargestSeed, .count = kSeedsToTry};
}

}  // namespace

std::string_view name_of(ShotSource source) {
  return source == ShotSource::kMade ? "made" : "train";
}

std::string text_of(const PromptChoice& choice) {
  return fmt::format(
      "{} {} {} {} {}", choice.settings.kind == PromptKind::kBare ? "bare" : "instructed",
      choice.settings.hand_over == HandOver::kAlone ? "alone" : "tags",
      choice.shots ? fmt::to_string(*choice.shots) : "usual", name_of(choice.from), choice.seed);
}

RowPrompts::RowPrompts(const Task& task, const PromptChoice& choice, ShotPool pool)
    : task_(task),
      choice_(choice),
      pool_(std::move(pool)),
      usual_shots_(ids_of(task, pool_.usual())),
      usual_(task, choice.settings, copies_of(pool_.usual())) {}

RowPrompt RowPrompts::prompt_of(const Example& row) const {
  const Shots shots = pool_.shots_of(row);
  if (choice_.shots && shots.size() < *choice_.shots) {
    fail(ErrorKind::kUsage,
         "{}: there {} only {} to show that {} neither of its {} nor equal to it; ask for fewer "
         "--shots",
         id_of(task_.info().name, row), shots.size() == 1 ? "is" : "are",
         counted(shots.size(), "example"), shots.size() == 1 ? "is" : "are", task_.info().unit);
  }
  RowPrompt prompt{.text = {}, .shots = ids_of(task_, shots)};
  prompt.text = prompt.shots == usual_shots_
                    ? usual_.text(row.input())
                    : PromptWriter(task_, choice_.settings, copies_of(shots)).text(row.input());
  return prompt;
}

RowPrompts prompts_of(const DataSet& data, const Task& task, const PromptChoice& choice,
                      const std::string& split, const Control& control) {
  const std::uint64_t most = choice.most_shots();
  if (most == 0) return {task, choice, {}};
  const Forms asked = forms_of(data, task, rows_asked_about(data, split), control);
  const IsAsked is_asked = [&](const std::string& form) { return asked.contains(form); };
  std::vector<Example> candidates;
  if (choice.from == ShotSource::kTrain) {
    const ChosenRows train = choose_rows(data, {split, "train"}, {});
    candidates = draw_candidates(data, task, *train.rows, is_asked, {most, choice.seed});
  } else {
    const std::uint64_t seed = data.manifest().recipe.seed;
    candidates = worked_examples(task, seeds_beside(seed, choice.seed), is_asked);
  }
  return {task, choice, ShotPool(task, std::move(candidates), most)};
}

RowPrompts prompts_of(std::span<const Example> asked, const Task& task,
                      const PromptChoice& choice) {
  const std::uint64_t most = choice.most_shots();
  if (most == 0 || asked.empty()) return {task, choice, {}};
  Forms forms;
  for (const Example& row : asked) forms.add(task.canonical(row));
  forms.seal();
  auto candidates = worked_examples(task, seeds_beside(asked.front().seed, choice.seed),
                                    [&](const std::string& form) { return forms.contains(form); });
  return {task, choice, ShotPool(task, std::move(candidates), most)};
}

}  // namespace assay
