#include "assay/tasks/reascan/distractor_metadata_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/tasks/reascan/published_command.h"

namespace assay::reascan {

namespace {

using grounded::PublishedObject;
using simdjson::dom::element;

[[noreturn]] void object_to(std::string_view key, std::string_view why) {
  fail(ErrorKind::kInput, "\"{}\": {}", key, why);
}

class MetadataReader {
 public:
  MetadataReader(const PublishedObject& record, const Structure& structure)
      : record_(record), structure_(structure) {}

  PublishedDistractors read() {
    read_relations();
    read_attribute();
    read_isomorphism();
    read_randoms();
    return said_;
  }

 private:
  // [{"distractor_metadata": {}}]: this kind was switched off.
  static bool is_off(const simdjson::dom::array& list) {
    if (list.size() != 1) return false;
    simdjson::dom::object only;
    return grounded::object_of(list.at(0)).any("distractor_metadata").get(only) ==
               simdjson::SUCCESS &&
           only.size() == 0;
  }
  // The one object of the one element's list.
  static PublishedObject only_change(const simdjson::dom::array& list, std::string_view key) {
    const auto each = grounded::object_of(grounded::only_of(list, key));
    return grounded::object_of(grounded::only_of(each.list("distractor_metadata"), key));
  }
  std::size_t read_object(element value, std::string_view key) const {
    const std::string_view name = grounded::text_of(value);
    for (std::size_t i = 0; i < structure_.phrases.size(); ++i) {
      if (object_name(i) == name) return i;
    }
    object_to(key, fmt::format("\"{}\" is not mentioned", name));
  }

  void read_relations() {
    constexpr std::string_view kKey = "relation_distractor_metadata";
    const simdjson::dom::array list = record_.list(kKey);
    said_.all_relations = record_.flag("full_relation_distractor");
    said_.some_relation = record_.flag("has_relation_distractor");
    said_.relation_off = is_off(list);
    const auto leaves = leaf_clauses(structure_);
    const std::size_t sets = said_.relation_off ? 0 : leaves.size();
    if (!said_.relation_off && list.size() != sets) {
      object_to(kKey, fmt::format("{} sets where the command asks for {}", list.size(), sets));
    }
    if (said_.some_relation && sets == 0) {
      object_to("has_relation_distractor", "is true without a set");
    }
    if (said_.all_relations && sets > 0 && !said_.some_relation) {
      object_to("has_relation_distractor", "is false although no set failed");
    }
    if (!said_.all_relations && sets == 0) {
      object_to("full_relation_distractor", "is false without a set");
    }
    if (sets == 1 && !said_.all_relations && said_.some_relation) {
      object_to("full_relation_distractor", "is false although the one set was placed");
    }
    for (std::size_t i = 0; i < sets; ++i) read_relation(list.at(i), leaves[i], kKey);
  }

  // One set names the clause that it lacks; a chain's names the one that it keeps, and that of a
  // command with one clause none.
  void read_relation(element set, std::size_t dropped, std::string_view key) const {
    const PublishedObject data = grounded::object_of(set).object("distractor_metadata");
    data.flag("full_set");
    const std::size_t named = is_chain(structure_) ? 0 : dropped;
    const Clause& clause = structure_.clauses[named];
    const bool alone = structure_.clauses.size() == 1;
    const std::string_view relation = alone ? "null" : symbol_of(clause.relation);
    if (data.text("relation_old_type") != relation) {
      object_to(key, fmt::format("\"relation_old_type\" is {}, not {}",
                                 data.text("relation_old_type"), relation));
    }
    if (alone) {
      if (data.text("edge") != "null") object_to(key, "\"edge\" is not \"null\"");
      return;
    }
    const simdjson::dom::array edge = data.list("edge");
    if (edge.size() != 2 || grounded::text_of(edge.at(0)) != object_name(clause.parent) ||
        grounded::text_of(edge.at(1)) != object_name(named + 1)) {
      object_to(key, fmt::format("\"edge\" is not that of {} and {}", object_name(clause.parent),
                                 object_name(named + 1)));
    }
  }

  void read_attribute() {
    constexpr std::string_view kKey = "attribute_distractor_metadata";
    const simdjson::dom::array list = record_.list(kKey);
    const bool placed = record_.flag("has_attribute_distractor");
    said_.attribute_none = list.size() == 0;
    if (!said_.attribute_none) {
      const PublishedObject change = only_change(list, kKey);
      const element object = change.any("modified_obj");
      if (object.is_null() != change.any("modified_attribute").is_null()) {
        object_to(kKey, "names an object or an attribute, but not both");
      }
      if (!object.is_null()) {
        const std::size_t changed = read_object(object, kKey);
        const Token token = read_token(change.text("modified_attribute"), changed, kKey);
        said_.attribute = AttributeSet{false, changed, token, placed};
      }
    }
    if (placed && !said_.attribute) {
      object_to("has_attribute_distractor", "is true, but nothing was changed");
    }
  }

  Token read_token(std::string_view text, std::size_t object, std::string_view key) const {
    const Phrase& phrase = structure_.phrases[object];
    if (phrase.noun >= Noun::kBox) object_to(key, "boxes and objects are never changed");
    const Token token = text == "$SIZE"    ? Token::kSize
                        : text == "$COLOR" ? Token::kColour
                                           : Token::kShape;
    if (!has_word(phrase, token) || (token == Token::kShape && text != "$SHAPE")) {
      object_to(key, fmt::format("\"{}\" has no {}", text_of(phrase), text));
    }
    return token;
  }

  void read_isomorphism() {
    constexpr std::string_view kKey = "isomorphism_distractor_metadata";
    const simdjson::dom::array list = record_.list(kKey);
    const bool placed = record_.flag("has_isomorphism_distractor");
    said_.isomorphism_off = is_off(list);
    const bool none = said_.isomorphism_off || list.size() == 0;
    if (placed && none) {
      object_to("has_isomorphism_distractor", "is true without a set");
    }
    const auto candidates =
        std::count_if(structure_.phrases.begin() + 1, structure_.phrases.end(),
                      [](const Phrase& phrase) { return phrase.noun != Noun::kBox; });
    if (!said_.isomorphism_off && none != (candidates < 2)) {
      object_to(kKey, fmt::format("{} where {} can be exchanged", none ? "no set" : "a set",
                                  counted(static_cast<std::uint64_t>(candidates), "object")));
    }
    if (none) return;
    said_.isomorphism = read_exchange(only_change(list, kKey), candidates > 2, kKey);
    said_.isomorphism->placed = placed;
  }

  IsomorphismSet read_exchange(const PublishedObject& change, bool may_choose,
                               std::string_view key) const {
    const auto pair_of = [&](std::string_view name) {
      const simdjson::dom::array pair = change.list(name);
      if (pair.size() != 2) object_to(key, fmt::format("\"{}\" is no pair", name));
      return pair;
    };
    IsomorphismSet set;
    std::array<Phrase, 2> phrases;
    for (std::size_t i = 0; i < 2; ++i) {
      set.objects[i] = read_object(pair_of("swapped_pair").at(i), key);
      phrases[i] = structure_.phrases[set.objects[i]];
      if (set.objects[i] == 0 || phrases[i].noun == Noun::kBox) {
        object_to(key, "exchanges the root or a box");
      }
    }
    const auto [first, second] = set.objects;
    if (first == second || (!may_choose && first > second)) object_to(key, "is no such pair");
    set.colours = change.flag("color_shuffled");
    if (change.flag("size_shuffled") == set.colours ||
        change.flag("shape_shuffled") == set.colours) {
      object_to(key, "exchanges neither colours alone nor sizes and shapes");
    }
    const Token token = set.colours ? Token::kColour : Token::kShape;
    if (!has_word(phrases[0], token) && !has_word(phrases[1], token)) {
      object_to(key, "exchanges what neither phrase has");
    }
    const Structure after = exchanged(structure_, set);
    for (const auto& [name, command] :
         {std::pair{"before_pair_obj_str", &structure_}, {"after_pair_obj_str", &after}}) {
      for (std::size_t i = 0; i < 2; ++i) {
        const std::string phrase = text_of(command->phrases[set.objects[i]]);
        if (grounded::text_of(pair_of(name).at(i)) == phrase) continue;
        object_to(key, fmt::format("\"{}\" does not say \"{}\"", name, phrase));
      }
    }
    return set;
  }

  void read_randoms() {
    const std::int64_t count = record_.number("n_random_distractor");
    if (record_.flag("has_random_distractor") != (count > 0) || count < 0) {
      object_to("has_random_distractor", fmt::format("does not go with {} of them", count));
    }
    said_.randoms = static_cast<std::size_t>(count);
  }

  const PublishedObject& record_;
  const Structure& structure_;
  PublishedDistractors said_;
};

}  // namespace

PublishedDistractors read_distractor_metadata(const PublishedObject& record,
                                              const Structure& structure) {
  return MetadataReader(record, structure).read();
}

std::vector<std::size_t> leaf_clauses(const Structure& structure) {
  std::vector<std::size_t> leaves;
  for (std::size_t i = 0; i < structure.clauses.size(); ++i) {
    const bool is_leaf = std::none_of(structure.clauses.begin(), structure.clauses.end(),
                                      [&](const Clause& clause) { return clause.parent == i + 1; });
    if (is_leaf) leaves.push_back(i);
  }
  return leaves;
}

}  // namespace assay::reascan
