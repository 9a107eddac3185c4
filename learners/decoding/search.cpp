#include "assay/learners/decoding/search.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "assay/base/error.h"

namespace assay::learners {

namespace {

constexpr double kNever = -1e9;

// How many words each row may have.
std::vector<std::int64_t> length_limits(const Batch& batch, const SearchSettings& settings) {
  if (settings.oracle_length) return batch.target_lengths;
  std::vector<std::int64_t> limits = batch.source_lengths;
  for (std::int64_t& limit : limits) limit += settings.extra_length;
  return limits;
}

// No padding and, with a given length, no end is ever predicted.
Tensor allowed(Tensor logits, const SearchSettings& settings) {
  logits.select(1, kPadding).fill_(kNever);
  if (settings.oracle_length) logits.select(1, kEnd).fill_(kNever);
  return logits;
}

Tensor row_tensor(const std::vector<std::int64_t>& rows) { return length_tensor(rows); }

// ((5 + length) / 6)^alpha
double penalty(std::size_t length, double alpha) {
  return std::pow((5.0 + static_cast<double>(length)) / 6.0, alpha);
}

// A beginning of a prediction and the logarithm of its probability.
struct Hypothesis {
  Tokens tokens;
  double score = 0;
};

// One row's search.
struct RowBeam {
  std::size_t row = 0;
  std::int64_t limit = 0;
  std::vector<Hypothesis> alive;
  Hypothesis best;  // of those that are over, by penalised score
  bool has_best = false;
};

// A way to go on from a hypothesis.
struct Step {
  std::size_t from = 0;
  Token token = 0;
  double score = 0;
};

void finish(RowBeam& beam, Hypothesis over, double alpha) {
  over.score /= penalty(over.tokens.size() + 1, alpha);
  if (!beam.has_best || over.score > beam.best.score) beam.best = std::move(over);
  beam.has_best = true;
}

// The best 2 * width steps from a row's hypotheses; equals in order of hypothesis and word.
std::vector<Step> best_steps(const RowBeam& beam, const float* log_shares, std::int64_t words,
                             std::size_t width) {
  std::vector<Step> steps;
  for (std::size_t i = 0; i < beam.alive.size(); ++i) {
    for (std::int64_t word = 0; word < words; ++word) {
      const double score =
          beam.alive[i].score + log_shares[static_cast<std::int64_t>(i) * words + word];
      steps.push_back({i, static_cast<Token>(word), score});
    }
  }
  const std::size_t kept = std::min(steps.size(), 2 * width);
  std::partial_sort(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(kept), steps.end(),
                    [](const Step& a, const Step& b) {
                      return std::tuple(-a.score, a.from, a.token) <
                             std::tuple(-b.score, b.from, b.token);
                    });
  steps.resize(kept);
  return steps;
}

// Goes on by one word. Returns which hypotheses the new ones come from. Of the best `width` steps
// those that end are compared with what is over; as many others live on.
std::vector<std::int64_t> advance(RowBeam& beam, const std::vector<Step>& steps,
                                  const SearchSettings& settings) {
  const auto width = static_cast<std::size_t>(settings.beam);
  std::vector<Hypothesis> alive;
  std::vector<std::int64_t> from;
  for (std::size_t i = 0; i < steps.size() && alive.size() < width; ++i) {
    const Step& step = steps[i];
    if (step.score < kNever / 2) break;
    Hypothesis next = beam.alive[step.from];
    next.score = step.score;
    if (step.token == kEnd) {
      if (i < width) finish(beam, std::move(next), settings.length_penalty);
      continue;
    }
    next.tokens.push_back(step.token);
    from.push_back(static_cast<std::int64_t>(step.from));
    alive.push_back(std::move(next));
  }
  beam.alive = std::move(alive);
  return from;
}

// Can nothing that lives still win? With beam 1 the first end decides, as in greedy search.
bool is_over(const RowBeam& beam, const SearchSettings& settings) {
  if (beam.alive.empty()) return true;
  if (static_cast<std::int64_t>(beam.alive[0].tokens.size()) >= beam.limit) return true;
  if (!beam.has_best) return false;
  if (settings.beam == 1) return true;
  const auto longest = static_cast<std::size_t>(beam.limit);
  return beam.alive[0].score / penalty(longest, settings.length_penalty) <= beam.best.score;
}

Tokens result_of(const RowBeam& beam) {
  return beam.has_best || beam.alive.empty() ? beam.best.tokens : beam.alive[0].tokens;
}

}  // namespace

SearchSettings search_settings(const LearnerRecipe& recipe) {
  return {.beam = recipe.beam,
          .length_penalty = recipe.length_penalty,
          .extra_length = recipe.extra_length,
          .oracle_length = !recipe.end_token};
}

std::vector<Tokens> greedy_search(Model& model, const Batch& batch,
                                  const SearchSettings& settings) {
  const at::NoGradGuard no_gradient;
  const std::vector<std::int64_t> limits = length_limits(batch, settings);
  std::vector<Tokens> predictions(static_cast<std::size_t>(batch.rows));
  std::vector<std::size_t> live(predictions.size());  // the batch row of each row of the state
  std::iota(live.begin(), live.end(), std::size_t{0});
  DecodeState state = model.read_sources(batch);
  Tensor last;
  while (!live.empty()) {
    const Tensor chosen = allowed(model.next_logits(state, last), settings).argmax(1).cpu();
    const auto* words = chosen.data_ptr<std::int64_t>();
    std::vector<std::int64_t> kept;
    std::vector<std::size_t> still;
    for (std::size_t i = 0; i < live.size(); ++i) {
      Tokens& prediction = predictions[live[i]];
      if (words[i] == kEnd) continue;
      prediction.push_back(static_cast<Token>(words[i]));
      if (static_cast<std::int64_t>(prediction.size()) >= limits[live[i]]) continue;
      kept.push_back(static_cast<std::int64_t>(i));
      still.push_back(live[i]);
    }
    last = chosen;
    if (still.size() < live.size() && !still.empty()) {
      const Tensor rows = row_tensor(kept);
      state.select(rows);
      last = chosen.index_select(0, rows);
    }
    live = std::move(still);
  }
  return predictions;
}

std::vector<Tokens> beam_search(Model& model, const Batch& batch, const SearchSettings& settings) {
  const at::NoGradGuard no_gradient;
  const std::vector<std::int64_t> limits = length_limits(batch, settings);
  std::vector<Tokens> predictions(static_cast<std::size_t>(batch.rows));
  std::vector<RowBeam> beams(predictions.size());
  for (std::size_t row = 0; row < beams.size(); ++row) {
    beams[row].row = row;
    beams[row].limit = limits[row];
    beams[row].alive.emplace_back();
  }
  DecodeState state = model.read_sources(batch);
  Tensor last;
  while (!beams.empty()) {
    const Tensor logits = allowed(model.next_logits(state, last), settings);
    const Tensor log_shares = at::log_softmax(logits, 1).to(at::kFloat).cpu().contiguous();
    const std::int64_t words = log_shares.size(1);
    const float* scores = log_shares.data_ptr<float>();
    std::vector<std::int64_t> rows;
    std::vector<std::int64_t> tokens;
    std::vector<RowBeam> still;
    std::int64_t begin = 0;  // row of the state where a beam begins
    for (RowBeam& beam : beams) {
      const auto count = static_cast<std::int64_t>(beam.alive.size());
      const std::vector<Step> steps =
          best_steps(beam, scores + begin * words, words, static_cast<std::size_t>(settings.beam));
      const std::vector<std::int64_t> from = advance(beam, steps, settings);
      if (is_over(beam, settings)) {
        predictions[beam.row] = result_of(beam);
      } else {
        for (std::size_t i = 0; i < from.size(); ++i) {
          rows.push_back(begin + from[i]);
          tokens.push_back(beam.alive[i].tokens.back());
        }
        still.push_back(std::move(beam));
      }
      begin += count;
    }
    beams = std::move(still);
    if (beams.empty()) break;
    state.select(row_tensor(rows));
    last = row_tensor(tokens);
  }
  return predictions;
}

std::vector<Tokens> predict(Model& model, const Batch& batch, const SearchSettings& settings) {
  return settings.beam == 1 ? greedy_search(model, batch, settings)
                            : beam_search(model, batch, settings);
}

std::vector<Tokens> predict_all(Model& model, const Examples& examples,
                                const SearchSettings& settings, std::size_t rows_per_batch,
                                const Control& control) {
  std::vector<std::uint32_t> order(examples.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return examples.source(a).size() < examples.source(b).size();
  });
  std::vector<Tokens> predictions(examples.size());
  for (std::size_t begin = 0; begin < order.size(); begin += rows_per_batch) {
    if (control.cancelled()) throw Interrupted("stopped on request");
    const auto some =
        std::span(order).subspan(begin, std::min(rows_per_batch, order.size() - begin));
    const Batch batch = make_batch(examples, some, {.of_targets = !settings.oracle_length});
    std::vector<Tokens> found = predict(model, batch, settings);
    for (std::size_t i = 0; i < some.size(); ++i) predictions[some[i]] = std::move(found[i]);
  }
  return predictions;
}

}  // namespace assay::learners
