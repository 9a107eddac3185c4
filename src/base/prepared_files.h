// Files that are costly to make and always come out the same: made once, kept, mapped later.
//
// Below a cache folder, each key has a folder of its own. It holds the files and, written last, an
// index with the key and with size and hash of every file. Nothing is believed before it was
// compared with the index, so what was cut off, damaged or left by a killed process is made again,
// with a line to whoever asked. Processes that need the same at once wait for the one that makes
// it. A cache is a convenience: where nothing can be written, files are made in memory, with a line
// that says why. But what is there and cannot be read is an Error.
//
// Meant for a few files of any size: each is open or mapped as long as it is in use.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "assay/base/checked_file.h"
#include "assay/base/files.h"
#include "assay/base/progress.h"

namespace assay {

// What decides every byte of the files, and nothing else.
struct PreparedKey {
  std::string kind;     // "curi-space"; begins the name of the folder
  std::string content;  // one line: version of the files, parameters, hashes of what they rest on
};

class PreparedFiles {
 public:
  using Bytes = std::variant<std::string, CheckedFile>;  // in memory, or mapped

  // Of a file that was made; aligned to 8 bytes, there as long as this object.
  std::string_view bytes(std::string_view name) const;

  void add(const std::string& name, Bytes file) { files_.emplace(name, std::move(file)); }

 private:
  std::map<std::string, Bytes, std::less<>> files_;
};

// Takes the files while they are made, into a folder or into memory.
class PreparedSink {
 public:
  explicit PreparedSink(const Folder* folder) : folder_(folder) {}  // null: into memory

  // One file; several may be open at once. Without commit() it is not one of the files.
  class File {
   public:
    File(PreparedSink& sink, std::string_view name);
    void write(std::string_view bytes);
    void commit();

   private:
    PreparedSink& sink_;
    std::string name_;
    std::optional<NewFile> on_disk_;
    std::string in_memory_;
  };
  void write(std::string_view name, std::string_view bytes);  // a whole file

  const std::vector<std::string>& names() const { return names_; }  // of what was committed
  PreparedFiles take_from_memory() { return std::move(in_memory_); }

 private:
  const Folder* folder_;
  std::vector<std::string> names_;
  PreparedFiles in_memory_;
};

// Finds the files of a key below the cache folder, or makes them and leaves them there. With an
// empty cache folder they are made in memory and nothing is kept. A control that is cancelled
// throws Interrupted, also while another process is waited for.
PreparedFiles prepare_files(const std::string& cache_folder, const PreparedKey& key,
                            const Control& control, const std::function<void(PreparedSink&)>& make);

}  // namespace assay
