// The consistency of many contexts: predictions go in as text, counts over all contexts come out.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/progress.h"
#include "assay/tasks/cscan/consistency/consistency.h"

namespace assay::cscan {

struct ConsistencyCounts {
  std::uint64_t implications = 0;
  std::uint64_t reply_contradictions = 0;
  std::uint64_t qualifier_contradictions = 0;
  std::uint64_t capped_contexts = 0;  // with more sets than were counted
  std::uint64_t repeated = 0;         // assertions that their context had before, word by word
  // Figures 14 and 15: how many sets have so many members.
  std::map<std::size_t, std::uint64_t> implication_sizes;
  std::map<std::size_t, std::uint64_t> contradiction_sizes;
  // Appendix P.2: contradictions by size and by what is contradicted.
  std::map<std::pair<std::size_t, About>, std::uint64_t> contradiction_types;

  std::uint64_t contradictions() const { return reply_contradictions + qualifier_contradictions; }
  // 100 * implications / (implications + contradictions); nothing where there are neither.
  std::optional<double> consistency() const;

  void add(const ContextSets& context);
  void add(const ConsistencyCounts& other);
  friend bool operator==(const ConsistencyCounts&, const ConsistencyCounts&) = default;
};

struct ConsistencyReport {
  ConsistencyCounts counts;
  std::uint64_t predictions = 0;
  std::uint64_t assertions = 0;  // predictions that assert something
  std::uint64_t unread = 0;      // predictions that are not of the language
  std::uint64_t contexts = 0;
};

// Not for several threads at once. The reader and its phrases must outlive it.
class ConsistencySum {
 public:
  ConsistencySum(const PhraseTable& phrases, const Reader& reader, ConsistencyReading reading,
                 const ConsistencyLimits& limits = {});

  // `context` is whatever tells contexts apart, `id` whatever names the prediction. No text is
  // referred to afterwards, and of predictions that assert nothing only their number is kept.
  void add(std::string_view context, std::string_view id, std::string_view request,
           std::string_view answer);

  // On control.jobs threads; the same for any number of them. Throws Interrupted.
  ConsistencyReport report(const Control& control) const;

  // Every set as a JSON object without a newline: context by context as they came, in one by kind
  // and size.
  //   {"kind":"contradiction","of":"reply","size":3,"about":"command","type":2,"conclusion":"c",
  //    "members":[{"id":"a","request":"[walk] = RUN","answer":"1 (Reasoning: Monotonic)"}, ...]}
  // Implications have no "of" and no "type" (of appendix P.2), and "conclusion" is missing where no
  // member is one.
  void list(const std::function<void(std::string_view line)>& write) const;

 private:
  struct Context {
    std::vector<Assertion> assertions;
    std::vector<std::string> ids;
  };

  void append_set(std::string& out, const Context& context, const ConsistencySet& set) const;

  const PhraseTable& phrases_;
  const Reader& reader_;
  ConsistencyReading reading_;
  ConsistencyLimits limits_;
  std::map<std::string, std::size_t, std::less<>> places_;  // of contexts
  std::vector<Context> contexts_;
  std::uint64_t predictions_ = 0;
  std::uint64_t unread_ = 0;
};

}  // namespace assay::cscan
