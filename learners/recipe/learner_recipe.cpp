#include "assay/learners/recipe/learner_recipe.h"

#include <algorithm>
#include <functional>
#include <span>
#include <variant>

#include "assay/base/error.h"
#include "assay/base/json.h"
#include "assay/base/text.h"

#define TOML_EXCEPTIONS 1
#include <toml++/toml.h>

namespace assay::learners {

namespace {

using Place = std::variant<std::int64_t LearnerRecipe::*, double LearnerRecipe::*,
                           bool LearnerRecipe::*, std::string LearnerRecipe::*>;

struct RecipeKey {
  const char* name;
  Place place;
  double least = 0;
  double most = 1e15;
  std::vector<std::string> choices = {};
};

const std::vector<RecipeKey>& keys() {
  using R = LearnerRecipe;
  static const std::vector<RecipeKey> kKeys{
      {"model", &R::model, 0, 0, {"lstm", "transformer"}},
      {"width", &R::width, 1, 8192},
      {"layers", &R::layers, 1, 100},
      {"heads", &R::heads, 1, 256},
      {"filter", &R::filter, 1, 65536},
      {"attention_width", &R::attention_width, 1, 8192},
      {"dropout", &R::dropout, 0, 0.99},
      {"attention", &R::attention, 0, 0, {"dot", "additive"}},
      {"input_feeding", &R::input_feeding},
      {"mask_source", &R::mask_source},
      {"norm", &R::norm, 0, 0, {"pre", "post"}},
      {"positions", &R::positions, 0, 0, {"sinusoidal", "learned", "relative"}},
      {"scaling", &R::scaling, 0, 0, {"tokens", "positions", "none"}},
      {"share_layers", &R::share_layers},
      {"step_vectors", &R::step_vectors},
      {"target_space", &R::target_space},
      {"batch_rows", &R::batch_rows, 0, 1e6},
      {"batch_tokens", &R::batch_tokens, 0, 1e8},
      {"longest", &R::longest, 2, 1e5},
      {"longer", &R::longer, 0, 0, {"refuse", "drop"}},
      {"schedule", &R::schedule, 0, 0, {"constant", "exponential", "noam", "linear"}},
      {"rate", &R::rate, 0, 1e3},
      {"warmup", &R::warmup, 0, 1e9},
      {"steps", &R::steps, 0, 1e12},
      {"beta1", &R::beta1, 0, 0.999999},
      {"beta2", &R::beta2, 0, 0.99999999},
      {"epsilon", &R::epsilon, 1e-30, 1},
      {"clip", &R::clip, 0, 1e9},
      {"smoothing", &R::smoothing, 0, 0.99},
      {"end_token", &R::end_token},
      {"beam", &R::beam, 1, 64},
      {"length_penalty", &R::length_penalty, 0, 10},
      {"extra_length", &R::extra_length, 0, 1e5},
  };
  return kKeys;
}

// Keys that only one model knows.
constexpr const char* kOfLstm[] = {"attention_width", "attention", "input_feeding", "mask_source"};
constexpr const char* kOfTransformer[] = {"filter",       "norm",         "positions",   "scaling",
                                          "share_layers", "step_vectors", "target_space"};

[[noreturn]] void fail_at(const std::string& file, const toml::source_region& where,
                          const std::string& message) {
  fail(ErrorKind::kUsage, "{}:{}:{}: {}", file, where.begin.line, where.begin.column, message);
}

const RecipeKey* find_key(std::string_view name) {
  const auto found = std::find_if(keys().begin(), keys().end(),
                                  [&](const RecipeKey& key) { return key.name == name; });
  return found == keys().end() ? nullptr : &*found;
}

std::vector<std::string> key_names() {
  std::vector<std::string> names;
  for (const RecipeKey& key : keys()) names.emplace_back(key.name);
  return names;
}

// Sets one key. Returns what is wrong; empty: nothing.
class KeySetter {
 public:
  KeySetter(LearnerRecipe& recipe, const RecipeKey& key, const toml::node& node)
      : recipe_(recipe), key_(key), node_(node) {}

  std::string operator()(std::int64_t LearnerRecipe::*place) const {
    const auto value = node_.value_exact<std::int64_t>();
    if (!value) return fmt::format("{} is a whole number", key_.name);
    return in_range(static_cast<double>(*value), [&] { recipe_.*place = *value; });
  }
  std::string operator()(double LearnerRecipe::*place) const {
    const auto value = node_.value<double>();
    if (!node_.is_number() || !value) return fmt::format("{} is a number", key_.name);
    return in_range(*value, [&] { recipe_.*place = *value; });
  }
  std::string operator()(bool LearnerRecipe::*place) const {
    const auto value = node_.value_exact<bool>();
    if (!value) return fmt::format("{} is true or false", key_.name);
    recipe_.*place = *value;
    return {};
  }
  std::string operator()(std::string LearnerRecipe::*place) const {
    const auto value = node_.value_exact<std::string>();
    if (!value) return fmt::format("{} is a text", key_.name);
    if (std::find(key_.choices.begin(), key_.choices.end(), *value) == key_.choices.end()) {
      return fmt::format("{} cannot be \"{}\"{}", key_.name, printable(*value),
                         did_you_mean(*value, key_.choices));
    }
    recipe_.*place = *value;
    return {};
  }

 private:
  template <typename Set>
  std::string in_range(double value, Set set) const {
    if (!(value >= key_.least && value <= key_.most))
      return fmt::format("{} is from {} to {}", key_.name, key_.least, key_.most);
    set();
    return {};
  }

  LearnerRecipe& recipe_;
  const RecipeKey& key_;
  const toml::node& node_;
};

std::string value_text(const LearnerRecipe& recipe, const RecipeKey& key) {
  return std::visit(
      [&](auto place) {
        std::string text;
        const auto& value = recipe.*place;
        using Value = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, bool>) {
          text = value ? "true" : "false";
        } else if constexpr (std::is_same_v<Value, std::string>) {
          append_json_string(text, value);
        } else {
          append_json_number(text, value);
        }
        return text;
      },
      key.place);
}

void read_table(LearnerRecipe& recipe, const std::string& text, const std::string& file) {
  toml::table table;
  try {
    table = toml::parse(text, file);
  } catch (const toml::parse_error& problem) {
    fail_at(file, problem.source(), std::string(problem.description()));
  }
  for (const auto& [name, node] : table) {
    const RecipeKey* key = find_key(name.str());
    if (key == nullptr) {
      fail_at(file, name.source(),
              fmt::format("unknown key \"{}\"{}", printable(name.str()),
                          did_you_mean(name.str(), key_names())));
    }
    const std::string problem = std::visit(KeySetter(recipe, *key, node), key->place);
    if (!problem.empty()) fail_at(file, node.source(), problem);
  }
}

void check_unused(const LearnerRecipe& recipe, const std::string& file,
                  std::span<const char* const> names) {
  for (const char* name : names) {
    const RecipeKey& key = *find_key(name);
    if (value_text(recipe, key) == value_text(LearnerRecipe{}, key)) continue;
    fail(ErrorKind::kUsage, "{}: the model \"{}\" has no use for the key {}; remove it", file,
         recipe.model, name);
  }
}

void check_whole(const LearnerRecipe& recipe, const std::string& file) {
  const auto wrong = [&](const std::string& what) {
    fail(ErrorKind::kUsage, "{}: {}", file, what);
  };
  if ((recipe.batch_rows == 0) == (recipe.batch_tokens == 0))
    wrong("give one of batch_rows and batch_tokens, and 0 for the other");
  if (recipe.schedule == "linear" && recipe.steps == 0)
    wrong("the schedule \"linear\" falls to 0 at the last step: give steps");
  if (recipe.schedule == "noam" && recipe.warmup == 0) wrong("the schedule \"noam\" needs warmup");
  const bool is_lstm = recipe.model == "lstm";
  const std::int64_t divided = is_lstm ? recipe.attention_width : recipe.width;
  const bool splits_width = !is_lstm || recipe.attention == "dot";
  if (divided % recipe.heads != 0 || (splits_width && recipe.width % recipe.heads != 0))
    wrong(fmt::format("{} heads do not divide the width {}", recipe.heads, recipe.width));
  if (!is_lstm && recipe.width % 2 != 0) wrong("the width of a transformer is even");
  check_unused(recipe, file, is_lstm ? std::span<const char* const>(kOfTransformer) : kOfLstm);
}

// On a command line "--set norm=post" needs no quotes.
std::string setting_line(const std::string& name, const std::string& value) {
  const RecipeKey* key = find_key(name);
  if (key == nullptr)
    fail(ErrorKind::kUsage, "--set: unknown key \"{}\"{}", printable(name),
         did_you_mean(name, key_names()));
  if (!std::holds_alternative<std::string LearnerRecipe::*>(key->place))
    return name + " = " + value;
  std::string line = name + " = ";
  append_json_string(line, value);
  return line;
}

}  // namespace

LearnerRecipe parse_learner_recipe(const std::string& text, const std::string& file,
                                   const std::map<std::string, std::string>& settings) {
  LearnerRecipe recipe;
  read_table(recipe, text, file);
  for (const auto& [name, value] : settings)
    read_table(recipe, setting_line(name, value), "--set " + name);
  check_whole(recipe, file);
  return recipe;
}

std::string recipe_text(const LearnerRecipe& recipe) {
  std::string text;
  for (const RecipeKey& key : keys())
    text += fmt::format("{} = {}\n", key.name, value_text(recipe, key));
  return text;
}

}  // namespace assay::learners
