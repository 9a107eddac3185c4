#include "assay/measure/split_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "assay/base/random.h"
#include "assay/split/random_profiles_testing.h"

namespace assay {
namespace {

using testing::DoubleEq;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;
using testing::SizeIs;

using Rows = std::vector<std::uint64_t>;

// A data set of rows, their examples and features.
struct Data {
  Profiles profiles;
  std::vector<std::uint32_t> example_of;
  std::vector<RowFeatures> features;
};

Data random_data(std::uint64_t number) {
  Stream stream(stream_key(number, "split report"), {});
  Data data{
      random_profiles(
          {.examples = 12, .shapes = 9, .atoms = 7, .compounds = 11, .wholes = {1, 2, 3, 7, 60}},
          stream),
      {},
      {}};
  for (int row = 0; row < 30; ++row) {
    data.example_of.push_back(static_cast<std::uint32_t>(stream.below(12)));
    RowFeatures& features = data.features.emplace_back();
    features.input_pattern = stream.below(8) * 0x123456789abcdU;
    features.output_pattern = stream.below(5);
    features.input_length = static_cast<std::uint32_t>(1 + stream.below(20));
    features.output_length = static_cast<std::uint32_t>(stream.below(3));
  }
  return data;
}

// Rows may repeat, stand in no order and in two parts.
Rows random_rows(std::size_t count, Stream& stream) {
  Rows rows;
  for (std::size_t i = 0; i < count; ++i) rows.push_back(stream.below(30));
  return rows;
}

// The same figures by other means: sets and maps, one example at a time.
class NaivePart {
 public:
  NaivePart(const Data& data, const std::vector<const Rows*>& lists) : data_(data) {
    for (const Rows* list : lists) rows_.insert(list->begin(), list->end());
    std::set<std::uint32_t> examples;
    for (const std::uint64_t row : rows_) examples.insert(data.example_of[row]);
    for (const std::uint32_t example : examples) {
      for (const std::uint32_t atom : data.profiles[example].atoms) ++atoms_[atom];
      for (const auto& [compound, parts] : data.profiles[example].compounds) {
        compounds_[compound] += static_cast<double>(parts) / data.profiles.whole(compound);
      }
    }
  }

  const std::set<std::uint64_t>& rows() const { return rows_; }
  const std::map<std::uint32_t, double>& atoms() const { return atoms_; }
  const std::map<std::uint32_t, double>& compounds() const { return compounds_; }

  template <typename Value>
  std::set<std::uint64_t> distinct(Value RowFeatures::*member) const {
    std::set<std::uint64_t> found;
    for (const std::uint64_t row : rows_) found.insert(data_.features[row].*member);
    return found;
  }
  double mean(std::uint32_t RowFeatures::*member) const {
    double sum = 0;
    for (const std::uint64_t row : rows_) sum += data_.features[row].*member;
    return sum / static_cast<double>(rows_.size());
  }

 private:
  const Data& data_;
  std::set<std::uint64_t> rows_;
  std::map<std::uint32_t, double> atoms_;
  std::map<std::uint32_t, double> compounds_;
};

double naive_divergence(const std::map<std::uint32_t, double>& first,
                        const std::map<std::uint32_t, double>& second, double alpha) {
  const auto total = [](const std::map<std::uint32_t, double>& weights) {
    double sum = 0;
    for (const auto& [thing, weight] : weights) sum += weight;
    return sum;
  };
  const double first_total = total(first);
  const double second_total = total(second);
  double similarity = 0;
  for (const auto& [thing, weight] : first) {
    const auto at = second.find(thing);
    if (at == second.end()) continue;
    similarity +=
        std::pow(weight / first_total, alpha) * std::pow(at->second / second_total, 1 - alpha);
  }
  return 1 - similarity;
}

template <typename Kept>
std::vector<typename Kept::key_type> only_in_second(const Kept& first, const Kept& second) {
  std::vector<typename Kept::key_type> only;
  for (const auto& [thing, weight] : second) {
    if (!first.contains(thing)) only.push_back(thing);
  }
  return only;
}

double naive_coverage(const std::set<std::uint64_t>& first, const std::set<std::uint64_t>& second) {
  double known = 0;
  for (const std::uint64_t pattern : second) known += first.contains(pattern) ? 1 : 0;
  return known / static_cast<double>(second.size());
}

void expect_part(const PartReport& report, const Data& data, const NaivePart& part) {
  EXPECT_EQ(report.rows, part.rows().size());
  EXPECT_DOUBLE_EQ(report.share, static_cast<double>(part.rows().size()) /
                                     static_cast<double>(data.example_of.size()));
  EXPECT_EQ(report.atoms, part.atoms().size());
  EXPECT_EQ(report.compounds, part.compounds().size());
  double smallest = 1e9;
  for (const auto& [atom, count] : part.atoms()) smallest = std::min(smallest, count);
  EXPECT_EQ(static_cast<double>(report.smallest_atom_count), smallest);
}

void expect_pair(const PairReport& report, const Data& data, const NaivePart& first,
                 const NaivePart& second) {
  EXPECT_NEAR(report.atom_divergence, naive_divergence(first.atoms(), second.atoms(), 0.5), 1e-12);
  EXPECT_NEAR(report.compound_divergence,
              naive_divergence(first.compounds(), second.compounds(), 0.1), 1e-12);
  std::vector<std::string> names;
  for (const std::uint32_t atom : only_in_second(first.atoms(), second.atoms())) {
    names.push_back(data.profiles.atom_name(atom));
  }
  EXPECT_EQ(report.atoms_only_in_second, names);
  EXPECT_EQ(report.compounds_only_in_second,
            only_in_second(first.compounds(), second.compounds()).size());
  const auto expected_coverage = [&](std::uint64_t RowFeatures::*pattern) {
    return naive_coverage(first.distinct(pattern), second.distinct(pattern));
  };
  EXPECT_THAT(report.input_pattern_coverage,
              Optional(DoubleEq(expected_coverage(&RowFeatures::input_pattern))));
  EXPECT_THAT(report.output_pattern_coverage,
              Optional(DoubleEq(expected_coverage(&RowFeatures::output_pattern))));
  const auto expect_ratio = [&](const std::optional<double>& ratio,
                                std::uint32_t RowFeatures::*length) {
    const double below = second.mean(length);
    ASSERT_EQ(ratio.has_value(), below > 0);
    if (!ratio) return;
    EXPECT_THAT(*ratio, DoubleNear(first.mean(length) / below, 1e-12));
  };
  expect_ratio(report.input_length_ratio, &RowFeatures::input_length);
  expect_ratio(report.output_length_ratio, &RowFeatures::output_length);
}

std::vector<std::string> names_of(const SplitReport& report) {
  std::vector<std::string> names;
  for (const PartReport& part : report.parts) names.push_back(part.name);
  for (const PairReport& pair : report.pairs) names.push_back(pair.first + " / " + pair.second);
  return names;
}

TEST(SplitReport, AgreesWithANaiveRecomputation) {
  for (std::uint64_t number = 0; number < 300; ++number) {
    const Data data = random_data(number);
    Stream stream(stream_key(number, "rows"), {});
    Split split;
    split.train = random_rows(1 + stream.below(20), stream);
    split.dev = random_rows(1 + stream.below(6), stream);
    split.test = random_rows(1 + stream.below(6), stream);
    const SplitReport report = report_on(split, data.profiles, data.example_of, data.features);
    const NaivePart train(data, {&split.train});
    const NaivePart dev(data, {&split.dev});
    const NaivePart test(data, {&split.test});
    const NaivePart held_out(data, {&split.dev, &split.test});
    ASSERT_THAT(names_of(report), ElementsAre("train", "dev", "test", "train / test", "train / dev",
                                              "dev / test", "train / dev+test"));
    expect_part(report.parts[0], data, train);
    expect_part(report.parts[1], data, dev);
    expect_part(report.parts[2], data, test);
    expect_part(report.together, data, NaivePart(data, {&split.train, &split.dev, &split.test}));
    expect_pair(report.pairs[0], data, train, test);
    expect_pair(report.pairs[1], data, train, dev);
    expect_pair(report.pairs[2], data, dev, test);
    expect_pair(report.pairs[3], data, train, held_out);
    if (HasFailure()) break;
  }
}

// Three rows, each its own example: a with x; a and b with half an x and y; b with y.
Data worked_data() {
  Data data{Profiles({"a", "b"}, {2, 1}), {0, 1, 2}, {{1, 1, 2, 6}, {1, 2, 4, 8}, {2, 2, 8, 10}}};
  const auto add = [&](std::vector<std::uint32_t> atoms, std::vector<WeightedCompound> compounds) {
    data.profiles.add_example(data.profiles.add_shape(atoms, compounds));
  };
  add({0}, {{0, 2}});
  add({0, 1}, {{0, 1}, {1, 1}});
  add({1}, {{1, 1}});
  return data;
}

TEST(SplitReport, IsWhatOneComputesByHand) {
  const Data data = worked_data();
  const SplitReport report =
      report_on({{0, 1}, {}, {2}}, data.profiles, data.example_of, data.features);
  ASSERT_THAT(names_of(report), ElementsAre("train", "test", "train / test"));
  const PartReport& train = report.parts[0];
  EXPECT_EQ(train.rows, 2U);
  EXPECT_DOUBLE_EQ(train.share, 2.0 / 3);
  EXPECT_EQ(train.atoms, 2U);
  EXPECT_EQ(train.compounds, 2U);
  EXPECT_EQ(train.smallest_atom_count, 1U);
  const PairReport& pair = report.pairs[0];
  EXPECT_NEAR(pair.atom_divergence, 1 - std::sqrt(1.0 / 3), 1e-12);
  EXPECT_NEAR(pair.compound_divergence, 1 - std::pow(1 / 2.5, 0.1), 1e-12);
  EXPECT_THAT(pair.atoms_only_in_second, IsEmpty());
  EXPECT_EQ(pair.compounds_only_in_second, 0U);
  EXPECT_THAT(pair.input_pattern_coverage, Optional(0.0));
  EXPECT_THAT(pair.output_pattern_coverage, Optional(1.0));
  EXPECT_THAT(pair.input_length_ratio, Optional(DoubleEq(3.0 / 8)));
  EXPECT_THAT(pair.output_length_ratio, Optional(DoubleEq(0.7)));
}

TEST(SplitReport, NamesAtomsThatOnlyTheSecondHas) {
  const Data data = worked_data();
  const SplitReport report =
      report_on({{0}, {}, {1, 2}}, data.profiles, data.example_of, data.features);
  EXPECT_THAT(report.pairs[0].atoms_only_in_second, ElementsAre("b"));
  EXPECT_EQ(report.pairs[0].compounds_only_in_second, 1U);
}

void expect_same(const SplitReport& a, const SplitReport& b) {
  ASSERT_EQ(names_of(a), names_of(b));
  for (std::size_t i = 0; i < a.parts.size(); ++i) {
    EXPECT_EQ(a.parts[i].rows, b.parts[i].rows);
    EXPECT_EQ(a.parts[i].share, b.parts[i].share);
    EXPECT_EQ(a.parts[i].smallest_atom_count, b.parts[i].smallest_atom_count);
  }
  for (std::size_t i = 0; i < a.pairs.size(); ++i) {
    EXPECT_EQ(a.pairs[i].atom_divergence, b.pairs[i].atom_divergence);
    EXPECT_EQ(a.pairs[i].compound_divergence, b.pairs[i].compound_divergence);
    EXPECT_EQ(a.pairs[i].input_length_ratio, b.pairs[i].input_length_ratio);
    EXPECT_EQ(a.pairs[i].output_length_ratio, b.pairs[i].output_length_ratio);
  }
}

TEST(SplitReport, CountsRepeatedRowsOnce) {
  const Data data = random_data(1);
  const auto report = [&](const Split& split) {
    return report_on(split, data.profiles, data.example_of, data.features);
  };
  const SplitReport once = report({{0, 1, 2, 3, 4}, {5}, {6, 7}});
  expect_same(report({{0, 0, 0, 1, 2, 2, 3, 4, 4}, {5, 5}, {6, 6, 6, 7}}), once);
  expect_same(report({{4, 0, 3, 1, 2, 0}, {5}, {7, 6}}), once);
  EXPECT_EQ(once.parts[0].rows, 5U);
}

TEST(SplitReport, CountsAnExampleOnceWhereverItsRowsStand) {
  Data data = worked_data();
  data.example_of = {0, 0, 0, 1, 2, 2};
  data.features.assign(6, {});
  for (std::uint32_t i = 0; i < 6; ++i) data.features[i].input_length = i + 1;
  const SplitReport report =
      report_on({{0, 1, 2, 3}, {}, {4, 5}}, data.profiles, data.example_of, data.features);
  EXPECT_EQ(report.parts[0].rows, 4U);
  EXPECT_DOUBLE_EQ(report.parts[0].share, 4.0 / 6);
  EXPECT_EQ(report.parts[0].smallest_atom_count, 1U);
  EXPECT_EQ(report.parts[1].smallest_atom_count, 1U) << "examples are counted, not rows";
  EXPECT_NEAR(report.pairs[0].compound_divergence, 1 - std::pow(1 / 2.5, 0.1), 1e-12);
  EXPECT_THAT(report.pairs[0].input_length_ratio, Optional(DoubleEq(2.5 / 5.5)))
      << "lengths are of rows";
}

TEST(SplitReport, HasNoCoverageWithoutFeatures) {
  const Data data = random_data(2);
  const Split split{{0, 1, 2, 3}, {4}, {5, 6}};
  const SplitReport with = report_on(split, data.profiles, data.example_of, data.features);
  const SplitReport without = report_on(split, data.profiles, data.example_of, {});
  ASSERT_THAT(without.pairs, SizeIs(4));
  for (std::size_t i = 0; i < without.pairs.size(); ++i) {
    const PairReport& pair = without.pairs[i];
    EXPECT_EQ(pair.input_pattern_coverage, std::nullopt);
    EXPECT_EQ(pair.output_pattern_coverage, std::nullopt);
    EXPECT_EQ(pair.input_length_ratio, std::nullopt);
    EXPECT_EQ(pair.output_length_ratio, std::nullopt);
    EXPECT_EQ(pair.compound_divergence, with.pairs[i].compound_divergence);
    EXPECT_EQ(pair.atoms_only_in_second, with.pairs[i].atoms_only_in_second);
  }
}

TEST(SplitReport, HasNoRatioToLengthsThatAreAllZero) {
  Data data = worked_data();
  for (RowFeatures& features : data.features) features.output_length = 0;
  const SplitReport report =
      report_on({{0, 1}, {}, {2}}, data.profiles, data.example_of, data.features);
  EXPECT_EQ(report.pairs[0].output_length_ratio, std::nullopt);
  EXPECT_THAT(report.pairs[0].output_pattern_coverage, Optional(1.0));
}

TEST(SplitReport, LeavesEmptyPartsOut) {
  const Data data = random_data(3);
  const auto names = [&](const Split& split) {
    return names_of(report_on(split, data.profiles, data.example_of, data.features));
  };
  EXPECT_THAT(names({{0, 1}, {}, {2}}), ElementsAre("train", "test", "train / test"));
  EXPECT_THAT(names({{0, 1}, {2}, {}}), ElementsAre("train", "dev", "train / dev"));
  EXPECT_THAT(names({{}, {1}, {2}}), ElementsAre("dev", "test", "dev / test"));
  EXPECT_THAT(names({{0}, {}, {}}), ElementsAre("train"));
  EXPECT_THAT(names({}), IsEmpty());
}

}  // namespace
}  // namespace assay
