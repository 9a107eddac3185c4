// The explicit marks of answers in a text, and where they stand.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace assay::marks {

// Marks of one kind.
struct Found {
  std::string_view content;   // of the last one, without white space at its ends
  std::size_t begin = 0;      // of the last one
  std::size_t end = 0;        // behind it
  std::size_t count = 0;      // of whole ones
  bool agree = true;          // all have the same content, and each is closed
  bool is_denied = false;     // the text around one says that it is not the answer
  std::size_t lead_end = 0;   // of leads: where the content of the last one begins
  std::string_view all = {};  // of leads: from the first one's content to the end
};

// All are linear in the text. A mark that is opened and never closed is found, with a count of 0
// where it is alone.
std::optional<Found> find_tags(std::string_view text);   // <answer>X</answer>
std::optional<Found> find_boxed(std::string_view text);  // \boxed{X}, \boxed{\text{X}}
// Lines that begin with ``` or ~~~; one alone is no mark.
std::optional<Found> find_fences(std::string_view text);
// "Answer: X", "the answer is X", "**Answer**" and a line below, "## Answer"; none that is denied.
std::optional<Found> find_leads(std::string_view text);

}  // namespace assay::marks
