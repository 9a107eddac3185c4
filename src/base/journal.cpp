#include "assay/base/journal.h"

#include <utility>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/text.h"

namespace assay {

namespace {

constexpr std::size_t kHashDigits = 16;

std::string checked(std::string_view line) { return fmt::format("{:016x} {}", hash64(line), line); }

}  // namespace

Journal::Journal(const Folder& folder, std::string name) : folder_(folder), name_(std::move(name)) {
  is_torn_ = folder_.exists(name_) && !folder_.read(name_).ends_with('\n');
}

std::vector<std::string> Journal::lines() const {
  std::vector<std::string> lines;
  if (!folder_.exists(name_)) return lines;
  const std::string text = folder_.read(name_);
  for (const std::string_view found : split_text(text, '\n')) {
    if (found.size() <= kHashDigits) continue;
    const std::string_view line = found.substr(kHashDigits + 1);
    if (checked(line) == found) lines.emplace_back(line);
  }
  return lines;
}

void Journal::add(std::string_view line) {
  ASSAY_CHECK(line.find('\n') == std::string_view::npos);
  folder_.append(name_, (std::exchange(is_torn_, false) ? "\n" : "") + checked(line) + '\n');
}

}  // namespace assay
