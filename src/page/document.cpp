#include "assay/page/document.h"

#include <fmt/format.h>

#include <cctype>
#include <set>

#include "assay/page/style.h"

namespace assay::page {

namespace {

constexpr std::string_view kRecordTag = "<script type=\"application/json\" id=\"made-from\">";
constexpr std::string_view kRecordEnd = "</script>";

// Sections as they are written: with their anchors.
struct Placed {
  std::string anchor;
  const Section* section = nullptr;
  std::vector<Placed> parts;
};

class Anchors {
 public:
  std::string of(std::string_view heading) {
    std::string plain;
    for (const char letter : heading) {
      const auto byte = static_cast<unsigned char>(letter);
      if (byte < 0x80 && std::isalnum(byte) != 0) {
        plain += static_cast<char>(std::tolower(byte));
      } else if (!plain.empty() && plain.back() != '-') {
        plain += '-';
      }
    }
    while (!plain.empty() && plain.back() == '-') plain.pop_back();
    if (plain.empty()) plain = "section";
    std::string anchor = plain;
    for (int again = 2; !taken_.insert(anchor).second; ++again) {
      anchor = fmt::format("{}-{}", plain, again);
    }
    return anchor;
  }

 private:
  std::set<std::string> taken_;
};

bool is_empty(const Section& section) { return section.body.empty() && section.parts.empty(); }

std::vector<Placed> placed(const std::vector<Section>& sections, Anchors& anchors) {
  std::vector<Placed> all;
  for (const Section& section : sections) {
    if (is_empty(section)) continue;
    std::string anchor = anchors.of(section.heading);
    all.push_back({std::move(anchor), &section, placed(section.parts, anchors)});
  }
  return all;
}

Html contents(const std::vector<Placed>& sections) {
  Html items;
  for (const Placed& each : sections) {
    Html item = element("a", {{"href", "#" + each.anchor}}, text(each.section->heading));
    if (!each.parts.empty()) item += contents(each.parts);
    items += element("li", item);
  }
  return element("ol", items);
}

Html written(const std::vector<Placed>& sections, std::string_view tag) {
  Html all;
  for (const Placed& each : sections) {
    const Html link = element("a", {{"href", "#" + each.anchor}}, text(each.section->heading));
    all += element("section", {{"id", each.anchor}, {"aria-label", each.section->heading}},
                   element(tag, link) + text("\n") + each.section->body + text("\n") +
                       written(each.parts, "h3"));
    all += text("\n");
  }
  return all;
}

// JSON that cannot end the element it stands in.
std::string unseen_record(std::string_view json) {
  std::string safe;
  for (const char letter : json) {
    if (letter == '<') {
      safe += "\\u003c";
    } else {
      safe += letter;
    }
  }
  return fmt::format("{}{}{}\n", kRecordTag, safe, kRecordEnd);
}

}  // namespace

std::string html_document(const Document& document) {
  Anchors anchors;
  const std::vector<Placed> sections = placed(document.sections, anchors);
  const Html header = element("header", element("h1", document.title) + document.lead);
  const Html nav =
      element("nav", {{"aria-label", "Table of contents"}}, contents(sections)) + text("\n");
  const Html body =
      element("div", {{"class", "sheet"}},
              header + text("\n") + nav + element("main", text("\n") + written(sections, "h2")));
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "style-src 'unsafe-inline'\">\n<title>{}</title>\n<style>{}</style>\n</head>\n"
      "<body>\n{}\n{}</body>\n</html>\n",
      text(document.title).markup(), page_style(), body.markup(), unseen_record(document.record));
}

std::string record_of(std::string_view page) {
  const std::size_t begin = page.rfind(kRecordTag);
  if (begin == std::string_view::npos) return "";
  const std::string_view rest = page.substr(begin + kRecordTag.size());
  const std::size_t end = rest.find(kRecordEnd);
  return end == std::string_view::npos ? "" : std::string(rest.substr(0, end));
}

}  // namespace assay::page
