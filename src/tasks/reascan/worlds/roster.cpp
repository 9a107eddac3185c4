#include "assay/tasks/reascan/worlds/roster.h"

#include <algorithm>
#include <utility>

#include "assay/base/error.h"

namespace assay::reascan {

namespace {

// The numbers of the verbs and adverbs are those of their types.
constexpr std::uint64_t kVerbs = 3;

// Keys of different sets and purposes differ.
Key key_of(Key key, std::uint32_t number) {
  Stream stream(key, {Purpose::kOrder, number});
  const std::uint32_t first = stream.next();
  const std::uint32_t second = stream.next();
  return {first, second};
}

}  // namespace

CommandSet::CommandSet(SetPlan plan, std::shared_ptr<const StructureSpace> space, Key key,
                       std::uint32_t number)
    : plan_(std::move(plan)),
      space_(std::move(space)),
      key_(key),
      number_(number),
      order_(key_of(key, number), space_->size()) {
  plan_.commands = std::min(plan_.commands, drawable());
}

// All structures once, then all again with another verb and adverb.
Command CommandSet::draw(std::uint64_t place) const {
  Command command;
  command.id = place;
  command.rank = order_.at(place % space_->size());
  if (plan_.only_walks) return command;
  Stream stream(key_, {Purpose::kUnit, command.rank, number_});
  const std::uint64_t way = (stream.below(kWays) + place / space_->size()) % kWays;
  command.verb = static_cast<world::Verb>(way % kVerbs);
  command.manner = static_cast<world::Manner>(way / kVerbs);
  return command;
}

void CommandSet::choose(std::vector<Command> commands) { chosen_ = std::move(commands); }

Roster::Roster(std::vector<CommandSet> sets, std::uint32_t items)
    : sets_(std::move(sets)), items_(items) {
  std::uint64_t end = 0;
  for (const CommandSet& set : sets_) {
    ASSAY_CHECK(set.plan().worlds > 0 && set.plan().worlds <= items_);
    const std::uint64_t each = items_ / set.plan().worlds;
    end += (set.commands() + each - 1) / each;
    ends_.push_back(end);
  }
}

std::size_t Roster::set_of(std::uint64_t unit) const {
  return static_cast<std::size_t>(std::upper_bound(ends_.begin(), ends_.end(), unit) -
                                  ends_.begin());
}

std::uint32_t Roster::items_of(std::uint64_t unit) const {
  const std::size_t at = set_of(unit);
  const std::uint64_t own = unit - (at == 0 ? 0 : ends_[at - 1]);
  const std::uint32_t worlds = sets_[at].plan().worlds;
  const std::uint64_t each = items_ / worlds;
  return static_cast<std::uint32_t>(std::min(each, sets_[at].commands() - own * each)) * worlds;
}

Roster::Place Roster::place(std::uint64_t unit, std::uint32_t item) const {
  const std::size_t at = set_of(unit);
  const CommandSet& set = sets_[at];
  const std::uint64_t own = unit - (at == 0 ? 0 : ends_[at - 1]);
  const std::uint32_t worlds = set.plan().worlds;
  const std::uint32_t each = items_ / worlds;
  if (item >= each * worlds) return {&set, set.commands(), 0};
  return {&set, own * each + item / worlds, item % worlds};
}

}  // namespace assay::reascan
