// Folders as data: what lies below one, copied, compared.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace assay::campaign {

// Relative path to content. Of a folder the path ends in "/", of a link the content is "-> target".
// Of a file called lock only the name counts: it holds the number of a process.
using Tree = std::map<std::string, std::string>;

Tree read_tree(const std::string& folder);

// Copies everything below a folder into another, over what is there.
void copy_tree(const std::string& from, const std::string& to);
void remove_tree(const std::string& folder);

// What differs first, in words; empty when nothing does.
std::string difference(const Tree& wanted, const Tree& found);

std::string read_file(const std::string& path);
void write_file(const std::string& path, const std::string& bytes);

// How many pages of 4 kB its files take.
std::uint64_t pages_of(const Tree& tree);

}  // namespace assay::campaign
