// What commands share when they talk: paragraphs, documents, standard output.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "assay/core/metric.h"
#include "assay/verbs/made_set.h"
#include "assay/verbs/show.h"

namespace assay {

// Words wrapped to `width` columns, later lines indented; line breaks of the text are kept.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width = 80);

// One JSON document, on standard output.
void print_document(const nlohmann::ordered_json& document);

// One example as people read it: id, input and what else is there.
void print_example(const verbs::ShownRow& row);

// "200 rows of 200 commands in 1 file".
std::string rows_text(const verbs::MadeSet& made);

// Writes a file of the user's choice, whole or not at all; "-" is standard output.
void write_picture(const std::string& path, std::string_view svg);

// A pipe on standard output takes a megabyte at once: fewer changes between writer and reader.
void widen_standard_output();

// Writes to standard output; Error(kIo) when it is full or gone.
void write_standard_output(std::string_view bytes);

// Key/value pairs, or nothing, as one line for people.
std::string parameters_text(const Params& params);

// For tables: counts with commas, shares with four decimals, "-" for what is undefined.
std::string figure_text(const Figure& figure);

}  // namespace assay
