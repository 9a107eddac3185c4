#include "conformance_variants.h"

#include <algorithm>

#include "assay/base/error.h"
#include "assay/catalog/catalog.h"

namespace assay::conformance {

namespace {

constexpr std::int64_t kSize = 1000;
constexpr std::string_view kEdition = "edition";

// Letters and digits alone may stand in the name of a test.
std::string test_name(std::string text) {
  std::ranges::replace_if(
      text, [](char letter) { return std::isalnum(static_cast<unsigned char>(letter)) == 0; }, '_');
  return text;
}

std::vector<std::string> further_values(const ParamSpec& spec) {
  std::vector<std::string> values = spec.choices.empty() ? spec.known : spec.choices;
  std::erase(values, spec.default_text);
  return values;
}

std::map<std::string, std::string> lower_sizes(const TaskInfo& info) {
  std::map<std::string, std::string> lower;
  for (const ParamSpec& spec : info.params) {
    if (!spec.is_number() || std::stoll(spec.default_text) <= kSize) continue;
    lower[spec.name] =
        std::to_string(std::max<std::int64_t>(*spec.least, std::stoll(spec.default_text) / 10));
  }
  return lower;
}

}  // namespace

std::vector<Variant> all_variants() {
  std::vector<Variant> variants;
  for (const CatalogEntry& entry : catalog()) {
    const TaskInfo& info = *entry.info;
    variants.push_back({info.name, info.name, {}});
    const auto lower = lower_sizes(info);
    std::vector<std::string> editions{""};
    for (const ParamSpec& spec : info.params) {
      if (spec.name != kEdition) continue;
      const auto further = further_values(spec);
      editions.insert(editions.end(), further.begin(), further.end());
    }
    for (const std::string& edition : editions) {
      Variant base{info.name, info.name, lower};
      if (!edition.empty()) {
        base.params[std::string(kEdition)] = edition;
        base.name += "_" + edition;
        variants.push_back(base);
      }
      for (const ParamSpec& spec : info.params) {
        if (spec.name == kEdition) continue;
        for (const std::string& value : further_values(spec)) {
          Variant variant = base;
          variant.name = test_name(base.name + "_" + spec.name + "_" + value);
          variant.params[spec.name] = value;
          variants.push_back(std::move(variant));
        }
      }
    }
  }
  return variants;
}

std::unique_ptr<Task> make(const Variant& variant) {
  try {
    return make_task(variant.task, variant.params);
  } catch (const Error& problem) {
    if (problem.kind() != ErrorKind::kUsage) throw;
    const auto entry = std::ranges::find_if(
        catalog(), [&](const CatalogEntry& each) { return each.info->name == variant.task; });
    for (const ParamSpec& spec : entry->info->params) {
      if (!spec.is_number() || variant.params.contains(spec.name)) continue;
      auto params = variant.params;
      params[spec.name] = std::to_string(std::stoll(spec.default_text) + 1);
      try {
        return make_task(variant.task, params);
      } catch (const Error& other) {
        if (other.kind() != ErrorKind::kUsage) throw;
      }
    }
    throw;
  }
}

}  // namespace assay::conformance
