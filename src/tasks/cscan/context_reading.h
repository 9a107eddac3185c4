// A context read back from its text, and what is wrong with it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/tasks/cscan/theory/phrases.h"

namespace assay::cscan {

// Productions whose words all stand in a text: those of the rules in it are among them.
std::vector<ProductionId> productions_in(std::string_view text, const RuleSpace& space);

class ContextReading {
 public:
  // The space must outlive it.
  explicit ContextReading(const RuleSpace& space) : space_(space) {}

  // Does nothing for the text that it read last.
  void read(std::string_view text);

  ProductionSet told() const { return told_; }  // productions whose own rule stands there
  // A line that is not of the language, or rules that give a tree two values; else empty.
  const std::string& problem() const { return problem_; }

 private:
  const RuleSpace& space_;
  std::string text_;
  ProductionSet told_ = 0;
  std::string problem_ = "nothing was read";
};

}  // namespace assay::cscan
