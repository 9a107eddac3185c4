#include "assay/tasks/cfq/kb/fb15k.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "assay/base/byte_source.h"
#include "assay/base/error.h"
#include "assay/base/limits.h"
#include "assay/base/line_source.h"
#include "assay/base/text.h"

namespace assay::cfq {

namespace {

// head, relation before the mediator, relation after it, tail
using MediatedTriple = std::array<std::uint32_t, 4>;

// /m/027rn to m.027rn; empty where it does not begin so or a letter cannot stand in a key.
std::string dotted_name(std::string_view text) {
  const auto is_wrong = [](char letter) {
    return static_cast<unsigned char>(letter) <= ' ' || letter == '<' || letter == '>';
  };
  if (text.size() < 2 || text.front() != '/' || std::any_of(text.begin(), text.end(), is_wrong)) {
    return {};
  }
  std::string name(text.substr(1));
  std::ranges::replace(name, '/', '.');
  return name;
}

// Calls `read` with the cells of each line; it returns what is wrong with them, or nothing.
template <typename Read>
std::uint64_t for_cells(const std::string& file, const Control& control, Read read) {
  ByteSource bytes(file);
  LineSource lines(bytes, {kMostRowsBytes, kMostLineBytes});
  std::string_view line;
  while (lines.next(line)) {
    if (control.cancelled()) throw Interrupted("stopped on request");
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::string_view problem = read(split_text(line, '\t'));
    if (problem.empty()) continue;
    fail(ErrorKind::kInput, "{}:{}: {}: \"{}\"", bytes.name(), lines.number(), problem,
         printable(line));
  }
  return lines.number();
}

class Fb15kImport {
 public:
  explicit Fb15kImport(TripleStoreBuilder& builder) : builder_(builder) {}

  std::string_view read(std::span<const std::string_view> cells) {
    if (cells.size() != 3) return "head, relation and tail between tabs were expected";
    const std::string head = dotted_name(cells[0]);
    const std::string tail = dotted_name(cells[2]);
    if (head.empty() || tail.empty()) return "head and tail should look like /m/027rn";
    const std::size_t middle = cells[1].find("./");
    const std::string before = dotted_name(cells[1].substr(0, middle));
    if (before.empty()) return "the relation should look like /film/director/film";
    if (middle == std::string_view::npos) {
      const std::uint32_t subject = builder_.node(head);
      const std::uint32_t relation = builder_.relation(before);
      builder_.add(subject, relation, builder_.node(tail));
      return {};
    }
    const std::string after = dotted_name(cells[1].substr(middle + 1));
    if (after.empty()) return "the relation should look like /a/b/c./d/e/f";
    const std::uint32_t subject = builder_.node(head);
    const std::uint32_t first = builder_.relation(before);
    const std::uint32_t second = builder_.relation(after);
    mediated_.push_back({subject, first, second, builder_.node(tail)});
    return {};
  }

  // A line that stands in several files has one mediator.
  void add_mediators() {
    std::ranges::sort(mediated_);
    mediated_.erase(std::unique(mediated_.begin(), mediated_.end()), mediated_.end());
    for (const auto& [subject, first, second, object] : mediated_) {
      const std::uint32_t mediator = builder_.mediator();
      builder_.add(subject, first, mediator);
      builder_.add(mediator, second, object);
    }
  }

 private:
  TripleStoreBuilder& builder_;
  std::vector<MediatedTriple> mediated_;
};

}  // namespace

ImportCounts import_fb15k(std::span<const std::string> files, TripleStoreBuilder& builder,
                          const Control& control) {
  ImportCounts counts;
  const std::uint64_t before = builder.triples();
  Fb15kImport import(builder);
  for (const std::string& file : files) {
    counts.lines += for_cells(
        file, control, [&](std::span<const std::string_view> cells) { return import.read(cells); });
  }
  import.add_mediators();
  counts.triples = builder.triples() - before;
  return counts;
}

ImportCounts import_fb15k_names(const std::string& file, TripleStoreBuilder& builder,
                                const Control& control) {
  ImportCounts counts;
  counts.lines = for_cells(file, control, [&](std::span<const std::string_view> cells) {
    if (cells.size() != 2 || cells[1].empty()) {
      return std::string_view("a key and a name between tabs were expected");
    }
    const std::string key = dotted_name(cells[0]);
    if (key.empty()) return std::string_view("the key should look like /m/027rn");
    std::string name(cells[1]);
    std::ranges::replace(name, '_', ' ');
    builder.set_name(builder.node(key), name);
    ++counts.names;
    return std::string_view();
  });
  return counts;
}

}  // namespace assay::cfq
