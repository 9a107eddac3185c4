#include "fuzz_knowledge.h"

#include <string>
#include <vector>

#include "assay/tasks/cfq/kb/fb15k.h"
#include "assay/tasks/cfq/kb/ntriples.h"
#include "assay/tasks/cfq/kb/sparql_endpoint.h"
#include "fuzz_promises.h"

namespace assay::fuzz {

namespace {

using cfq::ImportCounts;
using cfq::TripleStore;
using cfq::TripleStoreBuilder;

template <typename Import>
TripleStore store_of(const Import& import) {
  return cfq::prepare_triple_store("", "fuzz", {}, import);
}

std::string written(const TripleStore& store) {
  std::string text;
  cfq::export_ntriples(store, [&](std::string_view lines) { text += lines; });
  return text;
}

TripleStore store_of_triples(std::string_view bytes, ImportCounts& counts) {
  const std::vector<std::string> files{put_file("knowledge.nt", bytes)};
  return store_of(
      [&](TripleStoreBuilder& builder) { counts = cfq::import_ntriples(files, {}, builder, {}); });
}

void require_counted(const ImportCounts& counts, const TripleStore& store) {
  require(store.triples() <= counts.triples, "no triple is there that was not counted");
}

void read_triples(std::string_view bytes) {
  takes([&] {
    ImportCounts counts;
    const TripleStore store = store_of_triples(bytes, counts);
    require_counted(counts, store);
    const std::string text = written(store);
    require(written(store_of_triples(text, counts)) == text,
            "triples that were written read equal");
  });
}

void read_fb15k(std::string_view bytes) {
  const std::vector<std::string> files{put_file("knowledge.txt", bytes)};
  const std::string& names = put_file("names.txt", bytes);
  takes([&] {
    ImportCounts counts;
    const TripleStore store = store_of(
        [&](TripleStoreBuilder& builder) { counts = cfq::import_fb15k(files, builder, {}); });
    require_counted(counts, store);
  });
  takes([&] {
    store_of([&](TripleStoreBuilder& builder) { cfq::import_fb15k_names(names, builder, {}); });
  });
}

void read_table(std::string_view bytes) {
  takes([&] {
    const cfq::SparqlTable table = cfq::parse_sparql_results(bytes);
    for (const auto& row : table.rows) {
      require(row.size() == table.variables.size(), "each row has a value for each variable");
    }
  });
}

}  // namespace

void knowledge(KnowledgeForm form, std::string_view bytes) {
  switch (form) {
    case KnowledgeForm::kTriples:
      return read_triples(bytes);
    case KnowledgeForm::kFb15k:
      return read_fb15k(bytes);
    case KnowledgeForm::kAnswers:
      return read_table(bytes);
  }
}

}  // namespace assay::fuzz
