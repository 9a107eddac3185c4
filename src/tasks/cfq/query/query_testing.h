// Queries for tests: a few of the published ones, and all that are at hand.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/random.h"
#include "assay/tasks/cfq/query/query.h"

namespace assay::cfq {

#define CFQ_SPOUSE                                        \
  "ns:people.person.spouse_s/ns:people.marriage.spouse|"  \
  "ns:fictional_universe.fictional_character.married_to/" \
  "ns:fictional_universe.marriage_of_fictional_characters.spouses"

// Item 0 of the published data, "Did M1 's female actor edit and produce M0".
inline constexpr std::string_view kItem0 =
    "SELECT count(*) WHERE {\n"
    "?x0 ns:film.actor.film/ns:film.performance.character M1 .\n"
    "?x0 ns:film.editor.film M0 .\n"
    "?x0 ns:film.producer.film|ns:film.production_company.films M0 .\n"
    "?x0 ns:people.person.gender ns:m.02zsn\n}";

inline constexpr std::array<std::string_view, 6> kSamples = {
    kItem0,
    "SELECT count(*) WHERE {\nM0 ns:film.producer.films_executive_produced M1\n}",
    // Which film editor married M1 and M2
    "SELECT DISTINCT ?x0 WHERE {\n?x0 a ns:film.editor .\n?x0 " CFQ_SPOUSE " M1 .\n?x0 " CFQ_SPOUSE
    " M2 .\nFILTER ( ?x0 != M1 ) .\nFILTER ( ?x0 != M2 )\n}",
    // Which actor whose spouse married M1 was a art director 's spouse
    "SELECT DISTINCT ?x0 WHERE {\n?x0 a ns:film.actor .\n?x0 " CFQ_SPOUSE " ?x1 .\n?x0 " CFQ_SPOUSE
    " ?x2 .\n?x1 " CFQ_SPOUSE
    " M1 .\n?x2 a ns:film.film_art_director .\nFILTER ( ?x0 != ?x1 ) .\nFILTER ( ?x0 != ?x2 ) "
    ".\nFILTER ( ?x1 != M1 )\n}",
    // Did M2 influence a film director and marry a actor
    "SELECT count(*) WHERE {\n?x0 a ns:film.director .\n?x1 a ns:film.actor .\nFILTER ( M2 != ?x1 "
    ") .\nM2 ns:influence.influence_node.influenced ?x0 .\nM2 " CFQ_SPOUSE " ?x1\n}",
    "SELECT DISTINCT ?x0 WHERE {\n?x0 ^ns:people.person.nationality ?x1 .\n?x1 a ns:film.writer\n}",
};

#undef CFQ_SPOUSE

inline Query read(std::string_view text) {
  ParsedQuery parsed = parse_query(text);
  EXPECT_TRUE(parsed.query) << parsed.problem << "\n" << text;
  return parsed.query ? *std::move(parsed.query) : Query{};
}

// What a gzipped file of the authors says, or nothing when it is not at hand.
inline std::string published_text(const std::string& file) {
  namespace fs = std::filesystem;
  std::string text;
  const char* folder = std::getenv("ASSAY_PUBLISHED");
  if (folder == nullptr) return text;
  const fs::path path = fs::path(folder) / file;
  if (!fs::exists(path)) return text;
  FILE* lines = popen(("gzip -dc '" + path.string() + "'").c_str(), "r");
  if (lines == nullptr) return text;
  std::array<char, 1 << 16> buffer{};
  for (std::size_t got = 0; (got = fread(buffer.data(), 1, buffer.size(), lines)) > 0;) {
    text.append(buffer.data(), got);
  }
  pclose(lines);
  return text;
}

// A field of each line of the authors' file, or nothing when it is not at hand. Numbers are given
// as they are written.
inline std::vector<std::string> published_fields(
    std::string_view field, const std::string& file = "cfq/mcd1-dev.jsonl.gz") {
  std::vector<std::string> values;
  const std::string text = published_text(file);
  const std::string key = '"' + std::string(field) + "\": ";
  for (std::size_t at = 0; (at = text.find(key, at)) != std::string::npos;) {
    std::string& value = values.emplace_back();
    at += key.size();
    const bool quoted = text[at] == '"';
    for (at += quoted ? 1 : 0; quoted ? text[at] != '"' : text[at] != ',' && text[at] != '}';
         ++at) {
      const bool escape = text[at] == '\\' && text[at + 1] != 'u';
      at += escape ? 1 : 0;
      value += escape && text[at] == 'n' ? '\n' : text[at];
    }
  }
  return values;
}

inline std::vector<std::string> published_queries() { return published_fields("sparql"); }
inline std::vector<std::string> published_questions() { return published_fields("question"); }

inline constexpr const char* kNotAtHand = "ASSAY_PUBLISHED names no folder with cfq/mcd1-dev";

// Raw records of the authors' data set, with all that stands in it beside question and query.
inline const std::string kRecords = "cfq/records-1000.jsonl.gz";

inline std::vector<std::string_view> variables_of(const Query& query) {
  std::vector<std::string_view> names;
  const auto add = [&](std::string_view node) {
    if (!is_variable(node)) return;
    if (std::find(names.begin(), names.end(), node) == names.end()) names.push_back(node);
  };
  if (query.kind == QueryKind::kSelect) add(query.answer);
  for (const Clause& clause : query.clauses) {
    add(clause.subject);
    add(clause.object);
  }
  return names;
}

// `query` with variables[i] named names[i].
inline Query renamed(const Query& query, std::span<const std::string_view> variables,
                     std::span<const std::string> names) {
  Query other = query;
  const auto rename = [&](std::string& node) {
    const auto at = std::find(variables.begin(), variables.end(), node);
    if (at != variables.end()) node = names[static_cast<std::size_t>(at - variables.begin())];
  };
  rename(other.answer);
  for (Clause& clause : other.clauses) {
    rename(clause.subject);
    rename(clause.object);
  }
  return other;
}

// The same query in other words: clauses and variables in another order.
inline Query shuffled(const Query& query, Stream& stream) {
  const std::vector<std::string_view> variables = variables_of(query);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < variables.size(); ++i) names.push_back("?y" + std::to_string(i * 3));
  stream.shuffle(std::span(names));
  Query other = renamed(query, variables, names);
  stream.shuffle(std::span(other.clauses));
  return other;
}

}  // namespace assay::cfq
