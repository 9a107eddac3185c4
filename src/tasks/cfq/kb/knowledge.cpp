#include "assay/tasks/cfq/kb/knowledge.h"

#include <algorithm>

namespace assay::cfq {

namespace {

// Nodes are in the order of their keys, but for mediators, which come last.
std::vector<std::string> keys_of(const std::vector<Node>& nodes, const TripleStore& store) {
  std::vector<std::string> keys;
  for (const Node node : nodes) keys.push_back(store.key(node));
  std::ranges::sort(keys);
  return keys;
}

}  // namespace

KnownAnswer StoreKnowledge::answer(const Query& query) {
  const QueryAnswer answer = execute(query, paths_, limits_.most_answer_steps);
  return {answer.is_abandoned, answer.is_yes, answer.count, keys_of(answer.nodes, paths_.store())};
}

KnownGrounding StoreKnowledge::ground(const Query& pattern, Key key, StreamId id) {
  const Grounding grounding = cfq::ground(pattern, paths_, key, id, limits_);
  const TripleStore& store = paths_.store();
  KnownGrounding known{
      grounding.outcome, grounding.lacks_no, {}, keys_of(grounding.answers, store)};
  for (const Filling& filling : grounding.fillings) {
    known.fillings.push_back(
        {filling.placeholder, store.key(filling.node), store.dictionary().name(filling.node)});
  }
  return known;
}

std::string StoreKnowledge::name(std::string_view key) {
  const auto node = paths_.store().dictionary().find(key);
  return node ? paths_.store().dictionary().name(*node) : "";
}

}  // namespace assay::cfq
