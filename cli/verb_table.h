// All verbs, in the order in which a newcomer meets them.
#pragma once

#include <span>
#include <string>

#include "commands.h"
#include "help_page.h"

namespace assay {

struct Verb {
  const char* name;
  int (*run)(Words words);
  const char* summary;
};

std::span<const Verb> all_verbs();

// Throws Error(kUsage) with the verb that may have been meant.
const Verb& verb_called(const std::string& name);

// Names and summaries.
std::vector<HelpPage::Row> verb_rows();

}  // namespace assay
