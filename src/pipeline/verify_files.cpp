#include "assay/pipeline/verify_files.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

#include "assay/base/hash.h"
#include "assay/base/input_file.h"
#include "assay/base/parallel.h"
#include "assay/base/text.h"
#include "assay/store/split_file.h"

namespace assay {

namespace {

constexpr std::string_view kOtherBytes =
    "the bytes are not those that were written (SHA-256 differs)";

struct FileFacts {
  std::string sha256;
  std::uint64_t rows = 0;
};

FileFacts facts_of(InputFile file) {
  Sha256 hash;
  std::uint64_t rows = 0;
  file.read_through([&](std::string_view bytes) {
    hash.update(bytes);
    rows += static_cast<std::uint64_t>(std::count(bytes.begin(), bytes.end(), '\n'));
  });
  return {hash.hex(), rows};
}

// What is wrong with a data file, or with what the manifest says of it.
std::string data_file_defect(const Folder& folder, const FileEntry& file, const FileFacts& found) {
  if (found.sha256 != file.sha256) {
    return fmt::format("{}: {}", printable(folder.path_of(file.path)), kOtherBytes);
  }
  if (found.rows != file.rows) {
    return fmt::format("{}: says that {} has {} rows, but it has {}",
                       printable(folder.path_of(kManifestName)), printable(file.path),
                       with_commas(file.rows), with_commas(found.rows));
  }
  return "";
}

// The first of these files that is missing or not as it was written.
std::string hashed_file_defect(const Folder& folder, const std::vector<HashedFile>& files) {
  for (const HashedFile& file : files) {
    const std::string shown = printable(folder.path_of(file.path));
    const auto found = InputFile::find(folder, file.path);
    if (!found) return shown + ": is missing";
    if (sha256_hex(*found) != file.sha256) return fmt::format("{}: {}", shown, kOtherBytes);
    if (found->size() != file.bytes) {
      return fmt::format("{}: says that {} has {} bytes, but it has {}",
                         printable(folder.path_of(kManifestName)), printable(file.path), file.bytes,
                         found->size());
    }
  }
  return "";
}

}  // namespace

Check check_files(const DataSet& data, const Control& control) {
  const Manifest& manifest = data.manifest();
  std::uint64_t bytes = 0;
  std::string wrong;
  ordered_parallel<FileFacts>(
      0, manifest.files.size(), control,
      [&](std::uint64_t index, FileFacts& facts) { facts = facts_of(data.open_file(index)); },
      [&](std::uint64_t index, const FileFacts& facts) {
        bytes += manifest.files[index].bytes;
        if (wrong.empty()) wrong = data_file_defect(data.folder(), manifest.files[index], facts);
        control.report({"verify files", index + 1, manifest.files.size(), bytes});
      });
  if (wrong.empty()) wrong = hashed_file_defect(data.folder(), manifest.media);
  if (!wrong.empty()) return {"files", false, wrong};
  for (const HashedFile& file : manifest.media) bytes += file.bytes;
  return {"files", true,
          fmt::format("{}, {} bytes, SHA-256 as recorded",
                      counted(manifest.files.size() + manifest.media.size(), "file"),
                      with_commas(bytes))};
}

Check check_documents(const DataSet& data) {
  const std::vector<HashedFile>& documents = data.manifest().documents;
  const std::string wrong = hashed_file_defect(data.folder(), documents);
  if (!wrong.empty()) {
    return {"documents", false, wrong + "; restore it from a copy, or make the data set again"};
  }
  if (documents.empty()) return {"documents", true, "the manifest records none"};
  std::vector<std::string> names;
  for (const HashedFile& file : documents) names.push_back(printable(file.path));
  return {"documents", true, fmt::format("{}, SHA-256 as recorded", fmt::join(names, " and "))};
}

namespace {

// The temporary file of somebody who was killed while writing.
bool is_leftover(std::string_view name) { return name.starts_with('.') && name.ends_with(".part"); }

class Strangers {
 public:
  explicit Strangers(const DataSet& data) : folder_(data.folder()) {
    for (const FileEntry& file : data.manifest().files) known_.insert(file.path);
    for (const HashedFile& file : data.manifest().media) known_.insert(file.path);
    for (const std::string& name : split_names(folder_)) known_.insert(split_path(name));
    for (const char* path : {kLockName, kPlanName, kJournalName, kMadeName}) known_.insert(path);
    for (const char* subfolder : {kDataFolder, kMediaFolder, kSplitsFolder, kPrivateFolder}) {
      look_into(subfolder);
    }
    for (const std::string& name : folder_.list()) {
      if (!is_part_of_a_data_set(name)) harmless_.push_back(printable(name));
    }
  }

  // Paths of what does not belong where it is.
  const std::vector<std::string>& intruders() const { return intruders_; }
  const std::vector<std::string>& harmless() const { return harmless_; }

 private:
  void look_into(const std::string& subfolder) {
    for (const std::string& name : folder_.list(subfolder)) {
      const std::string path = fmt::format("{}/{}", subfolder, name);
      if (known_.contains(path) || path.starts_with(kSearchPrefix)) continue;
      (is_leftover(name) ? harmless_ : intruders_).push_back(printable(path));
    }
  }

  static bool is_part_of_a_data_set(std::string_view name) {
    constexpr std::array<std::string_view, 7> kNames{kManifestName, kCardName,    kRecipeName,
                                                     kDataFolder,   kMediaFolder, kSplitsFolder,
                                                     kPrivateFolder};
    return std::ranges::count(kNames, name) > 0;
  }

  const Folder& folder_;
  std::set<std::string, std::less<>> known_;
  std::vector<std::string> intruders_;
  std::vector<std::string> harmless_;
};

// The first few, and how many there are.
std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 5;
  const std::size_t shown = std::min(names.size(), kShown);
  std::string text = fmt::format(
      "{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
  if (names.size() > shown) text += fmt::format(" and {} more", names.size() - shown);
  return text;
}

}  // namespace

Check check_strangers(const DataSet& data) {
  const Strangers strangers(data);
  if (!strangers.intruders().empty()) {
    return {"others", false,
            fmt::format("in {}, named neither in the manifest nor by a split: {}; move them away",
                        printable(data.folder().path()), some_of(strangers.intruders()))};
  }
  return {"others", true,
          strangers.harmless().empty()
              ? "nothing else lies in the folder"
              : fmt::format("not part of the data set: {}", some_of(strangers.harmless()))};
}

}  // namespace assay
