// A format: how rows are written for others, as a list of files.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "assay/core/example.h"
#include "assay/core/published_check.h"

namespace assay {

// A part of an export, with the number of rows it will have.
struct FormatPart {
  std::string name;
  std::uint64_t rows = 0;
};

enum class FormatEdge { kFileBegin, kPartBegin, kBetweenRows, kPartEnd, kFileEnd };

// A file of rows, one after the other, and what stands around them.
struct RowFile {
  std::string name;  // "{part}.txt" is a file a part; without "{part}" all parts share one
  // Threads may share it.
  std::function<void(const Example& row, std::string& out)> append;
  // What is written at an edge of part `at`; empty when rows stand alone.
  std::function<void(FormatEdge edge, std::span<const FormatPart> parts, std::size_t at,
                     std::string& out)>
      frame = {};
};

// What is gathered from the rows of train, such as a vocabulary.
class RowSummary {
 public:
  virtual ~RowSummary() = default;
  virtual void add(const Example& row) = 0;
  virtual std::string text() const = 0;
};

// Whole files, which only exports to a folder write: gathered from rows, or the same whatever the
// rows are.
struct GatheredFile {
  std::string name;
  std::function<std::unique_ptr<RowSummary>()> gather;
};
struct FixedFile {
  std::string name;
  std::function<std::string()> text;
};

using FormatFile = std::variant<RowFile, GatheredFile, FixedFile>;

// Of published files that hold other parts than train, dev and test.
struct OwnParts {
  std::vector<std::string> names;  // in order
  // The part of a row; rows of no part are left out.
  std::function<std::string_view(const Example& row)> of;
};

// Checks files in this format, whoever made them.
struct FormatChecker {
  std::function<std::unique_ptr<PublishedChecker>()> make;
  // Aspects in which rows made with the task's parameters depart from the authors' on purpose.
  std::vector<std::string> departs = {};
};

struct Format {
  std::string name;
  std::string summary;
  std::vector<FormatFile> files;       // the first is of rows: what a stream gets
  std::optional<OwnParts> parts = {};  // a split that is asked for goes before
  std::optional<FormatChecker> checker = {};

  const RowFile& rows() const { return std::get<RowFile>(files.front()); }
};

}  // namespace assay
