#include "assay/learners/recipe/learner_recipe.h"

#include <algorithm>
#include <functional>
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

// Models as bits.
enum : unsigned {
  kLstm = 1,
  kTransformer = 2,
  kMlstm = 4,
  kGcnLstm = 8,
  kOfSequences = kLstm | kTransformer,
  kOfWorlds = kMlstm | kGcnLstm,
  kAnyModel = kOfSequences | kOfWorlds,
};

unsigned bit_of(const std::string& model) {
  if (model == "lstm") return kLstm;
  if (model == "transformer") return kTransformer;
  return model == "mlstm" ? kMlstm : kGcnLstm;
}

struct RecipeKey {
  const char* name;
  Place place;
  double least = 0;
  double most = 1e15;
  std::vector<std::string> choices = {};
  unsigned of = kAnyModel;  // which models have a use for it
};

const std::vector<RecipeKey>& keys() {
  using R = LearnerRecipe;
  static const std::vector<RecipeKey> kKeys{
      {"model", &R::model, 0, 0, {"lstm", "transformer", "mlstm", "gcn_lstm"}},
      {"width", &R::width, 1, 8192},
      {"layers", &R::layers, 1, 100, {}, kOfSequences},
      {"heads", &R::heads, 1, 256, {}, kOfSequences},
      {"filter", &R::filter, 1, 65536, {}, kTransformer},
      {"attention_width", &R::attention_width, 1, 8192, {}, kLstm},
      {"dropout", &R::dropout, 0, 0.99},
      {"attention", &R::attention, 0, 0, {"dot", "additive"}, kLstm},
      {"input_feeding", &R::input_feeding, 0, 0, {}, kLstm},
      {"mask_source", &R::mask_source, 0, 0, {}, kLstm},
      {"norm", &R::norm, 0, 0, {"pre", "post"}, kTransformer},
      {"positions", &R::positions, 0, 0, {"sinusoidal", "learned", "relative"}, kTransformer},
      {"scaling", &R::scaling, 0, 0, {"tokens", "positions", "none"}, kTransformer},
      {"share_layers", &R::share_layers, 0, 0, {}, kTransformer},
      {"step_vectors", &R::step_vectors, 0, 0, {}, kTransformer},
      {"target_space", &R::target_space, 0, 0, {}, kTransformer},
      {"edition", &R::edition, 0, 0, {"published", "repaired"}, kOfWorlds},
      {"coordinates", &R::coordinates, 0, 0, {"edition", "on", "off"}, kOfWorlds},
      {"dropout_as", &R::dropout_as, 0, 0, {"edition", "meant", "printed"}, kGcnLstm},
      {"grid", &R::grid, 1, 16, {}, kOfWorlds},
      {"word_width", &R::word_width, 1, 8192, {}, kOfWorlds},
      {"channels", &R::channels, 1, 8192, {}, kOfWorlds},
      {"kernel", &R::kernel, 7, 31, {}, kOfWorlds},
      {"rounds", &R::rounds, 1, 100, {}, kGcnLstm},
      {"command_dropout", &R::command_dropout, 0, 0.99, {}, kOfWorlds},
      {"target_dropout", &R::target_dropout, 0, 0.99, {}, kOfWorlds},
      {"node_dropout", &R::node_dropout, 0, 0.99, {}, kGcnLstm},
      {"state_dropout", &R::state_dropout, 0, 0.99, {}, kGcnLstm},
      {"target_cell", &R::target_cell, 0, 0, {"none", "probe", "task"}, kOfWorlds},
      {"target_cell_weight", &R::target_cell_weight, 0, 1e3, {}, kOfWorlds},
      {"mix_lengths", &R::mix_lengths, 0, 0, {}, kOfWorlds},
      {"decay", &R::decay, 1e-6, 1, {}, kOfWorlds},
      {"decay_steps", &R::decay_steps, 1, 1e9, {}, kOfWorlds},
      {"batch_rows", &R::batch_rows, 0, 1e6},
      {"batch_tokens", &R::batch_tokens, 0, 1e8},
      {"longest", &R::longest, 2, 1e5},
      {"longer", &R::longer, 0, 0, {"refuse", "drop"}},
      {"schedule", &R::schedule, 0, 0, {"constant", "exponential", "noam", "linear", "decay"}},
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

void check_unused(const LearnerRecipe& recipe, const std::string& file) {
  for (const RecipeKey& key : keys()) {
    if ((key.of & bit_of(recipe.model)) != 0) continue;
    if (value_text(recipe, key) == value_text(LearnerRecipe{}, key)) continue;
    fail(ErrorKind::kUsage, "{}: the model \"{}\" has no use for the key {}; remove it", file,
         recipe.model, key.name);
  }
}

std::string sizes_problem(const LearnerRecipe& recipe) {
  const auto heads_problem = [&](std::int64_t width) {
    return width % recipe.heads == 0
               ? std::string()
               : fmt::format("{} heads do not divide the width {}", recipe.heads, recipe.width);
  };
  if (recipe.model == "mlstm" || recipe.model == "gcn_lstm") {
    if (recipe.mix_lengths && recipe.batch_tokens > 0)
      return "mix_lengths goes with batch_rows, not with batch_tokens";
    if (recipe.kernel % 2 == 0) return "the kernel's side is odd";
    if (recipe.model == "gcn_lstm" && recipe.width % 4 != 0)
      return "the width of a gcn_lstm is a multiple of 4";
    return {};
  }
  if (recipe.model == "lstm") {
    const std::string problem = heads_problem(recipe.attention_width);
    return problem.empty() && recipe.attention == "dot" ? heads_problem(recipe.width) : problem;
  }
  if (std::string problem = heads_problem(recipe.width); !problem.empty()) return problem;
  return recipe.width % 2 == 0 ? "" : "the width of a transformer is even";
}

void check_whole(const LearnerRecipe& recipe, const std::string& file) {
  const auto wrong = [&](const std::string& what) {
    fail(ErrorKind::kUsage, "{}: {}", file, what);
  };
  if ((recipe.batch_rows == 0) == (recipe.batch_tokens == 0))
    wrong("give one of batch_rows and batch_tokens, and 0 for the other");
  if (recipe.schedule == "linear" && recipe.steps == 0)
    wrong("the schedule \"linear\" falls to 0 at the last step: give steps");
  if (recipe.schedule == "decay" && !is_grounded(recipe))
    wrong("the schedule \"decay\" is that of mlstm and gcn_lstm");
  if (recipe.schedule == "noam" && recipe.warmup == 0) wrong("the schedule \"noam\" needs warmup");
  if (const std::string problem = sizes_problem(recipe); !problem.empty()) wrong(problem);
  check_unused(recipe, file);
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

bool is_grounded(const LearnerRecipe& recipe) { return (bit_of(recipe.model) & kOfWorlds) != 0; }

bool has_coordinates(const LearnerRecipe& recipe) {
  if (recipe.coordinates == "edition") return recipe.edition == "repaired";
  return recipe.coordinates == "on";
}

double dropped_of_target(const LearnerRecipe& recipe) {
  if (recipe.model != "gcn_lstm" || recipe.target_dropout == 0) return recipe.target_dropout;
  const bool is_printed = recipe.dropout_as == "edition" ? recipe.edition == "published"
                                                         : recipe.dropout_as == "printed";
  return is_printed ? 1 - recipe.target_dropout : recipe.target_dropout;
}

std::string recipe_text(const LearnerRecipe& recipe) {
  const unsigned models = is_grounded(recipe) ? bit_of(recipe.model) : kOfSequences;
  std::string text;
  for (const RecipeKey& key : keys()) {
    if ((key.of & models) == 0) continue;
    text += fmt::format("{} = {}\n", key.name, value_text(recipe, key));
  }
  return text;
}

}  // namespace assay::learners
