// Rules, commands and replies as text, in the form of the paper's appendix O:
//   [x1 twice and run] = [x1] [x1] RUN       a rule
//   walk twice RUN RUN                       a command with its reply
//   RUN RUN (Reasoning: Defeasible)          an answer; also 1, 0 and ?
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>  // allowed: looked up by text, never walked
#include <vector>

#include "assay/tasks/cscan/theory/rule.h"

namespace assay::cscan {

enum class Form : std::uint8_t { kRule, kCommand };
enum class Qualifier : std::uint8_t { kMonotonic, kDefeasible };

// A line of a context.
struct Item {
  Rule rule;
  Form form = Form::kRule;
};

// A request: of a command only the left side is there.
struct Request {
  Rule rule;
  Form form = Form::kRule;
};

struct Reply {
  enum class Kind : std::uint8_t { kYes, kNo, kUnknown, kActions };
  Kind kind = Kind::kUnknown;
  Output actions;  // only of kActions
  friend bool operator==(const Reply&, const Reply&) = default;
};

struct Answer {
  Reply reply;
  Qualifier qualifier = Qualifier::kDefeasible;
  friend bool operator==(const Answer&, const Answer&) = default;
};

std::string_view name_of(Qualifier qualifier);  // "Monotonic", "Defeasible"

void append_output(std::string& out, const Output& output, const RuleSpace& space);
void append_rule(std::string& out, const Rule& rule, const PhraseTable& phrases);
void append_item(std::string& out, const Item& item, const PhraseTable& phrases);
void append_request(std::string& out, const Request& request, const PhraseTable& phrases);
void append_reply(std::string& out, const Reply& reply, const RuleSpace& space);
void append_answer(std::string& out, const Answer& answer, const RuleSpace& space);

// Reads them back. Nothing for text that is not of the language; variables may have any numbers
// and are renumbered from left to right.
class Reader {
 public:
  explicit Reader(const PhraseTable& phrases);

  std::optional<Tree> tree(std::string_view text) const;
  std::optional<Rule> rule(std::string_view text) const;
  std::optional<Item> item(std::string_view line) const;
  std::optional<Request> request(std::string_view text) const;
  std::optional<Reply> reply(std::string_view text) const;
  std::optional<Answer> answer(std::string_view text) const;

 private:
  using Words = std::vector<std::string_view>;
  using Numbers = std::vector<std::uint8_t>;  // of variables as written, from left to right

  std::optional<Tree> tree_of(std::span<const std::string_view> words, Numbers& numbers) const;
  std::optional<PhraseId> phrase_of(std::span<const std::string_view> words, Level slot) const;
  bool fill(const Production& production, std::size_t at, std::span<const std::string_view> words,
            InlineVector<PhraseId, kMostSlots>& parts) const;
  std::optional<Output> output_of(std::span<const std::string_view> words,
                                  const Numbers& numbers) const;

  const PhraseTable* phrases_;
  std::unordered_map<std::string, PhraseId> by_text_;       // allowed: never walked
  std::unordered_map<std::string_view, Action> action_of_;  // allowed: never walked
};

}  // namespace assay::cscan
