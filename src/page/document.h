// A whole page: one HTML file without scripts or outside resources, with a table of contents.
//
// Light or dark as the reader's system is, light on paper; one column on narrow screens.
#pragma once

#include <string>
#include <vector>

#include "assay/page/html.h"

namespace assay::page {

struct Section {
  std::string heading;
  Html body;
  std::vector<Section> parts = {};  // stand in the table of contents, too
};

struct Document {
  std::string title;
  Html lead;                      // under the title
  std::vector<Section> sections;  // empty ones are left out
  // What the page was made from, for programs: JSON. Stands in the page as data, unseen.
  std::string record;
};

// Headings become anchors: of equal ones the second is called name-2.
std::string html_document(const Document& document);

// The record of a page; empty when the text is no page of ours.
std::string record_of(std::string_view page);

}  // namespace assay::page
