// JSON as Python's json.dump with indent 4 writes it: each member on a line of its own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "assay/base/json.h"

namespace assay::grounded {

class Indented {
 public:
  Indented(std::string& out, std::size_t depth) : out_(out), depth_(depth) {}

  // With an empty key: an element of a list.
  void open(std::string_view key) { open(key, '{'); }
  void close() { close('}'); }
  void open_list(std::string_view key) { open(key, '['); }
  void close_list() { close(']'); }
  void text(std::string_view key, std::string_view value) {
    begin(key);
    append_json_string(out_, value);
  }
  void raw(std::string_view key, std::string_view value) {
    begin(key);
    out_ += value;
  }
  void number(std::string_view key, int value) {
    begin(key);
    append_json_number(out_, std::int64_t{value});
  }
  // Numbers as texts, as the authors have them.
  void digits(std::string_view key, int value) {
    begin(key);
    out_ += '"';
    append_json_number(out_, std::int64_t{value});
    out_ += '"';
  }

 private:
  void open(std::string_view key, char bracket) {
    begin(key);
    out_ += bracket;
    ++depth_;
    first_ = true;
  }
  // Nothing between brackets stays on the line.
  void close(char bracket) {
    --depth_;
    if (!first_) line();
    out_ += bracket;
    first_ = false;
  }
  void line() {
    out_ += '\n';
    out_.append(4 * depth_, ' ');
  }
  void begin(std::string_view key) {
    if (!first_) out_ += ',';
    first_ = false;
    line();
    if (key.empty()) return;
    append_json_string(out_, key);
    out_ += ": ";
  }

  std::string& out_;
  std::size_t depth_;
  bool first_ = true;
};

}  // namespace assay::grounded
