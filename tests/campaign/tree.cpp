#include "tree.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace assay::campaign {

namespace fs = std::filesystem;

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void write_file(const std::string& path, const std::string& bytes) {
  fs::create_directories(fs::path(path).parent_path());
  std::ofstream file(path, std::ios::binary);
  file << bytes;
  if (!file.flush()) throw std::runtime_error(path + ": cannot be written");
}

Tree read_tree(const std::string& folder) {
  Tree tree;
  if (!fs::exists(folder)) return tree;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().lexically_relative(folder).string();
    if (entry.is_symlink()) {
      tree[name] = "-> " + fs::read_symlink(entry.path()).string();
    } else if (entry.is_directory()) {
      tree[name + "/"] = "";
    } else if (entry.path().filename() == "lock") {
      tree[name] = "";
    } else {
      tree[name] = read_file(entry.path().string());
    }
  }
  return tree;
}

void copy_tree(const std::string& from, const std::string& to) {
  fs::create_directories(to);
  fs::copy(from, to,
           fs::copy_options::recursive | fs::copy_options::copy_symlinks |
               fs::copy_options::overwrite_existing);
}

void remove_tree(const std::string& folder) {
  std::error_code problem;  // what is left over is left over
  fs::remove_all(folder, problem);
}

std::string difference(const Tree& wanted, const Tree& found) {
  for (const auto& [name, bytes] : wanted) {
    const auto other = found.find(name);
    if (other == found.end()) return name + " is missing";
    if (other->second != bytes) return name + " has other bytes";
  }
  for (const auto& [name, bytes] : found) {
    if (!wanted.contains(name)) return name + " should not be there";
  }
  return "";
}

std::uint64_t pages_of(const Tree& tree) {
  constexpr std::uint64_t kPage = 4096;
  std::uint64_t pages = 0;
  for (const auto& [name, bytes] : tree) {
    pages += name.ends_with("lock") ? 1 : (bytes.size() + kPage - 1) / kPage;
  }
  return pages;
}

}  // namespace assay::campaign
