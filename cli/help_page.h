// What a verb says of itself, in several forms: for a terminal, as a manual page, and as the part
// of a shell's completion that is about this verb. All come from the same tables, which the verb's
// Arguments hold.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay {

struct HelpPage {
  using Row = std::pair<std::string, std::string>;  // what is written, and what it means

  std::string verb;
  std::string summary;
  std::string usage;  // the words behind the verb
  std::vector<Row> examples;
  std::vector<Row> positionals;
  std::vector<Row> options;  // "-o,--out DIR"
  std::string glossary_title;
  std::vector<Row> glossary;
};

// An option as its table names it, taken apart.
struct OptionWords {
  std::vector<std::string> names;  // -o, --out
  std::string value;               // DIR; empty: it takes none
};
OptionWords option_words(std::string_view row);

// `form` is text, man, bash, zsh or fish. Throws Error(kUsage).
std::string help_text(const HelpPage& page, std::string_view form);

// The parts of completion scripts around those of the verbs; verbs with their summaries.
std::string completion_beginning(std::string_view shell, const std::vector<HelpPage::Row>& verbs,
                                 const std::vector<std::string>& tasks);
std::string completion_end(std::string_view shell);

// The page assay(1).
std::string manual_overview(const std::vector<HelpPage::Row>& verbs, std::string_view version);

}  // namespace assay
