#include "assay/tasks/cfq/kb/world_society.h"

#include <algorithm>
#include <numeric>

#include "assay/base/exact_math.h"
#include "assay/tasks/cfq/kb/inventory.h"

namespace assay::cfq {

namespace {

std::uint64_t circles_of(const WorldParameters& parameters) {
  return (parameters.films + kFilmsPerCircle - 1) / kFilmsPerCircle;
}

std::string world_key(std::uint64_t number) {
  constexpr std::string_view kDigits = "0123456789_bcdfghjklmnpqrstvwxyz";
  std::string digits;
  for (; number > 0 || digits.size() < 4; number /= 32) digits += kDigits[number % 32];
  std::ranges::reverse(digits);
  return "m.1" + digits;
}

}  // namespace

std::uint64_t skewed_rank(Stream& stream, std::uint64_t size) {
  const std::uint64_t first = stream.below(size);
  const std::uint64_t second = stream.below(size);
  const std::uint64_t third = stream.below(size);
  return multiply_divide(multiply_divide(first, second, size), third, size);
}

std::uint64_t draw_few(Stream& stream, std::uint64_t percent_more, std::uint64_t most) {
  std::uint64_t number = 1;
  while (number < most && chance(stream, percent_more)) ++number;
  return number;
}

SpreadRanks::SpreadRanks(std::uint64_t size) : size_(size) {
  stride_ = std::max<std::uint64_t>(1, size * 3 / 8);
  while (std::gcd(stride_, size) != 1) ++stride_;
}

std::uint64_t SpreadRanks::place(std::uint64_t rank, std::uint64_t work) const {
  return static_cast<std::uint64_t>((Wide{rank} * stride_ + Wide{work} * size_ / 7) % size_);
}

WorldSociety::WorldSociety(const WorldParameters& parameters, TripleStoreBuilder& builder)
    : builder_(builder),
      key_(stream_key(parameters.world, "cfq-world")),
      films_(parameters.films),
      people_(circles_of(parameters) * kPeoplePerCircle),
      companies_(circles_of(parameters) * kCompaniesPerCircle),
      spread_people_(people_),
      spread_companies_(companies_) {
  for (const Adjective& each : kAdjectives) {
    const Place node = builder_.node(each.key);
    builder_.set_name(node, each.name);
    (each.relation == kGender ? genders_ : countries_).push_back(node);
  }
  for (const std::string_view type : kTypes) types_.push_back(builder_.node(type));
  person_.reserve(people_);
}

Place WorldSociety::type(std::string_view name) const {
  const auto found = std::ranges::find(kTypes, name);
  return types_[static_cast<std::size_t>(found - kTypes.begin())];
}

Place WorldSociety::new_node(const std::string& name) {
  const Place node = builder_.node(world_key(next_key_++));
  builder_.set_name(node, name);
  return node;
}

void WorldSociety::say(Place subject, std::string_view relation, Place object) {
  builder_.add(subject, builder_.relation(relation), object);
}

void WorldSociety::say_through(Place left, std::string_view into, std::string_view out_of,
                               Place right) {
  const Place mediator = builder_.mediator();
  say(left, into, mediator);
  say(mediator, out_of, right);
}

std::uint64_t WorldSociety::draw_person(Stream& stream, std::uint64_t circle,
                                        std::uint64_t work) const {
  const std::uint64_t rank = skewed_rank(stream, kPeoplePerCircle);
  const std::uint64_t rank_anywhere = skewed_rank(stream, people_);
  if (chance(stream, 25)) return spread_people_.place(rank_anywhere, work);
  return circle * kPeoplePerCircle + (rank + work * kPeoplePerCircle / 7) % kPeoplePerCircle;
}

Place WorldSociety::draw_company(Stream& stream, std::uint64_t circle) const {
  const std::uint64_t rank = skewed_rank(stream, kCompaniesPerCircle);
  const std::uint64_t rank_anywhere = skewed_rank(stream, companies_);
  if (chance(stream, 50)) return company_[spread_companies_.place(rank_anywhere, 0)];
  return company_[circle * kCompaniesPerCircle + rank];
}

std::vector<std::uint64_t> WorldSociety::draw_makers(Stream& stream, std::uint64_t circle) const {
  const std::uint64_t kind = stream.below(100);
  const std::uint64_t solo = skewed_rank(stream, 4);
  const std::uint64_t size = 1 + draw_few(stream, 70, 7);
  std::vector<std::uint64_t> makers;
  if (kind < 18) {
    makers.push_back(circle * kPeoplePerCircle + solo);
  } else if (kind < 30) {
    for (std::uint64_t at = 0; at < size; ++at) {
      makers.push_back(circle * kPeoplePerCircle + kPeoplePerCircle - 1 - at);
    }
  }
  return makers;
}

void WorldSociety::employ(Place company, Place person) {
  say_through(person, "people.person.employment_history", "business.employment_tenure.company",
              company);
}

void WorldSociety::influence(std::uint64_t person, std::uint64_t by) {
  say(person_[person].node, "influence.influence_node.influenced_by", person_[by].node);
}

}  // namespace assay::cfq
