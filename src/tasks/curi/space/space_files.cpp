#include "assay/tasks/curi/space/space_files.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <type_traits>

#include "assay/base/error.h"
#include "assay/tasks/curi/language/language.h"
#include "assay/tasks/curi/language/spelling.h"

namespace assay::curi {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 3;  // of the files; also raised when spaces come out differently
constexpr std::string_view kConcepts = "concepts.json";
constexpr std::string_view kLooks = "scenes.looks";

static_assert(sizeof(Looks) == kMostThings * kProperties + 1);
static_assert(alignof(Looks) == 1 && std::is_trivially_copyable_v<Looks>);

Json to_json(const Funnel& funnel) {
  return {funnel.draws,     funnel.distinct, funnel.banned[0], funnel.banned[1],
          funnel.banned[2], funnel.legal,    funnel.too_often, funnel.too_rare,
          funnel.without_x, funnel.kept,     funnel.meanings};
}

Funnel funnel_of(const Json& json) {
  const auto at = [&](std::size_t index) { return json.at(index).get<std::uint64_t>(); };
  return {at(0), at(1), {at(2), at(3), at(4)}, at(5), at(6), at(7), at(8), at(9), at(10)};
}

Hypothesis hypothesis_of(const Json& json, Edition edition) {
  Hypothesis known;
  known.text = json.at(0).get<std::string>();
  const auto words = parse_postfix(known.text, spelling_of(edition));
  ASSAY_CHECK(words.has_value());
  known.words = *words;
  known.log_probability = log_probability(*words);
  known.length = length_of(*words);
  known.scenes = json.at(1).get<std::uint64_t>();
  known.cluster = json.at(2).get<std::uint32_t>();
  return known;
}

}  // namespace

PreparedKey key_of(const SpaceSettings& settings) {
  return {"curi-space",
          fmt::format("{}: edition {}, seed {}, draws {}, scenes {}, depth {}", kVersion,
                      settings.edition == Edition::kPublished ? "published" : "sound",
                      settings.seed, settings.draws, settings.scenes, settings.depth)};
}

void write_concepts(const KeptConcepts& kept, PreparedSink& sink) {
  Json json;
  json["funnel"] = to_json(kept.funnel);
  Json& list = json["concepts"] = Json::array();
  for (const Hypothesis& each : kept.concepts) {
    list.push_back({each.text, each.scenes, each.cluster});
  }
  sink.write(kConcepts, json.dump());
}

KeptConcepts concepts_of(const PreparedFiles& files, Edition edition) {
  const Json json = Json::parse(files.bytes(kConcepts));
  KeptConcepts kept;
  kept.funnel = funnel_of(json.at("funnel"));
  for (const Json& each : json.at("concepts")) {
    kept.concepts.push_back(hypothesis_of(each, edition));
  }
  return kept;
}

void write_looks(std::span<const Looks> looks, PreparedSink& sink) {
  sink.write(kLooks, {reinterpret_cast<const char*>(looks.data()), looks.size_bytes()});
}

std::span<const Looks> looks_of(const PreparedFiles& files) {
  const std::string_view bytes = files.bytes(kLooks);
  return {reinterpret_cast<const Looks*>(bytes.data()), bytes.size() / sizeof(Looks)};
}

}  // namespace assay::curi
