#include "assay/tasks/curi/space/space_cache.h"

#include <fmt/format.h>

#include <chrono>
#include <cstring>
#include <nlohmann/json.hpp>
#include <thread>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/tasks/curi/language/language.h"
#include "assay/tasks/curi/language/spelling.h"

namespace assay::curi {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 2;  // of the files; also raised when spaces come out differently
constexpr std::string_view kDescription = "space.json";
constexpr std::string_view kLooks = "scenes.looks";

static_assert(sizeof(Looks) == kMostThings * kProperties + 1);

std::string name_of(const SpaceSettings& settings) {
  return fmt::format("curi space {}: edition {}, seed {}, draws {}, scenes {}, depth {}", kVersion,
                     settings.edition == Edition::kPublished ? "published" : "sound", settings.seed,
                     settings.draws, settings.scenes, settings.depth);
}

FolderLock wait_for_lock(const Folder& folder, const Control& control) {
  for (;;) {
    try {
      return FolderLock(folder, "lock");
    } catch (const Error& problem) {
      if (problem.kind() != ErrorKind::kIo) throw;
    }
    if (control.cancelled()) throw Interrupted("stopped on request");
    control.report({"wait for another process that makes the same concepts", 0, 1, 0});
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
}

Json to_json(const Funnel& funnel) {
  return {funnel.draws,     funnel.distinct, funnel.banned[0], funnel.banned[1],
          funnel.banned[2], funnel.legal,    funnel.too_often, funnel.too_rare,
          funnel.without_x, funnel.kept,     funnel.meanings};
}

std::string_view bytes_of(const std::vector<Looks>& looks) {
  return {reinterpret_cast<const char*>(looks.data()), looks.size() * sizeof(Looks)};
}

Funnel funnel_of(const Json& json) {
  const auto at = [&](std::size_t index) { return json.at(index).get<std::uint64_t>(); };
  return {at(0), at(1), {at(2), at(3), at(4)}, at(5), at(6), at(7), at(8), at(9), at(10)};
}

// What a whole description says of the matrix.
bool agree(const std::vector<Hypothesis>& concepts, const TruthMatrix& truths) {
  for (std::uint32_t index = 0; index < concepts.size(); ++index) {
    const Hypothesis& each = concepts[index];
    if (each.cluster > index || each.scenes != truths.count(index)) return false;
  }
  return true;
}

}  // namespace

SpaceCache::SpaceCache(const std::string& cache_folder, const SpaceSettings& settings,
                       const Control& control)
    : settings_(settings),
      name_(name_of(settings)),
      folder_(Folder::create(fmt::format("{}/curi-{:016x}", cache_folder, hash64(name_)))),
      lock_(wait_for_lock(folder_, control)) {}

std::optional<SpaceCache::Found> SpaceCache::find() const {
  if (!folder_.exists(kDescription)) return std::nullopt;
  const Json json = Json::parse(folder_.read(kDescription), nullptr, false);
  try {
    if (json.at("name") != name_) return std::nullopt;
    std::vector<Hypothesis> concepts;
    for (const Json& each : json.at("concepts")) {
      Hypothesis known;
      known.text = each.at(0).get<std::string>();
      const auto words = parse_postfix(known.text, spelling_of(settings_.edition));
      if (!words) return std::nullopt;
      known.words = *words;
      known.log_probability = log_probability(*words);
      known.length = length_of(*words);
      known.scenes = each.at(1).get<std::uint64_t>();
      known.cluster = each.at(2).get<std::uint32_t>();
      concepts.push_back(std::move(known));
    }
    auto truths = TruthMatrix::find(folder_, concepts.size(), settings_.scenes);
    if (!truths || !agree(concepts, *truths) || !folder_.exists(kLooks)) return std::nullopt;
    const std::string bytes = folder_.read(kLooks);
    std::vector<Looks> looks(settings_.scenes);
    if (bytes.size() != looks.size() * sizeof(Looks)) return std::nullopt;
    std::memcpy(looks.data(), bytes.data(), bytes.size());
    if (json.at("looks") != hash64(bytes)) return std::nullopt;
    return Found{funnel_of(json.at("funnel")), std::move(concepts), std::move(looks),
                 std::move(*truths)};
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

void SpaceCache::keep(const Funnel& funnel, const std::vector<Hypothesis>& concepts,
                      const std::vector<Looks>& looks) const {
  folder_.write(kLooks, bytes_of(looks));
  Json json;
  json["name"] = name_;
  json["looks"] = hash64(bytes_of(looks));
  json["funnel"] = to_json(funnel);
  Json& list = json["concepts"] = Json::array();
  for (const Hypothesis& each : concepts) list.push_back({each.text, each.scenes, each.cluster});
  folder_.write(kDescription, json.dump());
}

}  // namespace assay::curi
