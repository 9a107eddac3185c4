#include "assay/tasks/cfq/kb/ntriples_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "assay/tasks/cfq/kb/triple_store.h"

namespace assay::cfq {

namespace {

constexpr std::string_view kRdfType = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
constexpr std::string_view kRdfsLabel = "http://www.w3.org/2000/01/rdf-schema#label";

bool is_space(char letter) { return letter == ' ' || letter == '\t'; }

bool ends_label(char letter) { return is_space(letter) || letter == '<' || letter == '"'; }

bool is_word_letter(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
         (letter >= '0' && letter <= '9') || letter == '-';
}

class LineReader {
 public:
  explicit LineReader(std::string_view line) : line_(line), rest_(line) {
    if (rest_.ends_with('\r')) rest_.remove_suffix(1);
  }

  NTriplesLine read(NTriple& triple, std::string& problem) {
    skip_spaces();
    if (rest_.empty() || rest_.front() == '#') return NTriplesLine::kNothing;
    triple = {};
    if (read_triple(triple)) return NTriplesLine::kTriple;
    const std::size_t column = line_.size() - (line_.ends_with('\r') ? 1 : 0) - rest_.size() + 1;
    problem = rest_.empty() ? fmt::format("the line ends where {} should follow", expected_)
                            : fmt::format("{} was expected at column {}", expected_, column);
    return NTriplesLine::kMalformed;
  }

 private:
  bool read_triple(NTriple& triple) {
    if (!read_node(triple.subject)) return wanted("a subject, <IRI> or _:label,");
    skip_spaces();
    if (!read_iri(triple.predicate)) return wanted("a predicate, <IRI>,");
    if (triple.predicate == kRdfType || triple.predicate == "type.object.type") {
      triple.predicate = kTypeRelation;
    } else if (triple.predicate == "type.object.name" || triple.predicate == kRdfsLabel) {
      triple.predicate = kNamePredicate;
    }
    skip_spaces();
    if (!rest_.empty() && rest_.front() == '"') {
      if (!read_literal(triple)) return false;
    } else if (!read_node(triple.object)) {
      return wanted("an object, <IRI>, _:label or \"literal\",");
    }
    skip_spaces();
    if (rest_.empty() || rest_.front() != '.') return wanted("\".\"");
    rest_.remove_prefix(1);
    skip_spaces();
    if (!rest_.empty() && rest_.front() != '#') return wanted("the end of the line");
    return true;
  }

  bool read_node(std::string_view& node) {
    if (rest_.starts_with("_:")) {
      const auto end = std::find_if(rest_.begin() + 2, rest_.end(), ends_label);
      auto size = static_cast<std::size_t>(end - rest_.begin());
      if (size > 2 && rest_[size - 1] == '.') --size;  // the one that ends the triple
      if (size == 2) return false;
      node = rest_.substr(0, size);
      rest_.remove_prefix(size);
      return true;
    }
    return read_iri(node);
  }

  bool read_iri(std::string_view& iri) {
    if (rest_.empty() || rest_.front() != '<') return false;
    const void* found = std::memchr(rest_.data(), '>', rest_.size());
    if (found == nullptr) return false;
    const auto size = static_cast<std::size_t>(static_cast<const char*>(found) - rest_.data());
    iri = rest_.substr(1, size - 1);
    if (iri.starts_with(kNamespace)) iri.remove_prefix(kNamespace.size());
    const auto is_wrong = [](char letter) {
      return static_cast<unsigned char>(letter) <= ' ' || letter == '<' || letter == '"';
    };
    if (iri.empty() || std::any_of(iri.begin(), iri.end(), is_wrong)) return false;
    rest_.remove_prefix(size + 1);
    return true;
  }

  bool read_literal(NTriple& triple) {
    std::size_t end = 1;
    for (; end < rest_.size() && rest_[end] != '"'; ++end) {
      if (rest_[end] == '\\') ++end;
    }
    if (end >= rest_.size()) {
      rest_ = {};
      return wanted("the end of a literal, \",");
    }
    triple.literal = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    if (rest_.starts_with("^^")) {
      rest_.remove_prefix(2);
      std::string_view datatype;
      return read_iri(datatype) || wanted("a data type, <IRI>,");
    }
    if (rest_.starts_with('@')) {
      rest_.remove_prefix(1);
      const auto last = std::find_if_not(rest_.begin(), rest_.end(), is_word_letter);
      triple.language = rest_.substr(0, static_cast<std::size_t>(last - rest_.begin()));
      if (triple.language.empty()) return wanted("a language");
      rest_.remove_prefix(triple.language.size());
    }
    return true;
  }

  bool wanted(std::string_view what) {
    expected_ = what;
    return false;
  }

  void skip_spaces() {
    while (!rest_.empty() && is_space(rest_.front())) rest_.remove_prefix(1);
  }

  std::string_view line_;
  std::string_view rest_;
  std::string_view expected_;
};

void append_utf8(std::string& text, std::uint32_t point) {
  const auto tail = [&](unsigned shift) {
    text += static_cast<char>(0x80U | (point >> shift & 0x3FU));
  };
  if (point < 0x80) {
    text += static_cast<char>(point);
  } else if (point < 0x800) {
    text += static_cast<char>(0xC0U | point >> 6U);
    tail(0);
  } else if (point < 0x10000) {
    text += static_cast<char>(0xE0U | point >> 12U);
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xF0U | point >> 18U);
    tail(12);
    tail(6);
    tail(0);
  }
}

// The code point of hex digits; UINT32_MAX where they are none or it is a surrogate.
std::uint32_t read_hex(std::string_view digits, std::size_t size) {
  if (digits.size() < size) return UINT32_MAX;
  std::uint32_t point = 0;
  for (const char digit : digits.substr(0, size)) {
    constexpr std::string_view kDigits = "0123456789abcdef0123456789ABCDEF";
    const std::size_t value = kDigits.find(digit);
    if (value == std::string_view::npos) return UINT32_MAX;
    point = point << 4U | static_cast<std::uint32_t>(value % 16);
  }
  const bool is_surrogate = point >= 0xD800 && point < 0xE000;
  return is_surrogate || point > 0x10FFFF ? UINT32_MAX : point;
}

}  // namespace

NTriplesLine read_ntriples_line(std::string_view line, NTriple& triple, std::string& problem) {
  return LineReader(line).read(triple, problem);
}

std::string unescaped_literal(std::string_view literal) {
  constexpr std::string_view kEscapes = "tbnrf\"'\\";
  constexpr std::string_view kMeanings = "\t\b\n\r\f\"'\\";
  std::string text;
  while (!literal.empty()) {
    const std::size_t plain = std::min(literal.find('\\'), literal.size());
    text += literal.substr(0, plain);
    literal.remove_prefix(plain);
    if (literal.size() < 2) break;
    const std::size_t escape = kEscapes.find(literal[1]);
    const std::size_t digits = literal[1] == 'u' ? 4 : literal[1] == 'U' ? 8 : 0;
    const std::uint32_t point = digits > 0 ? read_hex(literal.substr(2), digits) : UINT32_MAX;
    if (escape != std::string_view::npos) {
      text += kMeanings[escape];
      literal.remove_prefix(2);
    } else if (point != UINT32_MAX) {
      append_utf8(text, point);
      literal.remove_prefix(2 + digits);
    } else {
      text += literal[0];
      literal.remove_prefix(1);
    }
  }
  text += literal;
  return text;
}

}  // namespace assay::cfq
