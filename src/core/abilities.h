// What a task may be able to do beyond what every task must: each ability is an object it may have.
//
// `describe` lists them, the conformance tests have laws for each, and a verb that needs one says
// which tasks have it. All are shared by threads and live as long as their task.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/random.h"
#include "assay/core/example.h"
#include "assay/core/ideal_learners.h"
#include "assay/core/metric.h"
#include "assay/core/picture.h"

namespace assay {

// Understands inputs that were not made here. All of it throws Error(kInput) for text that is not
// of this task.
class TextReader {
 public:
  virtual ~TextReader() = default;
  // Every answer that some reading of the input has, that of solve() first, none twice.
  virtual std::vector<std::string> readings(std::string_view input) const = 0;
  // The row that the input would have, with its rules: what the text alone tells. Columns that it
  // does not tell are empty.
  virtual void derive(std::string_view input, Example& out) const = 0;
};

// Shows rows as people see them best, where words are not enough. A question must be answerable
// from its picture alone.
class Illustrator {
 public:
  virtual ~Illustrator() = default;
  virtual Picture picture(const Example& row, Reveal reveal) const = 0;
  // The same for a terminal: lines of ASCII.
  virtual std::string sketch(const Example& row, Reveal reveal) const = 0;
};

// What a task tells somebody who is to answer its rows and knows nothing else of it.
struct Instructions {
  // All that is needed to answer any row, in plain words: paragraphs of printable ASCII.
  std::string rules;
  // The words that an answer may have besides those of its input, each once. All of them stand in
  // the rules or the form.
  std::vector<std::string> vocabulary;
  // How an answer is written, in a sentence or two: what separates its words, their case and order.
  std::string form;
  // What separates the words of answers and inputs besides white space, such as ",". Words are what
  // is left between.
  std::string punctuation = {};
};

// Explains its task, so that a person or a model can answer from the prompt alone. Right for the
// parameters of the task, and independent of the seed.
class Instructor {
 public:
  virtual ~Instructor() = default;
  virtual Instructions instructions() const = 0;
  // How the target of a row follows from its input, for examples that are shown; empty: not told.
  virtual std::string steps(const Example& /*row*/) const { return {}; }
};

// What exact means say of data as a whole, such as how many claims of an edition are wrong.
struct Finding {
  std::string name;
  std::string detail;
  bool is_defect = false;  // known and told, not repaired: the data are what they should be
};

// Checks more than that solve() gives the target.
class Auditor {
 public:
  virtual ~Auditor() = default;
  // What of a row its input does not bear out, beyond its target; empty when nothing.
  virtual std::string defect(const Example& /*row*/) const { return {}; }
  // What can be said of all the data of a seed beyond its rows.
  virtual std::vector<Finding> certify(std::uint64_t /*seed*/) const { return {}; }
  // SHA-256 of published files as the task rebuilds them, made anew.
  virtual std::vector<Finding> digests() const { return {}; }
};

// Ideal learners, the first of which may use every concept and the second only those of training.
class IdealLearners {
 public:
  virtual ~IdealLearners() = default;
  // `trained` are the groups (Features::group) of the training rows of a split, sorted, each once;
  // absent: what the task's own parameters keep for training. Only rows that are asked about are
  // shown to mark().
  virtual std::unique_ptr<LearnerPanel> panel(
      const std::optional<std::vector<std::string>>& trained) const = 0;
};

// A way to answer that looks at only some of the input. What it gets right can be had without
// understanding the rest. One of `column` and `answer` is set.
struct Shortcut {
  std::string name;     // "by-noun"
  std::string summary;  // what it looks at and how it answers, as half a sentence
  // A column of texts that are part of the input: the commonest answer of training rows with the
  // same text.
  std::string column = {};
  // Or by itself, with what is left open drawn; Error(kInput): no answer. Shared by threads.
  std::function<std::string(const Example& row, Stream& chance)> answer = {};
};

// nullptr, or an empty list, where a task has none.
struct Abilities {
  const TextReader* reader = nullptr;
  const Illustrator* illustrator = nullptr;
  const Instructor* instructor = nullptr;
  const Auditor* auditor = nullptr;
  const IdealLearners* learners = nullptr;
  std::vector<MetricSpec> metrics = {};
  std::vector<Shortcut> shortcuts = {};

  // "reader", "illustrator", ... of those that are there, in this order.
  std::vector<std::string> names() const;
};

}  // namespace assay
