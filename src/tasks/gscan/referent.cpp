#include "assay/tasks/gscan/referent.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "assay/base/text.h"

namespace assay::gscan {

using world::Thing;

Referent find_referent(const Phrase& phrase, const std::vector<Thing>& things) {
  const auto of_kind = [&](const Thing& thing) {
    return thing.shape == phrase.shape && (!phrase.colour || thing.colour == *phrase.colour);
  };
  std::optional<int> size;  // of what is meant
  for (const Thing& thing : things) {
    if (!of_kind(thing)) continue;
    const int own = thing.size;
    if (!size) size = own;
    if (phrase.size == SizeWord::kSmall) size = std::min(*size, own);
    if (phrase.size == SizeWord::kBig) size = std::max(*size, own);
  }
  const auto meant = [&](const Thing& thing) {
    return of_kind(thing) && (phrase.size == SizeWord::kNone || thing.size == *size);
  };
  const auto count = std::count_if(things.begin(), things.end(), meant);
  if (count != 1) {
    return {
        fmt::format("the command means {}", counted(static_cast<std::uint64_t>(count), "object"))};
  }
  const auto kin = std::count_if(things.begin(), things.end(), of_kind);
  if (phrase.size != SizeWord::kNone && kin == 1) {
    return {fmt::format("the command says \"{}\", but there is only one {}{}{}",
                        name_of(phrase.size), phrase.colour ? name_of(*phrase.colour) : "",
                        phrase.colour ? " " : "", name_of(phrase.shape))};
  }
  const auto found = std::find_if(things.begin(), things.end(), meant);
  return {"", static_cast<std::size_t>(found - things.begin())};
}

}  // namespace assay::gscan
