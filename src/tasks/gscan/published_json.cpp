#include "assay/tasks/gscan/published_json.h"

#include <fmt/format.h>

#include <algorithm>

#include "assay/base/json.h"
#include "assay/grounded/situation_json.h"
#include "assay/tasks/gscan/release/derivation.h"

namespace assay::gscan {

namespace {

using grounded::Indented;

constexpr grounded::VectorWords kVectorWords{kNouns, kColourWords};

template <typename Words>
void write_words(Indented& json, std::string_view key, const Words& words) {
  if (words.empty()) {
    json.raw(key, "{}");
    return;
  }
  json.open(key);
  for (const auto& word : words) json.text(word, word);
  json.close();
}

template <typename Kinds, typename Name>
std::vector<std::string_view> names_of(const Kinds& kinds, const Name& name) {
  std::vector<std::string_view> names;
  for (const auto kind : kinds) names.push_back(name(kind));
  return names;
}

}  // namespace

std::vector<std::string> published_sets() {
  std::vector<std::string> sets{"train", "dev", "test"};
  for (std::size_t i = 0; i < kHeldOuts; ++i) {
    sets.emplace_back(name_of(static_cast<HeldOut>(i)));
  }
  sets.emplace_back("target_lengths");
  return sets;
}

std::string published_text(const Command& command) {
  std::string text = text_of(command);
  const std::string_view manner = world::name_of(command.manner);
  const std::size_t end = text.size() - manner.size();
  std::replace(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), ' ', ',');
  return text;
}

std::string published_referent(const Phrase& phrase) {
  return fmt::format("{} {} {}", name_of(phrase.size),
                     phrase.colour ? world::name_of(*phrase.colour) : std::string_view(),
                     world::name_of(phrase.shape));
}

void append_published(std::string& out, const Command& command, const world::World& world,
                      std::string_view actions) {
  Indented json(out, 3);
  json.open("");
  const std::string text = published_text(command);
  json.text("command", text);
  json.text("meaning", text);
  json.text("derivation", derivation_text(command));
  write_situation(json, world, kVectorWords);
  json.text("target_commands", actions);
  json.text("verb_in_command", world::name_of(command.verb));
  json.text("manner", world::name_of(command.manner));
  json.text("referred_target", published_referent(command.phrase));
  json.close();
}

void append_frame(std::string& out, const Settings& settings, FormatEdge edge,
                  std::span<const FormatPart> parts, std::size_t at) {
  const auto colour = [](auto kind) { return world::name_of(kind); };
  const auto size = [](auto kind) { return name_of(kind); };
  const Grammar grammar = settings.grammar;
  const bool adverbs = grammar == Grammar::kAdverb;
  const std::vector<std::string_view> walk{"walk"};
  const std::vector<std::string_view> move{"pull", "push"};
  const auto intransitive =
      grammar == Grammar::kSimpleTransitive ? std::vector<std::string_view>() : walk;
  const auto transitive =
      grammar == Grammar::kSimpleIntransitive ? std::vector<std::string_view>() : move;
  const auto manners = adverbs ? names_of(kAdverbs, colour) : std::vector<std::string_view>();
  switch (edge) {
    case FormatEdge::kFileBegin: {
      out += '{';
      Indented json(out, 1);
      json.raw("grid_size", fmt::format("{}", settings.grid));
      json.text("type_grammar", name_of(grammar));
      std::string rules;
      for (const auto rule : grammar_rules(grammar)) rules += fmt::format("{};", rule);
      const auto add = [&](std::string_view kind, const std::vector<std::string_view>& words) {
        for (const auto word : words) rules += fmt::format("{} -> {};", kind, word);
      };
      add("VV_intransitive", intransitive);
      add("VV_transitive", transitive);
      add("RB", manners);
      add("NN", names_of(kNouns, colour));
      add("JJ", names_of(kColourWords, colour));
      add("JJ", names_of(kSizeWords, size));
      json.text("grammar", rules);
      json.raw("min_object_size", "1");
      json.raw("max_object_size", "4");
      json.raw("max_recursion", "1");
      json.raw("percentage_train",
               fmt::format("{}", static_cast<double>(100 - settings.test_percent) / 100));
      json.raw("examples", "{");
      return;
    }
    case FormatEdge::kFileEnd:
      break;
    default:
      grounded::append_set_edge(out, edge, parts[at].name, parts[at].rows, at == 0);
      return;
  }
  out += "\n    },";
  Indented json(out, 1);
  write_words(json, "intransitive_verbs", intransitive);
  write_words(json, "transitive_verbs", transitive);
  write_words(json, "nouns", names_of(kNouns, colour));
  write_words(json, "adverbs", manners);
  write_words(json, "color_adjectives", names_of(kColourWords, colour));
  write_words(json, "size_adjectives", names_of(kSizeWords, size));
  out += "\n}";
}

}  // namespace assay::gscan
