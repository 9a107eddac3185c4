#include "assay/tasks/cfq/source.h"

#include "assay/tasks/cfq/row.h"

namespace assay::cfq {

namespace {

class CfqSource : public Source {
 public:
  CfqSource(const Language& language, const Settings& settings, const GroundedQuestions* grounded,
            std::uint64_t seed)
      : maker_(language, settings.limits),
        settings_(settings),
        grounded_(grounded),
        key_(stream_key(seed, "cfq")),
        seed_(seed) {}
  std::optional<std::uint64_t> unit_count() const override { return std::nullopt; }
  std::uint32_t items_per_unit() const override { return settings_.fillings; }
  std::unique_ptr<Unit> unit(std::uint64_t index) const override;

  bool make(Address address, Wanted want, Example& out) const {
    reset(out, cfq_schema(settings_.target));
    out.seed = seed_;
    out.address = address;
    Pattern pattern;
    if (!maker_.make(key_, address.unit, pattern, want.rules ? &out.rules : nullptr)) return false;
    if (grounded_ != nullptr) {
      return grounded_->fill(key_, address, pattern, out) == FillingOutcome::kMade;
    }
    write_row(pattern, out);
    return true;
  }

 private:
  PatternMaker maker_;
  const Settings& settings_;
  const GroundedQuestions* grounded_;
  Key key_;
  std::uint64_t seed_;
};

class CfqUnit : public Unit {
 public:
  CfqUnit(const CfqSource& source, std::uint64_t index) : source_(source), index_(index) {}

  bool make(std::uint32_t item, Wanted want, Example& out) const override {
    return source_.make({index_, item}, want, out);
  }

 private:
  const CfqSource& source_;
  std::uint64_t index_;
};

std::unique_ptr<Unit> CfqSource::unit(std::uint64_t index) const {
  return std::make_unique<CfqUnit>(*this, index);
}

}  // namespace

std::unique_ptr<Source> open_cfq(const Language& language, const Settings& settings,
                                 const GroundedQuestions* grounded, std::uint64_t seed) {
  return std::make_unique<CfqSource>(language, settings, grounded, seed);
}

}  // namespace assay::cfq
