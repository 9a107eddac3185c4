#include "assay/tasks/logic/settings.h"

#include <cmath>
#include <limits>
#include <string>
#include <string_view>

#include "assay/base/error.h"
#include "assay/base/text.h"

namespace assay::logic {

namespace {

constexpr std::size_t kMostLengths = 11;  // 0 to 10 extensions
constexpr std::string_view kSoundLengths = "5,15,25,30,15,10";
constexpr double kLeastWeight = 0.000001;  // weights become whole numbers of this
constexpr double kMostWeight = 1'000'000;

std::vector<double> read_lengths(const std::string& text, std::string_view edition) {
  std::vector<double> weights;
  double sum = 0;
  for (const std::string_view part : split_text(text, ',')) {
    const auto weight = parse_real(part);
    if (!weight || *weight > kMostWeight || (*weight != 0 && *weight < kLeastWeight)) {
      fail(ErrorKind::kUsage,
           "task logic: lengths: \"{}\" is no weight; give 0, or numbers from 0.000001 to 1000000",
           printable(part));
    }
    weights.push_back(*weight);
    sum += *weight;
  }
  const std::size_t most = edition == "published" ? published::kMostLengths : kMostLengths;
  if (weights.size() > most) {
    fail(ErrorKind::kUsage, "task logic: lengths has {} weights; edition={} takes at most {}",
         weights.size(), edition, most);
  }
  if (sum <= 0) fail(ErrorKind::kUsage, "task logic: all weights of lengths are 0");
  return weights;
}

}  // namespace

std::vector<ParamSpec> param_specs() {
  return {ParamSpec::choice("edition", "sound", {"sound", "published"},
                            "sound: defects of the release repaired; published: its very bytes"),
          ParamSpec::choice("answer", "end", {"end", "beginning"},
                            "where yes or no stands: LogicInference_e or _b"),
          {"lengths",
           "",
           "weights of 0, 1, 2 ... extensions of a problem, separated by commas: up to 11 "
           "(sound) or 5 (published); empty: 5,15,25,30,15,10 (sound), those of the paper "
           "(published)",
           {},
           {},
           {}},
          ParamSpec::number("wordings", 10, 1, 1000, "sound: questions made of each problem"),
          ParamSpec::number("contradictory", 35, 0, 1000,
                            "problems per 1,000 with contradictory premises (sound edition)"),
          ParamSpec::choice("set", "iid", {"iid", "ood", "length"}, "published: which of its sets"),
          ParamSpec::number("problems", 5000, 1, 100'000, "published: problems to try for"),
          ParamSpec::number("variations", 25, 1, 1000, "published: renamings tried for each"),
          ParamSpec::number("examples", 200'000, 1, 10'000'000, "published: examples tried")};
}

std::vector<DifficultyLevel> difficulty_levels() {
  std::vector<DifficultyLevel> levels;
  std::string weights = "1";
  for (int extensions = 0; extensions < 10; ++extensions) {
    levels.push_back({{"lengths", weights}});
    weights.insert(0, "0,");
  }
  return levels;
}

bool is_published(const Params& params) { return params.text("edition") == "published"; }

AnswerPlace answer_place(const Params& params) {
  return params.text("answer") == "end" ? AnswerPlace::kEnd : AnswerPlace::kBeginning;
}

SoundSettings sound_settings(const Params& params) {
  SoundSettings settings;
  const std::string& lengths = params.text("lengths");
  const std::string weights = lengths.empty() ? std::string(kSoundLengths) : lengths;
  for (const double weight : read_lengths(weights, params.text("edition"))) {
    settings.lengths.push_back(static_cast<std::uint64_t>(std::llround(weight / kLeastWeight)));
  }
  settings.contradictory_permille = static_cast<std::uint32_t>(params.number("contradictory"));
  settings.wordings = static_cast<std::uint32_t>(params.number("wordings"));
  settings.place = answer_place(params);
  return settings;
}

published::Settings published_settings(const Params& params, std::uint64_t seed) {
  if (seed > std::numeric_limits<std::uint32_t>::max()) {
    fail(ErrorKind::kUsage, "task logic: edition=published takes seeds below 4294967296, not {}",
         seed);
  }
  const auto number = [&](const char* name) { return static_cast<int>(params.number(name)); };
  published::Settings settings;
  settings.seed = static_cast<std::uint32_t>(seed);
  const std::string& set = params.text("set");
  settings.set = set == "iid"   ? published::Set::kIid
                 : set == "ood" ? published::Set::kOod
                                : published::Set::kLength;
  const std::string& lengths = params.text("lengths");
  if (!lengths.empty()) settings.lengths = read_lengths(lengths, "published");
  settings.problems = number("problems");
  settings.variations = number("variations");
  settings.examples = number("examples");
  settings.answer_first = answer_place(params) == AnswerPlace::kBeginning;
  return settings;
}

}  // namespace assay::logic
