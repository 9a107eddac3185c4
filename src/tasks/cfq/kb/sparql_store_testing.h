// For tests: a SPARQL endpoint on 127.0.0.1 that knows some facts and answers what assay asks, by
// trying everything (brute_force_testing.h).
#pragma once

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "assay/base/text.h"
#include "assay/http/web_server_testing.h"
#include "assay/tasks/cfq/kb/brute_force_testing.h"

namespace assay::cfq {

inline std::string sparql_json(const std::string& vars, const std::string& bindings) {
  return R"({"head":{"vars":[)" + vars + R"(]},"results":{"bindings":[)" + bindings + "]}}";
}
inline std::string iri_json(const std::string& name, const std::string& key) {
  return "\"" + name + R"(":{"type":"uri","value":"http://rdf.freebase.com/ns/)" + key + "\"}";
}
inline std::string literal_json(const std::string& name, const std::string& text) {
  return "\"" + name + R"(":{"type":"literal","xml:lang":"en","value":")" + text + "\"}";
}
inline ServerReply sparql_reply(const std::string& json) {
  return web_reply(200, "application/sparql-results+json", json);
}

// The query of a request.
inline std::string query_in(const std::string& request) {
  const std::string form = request.substr(request.find("query=") + 6);
  std::string text;
  for (std::size_t at = 0; at < form.size(); ++at) {
    if (form[at] != '%') {
      text += form[at];
    } else {
      text += static_cast<char>(std::stoi(form.substr(at + 1, 2), nullptr, 16));
      at += 2;
    }
  }
  return text;
}

class SparqlStore {
 public:
  SparqlStore(Facts facts, std::map<std::string, std::string> names)
      : facts_(std::move(facts)), names_(std::move(names)) {}

  std::string answer(const std::string& query) const {
    const std::size_t begin = query.find('{');
    const std::size_t end = query.rfind('}');
    std::string where = query.substr(begin + 1, end - begin - 1);
    for (std::size_t at = 0;
         (at = where.find("<http://rdf.freebase.com/ns/", at)) != std::string::npos;) {
      where.replace(at, 28, "ns:");
    }
    std::erase(where, '>');
    if (where.find("VALUES ?name ") != std::string::npos) return owners(where);
    if (where.find("VALUES ?node ") != std::string::npos) return names(where);
    if (where.find("?node ns:type.object.name ?name") != std::string::npos) {
      return sparql_json("\"name\"", "{" + literal_json("name", names_.begin()->second) + "}");
    }
    if (where.find("?x ?y ?z") != std::string::npos) {
      return sparql_json("\"x\"", "{" + iri_json("x", "m.1") + "}");
    }
    if (where.find(" ?y ?z ") != std::string::npos) return some(is_known(where));
    const std::size_t limit = query.find("LIMIT ", end);
    return solutions(variables_in(query.substr(0, begin)), where,
                     limit == std::string::npos ? SIZE_MAX : std::stoul(query.substr(limit + 6)));
  }

 private:
  static std::string some(bool is_there) {
    return sparql_json("\"some\"", is_there ? R"({"some":{"type":"literal","value":"1"}})" : "");
  }

  static std::vector<std::string> matches(const std::string& text, const std::string& pattern) {
    const std::regex regex(pattern);
    std::vector<std::string> found;
    for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at) {
      found.push_back((*at)[1]);
    }
    return found;
  }

  // Those of the head, `AS ?count` among them.
  static std::vector<std::string> variables_in(const std::string& head) {
    return matches(head, "\\?([A-Za-z0-9]+)");
  }

  std::string owners(const std::string& where) const {
    std::string rows;
    for (const std::string& name : matches(where, "\"([^\"]*)\"@en")) {
      std::string one;
      std::size_t count = 0;
      for (const auto& [key, called] : names_) {
        if (called != name) continue;
        one = key;
        ++count;
      }
      if (count == 0) continue;
      rows += (rows.empty() ? "{" : ",{") + literal_json("name", name) + "," +
              iri_json("one", one) + "," + literal_json("count", std::to_string(count)) + "}";
    }
    return sparql_json(R"("name","one","count")", rows);
  }

  std::string names(const std::string& where) const {
    std::string rows;
    for (const std::string& key : matches(where.substr(0, where.find('}')), "ns:(\\S+)")) {
      const auto found = names_.find(key);
      if (found == names_.end()) continue;
      rows += (rows.empty() ? "{" : ",{") + iri_json("node", key) + "," +
              literal_json("name", found->second) + "}";
    }
    return sparql_json(R"("node","name")", rows);
  }

  bool is_known(const std::string& where) const {
    const std::string key = matches(where, "ns:(\\S+)").at(0);
    return std::ranges::any_of(facts_, [&](const Fact& fact) { return std::get<0>(fact) == key; });
  }

  std::string solutions(const std::vector<std::string>& variables, const std::string& where,
                        std::size_t limit) const {
    std::string clauses;
    for (const std::string_view line : split_text(where, '\n')) {
      std::string clause(line.substr(0, line.find_last_not_of(" .") + 1));
      const bool is_name = clause.find("type.object.name") != std::string::npos ||
                           clause.find("lang(") != std::string::npos;
      if (clause.empty() || is_name) continue;
      clauses += (clauses.empty() ? "" : " .\n") + clause;
    }
    const auto parsed = parse_query("SELECT DISTINCT ?x0 WHERE {\n" + clauses + "\n}");
    ASSAY_CHECK(parsed.query.has_value());
    std::set<std::string> rows;
    std::uint64_t count = 0;
    const BruteForce all(facts_, *parsed.query, [&](const BruteForce::Values& values) {
      ++count;
      rows.insert(row(variables, values));
    });
    if (variables == std::vector<std::string>{"some"}) return some(count > 0);
    if (variables == std::vector<std::string>{"count"}) {
      return sparql_json("\"count\"",
                         "{" + literal_json("count", std::to_string(all.count())) + "}");
    }
    rows.erase("");
    std::string bindings;
    for (const std::string& each : rows) {
      if (limit-- == 0) break;
      bindings += (bindings.empty() ? "" : ",") + each;
    }
    std::string vars;
    for (const std::string& each : variables) vars += (vars.empty() ? "\"" : ",\"") + each + "\"";
    return sparql_json(vars, bindings);
  }

  // Empty where an entity has no name.
  std::string row(const std::vector<std::string>& variables,
                  const BruteForce::Values& values) const {
    std::string text = "{";
    for (const std::string& each : variables) {
      const bool is_name = each.starts_with("name");
      const auto value = values.find("?" + (is_name ? each.substr(4) : each));
      if (value == values.end()) continue;
      const auto name = names_.find(value->second);
      if (is_name && name == names_.end()) return "";
      text += (text.size() == 1 ? "" : ",") +
              (is_name ? literal_json(each, name->second) : iri_json(each, value->second));
    }
    return text + "}";
  }

  Facts facts_;
  std::map<std::string, std::string> names_;
};

}  // namespace assay::cfq
