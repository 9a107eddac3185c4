#include "assay/dbca/divergence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mpfr.h>

#include <cmath>
#include <set>

#include "assay/base/error.h"
#include "assay/base/random.h"

namespace assay {
namespace {

using testing::ElementsAre;

// A number of 256 bits.
class Real {
 public:
  explicit Real(std::uint64_t value = 0) {
    mpfr_init2(value_, 256);
    mpfr_set_ui(value_, value, MPFR_RNDN);
  }
  Real(const Real& other) : Real() { mpfr_set(value_, other.value_, MPFR_RNDN); }
  Real& operator=(const Real& other) {
    mpfr_set(value_, other.value_, MPFR_RNDN);
    return *this;
  }
  ~Real() { mpfr_clear(value_); }

  bool is_zero() const { return mpfr_zero_p(value_) != 0; }
  double rounded() const { return mpfr_get_d(value_, MPFR_RNDN); }

  friend Real operator+(Real a, const Real& b) {
    mpfr_add(a.value_, a.value_, b.value_, MPFR_RNDN);
    return a;
  }
  friend Real operator-(Real a, const Real& b) {
    mpfr_sub(a.value_, a.value_, b.value_, MPFR_RNDN);
    return a;
  }
  friend Real operator*(Real a, const Real& b) {
    mpfr_mul(a.value_, a.value_, b.value_, MPFR_RNDN);
    return a;
  }
  friend Real operator/(Real a, const Real& b) {
    mpfr_div(a.value_, a.value_, b.value_, MPFR_RNDN);
    return a;
  }
  friend Real power(Real a, const Real& b) {
    mpfr_pow(a.value_, a.value_, b.value_, MPFR_RNDN);
    return a;
  }

 private:
  mpfr_t value_;
};

Real exact_divergence(const std::vector<Real>& first, const std::vector<Real>& second,
                      const Real& alpha) {
  Real first_sum;
  Real second_sum;
  for (const Real& value : first) first_sum = first_sum + value;
  for (const Real& value : second) second_sum = second_sum + value;
  if (first_sum.is_zero() || second_sum.is_zero()) return Real(1);
  Real coefficient;
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (first[i].is_zero() || second[i].is_zero()) continue;
    coefficient = coefficient + power(first[i] / first_sum, alpha) *
                                    power(second[i] / second_sum, Real(1) - alpha);
  }
  return Real(1) - coefficient;
}

struct ExactDivergence {
  double atoms = 0;
  double compounds = 0;
};

ExactDivergence exact_divergence(const Profiles& profiles,
                                 const std::vector<std::uint64_t>& first_members,
                                 const std::vector<std::uint64_t>& second_members) {
  const auto atoms_of = [&](const std::vector<std::uint64_t>& members) {
    std::vector<Real> atoms(profiles.atoms());
    for (const std::uint64_t member : std::set(members.begin(), members.end())) {
      for (const std::uint32_t atom : profiles[member].atoms) atoms[atom] = atoms[atom] + Real(1);
    }
    return atoms;
  };
  const auto compounds_of = [&](const std::vector<std::uint64_t>& members) {
    std::vector<Real> compounds(profiles.compounds());
    for (const std::uint64_t member : std::set(members.begin(), members.end())) {
      for (const WeightedCompound& one : profiles[member].compounds) {
        Real& sum = compounds[one.compound];
        sum = sum + Real(one.parts) / Real(profiles.whole(one.compound));
      }
    }
    return compounds;
  };
  const Real tenth = Real(1) / Real(10);
  const Real half = Real(1) / Real(2);
  return {
      exact_divergence(atoms_of(first_members), atoms_of(second_members), half).rounded(),
      exact_divergence(compounds_of(first_members), compounds_of(second_members), tenth).rounded()};
}

Stream divergence_stream(std::uint64_t unit) {
  return {stream_key(5, "divergence test"), {.unit = unit}};
}

// Sizes from next to nothing to some dozens; weights from one part in billions to all.
Profiles random_profiles(Stream& stream) {
  const std::uint64_t atoms = 1 + stream.below(12);
  const std::uint64_t compounds = 1 + stream.below(60);
  const std::uint64_t shapes = 1 + stream.below(20);
  const std::uint64_t examples = 1 + stream.below(40);
  const std::uint64_t density = 1 + stream.below(6);
  std::vector<std::uint32_t> wholes(compounds);
  for (std::uint32_t& whole : wholes) {
    const std::uint64_t bits = stream.below(32);
    whole = static_cast<std::uint32_t>(1 + stream.below(std::uint64_t{1} << bits));
  }
  Profiles profiles(std::vector<std::string>(atoms, "atom"), wholes);
  for (std::uint64_t shape = 0; shape < shapes; ++shape) {
    std::vector<std::uint32_t> present;
    std::vector<WeightedCompound> weighted;
    for (std::uint32_t atom = 0; atom < atoms; ++atom) {
      if (stream.below(density) == 0) present.push_back(atom);
    }
    for (std::uint32_t compound = 0; compound < compounds; ++compound) {
      if (stream.below(density) > 0) continue;
      const auto parts = static_cast<std::uint32_t>(1 + stream.below(wholes[compound]));
      weighted.push_back({compound, parts});
    }
    profiles.add_shape(present, weighted);
  }
  for (std::uint64_t example = 0; example < examples; ++example) {
    profiles.add_example(static_cast<std::uint32_t>(stream.below(shapes)));
  }
  return profiles;
}

std::vector<std::uint64_t> random_members(Stream& stream, std::uint64_t examples) {
  std::vector<std::uint64_t> members(stream.below(2 * examples));
  for (std::uint64_t& member : members) member = stream.below(examples);
  return members;
}

Divergence divergence_of(const Profiles& profiles, const std::vector<std::uint64_t>& first,
                         const std::vector<std::uint64_t>& second) {
  return assay::divergence_of(frequencies_of(profiles, first), frequencies_of(profiles, second));
}

// Atoms 0 to 3, compounds of 1, 2 and 4 occurrences.
Profiles worked_profiles() {
  Profiles profiles({"a", "b", "c", "d"}, {1, 2, 4});
  const std::vector<std::uint32_t> ab{0, 1};
  const std::vector<std::uint32_t> b{1};
  const std::vector<std::uint32_t> cd{2, 3};
  const std::vector<WeightedCompound> first{{0, 1}, {2, 3}};
  const std::vector<WeightedCompound> second{{2, 1}};
  const std::vector<WeightedCompound> third{{1, 1}};
  profiles.add_shape(ab, first);
  profiles.add_shape(b, second);
  profiles.add_shape(cd, third);
  for (const std::uint32_t shape : {0U, 1U, 2U, 0U}) profiles.add_example(shape);
  return profiles;
}

TEST(Frequencies, CountAtomsByExampleAndSumWeights) {
  const Frequencies frequencies =
      frequencies_of(worked_profiles(), std::vector<std::uint64_t>{3, 1, 0});
  EXPECT_THAT(frequencies.atoms, ElementsAre(2, 3, 0, 0));
  EXPECT_THAT(frequencies.compounds, ElementsAre(2, 0, 1.75));
}

TEST(Frequencies, OfNoMembersAreZero) {
  const Frequencies frequencies = frequencies_of(worked_profiles(), {});
  EXPECT_THAT(frequencies.atoms, ElementsAre(0, 0, 0, 0));
  EXPECT_THAT(frequencies.compounds, ElementsAre(0, 0, 0));
}

TEST(Frequencies, CountRepeatedMembersOnce) {
  for (std::uint64_t unit = 0; unit < 100; ++unit) {
    Stream stream = divergence_stream(10000 + unit);
    const Profiles profiles = random_profiles(stream);
    const auto members = random_members(stream, profiles.size());
    const std::set distinct(members.begin(), members.end());
    const Frequencies repeated = frequencies_of(profiles, members);
    const Frequencies once =
        frequencies_of(profiles, std::vector<std::uint64_t>(distinct.rbegin(), distinct.rend()));
    EXPECT_EQ(repeated.atoms, once.atoms);
    EXPECT_EQ(repeated.compounds, once.compounds);
  }
}

TEST(ChernoffCoefficient, IsWeightedByTheExponent) {
  const std::vector<double> first{1, 3};
  const std::vector<double> second{1, 1};
  EXPECT_NEAR(chernoff_coefficient(first, second, 0.5), std::sqrt(0.125) + std::sqrt(0.375), 1e-15);
  EXPECT_NEAR(chernoff_coefficient(first, second, 0.1),
              std::pow(0.25, 0.1) * std::pow(0.5, 0.9) + std::pow(0.75, 0.1) * std::pow(0.5, 0.9),
              1e-15);
}

TEST(ChernoffCoefficient, DoesNotDependOnTheScale) {
  const std::vector<double> first{1, 3, 0, 2};
  const std::vector<double> second{0, 5, 1, 2};
  const std::vector<double> larger{0, 5e6, 1e6, 2e6};
  EXPECT_NEAR(chernoff_coefficient(first, second, 0.1), chernoff_coefficient(first, larger, 0.1),
              1e-14);
}

TEST(ChernoffCoefficient, IsZeroWhenASideHasNoWeight) {
  const std::vector<double> none{0, 0};
  const std::vector<double> some{1, 2};
  EXPECT_EQ(chernoff_coefficient(none, some, 0.1), 0);
  EXPECT_EQ(chernoff_coefficient(some, none, 0.1), 0);
  EXPECT_EQ(chernoff_coefficient(none, none, 0.5), 0);
  EXPECT_EQ(chernoff_coefficient({}, {}, 0.5), 0);
}

TEST(ChernoffCoefficient, RefusesSidesOfDifferentLength) {
  const std::vector<double> two{1, 2};
  const std::vector<double> three{1, 2, 3};
  EXPECT_THROW(chernoff_coefficient(two, three, 0.5), Bug);
}

TEST(Divergence, EqualsTheRecomputationOf256Bits) {
  for (std::uint64_t unit = 0; unit < 1000; ++unit) {
    Stream stream = divergence_stream(unit);
    const Profiles profiles = random_profiles(stream);
    const auto first = random_members(stream, profiles.size());
    const auto second = random_members(stream, profiles.size());
    const Divergence got = divergence_of(profiles, first, second);
    const ExactDivergence exact = exact_divergence(profiles, first, second);
    EXPECT_NEAR(got.atoms, exact.atoms, 1e-12) << unit;
    EXPECT_NEAR(got.compounds, exact.compounds, 1e-12) << unit;
  }
}

TEST(Divergence, LiesBetweenZeroAndOneAndIsSymmetricForAtoms) {
  for (std::uint64_t unit = 0; unit < 1000; ++unit) {
    Stream stream = divergence_stream(20000 + unit);
    const Profiles profiles = random_profiles(stream);
    const auto first = random_members(stream, profiles.size());
    const auto second = random_members(stream, profiles.size());
    const Divergence there = divergence_of(profiles, first, second);
    const Divergence back = divergence_of(profiles, second, first);
    for (const double value : {there.atoms, there.compounds, back.atoms, back.compounds}) {
      EXPECT_GE(value, 0);
      EXPECT_LE(value, 1);
    }
    EXPECT_NEAR(there.atoms, back.atoms, 1e-14);
  }
}

TEST(Divergence, IsZeroForEqualDistributions) {
  for (std::uint64_t unit = 0; unit < 200; ++unit) {
    Stream stream = divergence_stream(30000 + unit);
    const Profiles profiles = random_profiles(stream);
    const Frequencies one = frequencies_of(profiles, random_members(stream, profiles.size()));
    Frequencies tripled = one;
    for (double& value : tripled.atoms) value *= 3;
    for (double& value : tripled.compounds) value *= 3;
    const auto has_weight = [](const std::vector<double>& values) {
      return std::ranges::any_of(values, [](double value) { return value > 0; });
    };
    const Divergence got = assay::divergence_of(one, tripled);
    EXPECT_NEAR(got.atoms, has_weight(one.atoms) ? 0 : 1, 1e-14);
    EXPECT_NEAR(got.compounds, has_weight(one.compounds) ? 0 : 1, 1e-14);
  }
}

TEST(Divergence, IsOneForDisjointDistributions) {
  const Divergence got = divergence_of(worked_profiles(), {0, 1, 3}, {2});
  EXPECT_EQ(got.atoms, 1);
  EXPECT_EQ(got.compounds, 1);
}

TEST(Divergence, WeighsWhatTheFirstSetLacksMore) {
  const Divergence lacking = divergence_of(worked_profiles(), {1}, {0});
  const Divergence having = divergence_of(worked_profiles(), {0}, {1});
  EXPECT_NEAR(lacking.compounds, 1 - std::pow(3.0 / 7, 0.9), 1e-15);
  EXPECT_NEAR(having.compounds, 1 - std::pow(3.0 / 7, 0.1), 1e-15);
}

}  // namespace
}  // namespace assay
