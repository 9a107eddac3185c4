// Manifests of data sets: as they are, or after the first byte with the hash of their own text
// mended, as someone would who means to deceive.
#include <nlohmann/json.hpp>

#include "assay/base/hash.h"
#include "assay/catalog/catalog.h"
#include "assay/store/data_set.h"
#include "assay/store/layout.h"
#include "assay/store/manifest_check.h"
#include "fuzz_promises.h"
#include "fuzz_targets.h"

namespace assay::fuzz {

namespace {

using Json = nlohmann::ordered_json;

std::string mended(std::string_view text) {
  Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return std::string(text);
  json.erase("sha256");
  json["sha256"] = sha256_hex(json.dump(1));
  return json.dump(1) + '\n';
}

Manifest read(const Folder& folder, std::string_view text) {
  put_file(kManifestName, text);
  return read_manifest(folder);
}

}  // namespace

void manifests(std::string_view bytes) {
  static const auto kTask = make_task("scan", {});
  static const Folder kFolder = Folder::open(file_folder());
  Input input(bytes);
  const bool mend = input.choose(2) == 1;
  const std::string text = mend ? mended(input.rest()) : std::string(input.rest());
  Manifest manifest;
  if (!takes([&] { manifest = read(kFolder, text); })) return;
  takes([&] {
    const std::string defect = manifest_defect(kFolder, *kTask);
    require(defect.empty() || is_one_line(defect), "a defect is told on one line");
  });
  takes([&] { DataSet data(kFolder.path()); });

  const std::string written = manifest_text(manifest);
  require(manifest_text(read(kFolder, written)) == written,
          "a manifest that was written reads equal");
}

}  // namespace assay::fuzz
