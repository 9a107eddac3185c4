// Asking a store over the SPARQL 1.1 protocol: a query goes out as a form, a table of values comes
// back as JSON.
//
// A store that is dead, slow, overloaded or cut off is asked again, a few times; then, or when what
// it says is no table of SPARQL, it is Error(kEndpoint) with its address and the remedy.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/progress.h"
#include "assay/http/http_client.h"

namespace assay::cfq {

// A value of a row.
struct SparqlValue {
  enum class Kind : std::uint8_t { kAbsent, kIri, kLiteral, kBlank } kind = Kind::kAbsent;
  std::string text;
};

struct SparqlTable {
  std::vector<std::string> variables;  // without ?
  std::vector<std::vector<SparqlValue>> rows;
};

struct EndpointLimits {
  HttpLimits http;
  unsigned attempts = 3;
  std::uint64_t pause_milliseconds =
      500;  // before the second attempt; doubled for each further one
};

// Not shared by threads.
class SparqlEndpoint {
 public:
  // Throws Error(kUsage) for an address that is not http:// or https://.
  SparqlEndpoint(std::string address, const EndpointLimits& limits, const Control& control);

  // The table of a SELECT query. It has these variables, in this order, and at most so many rows,
  // or the endpoint lies.
  SparqlTable select(const std::string& query, const std::vector<std::string>& variables,
                     std::uint64_t most_rows = UINT64_MAX);
  // The same for a query that may be too much for the store; nothing when it gives up on this one,
  // or takes too long, but answers others.
  std::optional<SparqlTable> try_select(const std::string& query,
                                        const std::vector<std::string>& variables,
                                        std::uint64_t most_rows = UINT64_MAX);

  // For messages: without a user's name and password.
  const std::string& address() const { return shown_address_; }

 private:
  // A reply, or why there was none after some attempts.
  struct Asked {
    std::optional<HttpReply> reply;
    unsigned attempts = 0;
    std::string problem;
  };
  enum class Slow : std::uint8_t { kAskAgain, kGiveUp };

  Asked ask(const std::string& query, Slow slow);
  [[noreturn]] void fail_without(const Asked& asked) const;
  SparqlTable table_of(const HttpReply& reply, const std::vector<std::string>& variables,
                       std::uint64_t most_rows) const;
  bool is_well();

  std::string address_;
  std::string shown_address_;
  EndpointLimits limits_;
  Control control_;
  HttpClient client_;
};

// A document of type application/sparql-results+json. Throws Error(kInput) for anything else.
SparqlTable parse_sparql_results(std::string_view json);

}  // namespace assay::cfq
