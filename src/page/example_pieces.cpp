#include <fmt/format.h>

#include "assay/base/text.h"
#include "assay/page/numbers.h"
#include "assay/page/report_sections.h"
#include "assay/page/table.h"

namespace assay::page {

namespace {

constexpr std::size_t kMostText = 3000;  // bytes

Html said(std::string_view words) {
  if (words.empty()) return element("i", "(empty)");
  return element("div", {{"class", "said"}, {"tabindex", "0"}}, cut_text(words, kMostText));
}

Html verdict(const std::string& status) {
  return element("span", {{"class", status == "right" ? "verdict right" : "verdict wrong"}},
                 text(status));
}

Html shown_answer(const ShownAnswer& shown) {
  std::vector<std::pair<Html, Html>> list = {{text("input"), said(shown.example.input)},
                                             {text("target"), said(shown.example.target)}};
  if (shown.status != "right" || shown.answer != shown.example.target) {
    list.emplace_back(text("answer"), said(shown.answer));
  }
  if (!shown.why.empty()) list.emplace_back(text("why"), cut_text(shown.why, kMostText));
  return element(
             "article", {{"class", "example"}},
             element("h4", verdict(shown.status) + text(" ") + element("code", shown.example.id)) +
                 fact_list(list) + picture(shown.example) + rule_drawing(shown.example)) +
         text("\n");
}

Html shown_answers(const std::vector<ShownAnswer>& answers) {
  Html all;
  for (const ShownAnswer& each : answers) all += shown_answer(each);
  return all;
}

Html answers_of_run(const ScoredPart& score, std::size_t run, const std::string& name) {
  if (!score.runs[run]) return {};
  const RunResult& result = *score.runs[run];
  const auto& wrong = score.wrong[run];
  const auto& right = score.right[run];
  const std::string key = fmt::format("answers/{}/{}/{}", score.split, score.part, name);
  Html body;
  if (!wrong.empty()) {
    body +=
        element("p", text(fmt::format("{} drawn at random of ", counted(wrong.size(), "answer"))) +
                         count(key + "/not right", result.wrong + result.unparsable) +
                         text(" that were wrong or could not be read:"));
    body += shown_answers(wrong);
  }
  if (!right.empty()) {
    body +=
        element("p", text(fmt::format("{} drawn at random of ", counted(right.size(), "answer"))) +
                         count(key + "/right", result.accuracy.right) + text(" right ones:"));
    body += shown_answers(right);
  }
  return body;
}

}  // namespace

Html picture(const ShownExample& example) {
  if (example.picture.empty()) return {};
  return element("div", {{"class", "wide"}, {"tabindex", "0"}},
                 element("div", {{"class", "picture"}}, drawing(example.picture)));
}

Html rule_drawing(const ShownExample& example) {
  if (example.rules.empty()) return {};
  return element("details", element("summary", "Rule graph") +
                                element("div", {{"class", "wide"}, {"tabindex", "0"}},
                                        drawing(example.rules)));
}

Section answers_section(const Report& report) {
  Section section{"Answers", {}};
  for (const ScoredPart& score : report.scores) {
    for (std::size_t run = 0; run < report.runs.size(); ++run) {
      const std::string& name = report.runs[run].name;
      section.parts.push_back({fmt::format("{} on {} of {}", name, score.part, score.split),
                               answers_of_run(score, run, name)});
    }
  }
  return section;
}

}  // namespace assay::page
