#include "assay/base/npy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/exact_math.h"
#include "assay/base/text.h"

namespace assay {

namespace {

static_assert(std::endian::native == std::endian::little);

using Type = NpyArray::Type;

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kLongestStart = 12;  // magic, version and the length of the header
constexpr std::size_t kAlignment = 64;     // of the numbers in a file

struct Kind {
  std::string_view description;
  Type type;
  std::size_t bytes;
};
constexpr std::array kKinds = {Kind{"|b1", Type::kBool, 1}, Kind{"|i1", Type::kInt8, 1},
                               Kind{"|u1", Type::kUint8, 1}, Kind{"<f4", Type::kFloat32, 4},
                               Kind{"<f8", Type::kFloat64, 8}};

std::size_t bytes_of_one(Type type) { return std::ranges::find(kKinds, type, &Kind::type)->bytes; }

// The dictionary that a header is; absent what it does not say.
struct Header {
  std::optional<std::string> description;
  std::optional<bool> fortran_order;
  std::optional<std::vector<std::uint64_t>> shape;
};

// Reads just so much of Python's literals as headers of plain arrays need.
class HeaderReader {
 public:
  explicit HeaderReader(std::string_view text) : text_(text) {}

  Header read() {
    Header header;
    take('{');
    while (!next_is('}')) {
      const std::string key = read_text();
      take(':');
      if (key == "descr" && !header.description) {
        header.description = read_description();
      } else if (key == "fortran_order" && !header.fortran_order) {
        header.fortran_order = read_truth();
      } else if (key == "shape" && !header.shape) {
        header.shape = read_shape();
      } else {
        refuse(fmt::format("the key \"{}\" is unknown or repeated", printable(key)));
      }
      if (!next_is('}')) take(',');
    }
    take('}');
    skip_blanks();
    if (at_ < text_.size()) refuse("something follows the dictionary");
    if (!header.description) refuse("the key \"descr\" is missing");
    if (!header.fortran_order) refuse("the key \"fortran_order\" is missing");
    if (!header.shape) refuse("the key \"shape\" is missing");
    return header;
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const { fail(ErrorKind::kInput, "{}", why); }

  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }

  bool next_is(char wanted) {
    skip_blanks();
    return at_ < text_.size() && text_[at_] == wanted;
  }

  void take(char wanted) {
    if (!next_is(wanted)) refuse(fmt::format("at byte {} a {} is missing", at_, wanted));
    ++at_;
  }

  std::string read_text() {
    const char quote = next_is('"') ? '"' : '\'';
    take(quote);
    const std::size_t end = text_.find(quote, at_);
    if (end == std::string_view::npos) refuse("a text does not end");
    std::string text(text_.substr(at_, end - at_));
    at_ = end + 1;
    return text;
  }

  // Of records it is a list of their fields.
  std::string read_description() {
    if (!next_is('[')) return read_text();
    int depth = 0;
    do {
      if (at_ == text_.size()) refuse("a list does not end");
      if (text_[at_] == '[') ++depth;
      if (text_[at_] == ']') --depth;
      ++at_;
    } while (depth > 0);
    return "record";
  }

  bool read_truth() {
    skip_blanks();
    for (const bool truth : {false, true}) {
      const std::string_view word = truth ? "True" : "False";
      if (!text_.substr(at_).starts_with(word)) continue;
      at_ += word.size();
      return truth;
    }
    refuse("fortran_order is neither True nor False");
  }

  std::vector<std::uint64_t> read_shape() {
    std::vector<std::uint64_t> shape;
    take('(');
    while (!next_is(')')) {
      const std::size_t end = std::min(text_.find_first_not_of("0123456789", at_), text_.size());
      const auto number = parse_number(text_.substr(at_, end - at_));
      if (!number) refuse("the shape is not a tuple of whole numbers");
      shape.push_back(*number);
      at_ = end;
      if (!next_is(')')) take(',');
    }
    take(')');
    return shape;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

// Where the header stands in the file.
struct Place {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// `bytes` are the first of the file; `size` is that of the whole.
Place header_place(std::string_view bytes, std::uint64_t size, const std::string& name) {
  if (!bytes.starts_with(kMagic)) {
    if (bytes.starts_with("PK")) {
      fail(ErrorKind::kInput, "{}: is an archive such as .npz; write one array by numpy.save",
           name);
    }
    fail(ErrorKind::kInput, "{}: is no NumPy array file; write it by numpy.save", name);
  }
  const auto check_length = [&](std::size_t needed) {
    if (needed > size) {
      fail(ErrorKind::kInput, "{}: ends inside its header; write it again by numpy.save", name);
    }
  };
  const auto byte = [&](std::size_t at) {
    check_length(at + 1);
    return static_cast<std::size_t>(static_cast<unsigned char>(bytes[at]));
  };
  const std::size_t major = byte(kMagic.size());
  const std::size_t minor = byte(kMagic.size() + 1);
  if (major < 1 || major > 3 || minor != 0) {
    fail(ErrorKind::kInput,
         "{}: has format version {}.{}, known are 1.0, 2.0 and 3.0; write it by numpy.save of a "
         "current NumPy",
         name, major, minor);
  }
  const std::size_t length_at = kMagic.size() + 2;
  const std::size_t length_bytes = major == 1 ? 2 : 4;
  std::size_t length = 0;
  for (std::size_t i = 0; i < length_bytes; ++i) length |= byte(length_at + i) << (8 * i);
  const Place place{length_at + length_bytes, length_at + length_bytes + length};
  check_length(place.end);
  return place;
}

Header read_header(const InputFile& file, const Place& place, const std::string& name) {
  std::string text(place.end - place.begin, '\0');
  file.read(place.begin, text);
  try {
    return HeaderReader(text).read();
  } catch (const Error& problem) {
    fail(ErrorKind::kInput, "{}: its header is damaged: {}; write it again by numpy.save", name,
         problem.what());
  }
}

Type type_of(const std::string& description, const std::string& name) {
  const auto* const kind = std::ranges::find(kKinds, description, &Kind::description);
  if (kind == kKinds.end()) {
    fail(ErrorKind::kInput,
         "{}: holds values of type {}; write numpy.save(file, array.astype('<f4')), or '<f8', "
         "'i1', 'u1', 'bool'",
         name, printable(description));
  }
  return kind->type;
}

// Of `from` at any alignment.
template <typename From, typename To>
void convert(std::string_view from, std::span<To> to) {
  for (std::size_t i = 0; i < to.size(); ++i) {
    From value{};
    std::memcpy(&value, from.data() + i * sizeof value, sizeof value);
    to[i] = static_cast<To>(value);
  }
}

}  // namespace

NpyArray::NpyArray(const std::string& path) : file_(path) {
  const std::string name = printable(path);
  std::string first(std::min<std::uint64_t>(file_.size(), kLongestStart), '\0');
  file_.read(0, first);
  const Place place = header_place(first, file_.size(), name);
  const Header header = read_header(file_, place, name);
  type_ = type_of(*header.description, name);
  if (*header.fortran_order) {
    fail(ErrorKind::kInput,
         "{}: lies in Fortran order; write numpy.save(file, numpy.ascontiguousarray(array))", name);
  }
  const std::vector<std::uint64_t>& shape = *header.shape;
  if (shape.empty() || shape.size() > 2) {
    fail(ErrorKind::kInput,
         "{}: has {} axes, not 1 or 2; write numpy.save(file, array.reshape(rows, -1))", name,
         shape.size());
  }
  axes_ = static_cast<int>(shape.size());
  rows_ = shape[0];
  columns_ = axes_ == 2 ? shape[1] : 1;
  begin_ = place.end;
  const std::uint64_t here = file_.size() - begin_;
  const auto numbers = checked_multiply(rows_, columns_);
  const auto promised = numbers ? checked_multiply(*numbers, bytes_of_one(type_)) : std::nullopt;
  if (promised != here) {
    fail(ErrorKind::kInput,
         "{}: has {} of numbers, but {} x {} of type {} need {}; copy or write it again, one array "
         "a file",
         name, counted(here, "byte"), rows_, columns_, *header.description,
         promised ? with_commas(*promised) : "more than any file has");
  }
}

std::string NpyArray::bytes_of(std::uint64_t row) const {
  ASSAY_CHECK(row < rows_);
  std::string bytes(columns_ * bytes_of_one(type_), '\0');
  file_.read(begin_ + row * bytes.size(), bytes);
  return bytes;
}

template <typename Number>
void NpyArray::convert_row(std::uint64_t row, std::span<Number> to) const {
  ASSAY_CHECK(to.size() == columns_);
  const std::string from = bytes_of(row);
  switch (type_) {
    case Type::kBool:
      for (std::size_t i = 0; i < to.size(); ++i) to[i] = from[i] != '\0' ? Number{1} : Number{0};
      break;
    case Type::kInt8:
      convert<std::int8_t>(from, to);
      break;
    case Type::kUint8:
      convert<std::uint8_t>(from, to);
      break;
    case Type::kFloat32:
      convert<float>(from, to);
      break;
    case Type::kFloat64:
      convert<double>(from, to);
      break;
  }
}

void NpyArray::read_row(std::uint64_t row, std::span<double> to) const { convert_row(row, to); }

void NpyArray::read_row(std::uint64_t row, std::span<float> to) const { convert_row(row, to); }

std::string npy_header(std::uint64_t rows, std::uint64_t columns) {
  std::string header =
      fmt::format("{{'descr': '<f4', 'fortran_order': False, 'shape': ({}, {}), }}", rows, columns);
  const std::size_t before = kMagic.size() + 4;
  const std::size_t begin = (before + header.size() + 1 + kAlignment - 1) / kAlignment * kAlignment;
  header.resize(begin - before - 1, ' ');
  header += '\n';
  std::string bytes(kMagic);
  bytes += '\x01';
  bytes += '\x00';
  bytes += static_cast<char>(header.size() % 256);
  bytes += static_cast<char>(header.size() / 256);
  bytes += header;
  return bytes;
}

std::string npy_bytes(std::span<const float> values, std::uint64_t rows, std::uint64_t columns) {
  ASSAY_CHECK(checked_multiply(rows, columns) == values.size());
  std::string bytes = npy_header(rows, columns);
  const std::size_t begin = bytes.size();
  bytes.resize(begin + values.size_bytes());
  if (!values.empty()) std::memcpy(bytes.data() + begin, values.data(), values.size_bytes());
  return bytes;
}

}  // namespace assay
