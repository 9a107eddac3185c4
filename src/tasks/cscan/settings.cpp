#include "assay/tasks/cscan/settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/pieces/token_counter.h"

namespace assay::cscan {

namespace {

constexpr std::uint64_t kMostWeight = 1'000'000;

// "edit*7 exchange borrow": names of falsehoods with weights.
std::array<std::uint64_t, kFalsehoods> read_falsehoods(const std::string& text) {
  std::array<std::uint64_t, kFalsehoods> weights{};
  std::vector<std::string> names;
  for (std::size_t i = 1; i < kFalsehoods; ++i) {
    names.emplace_back(name_of(static_cast<Falsehood>(i)));
  }
  std::uint64_t total = 0;
  for (const std::string_view word : split_words(text)) {
    const auto star = word.find('*');
    const std::string_view name = word.substr(0, star);
    const auto weight = star == std::string_view::npos ? std::optional<std::uint64_t>(1)
                                                       : parse_number(word.substr(star + 1));
    const auto at = std::ranges::find(names, name);
    if (at == names.end()) {
      fail(ErrorKind::kUsage, "task cscan: negatives: there is no way \"{}\"{}", printable(name),
           did_you_mean(name, names));
    }
    if (!weight || *weight > kMostWeight) {
      fail(ErrorKind::kUsage, "task cscan: negatives: \"{}\" needs a whole weight, as in edit*7",
           printable(word));
    }
    weights[static_cast<std::size_t>(at - names.begin()) + 1] += *weight;
    total += *weight;
  }
  if (total == 0) {
    fail(ErrorKind::kUsage,
         "task cscan: negatives names no way to make a false rule; there are: {}",
         fmt::join(names, ", "));
  }
  return weights;
}

// Eight numbers, the classes in order; of 10,000 examples.
std::array<std::uint32_t, kClasses> read_shares(const std::string& text) {
  std::array<std::uint32_t, kClasses> shares{};
  const auto words = split_words(text);
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < words.size() && i < kClasses; ++i) {
    const auto number = parse_number(words[i]);
    if (!number || *number > 10'000) {
      fail(ErrorKind::kUsage, "task cscan: shares: \"{}\" is not a number from 0 to 10000",
           printable(words[i]));
    }
    shares[i] = static_cast<std::uint32_t>(*number);
    total += *number;
  }
  if (words.size() != kClasses || total == 0) {
    fail(ErrorKind::kUsage, "task cscan: shares needs {} numbers that are not all 0, not {}",
         kClasses, words.size());
  }
  return shares;
}

ParamSpec text_param(const char* name, const char* default_text, const char* summary,
                     std::function<std::string(const std::string&)> content = {}) {
  return {name, default_text, summary, {}, {}, {}, std::move(content)};
}

ParamSpec space_param() {
  ParamSpec spec = text_param("space", "b", "the rule space: b, x, scan, or a file of your own",
                              rule_space_text);
  spec.known = own_space_names();
  return spec;
}

}  // namespace

std::vector<ParamSpec> param_specs() {
  return {
      space_param(),
      ParamSpec::number("contexts", 0, 0, 100'000'000, "contexts to train on; 0: no limit"),
      ParamSpec::number("examples", 100, 1, 100'000, "of each context"),
      ParamSpec::number("held_out", 0, 0, 10'000'000,
                        "further contexts for dev, and as many for test; needs contexts"),
      ParamSpec::number("held_out_examples", 1000, 1, 100'000, "of each of those"),
      ParamSpec::number("siblings", 0, 0, 4,
                        "pairs of examples made for each, from which it follows"),
      ParamSpec::number("contradicted", 1, 0, 16,
                        "rules of a context that its examples contradict"),
      ParamSpec::number("insufficient", 0, 0, 16, "rules of a context that it shows too rarely"),
      ParamSpec::number("least_commands", 0, 0, 1'000'000,
                        "commands that every context must settle without induction"),
      text_param("vocabulary", "",
                 "a SentencePiece model: the limits of the space count its pieces, not words",
                 [](const std::string& path) {
                   return path.empty() ? std::string() : TokenCounter::read(path);
                 }),
      text_param("negatives", "edit*7 exchange borrow basis",
                 "ways to make a false rule, with weights"),
      text_param("shares", "2170 2170 660 1090 1090 1085 1085 650",
                 "of 10,000 examples: commands (monotonic, defeasible, unknown), true rules "
                 "(m, d), false rules (m, d), unknown rules")};
}

std::vector<DifficultyLevel> difficulty_levels() {
  std::vector<DifficultyLevel> levels;
  for (const char* space : {"b", "x"}) {
    for (const char* shares : {"10000 0", "7500 2500", "5000 5000", "2500 7500", "0 10000"}) {
      levels.push_back({{"space", space}, {"shares", fmt::format("{} 0 0 0 0 0 0", shares)}});
    }
  }
  return levels;
}

SourceSettings settings_from(const Params& params) {
  const auto number = [&](const char* name) {
    return static_cast<std::uint32_t>(params.number(name));
  };
  SourceSettings settings;
  settings.context = {number("contradicted"), number("insufficient"), number("least_commands")};
  settings.examples.falsehoods = read_falsehoods(params.text("negatives"));
  settings.examples.shares = read_shares(params.text("shares"));
  settings.examples.siblings = number("siblings");
  settings.contexts = number("contexts");
  settings.items = number("examples");
  settings.held_out = number("held_out");
  settings.held_out_items = number("held_out_examples");
  if (settings.held_out > 0 && settings.contexts == 0) {
    fail(ErrorKind::kUsage,
         "task cscan: held_out needs contexts: endless training leaves no context over");
  }
  return settings;
}

}  // namespace assay::cscan
