// Files that survive a crash and never lead outside their folder.
//
// A Folder is held open; what lies below it is named by a relative path, reached step by step and
// never through a symbolic link, so a hostile name in a manifest touches nothing elsewhere. A file
// appears under its final name only when it is whole: temporary name, fsync, rename, fsync of the
// folder. Failures are Error(kIo) naming the file; so is a question that could not be answered.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

// An open file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  int get() const { return number_; }
  int release();

 private:
  int number_;
};

class Folder {
 public:
  // An existing folder; the last step of the path must not be a symbolic link.
  static Folder open(const std::string& path);
  // The same, made with its parents when absent.
  static Folder create(const std::string& path);

  const std::string& path() const { return path_; }
  std::string path_of(std::string_view name) const;

  // False only when nothing is there, or nothing that can be reached without links.
  bool exists(std::string_view name) const;
  bool is_folder(std::string_view name) const;
  std::uint64_t size_of(std::string_view name) const;
  std::vector<std::string> list(
      std::string_view subfolder = "") const;  // sorted; empty when absent

  void make_folder(std::string_view name) const;  // one step; fine when it exists
  std::string read(std::string_view name, std::uint64_t most_bytes = 1ULL << 32) const;
  void write(std::string_view name, std::string_view bytes) const;   // whole or not at all, durable
  void append(std::string_view name, std::string_view bytes) const;  // durable when it returns
  void rename(std::string_view from, std::string_view to) const;     // both in one folder; durable
  void remove(std::string_view name) const;                          // fine when absent
  void remove_folder(std::string_view name) const;                   // only when empty

 private:
  friend class NewFile;
  friend class InputFile;
  friend class FolderLock;
  Folder(Descriptor descriptor, std::string path)
      : descriptor_(std::move(descriptor)), path_(std::move(path)) {}
  // Opens the folder that holds the last step of `name`; the step itself is returned in `last`.
  Descriptor parent_of(std::string_view name, std::string& last) const;
  // The same; without a number where a step is absent or a link.
  Descriptor find_parent(std::string_view name, std::string& last) const;
  // The st_mode of what stands there, 0 when nothing does or a link is in the way.
  unsigned mode_of(std::string_view name) const;
  Descriptor open_file(std::string_view name, int flags) const;
  // For reading; nullopt when there is none.
  std::optional<Descriptor> find_file(std::string_view name) const;

  Descriptor descriptor_;
  std::string path_;
};

// True for a relative path that stays below its folder: no "..", no leading "/", no NUL.
bool is_safe_path(std::string_view name);

// A file being written. Without commit() it leaves nothing behind.
class NewFile {
 public:
  NewFile(const Folder& folder, std::string_view name);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(std::string_view bytes);
  std::uint64_t size() const { return size_; }
  void commit();

 private:
  Descriptor parent_;
  Descriptor file_;
  std::string final_name_;
  std::string temporary_name_;
  std::string shown_path_;
  std::uint64_t size_ = 0;
  std::uint64_t handed_on_ = 0;
  bool committed_ = false;
};

// What a path of the user's leads to, links followed.
enum class PathKind : std::uint8_t { kNothing, kFile, kFolder, kOther };
PathKind kind_of_path(const std::string& path);

// What is read of a file that the user names; more is Error(kInput).
struct UserFileLimits {
  std::uint64_t most_bytes = 0;
  std::uint64_t most_line_bytes = UINT64_MAX;
};

// A whole file outside any data set, named by the user: a plain file or a pipe; "-" is standard
// input.
std::string read_user_file(const std::string& path, const UserFileLimits& limits);

// Writes all bytes to an open descriptor; `name` is for the error message.
void write_all(int descriptor, std::string_view bytes, const std::string& name);

}  // namespace assay
