#include "assay/tasks/curi/episode_text.h"

#include <fmt/format.h>

#include "assay/base/text.h"
#include "assay/tasks/curi/scenes/scene_text.h"

namespace assay::curi {

namespace {

constexpr std::string_view kSupportHead = "Scenes with labels:";
constexpr std::string_view kQueryHead =
    "Does the rule hold in these scenes? Answer yes or no for each, in order:";

std::string_view word_of(bool label) { return label ? "yes" : "no"; }

// The next line without its end.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

}  // namespace

void append_input(std::string& out, const ConceptSpace& space, const Episode& episode) {
  const bool from_zero = space.settings().edition == Edition::kPublished;
  fmt::format_to(std::back_inserter(out),
                 "A hidden rule holds in some scenes and not in others. A scene has 2 to 5 things, "
                 "each at a column from the left and a row from the top of its picture, both "
                 "counted {}.\n\n{}\n",
                 from_zero ? "from 0 to 7" : "from 1 to 8", kSupportHead);
  for (std::size_t at = 0; at < kSetScenes; ++at) {
    const Shown& shown = episode.support[at];
    fmt::format_to(std::back_inserter(out), "{}. {}: ", at + 1, word_of(shown.label));
    append_looks(out, space.looks(shown.scene));
    out += '\n';
  }
  out += '\n';
  out += kQueryHead;
  for (std::size_t at = 0; at < kSetScenes; ++at) {
    fmt::format_to(std::back_inserter(out), "\n{}. ", at + 1);
    append_looks(out, space.looks(episode.query[at].scene));
  }
}

EpisodeText read_input(std::string_view text) {
  EpisodeText episode;
  std::size_t number = 0;
  const auto line = [&] {
    ++number;
    return take_line(text);
  };
  const auto object = [&](std::string_view why) {
    episode.problem = fmt::format("line {}: {}", number, why);
    return episode;
  };
  std::string_view head = line();
  while (head != kSupportHead) {
    if (text.empty()) return object("there is no line \"Scenes with labels:\"");
    head = line();
  }
  const auto read_scene = [&](std::string_view words, Looks& into) {
    const LooksText read = read_looks(words);
    if (!read.problem.empty()) {
      episode.problem = fmt::format("line {}: {}", number, read.problem);
      return false;
    }
    into = read.looks;
    return true;
  };
  for (std::size_t at = 0; at < kSetScenes; ++at) {
    std::string_view words = line();
    if (!take(words, fmt::format("{}. ", at + 1))) {
      return object(fmt::format("labelled scene {} should stand here", at + 1));
    }
    episode.labels[at] = take(words, "yes: ");
    if (!episode.labels[at] && !take(words, "no: ")) {
      return object("the label should be yes or no, and a colon");
    }
    if (!read_scene(words, episode.support[at])) return episode;
  }
  if (!line().empty()) return object("after 25 labelled scenes a blank line should come");
  if (line() != kQueryHead) return object("the question should stand here");
  for (std::size_t at = 0; at < kSetScenes; ++at) {
    std::string_view words = line();
    if (!take(words, fmt::format("{}. ", at + 1))) {
      return object(fmt::format("scene {} should stand here", at + 1));
    }
    if (!read_scene(words, episode.query[at])) return episode;
  }
  if (!text.empty()) {
    ++number;
    return object("nothing should follow the 25 scenes");
  }
  return episode;
}

std::string labels_text(std::span<const bool> labels) {
  std::string text;
  for (const bool label : labels) {
    if (!text.empty()) text += ' ';
    text += word_of(label);
  }
  return text;
}

}  // namespace assay::curi
