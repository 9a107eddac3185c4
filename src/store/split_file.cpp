#include "assay/store/split_file.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/json.h"
#include "assay/base/json_parser.h"
#include "assay/base/limits.h"
#include "assay/base/text.h"
#include "assay/store/json_document.h"
#include "assay/store/split_json.h"

namespace assay {

namespace {

using Json = nlohmann::ordered_json;

void append_list(std::string& out, std::string_view key, const std::vector<std::uint64_t>& rows) {
  append_json_string(out, key);
  out += ": [";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i > 0) out += ',';
    append_json_number(out, rows[i]);
  }
  out += "],\n";
}

std::uint64_t count_distinct(const std::vector<std::uint64_t>& rows) {
  if (!std::ranges::is_sorted(rows)) {  // lists of others may stand in any order
    std::vector<std::uint64_t> sorted = rows;
    std::ranges::sort(sorted);
    return count_distinct(sorted);
  }
  std::uint64_t repeated = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) repeated += rows[i] == rows[i - 1] ? 1 : 0;
  return rows.size() - repeated;
}

void read_list(const simdjson::dom::object& document, const char* key, bool needed,
               std::vector<std::uint64_t>& rows) {
  simdjson::dom::array array;
  const auto problem = document[key].get_array().get(array);
  if (problem == simdjson::NO_SUCH_FIELD && !needed) return;
  if (problem != simdjson::SUCCESS) {
    fail(ErrorKind::kInput, "\"{}\" is not a list of row numbers", key);
  }
  for (const simdjson::dom::element element : array) {
    std::uint64_t row = 0;
    if (element.get_uint64().get(row) != simdjson::SUCCESS) {
      fail(ErrorKind::kInput, "\"{}\" is not a list of row numbers", key);
    }
    rows.push_back(row);
  }
}

Split read_lists(const simdjson::dom::object& document) {
  Split split;
  read_list(document, "trainIdxs", true, split.train);
  read_list(document, "devIdxs", false, split.dev);
  read_list(document, "testIdxs", true, split.test);
  return split;
}

Json read_object(const simdjson::dom::object& document, const char* key) {
  simdjson::dom::object object;
  if (document[key].get_object().get(object) != simdjson::SUCCESS) {
    fail(ErrorKind::kInput, "\"{}\" is missing", key);
  }
  return parse_document(simdjson::minify(object));
}

template <typename Read>
auto with_place(const std::string& where, Read read) {
  try {
    return read();
  } catch (const simdjson::simdjson_error& problem) {
    fail(ErrorKind::kInput, "{}: {}", printable(where), json_problem(problem));
  } catch (const Json::exception& problem) {
    fail(ErrorKind::kInput, "{}: {}", printable(where), document_problem(problem));
  } catch (const Error& problem) {
    if (problem.kind() == ErrorKind::kIo) throw;  // names the file itself
    fail(ErrorKind::kInput, "{}: {}", printable(where), problem.what());
  }
}

void check_range(const std::vector<std::uint64_t>& rows, std::string_view part,
                 std::uint64_t limit) {
  for (const std::uint64_t row : rows) {
    if (row >= limit) {
      fail(ErrorKind::kInput, "{} names row {}, but the data set has only {} rows", part, row,
           with_commas(limit));
    }
  }
}

}  // namespace

std::vector<std::string> split_names(const Folder& folder) {
  constexpr std::string_view kEnding = ".json";
  std::vector<std::string> names;
  for (const std::string& entry : folder.list(kSplitsFolder)) {
    if (entry.ends_with(kEnding)) names.push_back(entry.substr(0, entry.size() - kEnding.size()));
  }
  return names;
}

std::uint64_t SplitFile::unused() const {
  std::vector<bool> used(subject.rows);
  for (const auto* rows : {&split.train, &split.dev, &split.test}) {
    for (const std::uint64_t row : *rows) {
      if (row < used.size()) used[row] = true;
    }
  }
  return static_cast<std::uint64_t>(std::ranges::count(used, false));
}

std::string split_text(const SplitFile& file) {
  std::string out = "{\n";
  if (file.format > 1) out += fmt::format("\"format\": {},\n", file.format);
  const bool is_sealed = file.format > 1 && file.is_sealed;
  if (is_sealed) out += fmt::format("\"name\": {},\n", Json(file.claim.name).dump());
  append_list(out, "trainIdxs", file.split.train);
  append_list(out, "devIdxs", file.split.dev);
  append_list(out, "testIdxs", file.split.test);
  Json claim = to_json(file.claim);
  if (!file.members.empty()) claim["members"] = file.members;
  Json measured = {{"train_rows", file.split.train.size()},
                   {"train_distinct", count_distinct(file.split.train)},
                   {"dev_rows", file.split.dev.size()},
                   {"test_rows", file.split.test.size()}};
  if (file.format > 1) measured["unused"] = file.unused();
  measured.update(to_json(file.report));
  out += fmt::format("\"claim\": {},\n\"definition\": {},\n\"measured\": {},\n", claim.dump(),
                     to_json(file.definition).dump(), measured.dump());
  if (file.format > 1 && !file.subject.file.empty()) {
    out += fmt::format("\"file\": {},\n\"sha256\": \"{}\",\n", Json(file.subject.file).dump(),
                       file.subject.sha256);
  }
  out += fmt::format("\"content_hash\": \"{}\"", file.subject.content_hash);
  if (is_sealed) out += fmt::format(",\n\"text_sha256\": \"{}\"", sha256_hex(out));
  out += "\n}\n";
  return out;
}

namespace {

std::uint64_t read_format(const simdjson::dom::object& document) {
  std::uint64_t format = 1;
  const auto problem = document["format"].get_uint64().get(format);
  if (problem == simdjson::NO_SUCH_FIELD) return 1;
  if (problem != simdjson::SUCCESS || format != kSplitFormat) {
    fail(ErrorKind::kInput, "\"format\" is not {}; it needs another version of assay",
         kSplitFormat);
  }
  return format;
}

std::string text_of(const simdjson::dom::object& document, const char* key) {
  std::string_view text;
  const auto problem = document[key].get_string().get(text);
  return problem == simdjson::SUCCESS ? std::string(text) : std::string();
}

// What is left of a damaged seal counts as one, so that `verify` misses the rest.
bool has_seal(const simdjson::dom::object& document) {
  return document["name"].error() == simdjson::SUCCESS ||
         document["text_sha256"].error() == simdjson::SUCCESS;
}

void check_name(const simdjson::dom::object& document, std::string_view name) {
  const std::string own = text_of(document, "name");
  if (own == name) return;
  fail(
      ErrorKind::kInput,
      "is the split \"{}\" by what it says itself: give it back its name, or make the split \"{}\" "
      "again with assay split --force",
      printable(own), printable(name));
}

void check_subject(const SplitFile& file, const SplitSubject& subject,
                   const std::string& folder_path) {
  const SplitSubject& made_for = file.subject;
  const std::string here = subject.file.empty() ? folder_path : subject.file;
  if (made_for.content_hash == subject.content_hash) {
    if (made_for.sha256.empty() || made_for.sha256 == subject.sha256) return;
    fail(ErrorKind::kInput,
         "was made for the rows of {} in another order, with SHA-256 {}; it has {}: restore that "
         "order, or make the split again with assay split --force",
         printable(here), printable(made_for.sha256), subject.sha256);
  }
  const std::string there = made_for.file.empty() || made_for.file == here
                                ? "other rows"
                                : "another file, " + printable(made_for.file);
  fail(ErrorKind::kInput,
       "was made for {}, with content hash {}; {} has {}: restore those rows, or make the split "
       "again with assay split --force",
       there, printable(made_for.content_hash), printable(here), subject.content_hash);
}

// Throws also when it is about something other than the subject, which is or lies at `about`.
SplitFile parse_split(const simdjson::dom::object& document, std::string_view name,
                      const SplitSubject& subject, const std::string& about) {
  SplitFile file;
  file.format = read_format(document);
  file.is_sealed = has_seal(document);
  if (file.is_sealed) check_name(document, name);
  file.split = read_lists(document);
  Json claim = read_object(document, "claim");
  if (claim.contains("members")) file.members = text_from_json(claim, "members");
  claim.erase("members");
  file.claim = split_spec_from_json(claim);
  file.claim.name = name;
  file.subject = {subject.rows,
                  std::string(std::string_view(document["content_hash"].get_string())),
                  text_of(document, "file"), text_of(document, "sha256")};
  file.definition = definition_or_none(read_object(document, "definition"));
  Json report = read_object(document, "measured");
  for (const char* count : {"train_rows", "train_distinct", "dev_rows", "test_rows", "unused"}) {
    report.erase(count);
  }
  file.report = report_or_none(report);
  check_subject(file, subject, about);
  return file;
}

void check_ranges(const Split& split, std::uint64_t rows) {
  check_range(split.train, "trainIdxs", rows);
  check_range(split.dev, "devIdxs", rows);
  check_range(split.test, "testIdxs", rows);
}

}  // namespace

SplitFile read_split(const Folder& folder, std::string_view name, const SplitSubject& subject) {
  const std::string path = split_path(name);
  if (!is_safe_path(path) || !folder.exists(path)) {
    const std::vector<std::string> names = split_names(folder);
    fail(ErrorKind::kUsage, "{}: there is no split \"{}\"{}", printable(folder.path()),
         printable(name),
         names.empty() ? "; make one with assay split" : did_you_mean(name, names));
  }
  return with_place(folder.path_of(path), [&] {
    simdjson::dom::parser parser = make_json_parser();
    SplitFile file =
        parse_split(parser.parse(folder.read(path, kMostSplitBytes)), name, subject, folder.path());
    check_ranges(file.split, subject.rows);
    return file;
  });
}

SplitFile parse_split_file(std::string_view text, const std::string& path,
                           const SplitSubject& subject, const std::string& about) {
  return with_place(path, [&] {
    simdjson::dom::parser parser = make_json_parser();
    const simdjson::dom::object document = parser.parse(text.data(), text.size());
    SplitFile file;
    if (document["content_hash"].error() == simdjson::SUCCESS) {
      file = parse_split(document, text_of(document, "name"), subject, about);
    } else {
      file.split = read_lists(document);
    }
    check_ranges(file.split, subject.rows);
    return file;
  });
}

SplitSubject subject_of(const DataSet& data) { return {data.rows(), data.manifest().content_hash}; }

SplitFile read_split(const DataSet& data, std::string_view name) {
  return read_split(data.folder(), name, subject_of(data));
}

std::string hash_of_rows(const Split& split) {
  std::string text;
  append_list(text, "train", split.train);
  append_list(text, "dev", split.dev);
  append_list(text, "test", split.test);
  return fmt::format("{:016x}", hash64(text));
}

Split parse_index_lists(std::string_view text, const std::string& where) {
  return with_place(where, [&] {
    simdjson::dom::parser parser = make_json_parser();
    const simdjson::dom::object document = parser.parse(text.data(), text.size());
    return read_lists(document);
  });
}

}  // namespace assay
