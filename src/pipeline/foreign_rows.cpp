#include "assay/pipeline/foreign_rows.h"

#include <filesystem>
#include <set>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/json_parser.h"
#include "assay/base/text.h"
#include "assay/store/data_set.h"

namespace assay {

namespace {

class ForeignReader {
 public:
  const ForeignRow& read(std::string_view line) {
    row_ = {};
    simdjson::dom::element document;
    const auto problem = parser_.parse(line.data(), line.size()).get(document);
    if (problem != simdjson::SUCCESS) {
      fail(ErrorKind::kInput, "is not a JSON object: {}", json_problem(problem));
    }
    if (!document.is_object()) fail(ErrorKind::kInput, "is not a JSON object");
    row_.has_rules = list(document, "rules", row_.rules);
    const bool atoms = list(document, "atoms", row_.atoms);
    const bool compounds = list(document, "compounds", row_.compounds);
    row_.has_lists = atoms && compounds;
    if (document["group"].get_string().get(row_.group) != simdjson::SUCCESS) row_.group = {};
    std::string_view input;
    std::string_view target;
    row_.has_texts = document["input"].get_string().get(input) == simdjson::SUCCESS &&
                     document["target"].get_string().get(target) == simdjson::SUCCESS;
    if (row_.has_texts) {
      row_.features = {hash64(input), hash64(target),
                       static_cast<std::uint32_t>(count_words(input)),
                       static_cast<std::uint32_t>(count_words(target))};
    }
    row_.form = form();
    return row_;
  }

 private:
  std::uint64_t form() const {
    if (row_.has_texts) return mix(row_.features.input_pattern, row_.features.output_pattern);
    std::uint64_t hash = 1;
    for (const std::string_view node : row_.rules) hash = mix(hash, hash64(node));
    for (const auto* listed : {&row_.atoms, &row_.compounds}) {
      std::set<std::string_view> names(listed->begin(), listed->end());
      for (const std::string_view name : names) hash = mix(hash, hash64(name));
      hash = mix(hash, names.size());
    }
    return hash;
  }

  static bool list(const simdjson::dom::element& document, const char* key,
                   std::vector<std::string_view>& out) {
    simdjson::dom::element value;
    if (document[key].get(value) != simdjson::SUCCESS) return false;
    simdjson::dom::array array;
    if (value.get_array().get(array) != simdjson::SUCCESS) {
      fail(ErrorKind::kInput, "\"{}\" is not a list of texts", key);
    }
    for (const simdjson::dom::element element : array) {
      std::string_view text;
      if (element.get_string().get(text) != simdjson::SUCCESS) {
        fail(ErrorKind::kInput, "\"{}\" is not a list of texts", key);
      }
      out.push_back(text);
    }
    return true;
  }

  simdjson::dom::parser parser_ = make_json_parser();
  ForeignRow row_;
};

}  // namespace

void for_foreign_rows(const std::string& path, std::string_view text,
                      const std::function<void(const ForeignRow&, std::uint64_t)>& act) {
  ForeignReader reader;
  std::uint64_t number = 0;
  for_each_line(text, [&](std::string_view line) {
    ++number;
    try {
      act(reader.read(line), number);
    } catch (const Error& problem) {
      fail(ErrorKind::kInput, "{}:{}: {}", printable(path), number, problem.what());
    }
  });
}

SplitSubject foreign_subject(const std::string& path, std::string_view text) {
  ContentHash content;
  std::uint64_t rows = 0;
  for_each_line(text, [&](std::string_view line) {
    content.add(std::string(line) + '\n');
    ++rows;
  });
  return {rows, content.hex(), std::filesystem::path(path).filename().string(), sha256_hex(text)};
}

}  // namespace assay
