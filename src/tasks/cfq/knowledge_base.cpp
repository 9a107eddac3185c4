#include "assay/tasks/cfq/knowledge_base.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "assay/base/byte_source.h"
#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/hash.h"
#include "assay/base/text.h"
#include "assay/tasks/cfq/kb/fb15k.h"
#include "assay/tasks/cfq/kb/inventory.h"
#include "assay/tasks/cfq/kb/ntriples.h"
#include "assay/tasks/cfq/kb/query_search.h"

namespace assay::cfq {

namespace {

constexpr std::size_t kFirstWordBits = std::size_t{1} << 22U;

// Raised when an import gives other triples.
constexpr std::string_view kImportVersion = "import 1";

struct KnowledgeFiles {
  bool is_folder = false;
  std::vector<std::string> triples;
  std::string names;  // of a folder
};

bool is_file(const std::string& path) { return kind_of_path(path) == PathKind::kFile; }

// The first of these that is there.
std::string find_file(const std::string& folder, std::span<const std::string_view> names) {
  for (const std::string_view name : names) {
    std::string path = fmt::format("{}/{}", folder, name);
    if (is_file(path)) return path;
  }
  fail(ErrorKind::kInput,
       "{}: there is no {}; a knowledge base is a file of N-Triples, the address of a SPARQL "
       "endpoint (http://...), or a folder with FB15k-237 (train.txt, valid.txt, test.txt) and the "
       "names of its entities (mid2name.txt)",
       escaped(folder), names.front());
}

KnowledgeFiles files_of(const std::string& kb) {
  KnowledgeFiles files;
  if (kind_of_path(kb) != PathKind::kFolder) {
    files.triples = {kb};
    return files;
  }
  files.is_folder = true;
  for (const std::string_view part : {"train", "valid", "test"}) {
    const std::string plain = fmt::format("{}.txt", part);
    const std::string packed = plain + ".gz";
    files.triples.push_back(find_file(kb, std::array<std::string_view, 2>{plain, packed}));
  }
  files.names = find_file(kb, std::array<std::string_view, 2>{"mid2name.txt", "mid2name.txt.gz"});
  return files;
}

// Of the file as it is, packed or not.
void hash_file(const std::string& path, Sha256& hash) {
  ByteSource bytes(path);
  std::string buffer(std::size_t{1} << 20U, '\0');
  std::uint64_t size = 0;
  while (const std::size_t got = bytes.read(buffer.data(), buffer.size())) {
    hash.update(std::string_view(buffer).substr(0, got));
    size += got;
  }
  hash.update(fmt::format("\n{} bytes\n", size));
}

std::size_t bit_of(std::string_view name) {
  return hash64(name.substr(0, name.find(' '))) % kFirstWordBits;
}

// Nodes are in the order of their keys, but for mediators, which come last.
std::vector<std::string> keys_of(const std::vector<Node>& nodes, const TripleStore& store) {
  std::vector<std::string> keys;
  for (const Node node : nodes) keys.push_back(store.key(node));
  std::ranges::sort(keys);
  return keys;
}

TripleStore import_files(const KnowledgeChoice& choice, const Workplace& workplace) {
  const KnowledgeFiles files = files_of(choice.kb);
  const std::string content = fmt::format("{} {}", kImportVersion, knowledge_content(choice.kb));
  const Control& control = workplace.control;
  return prepare_triple_store(
      workplace.cache_folder, content, control, [&](TripleStoreBuilder& builder) {
        if (files.is_folder) {
          import_fb15k(files.triples, builder, control);
          import_fb15k_names(files.names, builder, control);
        } else {
          const TripleFilter filter{inventory_relations(), {kTypes.begin(), kTypes.end()}};
          import_ntriples(files.triples, filter, builder, control);
        }
        complete_inventory(builder);
      });
}

}  // namespace

std::string knowledge_content(const std::string& kb) {
  if (kb == kSyntheticWorld) return kb;
  if (is_endpoint(kb)) return fmt::format("endpoint {}", kb);
  const KnowledgeFiles files = files_of(kb);
  Sha256 hash;
  for (const std::string& file : files.triples) hash_file(file, hash);
  if (files.is_folder) hash_file(files.names, hash);
  return fmt::format("{} {}", files.is_folder ? "fb15k" : "ntriples", hash.hex());
}

KnowledgeBase::KnowledgeBase(TripleStore store, std::string name)
    : name_(std::move(name)),
      store_(std::move(store)),
      paths_(store_),
      first_words_(kFirstWordBits / 64) {
  for (const Node node : store_.dictionary().by_name()) {
    const std::size_t bit = bit_of(store_.dictionary().name(node));
    first_words_[bit / 64] |= std::uint64_t{1} << (bit % 64);
  }
}

bool KnowledgeBase::has_own_name(Node node) const {
  const Dictionary& dictionary = store_.dictionary();
  return dictionary.has_unique_name(node) && can_stand_in_question(dictionary.name(node));
}

KnownAnswer KnowledgeBase::answer(const Query& query) const {
  KnownAnswer answer;
  const QueryPlan plan = plan_query(query, paths_);
  answer.is_abandoned = plan.is_too_large;
  if (plan.is_too_large) return answer;
  QuerySearch search(plan, kMostSteps);
  if (query.kind == QueryKind::kCount) {
    const SearchResult result = search.find_one();
    answer.is_abandoned = result == SearchResult::kAbandoned;
    answer.is_yes = result == SearchResult::kFound;
    return answer;
  }
  const auto nodes = search.answers();
  answer.is_abandoned = !nodes;
  if (nodes) answer.keys = keys_of(*nodes, store_);
  answer.is_yes = !answer.keys.empty();
  return answer;
}

bool KnowledgeBase::has_facts_of(std::string_view predicate) const {
  const Relation* relation = paths_.find(predicate);
  return relation == nullptr || relation->pairs() > 0;
}

KnownGrounding KnowledgeBase::ground(const Query& pattern, Key key, StreamId id) const {
  const Grounding grounding = cfq::ground(pattern, paths_, key, id);
  KnownGrounding known{grounding.outcome, grounding.lacks_no, {}, {}};
  for (const Filling& filling : grounding.fillings) {
    known.fillings.push_back({filling.placeholder, store_.key(filling.node)});
  }
  known.answers = keys_of(grounding.answers, store_);
  return known;
}

bool KnowledgeBase::has_entity(std::string_view key) const {
  return store_.dictionary().find(key).has_value();
}

std::vector<std::string> KnowledgeBase::names_of(const std::vector<std::string>& keys) const {
  std::vector<std::string> names;
  for (const std::string& key : keys) {
    const auto node = store_.dictionary().find(key);
    names.push_back(node ? store_.dictionary().name(*node) : "");
  }
  return names;
}

bool KnowledgeBase::have_own_names(const std::vector<std::string>& keys) const {
  return std::ranges::all_of(keys, [&](const std::string& key) {
    const auto node = store_.dictionary().find(key);
    return node && has_own_name(*node);
  });
}

NameOwners KnowledgeBase::owners_of(std::string_view name) const {
  if (!can_stand_in_question(name)) return {};
  const auto nodes = store_.dictionary().named(name);
  return {nodes.size(), nodes.empty() ? "" : store_.key(nodes.front())};
}

bool KnowledgeBase::begins_name(std::string_view word) const {
  const std::size_t bit = bit_of(word);
  return (first_words_[bit / 64] >> (bit % 64) & 1U) != 0;
}

evaluator::FactAccess KnowledgeBase::facts() const {
  const auto side = [this](std::string_view relation, bool backwards) -> const Adjacency& {
    const Relation& found = store_.relation(relation);
    return backwards ? found.subjects : found.objects;
  };
  return {.find = [this](std::string_view key) { return store_.dictionary().find(key); },
          .step = [side](std::string_view relation, bool backwards,
                         Node node) { return side(relation, backwards).row(node).values; },
          .starts = [side](std::string_view relation,
                           bool backwards) { return side(relation, backwards).keys; }};
}

std::shared_ptr<const KnowledgeBase> open_knowledge(const KnowledgeChoice& choice,
                                                    const Workplace& workplace) {
  if (choice.kb == kSyntheticWorld) {
    return std::make_shared<KnowledgeBase>(
        prepare_world(workplace.cache_folder, choice.world, workplace.control),
        "the synthetic world");
  }
  auto knowledge =
      std::make_shared<KnowledgeBase>(import_files(choice, workplace), escaped(choice.kb));
  const auto relations = inventory_relations();
  const bool has_any = std::ranges::any_of(relations, [&](std::string_view relation) {
    return knowledge->store().has_relation(relation);
  });
  if (!has_any) {
    fail(ErrorKind::kInput, "{}: none of the {} relations that CFQ asks about is there, such as {}",
         knowledge->name(), relations.size(), relations.front());
  }
  if (knowledge->store().dictionary().by_name().empty()) {
    fail(ErrorKind::kInput,
         "{}: no entity has an English name (type.object.name or rdfs:label), so questions cannot "
         "name any",
         knowledge->name());
  }
  return knowledge;
}

}  // namespace assay::cfq
