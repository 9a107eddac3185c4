#include "assay/tasks/cfq/kb/sparql_endpoint.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <thread>

#include "assay/base/error.h"
#include "assay/base/json_parser.h"
#include "assay/base/text.h"

namespace assay::cfq {

namespace {

constexpr const char* kResultsType = "application/sparql-results+json";

std::string checked(std::string address) {
  if (address.starts_with("http://") || address.starts_with("https://")) return address;
  fail(ErrorKind::kUsage,
       "\"{}\" is no endpoint; an address such as http://localhost:8890/sparql is wanted",
       printable(address));
}

std::string without_password(const std::string& address) {
  const std::size_t begin = address.find("://") + 3;
  const std::size_t at = address.find('@');
  const std::size_t end = address.find('/', begin);
  if (at == std::string::npos || (end != std::string::npos && at > end)) return address;
  return address.substr(0, begin) + address.substr(at + 1);
}

bool is_overloaded(long status) { return status == 429 || (status >= 500 && status <= 599); }

SparqlValue value_of(const simdjson::dom::element& json) {
  const std::string_view type = json.at_key("type").get_string();
  const std::string_view text = json.at_key("value").get_string();
  if (type == "uri") return {SparqlValue::Kind::kIri, std::string(text)};
  if (type == "literal" || type == "typed-literal") {
    return {SparqlValue::Kind::kLiteral, std::string(text)};
  }
  if (type == "bnode") return {SparqlValue::Kind::kBlank, std::string(text)};
  fail(ErrorKind::kInput, "a value has the type \"{}\"", printable(type));
}

// Sleeps in short steps, so that Ctrl-C is answered.
void pause(std::uint64_t milliseconds, const Control& control) {
  for (std::uint64_t left = milliseconds; left > 0;) {
    if (control.cancelled()) throw Interrupted("stopped on request");
    const std::uint64_t step = std::min<std::uint64_t>(left, 50);
    std::this_thread::sleep_for(std::chrono::milliseconds(step));
    left -= step;
  }
}

}  // namespace

SparqlTable parse_sparql_results(std::string_view json) try {
  simdjson::dom::parser parser = make_json_parser();
  const simdjson::padded_string padded(json);
  const simdjson::dom::element document = parser.parse(padded);
  SparqlTable table;
  for (const simdjson::dom::element name : document.at_pointer("/head/vars").get_array()) {
    table.variables.emplace_back(name.get_string().value());
  }
  for (const simdjson::dom::element binding :
       document.at_pointer("/results/bindings").get_array()) {
    std::vector<SparqlValue> row(table.variables.size());
    for (std::size_t at = 0; at < row.size(); ++at) {
      auto value = binding.at_key(table.variables[at]);
      if (value.error() != simdjson::NO_SUCH_FIELD) row[at] = value_of(value.value());
    }
    table.rows.push_back(std::move(row));
  }
  return table;
} catch (const simdjson::simdjson_error& problem) {
  fail(ErrorKind::kInput, "{}", json_problem(problem));
}

SparqlEndpoint::SparqlEndpoint(std::string address, const EndpointLimits& limits,
                               const Control& control)
    : address_(checked(std::move(address))),
      shown_address_(printable(without_password(address_))),
      limits_(limits),
      control_(control),
      client_(limits.http, control) {}

// The first attempt that brings an answer.
SparqlEndpoint::Asked SparqlEndpoint::ask(const std::string& query, Slow slow) {
  Asked asked;
  std::uint64_t wait = limits_.pause_milliseconds;
  while (asked.attempts < limits_.attempts) {
    if (asked.attempts++ > 0) {
      pause(wait, control_);
      wait *= 2;
    }
    HttpOutcome outcome = client_.post_form(address_, {{"query", query}}, kResultsType);
    if (outcome.reply && !is_overloaded(outcome.reply->status)) {
      asked.reply = *std::move(outcome.reply);
      return asked;
    }
    asked.problem =
        outcome.reply ? fmt::format("status {}", outcome.reply->status) : outcome.problem;
    if (!outcome.reply && !outcome.is_passing) {
      fail(ErrorKind::kEndpoint, "{}: {}", shown_address_, printable(asked.problem));
    }
    if (outcome.is_slow && slow == Slow::kGiveUp) break;
  }
  return asked;
}

void SparqlEndpoint::fail_without(const Asked& asked) const {
  fail(ErrorKind::kEndpoint, "{}: no answer after {}: {}; is it running and reachable?",
       shown_address_, counted(asked.attempts, "attempt"), printable(asked.problem));
}

SparqlTable SparqlEndpoint::table_of(const HttpReply& reply,
                                     const std::vector<std::string>& variables,
                                     std::uint64_t most_rows) const {
  if (reply.status != 200) {
    fail(ErrorKind::kEndpoint, "{}: refuses a query with status {}: {}", shown_address_,
         reply.status, printable(reply.body.substr(0, 200)));
  }
  if (!reply.content_type.starts_with(kResultsType)) {
    fail(ErrorKind::kEndpoint, "{}: answers with \"{}\", not {}; is it a SPARQL endpoint?",
         shown_address_, printable(reply.content_type), kResultsType);
  }
  SparqlTable table;
  try {
    table = parse_sparql_results(reply.body);
  } catch (const Error& problem) {
    fail(ErrorKind::kEndpoint, "{}: its answer is no table of SPARQL: {}", shown_address_,
         problem.what());
  }
  if (table.variables != variables) {
    fail(ErrorKind::kEndpoint, "{}: asked for {}, it answers with {}", shown_address_,
         fmt::join(variables, ", "),
         printable(fmt::format("{}", fmt::join(table.variables, ", "))));
  }
  if (table.rows.size() > most_rows) {
    fail(ErrorKind::kEndpoint, "{}: asked for at most {}, it answers with {}", shown_address_,
         counted(most_rows, "row"), counted(table.rows.size(), "row"));
  }
  return table;
}

SparqlTable SparqlEndpoint::select(const std::string& query,
                                   const std::vector<std::string>& variables,
                                   std::uint64_t most_rows) {
  const Asked asked = ask(query, Slow::kAskAgain);
  if (!asked.reply) fail_without(asked);
  return table_of(*asked.reply, variables, most_rows);
}

std::optional<SparqlTable> SparqlEndpoint::try_select(const std::string& query,
                                                      const std::vector<std::string>& variables,
                                                      std::uint64_t most_rows) {
  const Asked asked = ask(query, Slow::kGiveUp);
  if (asked.reply) return table_of(*asked.reply, variables, most_rows);
  if (!is_well()) fail_without(asked);
  return std::nullopt;
}

// Whether it answers what costs nothing.
bool SparqlEndpoint::is_well() {
  const Asked asked = ask("SELECT ?x WHERE { ?x ?y ?z } LIMIT 1", Slow::kGiveUp);
  if (!asked.reply) return false;
  table_of(*asked.reply, {"x"}, 1);
  return true;
}

}  // namespace assay::cfq
