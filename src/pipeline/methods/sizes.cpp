#include "assay/pipeline/methods/sizes.h"

#include "assay/base/error.h"
#include "assay/base/text.h"

namespace assay {

std::vector<SplitParam> size_params(const DefaultSizes& sizes) {
  const auto size = [](const char* name, const std::string& text, const char* summary) {
    return SplitParam{ParamSpec::of_kind(ParamKind::kSize, name, text, summary)};
  };
  return {{ParamSpec::of_kind(ParamKind::kCount, "seed", "0", "random seed"), Recorded::kAlways,
           false, "-s,--seed", "S"},
          size("train", sizes.train, "a number, a share such as 80%, or rest"),
          size("dev", sizes.dev, "the same for dev"),
          size("test", sizes.test, "the same for test"),
          {ParamSpec::choice("dev_from", "", {"train", "test"},
                             "take dev from train (same distribution, to tune on) or from test; "
                             "default: as the method does, mostly from test"),
           Recorded::kWhenGiven, false, "", "SIDE"}};
}

bool has_sizes(const SplitSpec& spec) {
  return spec.has("train") || spec.has("dev") || spec.has("test");
}

bool are_sizes_default(const SplitForm& form, const SplitSpec& asked) {
  const SplitParam* train = form.find("train");
  return train != nullptr && !train->spec.default_text.empty() && !has_sizes(asked);
}

void set_default_sizes(const DefaultSizes& sizes, SplitSpec& spec) {
  if (!sizes.train.empty()) spec.set_default("train", sizes.train);
  if (!sizes.dev.empty()) spec.set_default("dev", sizes.dev);
  if (!sizes.test.empty()) spec.set_default("test", sizes.test);
}

Portions portions_of(const SplitSpec& spec) {
  const auto portion = [&](const char* key) {
    return spec.has(key) ? parse_portion(spec.text(key)) : Portion();
  };
  return {portion("train"), portion("dev"), portion("test")};
}

DevSide dev_side_of(const SplitSpec& spec) {
  if (!spec.has("dev_from")) return DevSide::kAsDealt;
  return spec.text("dev_from") == "train" ? DevSide::kTrain : DevSide::kTest;
}

void check_dev_size(const SplitSpec& spec) {
  if (!spec.has("dev_from") || spec.has("dev")) return;
  fail(ErrorKind::kUsage, "--dev-from needs --dev, the size of the dev part");
}

void note_missed_sizes(const SplitSpec& spec, std::string_view why, SplitFile& file) {
  const Portions portions = portions_of(spec);
  const PartSizes sizes = resolve(portions, file.subject.rows, "rows");
  struct Part {
    Place place;
    Portion portion;
    std::uint64_t wanted;
  };
  std::string missed;
  for (const Part& part : {Part{Place::kTrain, portions.train, sizes.train},
                           Part{Place::kDev, portions.dev, sizes.dev},
                           Part{Place::kTest, portions.test, sizes.test}}) {
    const std::size_t rows = rows_in(file.split, part.place).size();
    if (part.portion.kind == Portion::Kind::kRest || rows >= part.wanted) continue;
    missed += fmt::format("{}{} has {} of {} rows", missed.empty() ? "" : ", ", name_of(part.place),
                          with_commas(rows), with_commas(part.wanted));
  }
  if (!missed.empty()) file.notes.push_back(fmt::format("{}: {}", missed, why));
}

}  // namespace assay
