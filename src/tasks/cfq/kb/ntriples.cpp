#include "assay/tasks/cfq/kb/ntriples.h"

#include <fmt/format.h>

#include <algorithm>

#include "assay/base/byte_source.h"
#include "assay/base/error.h"
#include "assay/base/limits.h"
#include "assay/base/line_source.h"
#include "assay/base/parallel.h"
#include "assay/base/text.h"
#include "assay/tasks/cfq/kb/ntriples_line.h"

namespace assay::cfq {

namespace {

// Views into the text of a block, with hashes, so that threads do what can be done at once.
struct HashedTriple {
  std::string_view subject;
  std::string_view predicate;
  std::string_view object;  // or the literal of a name, escapes as written
  std::uint64_t subject_hash = 0;
  std::uint64_t object_hash = 0;
};

struct NTriplesBlock {
  std::string text;
  std::uint64_t first_line = 0;
  std::uint64_t taken = 0;  // bytes of the file, up to this block
  std::vector<HashedTriple> triples;
  ImportCounts counts;
  std::string problem;  // of the first malformed line
};

bool takes(const TripleFilter& filter, const NTriple& triple) {
  const auto has = [](const std::vector<std::string_view>& list, std::string_view text) {
    return list.empty() || std::ranges::binary_search(list, text);
  };
  return triple.predicate == kTypeRelation ? has(filter.types, triple.object)
                                           : has(filter.relations, triple.predicate);
}

class NTriplesImport {
 public:
  NTriplesImport(const std::string& file, const TripleFilter& filter, TripleStoreBuilder& builder)
      : bytes_(file),
        lines_(bytes_, {UINT64_MAX, kMostLineBytes}),
        filter_(filter),
        builder_(builder) {}

  ImportCounts run(const Control& control) {
    ordered_stream<NTriplesBlock>(
        control, [&](std::uint64_t, NTriplesBlock& block) { return draw(block); },
        [&](std::uint64_t, NTriplesBlock& block) { parse(block); },
        [&](std::uint64_t, NTriplesBlock& block) {
          take(block);
          control.report({.what = "import " + bytes_.name(),
                          .done = block.taken,
                          .total = bytes_.size(),
                          .bytes = block.taken});
        });
    return counts_;
  }

 private:
  bool draw(NTriplesBlock& block) {
    const bool has_lines = lines_.next_lines(block.text);
    block.first_line = lines_.number();
    block.taken = bytes_.taken();
    return has_lines;
  }

  void parse(NTriplesBlock& block) const {
    block.triples.clear();
    block.counts = {};
    block.problem.clear();
    NTriple triple;
    for (std::string_view rest = block.text; !rest.empty() && block.problem.empty();) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
      ++block.counts.lines;
      const NTriplesLine kind = read_ntriples_line(line, triple, block.problem);
      if (kind == NTriplesLine::kTriple) keep(triple, block);
    }
  }

  void keep(const NTriple& triple, NTriplesBlock& block) const {
    HashedTriple hashed{triple.subject, triple.predicate, triple.object};
    if (triple.object.empty()) {
      const bool is_name = triple.predicate == kNamePredicate && triple.language == "en";
      if (!is_name || triple.literal.empty()) {
        ++block.counts.literals;
        return;
      }
      ++block.counts.names;
      hashed.object = triple.literal;
    } else if (takes(filter_, triple) && triple.predicate != kNamePredicate) {
      ++block.counts.triples;
      hashed.object_hash = KeyTable::hash(triple.object);
    } else {
      ++block.counts.filtered;
      return;
    }
    hashed.subject_hash = KeyTable::hash(triple.subject);
    block.triples.push_back(hashed);
  }

  void take(const NTriplesBlock& block) {
    for (const HashedTriple& each : block.triples) {
      const std::uint32_t subject = builder_.node(each.subject, each.subject_hash);
      if (each.predicate == kNamePredicate) {
        builder_.set_name(subject, unescaped_literal(each.object));
      } else {
        const std::uint32_t object = builder_.node(each.object, each.object_hash);
        builder_.add(subject, builder_.relation(each.predicate), object);
      }
    }
    counts_.lines += block.counts.lines;
    counts_.triples += block.counts.triples;
    counts_.names += block.counts.names;
    counts_.literals += block.counts.literals;
    counts_.filtered += block.counts.filtered;
    if (block.problem.empty()) return;
    fail(ErrorKind::kInput, "{}:{}: no N-Triples: {}", bytes_.name(),
         block.first_line + block.counts.lines - 1, block.problem);
  }

  ByteSource bytes_;
  LineSource lines_;
  const TripleFilter& filter_;
  TripleStoreBuilder& builder_;
  ImportCounts counts_;
};

constexpr std::size_t kExportBytes = std::size_t{1} << 16U;

// <http://rdf.freebase.com/ns/m.0x>, <http://other>, or _:7.
std::string exported_term(std::string_view key) {
  if (key.starts_with("_:")) return std::string(key);
  const bool is_iri = key.find(':') != std::string_view::npos;
  return fmt::format("<{}{}>", is_iri ? "" : kNamespace, key);
}

std::string exported_literal(std::string_view text) {
  std::string literal;
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') literal += '\\';
    if (letter == '\n' || letter == '\r') {
      literal += letter == '\n' ? "\\n" : "\\r";
    } else {
      literal += letter;
    }
  }
  return literal;
}

}  // namespace

ImportCounts import_ntriples(std::span<const std::string> files, const TripleFilter& filter,
                             TripleStoreBuilder& builder, const Control& control) {
  ImportCounts sum;
  for (const std::string& file : files) {
    const ImportCounts counts = NTriplesImport(file, filter, builder).run(control);
    sum.lines += counts.lines;
    sum.triples += counts.triples;
    sum.names += counts.names;
    sum.literals += counts.literals;
    sum.filtered += counts.filtered;
  }
  return sum;
}

void export_ntriples(const TripleStore& store,
                     const std::function<void(std::string_view lines)>& write) {
  std::string lines;
  const auto flush = [&](std::size_t most) {
    if (lines.size() <= most) return;
    write(lines);
    lines.clear();
  };
  for (std::size_t number = 0; number < store.relations(); ++number) {
    const std::string_view name = store.relation_name(number);
    const std::string predicate = name == kTypeRelation
                                      ? "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"
                                      : exported_term(name);
    const Adjacency& objects = store.relation(number).objects;
    for (std::size_t place = 0; place < objects.keys.size(); ++place) {
      const std::string subject = exported_term(store.key(objects.keys[place]));
      for (const Node object : objects.row_at(place).values) {
        lines +=
            fmt::format("{}\t{}\t{}\t.\n", subject, predicate, exported_term(store.key(object)));
      }
      flush(kExportBytes);
    }
  }
  for (const Node node : store.dictionary().by_name()) {
    lines += fmt::format("{}\t<{}type.object.name>\t\"{}\"@en\t.\n", exported_term(store.key(node)),
                         kNamespace, exported_literal(store.dictionary().name(node)));
    flush(kExportBytes);
  }
  flush(0);
}

}  // namespace assay::cfq
