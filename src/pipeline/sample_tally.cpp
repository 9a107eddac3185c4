#include "assay/pipeline/sample_tally.h"

#include <algorithm>
#include <string>

#include "assay/base/error.h"
#include "assay/base/text.h"

namespace assay {

namespace {

std::string words_of(std::string_view answer) {
  std::string words;
  for (const std::string_view word : split_words(answer)) {
    if (!words.empty()) words += ' ';
    words += word;
  }
  return words;
}

bool has_vote(const JudgedSample& sample) {
  return sample.verdict.status == Status::kRight || sample.verdict.status == Status::kWrong;
}

}  // namespace

double pass_at(std::uint64_t k, std::uint64_t right, std::uint64_t samples) {
  ASSAY_CHECK(k >= 1 && k <= samples && right <= samples);
  const std::uint64_t wrong = samples - right;
  double all_wrong = 1;  // C(wrong, k) / C(samples, k), factor by factor
  for (std::uint64_t i = 0; i < k && all_wrong > 0; ++i) {
    all_wrong *= i < wrong ? static_cast<double>(wrong - i) / static_cast<double>(samples - i) : 0;
  }
  return 1 - all_wrong;
}

std::size_t majority_of(std::span<const JudgedSample> samples) {
  struct Candidate {
    std::string words;
    std::size_t first = 0;
    std::uint64_t votes = 0;
  };
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (!has_vote(samples[i])) continue;
    std::string words = words_of(samples[i].answer);
    const auto known = std::ranges::find(candidates, words, &Candidate::words);
    if (known == candidates.end()) {
      candidates.push_back({std::move(words), i, 1});
    } else {
      ++known->votes;
    }
  }
  const auto most = std::ranges::max_element(candidates, {}, &Candidate::votes);
  return most == candidates.end() ? 0 : most->first;
}

void SampleTally::add(const JudgedRow& row) {
  std::uint64_t samples = 0;
  std::uint64_t right = 0;
  for (const JudgedSample& sample : row.samples) {
    if (sample.state == Sample::State::kFailed) continue;
    ++samples;
    if (sample.verdict.status == Status::kRight) ++right;
  }
  if (row.is_missing || samples == 0) return;
  most_ = std::max(most_, samples);
  least_ = rows_ == 0 ? samples : std::min(least_, samples);
  ++rows_;
  majority_.add(row.samples[majority_of(row.samples)].verdict, row.unit);
  const auto add = [&](std::uint64_t k) {
    values_[k].push_back({row.unit, assay::pass_at(k, right, samples)});
  };
  std::uint64_t k = 1;
  for (; k < samples; k *= 2) add(k);
  add(samples);
}

std::vector<SampleTally::PassAt> SampleTally::pass_at() const {
  std::vector<PassAt> all;
  for (const auto& [k, values] : values_) {
    if (values.size() != rows_) continue;  // not every row has so many
    double sum = 0;
    for (const UnitValue& value : values) sum += value.value;
    all.push_back({k, sum / static_cast<double>(values.size()), mean_interval(values)});
  }
  return all;
}

}  // namespace assay
