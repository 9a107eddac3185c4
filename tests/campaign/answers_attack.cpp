// Answers are data: scored in less than a second, and nothing of them reaches the terminal raw or
// without bound.
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "attack.h"
#include "printed_text.h"

namespace assay::campaign {

namespace {

constexpr double kMostSeconds = 1;
constexpr std::uint64_t kMostOutput = 200000;

struct Piece {
  const char* name;
  const char* text;  // as it stands in JSON
};

// What answers are made of, repeated until they are long enough.
constexpr Piece kPieces[] = {
    {"letters", "a"},
    {"blanks", " "},
    {"lines", "\\n"},
    {"round", "("},
    {"square", "["},
    {"curly", "{"},
    {"pairs", "()"},
    {"quotes", "\\\""},
    {"backslashes", "\\\\"},
    {"zeros", "\\u0000"},
    {"escapes", "\\u001b[31m"},
    {"title", "\\u001b]0;x\\u0007"},
    {"c1", "\\u009b2J"},
    {"bidi", "\\u202e\\u2066x"},
    {"marks", "e\\u0301\\u0302\\u0303"},
    {"wide", "\\ud83d\\ude00"},
    {"surrogate", "\\ud800"},
    {"bytes", "\xC3\xFF\x80"},
    {"digits", "9"},
    {"negations", "not "},
    {"formats", "%s%n{}{0:1000000}"},
    {"filters", "FILTER ( ?x0 != ?x1 ) . "},
    {"implications", "(p -> q) and "},
    {"commas", ","},
    {"paths", "../../"},
    // What answers are found by.
    {"tags", "<answer>"},
    {"closings", "</answer>"},
    {"thoughts", "<think>"},
    {"afterthoughts", "</think>"},
    {"boxes", "\\\\boxed{"},
    {"boxed", "\\\\boxed{x}"},
    {"fences", "\\n```\\n"},
    {"leads", "answer: "},
    {"headings", "\\n## answer\\n"},
    {"objects", "{\\\"answer\\\":"},
    {"wrappings", "**\\\"`"},
};

// Repeats of one word are one thing, ten thousand words another.
constexpr const char* kCountedWords = "words";

// JSON that is no text at all.
constexpr Piece kOthers[] = {
    {"null", "null"},         {"number", "1e999"},
    {"true", "true"},         {"object", R"({"answer":"x"})"},
    {"list", R"(["a","b"])"},
};

// Packed files that are spoilt, at so many percent of their length.
constexpr const char* kPackings[] = {"gzip", "zstd", "plain"};
constexpr std::uint64_t kPercents[] = {0, 1, 5, 20, 50, 80, 95, 99};
constexpr const char* kDamages[] = {"cut", "flip", "zeros"};

constexpr std::uint64_t kLengths[] = {1000, 100000, 10000000};
constexpr const char* kPlaces[] = {"alone", "before", "after"};

std::vector<std::string> points(Stage&, const Job&, const Scope&) {
  std::vector<std::string> all;
  const auto add = [&](const std::string& name, std::uint64_t length, const char* place) {
    // Half of them as a table, half as JSON.
    const char* form = all.size() % 2 == 0 ? "text" : "json";
    all.push_back(name + ":" + std::to_string(length) + ":" + place + ":" + form);
  };
  for (const std::uint64_t length : kLengths) {
    for (const char* place : kPlaces) {
      for (const Piece& piece : kPieces) add(piece.name, length, place);
      add(kCountedWords, length, place);
    }
    add("nested", length, "alone");
  }
  for (const Piece& other : kOthers) add(other.name, 1, "alone");
  for (const char* packing : kPackings) {
    for (const std::uint64_t percent : kPercents) {
      for (const char* damage : kDamages) add(packing, percent, damage);
    }
  }
  return all;
}

std::string repeated(const std::string& text, std::uint64_t length) {
  std::string all;
  all.reserve(length + text.size());
  while (all.size() < length) all += text;
  return all;
}

std::string counted_words(std::uint64_t length) {
  std::string all;
  for (std::uint64_t i = 0; all.size() < length; ++i) all += "w" + std::to_string(i) + " ";
  return all;
}

// The text of a JSON value; `right` is the right answer as it stands in JSON, with its quotes.
std::string answer_of(const std::vector<std::string>& parts, const std::string& right) {
  const std::uint64_t length = number(parts.at(1));
  for (const Piece& other : kOthers) {
    if (parts[0] == other.name) return other.text;
  }
  if (parts[0] == "nested") return repeated("[", length) + repeated("]", length);
  std::string hostile;
  if (parts[0] == kCountedWords) hostile = counted_words(length);
  for (const Piece& piece : kPieces) {
    if (parts[0] == piece.name) hostile = repeated(piece.text, length);
  }
  if (hostile.empty()) throw std::runtime_error("there is no kind of answer " + parts[0]);
  const std::string inside = right.substr(1, right.size() - 2);
  if (parts.at(2) == "before") return "\"" + hostile + inside + "\"";
  if (parts.at(2) == "after") return "\"" + inside + hostile + "\"";
  return "\"" + hostile + "\"";
}

// The first answer of a file becomes a hostile one, the others stay.
void spoil(const std::string& path, const std::vector<std::string>& parts) {
  std::istringstream lines(read_file(path));
  std::string first;
  std::getline(lines, first);
  nlohmann::ordered_json json = nlohmann::ordered_json::parse(first);
  const std::string right = json.at("answer").dump();
  json["answer"] = "HERE";
  std::string line = json.dump();
  line.replace(line.find("\"HERE\""), 6, answer_of(parts, right));
  std::ostringstream rest;
  rest << lines.rdbuf();
  write_file(path, line + "\n" + rest.str());
}

std::string gzipped(std::string text) {
  z_stream stream{};
  constexpr int kWindow = 15 + 16;  // gzip's head and sum
  if (deflateInit2(&stream, 6, Z_DEFLATED, kWindow, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::runtime_error("zlib cannot begin");
  }
  std::string bytes(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(text.data());
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  deflate(&stream, Z_FINISH);
  bytes.resize(stream.total_out);
  deflateEnd(&stream);
  return bytes;
}

std::string zstd_packed(const std::string& text) {
  std::string bytes(ZSTD_compressBound(text.size()), '\0');
  bytes.resize(ZSTD_compress(bytes.data(), bytes.size(), text.data(), text.size(), 3));
  return bytes;
}

// The whole file, packed and then damaged. False when the point is about one answer.
bool damage(const std::string& path, const std::vector<std::string>& parts) {
  std::string bytes = read_file(path);
  if (parts[0] == "gzip") {
    bytes = gzipped(bytes);
  } else if (parts[0] == "zstd") {
    bytes = zstd_packed(bytes);
  } else if (parts[0] != "plain") {
    return false;
  }
  const std::size_t at = bytes.size() * number(parts.at(1)) / 100;
  if (parts.at(2) == "cut") {
    bytes.resize(at);
  } else if (parts.at(2) == "flip") {
    bytes.at(at) = static_cast<char>(bytes.at(at) ^ 0x55);
  } else {
    for (std::size_t i = at; i < std::min(bytes.size(), at + 64); ++i) bytes[i] = '\0';
  }
  write_file(path, bytes);
  return true;
}

std::string problem_of(const Outcome& outcome) {
  if (std::string problem = unclean_end(outcome); !problem.empty()) return problem;
  if (outcome.exit_code != 0 && outcome.exit_code != 3) {
    return "exit " + std::to_string(outcome.exit_code) + ": " + one_line(outcome.err);
  }
  if (outcome.processor_seconds > kMostSeconds) {
    return "took " + std::to_string(outcome.processor_seconds) + " s";
  }
  if (outcome.out_bytes + outcome.err.size() > kMostOutput) {
    return "printed " + std::to_string(outcome.out_bytes + outcome.err.size()) + " bytes";
  }
  const std::string raw = raw_character(outcome.out + outcome.err);
  return raw.empty() ? "" : "printed " + raw;
}

std::string run_point(Stage& stage, const Job& job, const std::string& point) {
  const std::vector<std::string> parts = point_parts(point);
  Trial trial(stage, job);
  const std::string answers = trial.folder() + "/answers.jsonl";
  if (!damage(answers, parts)) spoil(answers, parts);
  Command command = trial.own_command();
  if (parts.back() == "text") std::erase(command.words, "--json");
  return problem_of(run(command));
}

}  // namespace

Attack answers_attack() {
  return {.name = "answers",
          .summary =
              "hostile answers; points KIND:LENGTH:alone|before|after:text|json, "
              "PACKING:PERCENT:cut|flip|zeros:text|json",
          .wanted = 3200,
          .fast = 32,
          .fits = [](const Job& job) { return job.verb() == "score"; },
          .points = points,
          .run = run_point};
}

}  // namespace assay::campaign
