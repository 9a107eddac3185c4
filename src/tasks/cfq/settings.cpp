#include "assay/tasks/cfq/settings.h"

#include <initializer_list>
#include <string_view>

#include "assay/base/error.h"
#include "assay/tasks/cfq/knowledge_base.h"

namespace assay::cfq {

namespace {

// What comes before @ would stand in recipes and manifests.
void check_address(const std::string& address) {
  const std::string_view rest = std::string_view(address).substr(address.find("://") + 3);
  if (rest.substr(0, rest.find_first_of("/?#")).find('@') == std::string_view::npos) return;
  fail(ErrorKind::kUsage,
       "task cfq: the address in kb has a user's name or password, which recipes and manifests "
       "would repeat; leave it out and put it into ~/.netrc");
}

}  // namespace

bool is_endpoint(std::string_view kb) {
  return kb.starts_with("http://") || kb.starts_with("https://");
}

std::vector<ParamSpec> param_specs() {
  ParamSpec kb{
      "kb",
      kSyntheticWorld,
      "knowledge base of target=query and target=answer: world (synthetic), a file of "
      "N-Triples (plain, gzip or zstd), a folder with FB15k-237 and its names, or a SPARQL "
      "endpoint (http://... or https://...)",
      {},
      {},
      {},
      knowledge_content};
  kb.known = {kSyntheticWorld};
  return {
      ParamSpec::number("lowest_level", 9, 9, 100,
                        "the fewest grammar rules of a question (the paper's complexity)"),
      ParamSpec::number("highest_level", 50, 9, 100, "the most grammar rules of a question"),
      ParamSpec::number("relative_clauses", 1, 0, 5,
                        "how many relative clauses a question may have"),
      {"domain", "", "rule files to add, separated by commas", {}, {}, {}, added_rules},
      ParamSpec::choice("target", "pattern", {"pattern", "query", "answer"},
                        "what a question becomes: pattern (a query with M0, M1 ... as in the "
                        "question), query (names in the question, ids of entities in the query), "
                        "answer (names in the question, the answer in words)"),
      std::move(kb),
      ParamSpec::number("world", 1, 0, 1'000'000'000, "number of the synthetic world"),
      ParamSpec::number("films", 3'000, 1, static_cast<std::int64_t>(kMostFilms),
                        "films of the synthetic world; each brings about 100 triples"),
      ParamSpec::number("fillings", 1, 1, 1'000'000, "questions per pattern, with other entities"),
      ParamSpec::number("most_answers", 2, 1, 1'000'000,
                        "the most answers of a question that asks who, what or which"),
      ParamSpec::number("endpoint_seconds", 60, 1, 86'400,
                        "seconds that an endpoint may take for one query"),
  };
}

std::vector<DifficultyLevel> difficulty_levels() {
  const auto level = [](const char* lowest, const char* highest, const char* clauses) {
    return DifficultyLevel{
        {"lowest_level", lowest}, {"highest_level", highest}, {"relative_clauses", clauses}};
  };
  return {level("9", "10", "1"),  level("11", "13", "1"), level("14", "17", "1"),
          level("18", "22", "1"), level("23", "28", "1"), level("29", "35", "1"),
          level("36", "42", "1"), level("43", "50", "1"), level("51", "58", "2"),
          level("59", "66", "3")};
}

Settings settings_from(const Params& params) {
  const auto number = [&](const char* name) {
    return static_cast<std::uint32_t>(params.number(name));
  };
  Settings settings;
  const std::string& target = params.text("target");
  settings.target = target == "query"    ? Target::kQuery
                    : target == "answer" ? Target::kAnswer
                                         : Target::kPattern;
  settings.limits = {number("lowest_level"), number("highest_level"), number("relative_clauses")};
  settings.knowledge = {
      params.text("kb"), {number("world"), number("films")}, number("endpoint_seconds")};
  settings.fillings = number("fillings");
  settings.most_answers = number("most_answers");
  if (settings.limits.lowest_level > settings.limits.highest_level) {
    fail(ErrorKind::kUsage, "task cfq: lowest_level {} is above highest_level {}",
         settings.limits.lowest_level, settings.limits.highest_level);
  }
  const auto refuse = [&](std::initializer_list<const char*> names, std::string_view why) {
    const auto specs = param_specs();
    for (const char* name : names) {
      if (params.text(name) == find_spec(specs, name).default_text) continue;
      fail(ErrorKind::kUsage, "task cfq: {} is for {}", name, why);
    }
  };
  if (settings.target == Target::kPattern) {
    refuse({"kb", "world", "fillings", "most_answers", "endpoint_seconds"},
           "questions with names; set target=query or target=answer");
  }
  if (settings.knowledge.kb != kSyntheticWorld) {
    refuse({"world", "films"}, "the synthetic world, not for another knowledge base");
  }
  if (is_endpoint(settings.knowledge.kb)) {
    check_address(settings.knowledge.kb);
  } else {
    refuse({"endpoint_seconds"}, "SPARQL endpoints (kb=http://...)");
  }
  return settings;
}

}  // namespace assay::cfq
