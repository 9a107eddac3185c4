#include <fmt/format.h>

#include "assay/base/text.h"
#include "assay/page/numbers.h"
#include "assay/page/report.h"
#include "assay/page/report_sections.h"

namespace assay::page {

namespace {

Html lead_of(const Report& report) {
  const DataFacts& facts = report.facts;
  Html words = text("Data set ") + element("b", facts.name) + text(": ") +
               count("lead/rows", facts.rows) + text(" rows");
  if (!report.runs.empty()) words += text(", " + counted(report.runs.size(), "run"));
  return element("p", {{"class", "lead"}}, words + text("."));
}

}  // namespace

std::string report_page(const Report& report) {
  Document document;
  document.title = report.facts.title;
  document.lead = lead_of(report);
  document.sections = {results_section(report), data_section(report), splits_section(report),
                       answers_section(report), record_section(report)};
  document.record = report.record;
  return html_document(document);
}

}  // namespace assay::page
