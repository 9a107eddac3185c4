#include "assay/base/prepared_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>

#include "assay/base/error.h"
#include "assay/base/folder_lock.h"
#include "assay/base/hash.h"
#include "assay/base/text.h"

namespace assay {

namespace {

constexpr std::string_view kIndex = "index";
constexpr std::string_view kLock = "lock";
constexpr std::string_view kFormat = "assay prepared files 1";
constexpr std::uint64_t kLongestIndex = 16U << 20U;

constexpr std::chrono::milliseconds kPause{50};
constexpr int kSilentPauses = 20;

struct Entry {
  std::string name;
  std::uint64_t size = 0;
  std::uint64_t hash = 0;
};

using Entries = std::vector<Entry>;

// Format, key, a line for each file, and last the hash of all lines before.
std::string index_text(const PreparedKey& key, const Entries& entries) {
  std::string text = fmt::format("{}\n{} {}\n", kFormat, key.kind, key.content);
  for (const Entry& each : entries) {
    text += fmt::format("{} {} {}\n", each.size, each.hash, each.name);
  }
  return text + fmt::format("{}\n", hash64(text));
}

// The files that an index names; nullopt when it is not, byte for byte, what we would write.
std::optional<Entries> read_index(const PreparedKey& key, const std::string& text) {
  const auto lines = split_text(text, '\n');
  Entries entries;
  // After two lines of head; before the hash and the empty piece behind the last line end.
  for (std::size_t at = 2; at + 2 < lines.size(); ++at) {
    const auto parts = split_text(lines[at], ' ');
    if (parts.size() != 3) return std::nullopt;
    const auto size = parse_number(parts[0]);
    const auto hash = parse_number(parts[1]);
    if (!size || !hash || !is_safe_path(parts[2])) return std::nullopt;
    entries.push_back({std::string(parts[2]), *size, *hash});
  }
  if (index_text(key, entries) != text) return std::nullopt;
  return entries;
}

// What lies in the folder of a key: the files, or why they are not believed. Neither when nothing
// was ever finished there.
struct Found {
  std::optional<PreparedFiles> files;
  std::string problem;
};

Found not_believed(const CheckedFile& file, std::string_view why) {
  return {std::nullopt, fmt::format("{}: {}", printable(file.path()), why)};
}

Found find_files(const Folder& folder, const PreparedKey& key, const Control& control) {
  const auto index = CheckedFile::open(folder, kIndex);
  if (!index) return {};
  std::optional<Entries> entries;
  if (index->size() <= kLongestIndex) entries = read_index(key, index->read());
  if (!entries) return not_believed(*index, "is damaged, or of another format or key");
  Found found;
  found.files.emplace();
  for (const Entry& each : *entries) {
    auto file = CheckedFile::open(folder, each.name);
    if (!file) return not_believed(*index, fmt::format("names {}, which is missing", each.name));
    if (file->size() != each.size || file->hash(control) != each.hash) {
      return not_believed(*file, "differs from its hash");
    }
    file->map();
    found.files->add(each.name, std::move(*file));
  }
  return found;
}

// Nullopt when there is no such folder; one that cannot be looked at is an Error.
std::optional<Folder> folder_if_there(const std::string& path) {
  std::error_code problem;
  const auto status = std::filesystem::symlink_status(path, problem);
  if (status.type() == std::filesystem::file_type::not_found) return std::nullopt;
  if (problem) {
    fail(ErrorKind::kIo, "{}: cannot look at: {}", printable(path), problem.message());
  }
  return Folder::open(path);
}

FolderLock wait_for_lock(const Folder& folder, const Control& control) {
  std::string holder;
  for (int pauses = 0;; ++pauses) {
    if (auto lock = FolderLock::try_take(folder, kLock, holder)) return std::move(*lock);
    if (control.cancelled()) throw Interrupted("stopped on request");
    if (pauses == kSilentPauses) {
      control.say(fmt::format("{}: waiting for {} (host:process), which prepares the same",
                              printable(folder.path()), printable(holder)));
    }
    std::this_thread::sleep_for(kPause);
  }
}

PreparedFiles make_in_folder(const Folder& folder, const PreparedKey& key, const Control& control,
                             const std::function<void(PreparedSink&)>& make) {
  folder.remove(kIndex);
  PreparedSink sink(&folder);
  make(sink);
  PreparedFiles files;
  Entries entries;
  for (const std::string& name : sink.names()) {
    auto file = CheckedFile::open(folder, name);
    if (!file) fail(ErrorKind::kIo, "{}: somebody removed it", printable(folder.path_of(name)));
    entries.push_back({name, file->size(), file->hash(control)});
    file->map();
    files.add(name, std::move(*file));
  }
  folder.write(kIndex, index_text(key, entries));
  return files;
}

PreparedFiles make_in_memory(const std::function<void(PreparedSink&)>& make) {
  PreparedSink sink(nullptr);
  make(sink);
  return sink.take_from_memory();
}

bool is_one_line(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char letter) { return letter == '\n'; });
}

}  // namespace

std::string_view PreparedFiles::bytes(std::string_view name) const {
  const auto found = files_.find(name);
  ASSAY_CHECK(found != files_.end());
  const auto* mapped = std::get_if<CheckedFile>(&found->second);
  return mapped != nullptr ? mapped->bytes() : std::get<std::string>(found->second);
}

PreparedSink::File::File(PreparedSink& sink, std::string_view name) : sink_(sink), name_(name) {
  ASSAY_CHECK(name != kIndex && name != kLock && name.find_first_of(" /\n") == name.npos);
  if (sink.folder_ != nullptr) on_disk_.emplace(*sink.folder_, name);
}

void PreparedSink::File::write(std::string_view bytes) {
  if (on_disk_) {
    on_disk_->write(bytes);
  } else {
    in_memory_ += bytes;
  }
}

void PreparedSink::File::commit() {
  if (on_disk_) {
    on_disk_->commit();
  } else {
    sink_.in_memory_.add(name_, std::move(in_memory_));
  }
  sink_.names_.push_back(name_);
}

void PreparedSink::write(std::string_view name, std::string_view bytes) {
  File file(*this, name);
  file.write(bytes);
  file.commit();
}

PreparedFiles prepare_files(const std::string& cache_folder, const PreparedKey& key,
                            const Control& control,
                            const std::function<void(PreparedSink&)>& make) {
  ASSAY_CHECK(is_one_line(key.kind) && is_one_line(key.content));
  if (cache_folder.empty()) return make_in_memory(make);
  const std::string path =
      fmt::format("{}/{}-{:016x}", cache_folder, key.kind, hash64(key.content));
  if (const auto folder = folder_if_there(path)) {
    // Whole files need no lock, so that many may read at once, also where nothing can be written.
    if (auto files = find_files(*folder, key, control).files) return std::move(*files);
  }
  std::optional<Folder> folder;
  std::optional<FolderLock> lock;
  const auto instead_in_memory = [&](const Error& problem) {
    if (problem.kind() != ErrorKind::kIo) throw;
    lock.reset();
    control.say(fmt::format("{}; preparing in memory, nothing is kept", problem.what()));
    return make_in_memory(make);
  };
  try {
    folder = Folder::create(path);
    lock = wait_for_lock(*folder, control);
  } catch (const Error& problem) {
    return instead_in_memory(problem);
  }
  Found found = find_files(*folder, key, control);
  if (found.files) return std::move(*found.files);
  if (!found.problem.empty()) control.say(found.problem + "; made again");
  try {
    return make_in_folder(*folder, key, control, make);
  } catch (const Error& problem) {
    return instead_in_memory(problem);
  }
}

}  // namespace assay
