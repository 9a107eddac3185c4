// JSON documents of a data set as values: read within our limits, and told in plain words when they
// are not what they should be.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace assay {

// Throws Error(kInput) that names the line for what is no JSON or nested too deep.
nlohmann::ordered_json parse_document(std::string_view text);

// What a document lacks, for a message.
std::string document_problem(const nlohmann::ordered_json::exception& problem);

}  // namespace assay
