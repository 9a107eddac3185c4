#include <fmt/format.h>

#include "assay/base/text.h"
#include "assay/page/numbers.h"
#include "assay/page/report_sections.h"
#include "assay/page/table.h"

namespace assay::page {

namespace {

Html rows_text(const DataFacts& facts) {
  Html rows = count("data/rows", facts.rows);
  if (facts.units) {
    rows += text(" of ") + count("data/units", *facts.units) +
            text(fmt::format(" different {}{}", facts.unit, *facts.units == 1 ? "" : "s"));
  }
  return rows;
}

Html parameters(const DataFacts& facts) {
  Html all;
  for (const auto& [name, value] : facts.params) {
    if (!all.empty()) all += text(", ");
    all += element("code", text(name + "=") + word("data/parameter/" + name, value));
  }
  return all;
}

Html folded(std::string_view summary, const Html& content) {
  return element("details", element("summary", summary) + content);
}

}  // namespace

Section data_section(const Report& report) {
  const DataFacts& facts = report.facts;
  std::vector<std::pair<Html, Html>> list = {
      {text("Task"), text(fmt::format("{}, version ", facts.task)) +
                         word("data/task version", facts.task_version)},
      {text("Rows"), rows_text(facts)},
      {text("Seed"), word("data/seed", fmt::format("{}", facts.seed))},
      {text("Content hash"), element("code", word("data/content hash", facts.content_hash))},
      {text("Recipe hash"), element("code", word("data/recipe hash", facts.recipe_hash))},
      {text("Made by"), text(facts.made_by)}};
  if (!facts.params.empty()) list.emplace_back(text("Parameters"), parameters(facts));
  if (!facts.licence.empty()) list.emplace_back(text("Licence"), text(facts.licence));
  Html body = element("p", facts.summary) + fact_list(list);
  body += folded("Recipe", element("p", {{"class", "note"}},
                                   text("assay generate -C recipe.toml --out DIR makes the same "
                                        "rows again.")) +
                               element("pre", facts.recipe));
  if (!facts.notes.empty()) {
    Html items;
    for (const std::string& note : facts.notes) items += element("li", note);
    body += folded("Differences from the original", element("ul", items));
  }
  if (!facts.citation.empty()) body += folded("Citation", element("pre", facts.citation));
  return {"The data set", body};
}

Section record_section(const Report& report) {
  Html body = element(
      "p",
      text("Every number and drawing on this page can be computed again from the files below: ") +
          element("code", "assay report --check PAGE") + text("."));
  Table files;
  files.caption = text("What this page was made from. Paths are relative to the page.");
  files.columns = {
      {text("input"), false}, {text("path"), false}, {text("bytes")}, {text("hash"), false}};
  files.add({text("data set"), element("code", report.data), text("-"),
             element("code", word("made from/content hash", report.facts.content_hash))});
  for (const RunFacts& run : report.runs) {
    for (const AnswerFile& file : run.files) {
      const std::string about = file.split.empty() ? "" : ", split " + file.split;
      const std::string key = "made from/run/" + run.name + about;
      files.add({text("run " + run.name + about), element("code", file.path),
                 count(key + "/bytes", file.bytes),
                 element("code", word(key + "/sha256", file.sha256))});
    }
  }
  body += table(files);
  body += element("p", {{"class", "note"}}, text("Page made by " + report.made_by + "."));
  return {"Check this page", body};
}

}  // namespace assay::page
