#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_map>

#include "assay/base/text.h"
#include "conformance_laws.h"

namespace assay::conformance {

Complaints features_fit_the_row(const Subject& subject) {
  Complaints complaints;
  for (const Example& example : subject.rows()) {
    const Features features = subject.task().features(example);
    if (features.input_length == 0) complaints.add("{}: no length", example.input());
    if (features.input_pattern.empty()) complaints.add("{}: no pattern", example.input());
  }
  return complaints;
}

// Where inputs or targets differ in their number of words, lengths differ as well.
Complaints lengths_tell_rows_apart(const Subject& subject) {
  Complaints complaints;
  std::set<std::uint64_t> input_words, target_words, input_lengths, output_lengths;
  for (const Example& example : subject.rows()) {
    const Features features = subject.task().features(example);
    input_words.insert(count_words(example.input()));
    target_words.insert(count_words(example.target()));
    input_lengths.insert(features.input_length);
    output_lengths.insert(features.output_length);
  }
  if (input_words.size() > 1 && input_lengths.size() == 1)
    complaints.add("every input has length {}", *input_lengths.begin());
  if (target_words.size() > 1 && output_lengths.size() == 1)
    complaints.add("every target has length {}", *output_lengths.begin());
  return complaints;
}

// Files may leave rules out, and other data sets may hold the same example at another address.
Complaints forms_need_only_the_fields(const Subject& subject) {
  Complaints complaints;
  for (const Example& example : subject.rows()) {
    const std::string form = subject.task().canonical(example);
    if (form.empty()) complaints.add("{}: the canonical form is empty", example.input());
    Example other = example;
    other.rules.clear();
    if (subject.task().canonical(other) != form) {
      complaints.add("{}: without its rules the form is another", example.input());
    }
    other.seed += 7;
    other.address = {example.address.unit + 5, example.address.item + 1};
    if (subject.task().canonical(other) != form) {
      complaints.add("{}: elsewhere the form is another", example.input());
    }
  }
  return complaints;
}

// A form decides what splits go by: examples that are the same up to naming agree in it. And forms
// tell most rows apart, for few rows of a sample differ in names and wording alone. A release with
// wrong targets may answer the same question in two ways.
Complaints equal_forms_are_equal_examples(const Subject& subject) {
  Complaints complaints;
  std::unordered_map<std::string, const Example*> by_form;
  std::unordered_map<std::string, std::string> by_input;
  const auto said_of = [&](const Example& row) {
    Features features = subject.task().features(row);
    if (subject.task().info().witness == Witness::kNone) {
      features.output_pattern.clear();
      features.output_length = 0;
    }
    return std::tuple{features.input_pattern, features.output_pattern, features.input_length,
                      features.output_length, features.group};
  };
  for (const Example& example : subject.rows()) {
    const std::string form = subject.task().canonical(example);
    const auto [first, is_new] = by_form.try_emplace(form, &example);
    if (!is_new && said_of(*first->second) != said_of(example)) {
      complaints.add("\"{}\" and \"{}\" have one form and differ in their features",
                     first->second->input(), example.input());
    }
    const auto [same, is_first] =
        by_input.try_emplace(example.input() + '\n' + example.target(), form);
    if (!is_first && same->second != form) {
      complaints.add("\"{}\" has two forms", example.input());
    }
  }
  if (by_form.size() * 2 < by_input.size()) {
    complaints.add("{} rows have only {} forms", by_input.size(), by_form.size());
  }
  return complaints;
}

Complaints pictures_need_only_the_fields(const Subject& subject) {
  Complaints complaints;
  const Illustrator* illustrator = subject.task().abilities().illustrator;
  if (illustrator == nullptr) return complaints;
  for (Example& example : subject.some(100)) {
    const auto picture = illustrator->picture(example, Reveal::kAnswer);
    const auto question = illustrator->picture(example, Reveal::kQuestion);
    const std::string sketch = illustrator->sketch(example, Reveal::kAnswer);
    const std::string asked = illustrator->sketch(example, Reveal::kQuestion);
    example.rules.clear();
    if (illustrator->sketch(example, Reveal::kAnswer) != sketch) {
      complaints.add("{}: another sketch without rules", example.input());
    }
    if (asked.empty() || sketch.empty() || asked == sketch) {
      complaints.add("{}: the sketch of the question is that of the answer", example.input());
    }
    if (picture.description.empty()) complaints.add("{}: no description", example.input());
    if (question.marks.size() < 2) complaints.add("{}: nothing is drawn", example.input());
    if (illustrator->picture(example, Reveal::kAnswer).marks.size() != picture.marks.size()) {
      complaints.add("{}: another picture without rules", example.input());
    }
  }
  return complaints;
}

namespace {

// Where everything stands and what is written: equal for pictures that look alike but for colours.
std::string shape_of(const Picture& picture) {
  std::string shape = fmt::format("{} {}", picture.width, picture.height);
  const auto add = [&](const Point& point) {
    shape += fmt::format(" {:.2f},{:.2f}", point.x, point.y);
  };
  for (const Mark& mark : picture.marks) {
    shape += fmt::format("\n{}", mark.form.index());
    if (const auto* rectangle = std::get_if<Rectangle>(&mark.form)) add(rectangle->corner);
    if (const auto* ellipse = std::get_if<Ellipse>(&mark.form)) add(ellipse->centre);
    if (const auto* polygon = std::get_if<Polygon>(&mark.form))
      std::ranges::for_each(polygon->corners, add);
    if (const auto* line = std::get_if<Polyline>(&mark.form))
      std::ranges::for_each(line->points, add);
    if (const auto* writing = std::get_if<Writing>(&mark.form)) {
      add(writing->at);
      shape += writing->text;
    }
  }
  return shape;
}

}  // namespace

Complaints questions_are_drawn_without_their_answer(const Subject& subject) {
  Complaints complaints;
  const Illustrator* illustrator = subject.task().abilities().illustrator;
  if (illustrator == nullptr) return complaints;
  const std::vector<Example> rows = subject.some(30);
  for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
    Example other = rows[i];
    other.fields[kTargetField] = rows[i + 1].target();
    const auto picture = illustrator->picture(rows[i], Reveal::kQuestion);
    const auto again = illustrator->picture(other, Reveal::kQuestion);
    if (shape_of(picture) != shape_of(again) || picture.description != again.description)
      complaints.add("{}: another target changes the picture of the question", other.input());
    if (illustrator->sketch(rows[i], Reveal::kQuestion) !=
        illustrator->sketch(other, Reveal::kQuestion))
      complaints.add("{}: another target changes the sketch of the question", other.input());
  }
  return complaints;
}

}  // namespace assay::conformance
