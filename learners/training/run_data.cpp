#include "assay/learners/training/run_data.h"

#include <algorithm>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/learners/text/action_words.h"
#include "assay/store/part_choice.h"
#include "assay/store/split_file.h"

namespace assay::learners {

namespace {

Vocabulary vocabulary_of(const TextRows& texts) {
  std::vector<std::string> all = texts.inputs;
  all.insert(all.end(), texts.targets.begin(), texts.targets.end());
  return Vocabulary::of_texts(all);
}

std::uint64_t longer_side(const Examples& examples, std::size_t i) {
  return std::max(examples.source(i).size(), examples.target(i).size()) + 1;
}

void choose_training(RunData& data, const RunPart& train, const LearnerRecipe& recipe) {
  const auto longest = static_cast<std::uint64_t>(recipe.longest);
  for (std::size_t i = 0; i < train.examples.size(); ++i) {
    const std::uint64_t length = longer_side(train.examples, i);
    if (length <= longest) {
      data.training.add_from(train.examples, i);
    } else if (recipe.longer == "drop") {
      ++data.dropped;
    } else {
      fail(ErrorKind::kInput,
           "training row {} has {} tokens with its end, and the recipe's longest is {}; raise "
           "longest or set longer = \"drop\"",
           train.ids[i], length, longest);
    }
  }
  if (data.training.size() == 0) fail(ErrorKind::kInput, "no training row is left");
}

// The test of another split, none of which is trained on.
std::vector<std::uint64_t> tests_of(const DataSet& set, const std::string& name,
                                    const std::string& trained, const Split& rows) {
  if (name == "train" || name == "dev" || name == "test")
    fail(ErrorKind::kUsage, "--also: a further split cannot be called \"{}\"", name);
  std::vector<std::uint64_t> tests = split_or_own_parts(set, name).test;
  std::vector<std::uint64_t> training = rows.train;
  std::ranges::sort(training);
  for (const std::uint64_t row : tests) {
    if (!std::ranges::binary_search(training, row)) continue;
    fail(ErrorKind::kInput, "--also {}: its test has row {}, which \"{}\" trains on",
         printable(name), row, printable(trained));
  }
  return tests;
}

}  // namespace

RunData read_run_data(const RunRows& of, const LearnerRecipe& recipe, const Control& control) {
  const DataSet set(of.data);
  const Split rows = split_or_own_parts(set, of.split);
  const auto read = [&](std::span<const std::uint64_t> some) {
    return is_grounded(recipe)
               ? read_grounded_texts(set, some, static_cast<std::uint32_t>(recipe.grid), control)
               : read_texts(set, some, control);
  };
  TextRows train = read(rows.train);
  RunData data{.content_hash = set.manifest().content_hash,
               .split_hash = hash_of_rows(rows),
               .vocabulary = vocabulary_of(train),
               .has_actions = is_grounded(recipe),
               .training = {},
               .dropped = 0,
               .parts = {}};
  const auto add_part = [&](const std::string& name, TextRows texts) {
    if (texts.size() == 0) return;
    data.parts.push_back({name, texts.ids, Examples(texts, data.vocabulary)});
  };
  add_part("train", std::move(train));
  if (data.parts.empty()) fail(ErrorKind::kInput, "{}: the part train has no rows", of.data);
  choose_training(data, data.parts.front(), recipe);
  add_part("dev", read(rows_of_part(rows, "dev")));
  add_part("test", read(rows_of_part(rows, "test")));
  for (const std::string& name : of.also) add_part(name, read(tests_of(set, name, of.split, rows)));
  return data;
}

std::string RunData::answer_of(std::span<const Token> prediction) const {
  const std::string words = vocabulary.spell(prediction);
  return has_actions ? words_as_actions(words) : words;
}

Examples sample_of(const Examples& examples, std::uint64_t most) {
  Examples sample;
  const std::uint64_t count = std::min<std::uint64_t>(most, examples.size());
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::size_t row = i * examples.size() / count;
    sample.add_from(examples, row);
  }
  return sample;
}

}  // namespace assay::learners
