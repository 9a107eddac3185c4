#include "attack.h"

#include <charconv>
#include <stdexcept>

#include "assay/base/hash.h"

namespace assay::campaign {

std::vector<Attack> all_attacks() {
  return {kills_attack(), calls_attack(), allocations_attack(), disk_attack(),    damage_attack(),
          crowd_attack(), paths_attack(), answers_attack(),     sockets_attack(), memory_attack()};
}

std::vector<std::string> point_parts(const std::string& point, std::size_t most) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (parts.size() + 1 < most) {
    const std::size_t end = point.find(':', begin);
    if (end == std::string::npos) break;
    parts.push_back(point.substr(begin, end - begin));
    begin = end + 1;
  }
  parts.push_back(point.substr(begin));
  return parts;
}

std::string first_part(const std::string& point) { return point.substr(0, point.find(':')); }

std::string last_part(const std::string& point) { return point.substr(point.rfind(':') + 1); }

std::uint64_t number(const std::string& text) {
  std::uint64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size()) {
    throw std::runtime_error("\"" + text + "\" is not a number; see --list for the form of points");
  }
  return value;
}

Draws::Draws(std::uint64_t seed, const std::string& about) : state_(hash64(about, seed)) {}

std::uint64_t Draws::below(std::uint64_t count) {  // splitmix64
  state_ += 0x9E3779B97F4A7C15ULL;
  std::uint64_t mixed = state_;
  mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBULL;
  return (mixed ^ (mixed >> 31U)) % count;
}

}  // namespace assay::campaign
