#include "assay/tasks/curi/source.h"

#include <algorithm>

#include "assay/base/decimal.h"
#include "assay/base/error.h"
#include "assay/tasks/curi/episode_text.h"
#include "assay/tasks/curi/language/spelling.h"
#include "assay/tasks/curi/row.h"

namespace assay::curi {

namespace {

constexpr double kWeightUnit = 1099511627776.0;  // 2^40

bool belongs(Place place, ConceptSet set, SplitRule split) {
  switch (set) {
    case ConceptSet::kTrain:
      return place == Place::kTrain || place == Place::kAny;
    case ConceptSet::kDev:
      if (split == SplitRule::kConceptIid) return place == Place::kDev;
      return place == Place::kTest || place == Place::kAny;
    case ConceptSet::kTest:
      return place == Place::kTest || place == Place::kAny;
    case ConceptSet::kAll:
      break;
  }
  return true;
}

void write_set(const std::array<Shown, kSetScenes>& set, Column scenes, Column labels,
               Column behind, Example& out) {
  auto& scene_column = std::get<std::vector<std::int64_t>>(out.fields[scenes]);
  auto& label_column = std::get<std::vector<std::int64_t>>(out.fields[labels]);
  auto& behind_column = std::get<std::vector<std::int64_t>>(out.fields[behind]);
  for (const Shown& shown : set) {
    scene_column.push_back(static_cast<std::int64_t>(shown.scene));
    label_column.push_back(shown.label ? 1 : 0);
    behind_column.push_back(shown.behind);
  }
}

// Six decimals: what follows may differ between machines.
class CuriUnit : public Unit {
 public:
  CuriUnit(const CuriSource& source, std::uint64_t index) : source_(source), index_(index) {}
  bool make(std::uint32_t item, Wanted want, Example& out) const override {
    source_.make_at({index_, item}, want, out);
    return true;
  }

 private:
  const CuriSource& source_;
  std::uint64_t index_;
};

}  // namespace

ConceptDraw::ConceptDraw(const Settings& settings, const ConceptSpace& space, ConceptSet set) {
  std::vector<std::uint64_t> weights;
  for (std::uint32_t index = 0; index < space.concepts().size(); ++index) {
    const Hypothesis& each = space.concepts()[index];
    if (!belongs(place_of(settings, each), set, settings.split)) continue;
    concepts_.push_back(index);
    weights.push_back(static_cast<std::uint64_t>(prior_weight(each.length) * kWeightUnit));
  }
  if (concepts_.empty()) {
    fail(ErrorKind::kUsage,
         "task curi: this split has no {} concept among {}; raise draws or scenes", name_of(set),
         space.concepts().size());
  }
  table_.emplace(weights);
}

void write_row(const ConceptSpace& space, const Settings& settings, const Episode& episode,
               std::string_view set, Example& out) {
  const Hypothesis& subject = space.concepts()[episode.subject];
  append_input(std::get<std::string>(out.fields[kInputField]), space, episode);
  std::array<bool, kSetScenes> labels{};
  for (std::size_t at = 0; at < kSetScenes; ++at) labels[at] = episode.query[at].label;
  out.fields[kTargetField] = labels_text(labels);
  out.fields[kConceptColumn] = subject.text;
  out.fields[kPrefixColumn] = prefix_text(subject.words, spelling_of(settings.space.edition));
  out.fields[kGlossColumn] = english_gloss(subject.words);
  out.fields[kNumberColumn] = static_cast<std::int64_t>(episode.subject);
  out.fields[kMeaningColumn] = static_cast<std::int64_t>(subject.cluster);
  out.fields[kLengthColumn] = static_cast<std::int64_t>(subject.length);
  out.fields[kSetColumn] = std::string(set);
  write_set(episode.support, kSupportScenesColumn, kSupportLabelsColumn, kSupportBehindColumn, out);
  write_set(episode.query, kQueryScenesColumn, kQueryLabelsColumn, kQueryBehindColumn, out);
  auto& alternates = std::get<std::vector<std::int64_t>>(out.fields[kAlternatesColumn]);
  alternates.assign(episode.alternates.begin(), episode.alternates.end());
  auto& valid = std::get<std::vector<std::int64_t>>(out.fields[kValidColumn]);
  valid.assign(episode.valid.begin(), episode.valid.end());
  auto& posterior = std::get<std::vector<double>>(out.fields[kPosteriorColumn]);
  for (const double log : log_posterior(space, settings.belief, episode.valid)) {
    posterior.push_back(six_decimals(log));
  }
  auto& optimistic = std::get<std::vector<std::int64_t>>(out.fields[kOptimisticColumn]);
  for (const Shown& shown : episode.query) {
    const bool some =
        std::any_of(episode.valid.begin(), episode.valid.end(),
                    [&](std::uint32_t index) { return space.truths().holds(index, shown.scene); });
    optimistic.push_back(some ? 1 : 0);
  }
}

CuriSource::CuriSource(std::shared_ptr<const ConceptSpace> space, const Settings& settings,
                       const Schema& schema, const Derivations& derivations, std::uint64_t seed)
    : space_(std::move(space)),
      settings_(settings),
      schema_(schema),
      derivations_(derivations),
      seed_(seed),
      key_(stream_key(seed, "curi")),
      maker_(*space_, {settings.negatives, key_}),
      benches_([] { return std::make_unique<Bench>(); }) {
  for (std::uint32_t index = 0; index < space_->concepts().size(); ++index) {
    const bool is_first = space_->concepts()[index].cluster == index;
    if (!settings.one_name || is_first) listed_.push_back(index);
  }
  const auto need = [&](ConceptSet set, bool wanted) {
    if (wanted) draws_[static_cast<std::size_t>(set)].emplace(settings, *space_, set);
  };
  need(ConceptSet::kTrain, settings.train > 0);
  need(ConceptSet::kDev, settings.dev > 0);
  need(ConceptSet::kTest, settings.test > 0);
  need(ConceptSet::kAll, settings.train + settings.dev + settings.test == 0);
}

std::optional<std::uint64_t> CuriSource::unit_count() const {
  if (settings_.per_concept > 0) return listed_.size();
  const std::uint64_t episodes = settings_.train + settings_.dev + settings_.test;
  if (episodes > 0) return episodes;
  return std::nullopt;
}

std::uint32_t CuriSource::items_per_unit() const {
  return std::max<std::uint32_t>(1, settings_.per_concept);
}

ConceptSet CuriSource::set_of(std::uint64_t unit) const {
  if (settings_.train + settings_.dev + settings_.test == 0) return ConceptSet::kAll;
  if (unit < settings_.train) return ConceptSet::kTrain;
  return unit < settings_.train + settings_.dev ? ConceptSet::kDev : ConceptSet::kTest;
}

std::unique_ptr<Unit> CuriSource::unit(std::uint64_t index) const {
  return std::make_unique<CuriUnit>(*this, index);
}

void CuriSource::make_at(Address address, Wanted want, Example& out) const {
  const ConceptSet set = set_of(address.unit);
  Stream stream(key_, {Purpose::kUnit, address.unit, 0, 0});
  const std::uint32_t subject = settings_.per_concept > 0
                                    ? listed_[address.unit]
                                    : draws_[static_cast<std::size_t>(set)]->draw(stream);
  ObjectPool<Bench>::Loan bench(benches_);
  maker_.make(subject, address.unit, address.item, bench->scratch, bench->episode);
  reset(out, schema_);
  out.seed = seed_;
  out.address = address;
  const Hypothesis& each = space_->concepts()[subject];
  write_row(*space_, settings_, bench->episode,
            set == ConceptSet::kAll ? name_of(place_of(settings_, each)) : name_of(set), out);
  if (want.rules) derivations_.append_derivation(out.rules, each.words);
}

}  // namespace assay::curi
