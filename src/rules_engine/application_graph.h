// Which uses of rules a text needed, and which of them depend on which.
//
// Edges are minimal dependencies (appendix L.1): an application depends on those that made what its
// left side looks at, not on all that happened before it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace assay::rules {

enum class RuleClass : std::uint8_t { kGrammar, kInference, kResolution, kKnowledge };

// One use of a rule, as it is recorded while a text is made.
struct Application {
  RuleClass kind;
  std::uint32_t rule;   // position in its list
  std::uint32_t first;  // of its inputs, in a list for all applications
  std::uint32_t count;
};

// The uses of rules that made a text, each after its inputs.
class ApplicationGraph {
 public:
  // Of what was recorded, each after its inputs, keeps what is needed: all of the grammar and of
  // inference, the application `end` (its place, or any number beyond the last for none), and what
  // these depend on. Edges that a longer path implies are left out. The memory is used again.
  void build(std::span<const Application> applications, std::span<const std::uint32_t> inputs,
             std::uint32_t end);

  std::size_t size() const { return nodes_.size(); }
  RuleClass kind(std::size_t i) const { return nodes_[i].kind; }
  std::uint32_t rule(std::size_t i) const { return nodes_[i].rule; }  // position in its list
  std::span<const std::uint32_t> inputs(std::size_t i) const {
    return std::span(inputs_).subspan(nodes_[i].first, nodes_[i].count);
  }
  // Those that no other uses.
  std::span<const std::uint32_t> ends() const { return ends_; }

 private:
  void find_needed(std::span<const Application> applications, std::span<const std::uint32_t> inputs,
                   std::uint32_t end);
  void add(const Application& application, std::span<const std::uint32_t> inputs,
           std::size_t words);

  std::vector<Application> nodes_;
  std::vector<std::uint32_t> inputs_;
  std::vector<std::uint32_t> ends_;
  // While it is made.
  std::vector<std::uint32_t> place_;  // of each application: its node
  std::vector<std::uint64_t> above_;  // of each node: all it depends on, as bits
  std::vector<bool> used_;            // of each node: does another depend on it?
};

}  // namespace assay::rules
