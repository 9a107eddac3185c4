#include "assay/tasks/reascan/metadata_column.h"

#include "assay/tasks/reascan/worlds/resolver.h"

namespace assay::reascan {

namespace {

// Takes numbers one by one; once one is out of range, all that follow are zero.
class NumbersReader {
 public:
  explicit NumbersReader(const std::vector<std::int64_t>& numbers) : numbers_(numbers) {}

  std::int64_t next(std::int64_t least, std::int64_t most) {
    if (at_ == numbers_.size() || numbers_[at_] < least || numbers_[at_] > most) {
      good_ = false;
      return 0;
    }
    return numbers_[at_++];
  }
  std::size_t size(std::size_t most) {
    return static_cast<std::size_t>(next(0, static_cast<std::int64_t>(most)));
  }
  bool flag() { return next(0, 1) == 1; }
  bool done() const { return good_ && at_ == numbers_.size(); }

 private:
  const std::vector<std::int64_t>& numbers_;
  std::size_t at_ = 0;
  bool good_ = true;
};

constexpr std::size_t kMostSets = 64;
constexpr std::size_t kMostNumber = 1'000;

}  // namespace

void write_metadata(const DistractorMetadata& metadata, std::vector<std::int64_t>& out) {
  out.clear();
  const auto add = [&](auto... numbers) {
    (out.push_back(static_cast<std::int64_t>(numbers)), ...);
  };
  add(metadata.relations.size());
  for (const RelationSet& set : metadata.relations) {
    add(set.dropped ? static_cast<std::int64_t>(*set.dropped) : -1, set.placed);
  }
  add(metadata.attributes.size());
  for (const AttributeSet& set : metadata.attributes) {
    add(set.dummy, set.object, set.token, set.placed);
  }
  add(metadata.isomorphisms.size());
  for (const IsomorphismSet& set : metadata.isomorphisms) {
    add(set.objects[0], set.objects[1], set.colours, set.placed);
  }
  add(metadata.randoms.size());
  for (const RandomThing& thing : metadata.randoms) add(thing.number, thing.size);
}

bool read_metadata(const std::vector<std::int64_t>& numbers, const Structure& structure,
                   DistractorMetadata& out) {
  out = {};
  NumbersReader reader(numbers);
  const std::size_t last_object = structure.phrases.size() - 1;
  for (std::size_t left = reader.size(kMostSets); left > 0; --left) {
    RelationSet set;
    const std::int64_t dropped = reader.next(-1, static_cast<std::int64_t>(last_object) - 1);
    if (dropped >= 0) set.dropped = static_cast<std::size_t>(dropped);
    set.placed = reader.flag();
    out.relations.push_back(set);
  }
  for (std::size_t left = reader.size(kMostSets); left > 0; --left) {
    AttributeSet set;
    set.dummy = reader.flag();
    set.object = reader.size(last_object);
    set.token = static_cast<Token>(reader.next(0, 2));
    set.placed = reader.flag();
    out.attributes.push_back(set);
  }
  for (std::size_t left = reader.size(kMostSets); left > 0; --left) {
    IsomorphismSet set;
    set.objects = {reader.size(last_object), reader.size(last_object)};
    set.colours = reader.flag();
    set.placed = reader.flag();
    out.isomorphisms.push_back(set);
  }
  for (std::size_t left = reader.size(kMostThings); left > 0; --left) {
    RandomThing thing;
    thing.number = reader.size(kMostNumber);
    thing.size = static_cast<SizeWord>(reader.next(0, 2));
    out.randoms.push_back(thing);
  }
  return reader.done();
}

}  // namespace assay::reascan
