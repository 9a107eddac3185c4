// CFQ as a Task: endless question patterns, with placeholders or with entities of a knowledge base.
#pragma once

#include <memory>

#include "assay/base/lazy.h"
#include "assay/core/task.h"
#include "assay/tasks/cfq/grounded_questions.h"
#include "assay/tasks/cfq/language/language.h"
#include "assay/tasks/cfq/settings.h"

namespace assay::cfq {

class CfqTask : public Task, public TextReader, public Instructor, public Auditor {
 public:
  explicit CfqTask(Params given, Workplace workplace = {});
  static const TaskInfo& static_info();

  const TaskInfo& info() const override { return info_; }
  const Schema& schema() const override;
  const RuleTable& rules() const override { return language_.rules(); }
  std::unique_ptr<Source> open(std::uint64_t seed) const override;
  std::string solve(std::string_view input) const override;
  std::vector<std::string> readings(std::string_view input) const override;
  void derive(std::string_view input, Example& out) const override;
  // The independent compiler on input and target, unless rules were added; of questions with names
  // also names, entities and answers.
  std::string defect(const Example& row) const override;
  std::vector<Finding> certify(std::uint64_t seed) const override;
  Verdict judge(const Example& row, std::string_view answer) const override;
  std::string canonical(const Example& row) const override { return pattern_of(row); }
  Features features(const Example& row) const override;
  Instructions instructions() const override;
  std::vector<Holdout> holdouts() const override { return {}; }
  std::vector<Format> formats() const override;
  // Instructions explain patterns, without the words of a user's rules.
  Abilities abilities() const override;

  const Language& language() const { return language_; }
  const KnowledgeBase& knowledge() const { return **knowledge_; }
  const GroundedQuestions& grounded() const { return *grounded_; }

 private:
  bool has_names() const { return settings_.target != Target::kPattern; }
  const std::string& pattern_of(const Example& row) const;
  std::string text_of(const Query& query) const;
  bool gives_answers_of(const Example& row, const Answered& answered) const;

  TaskInfo info_;
  Settings settings_;
  Language language_;
  // Made when first needed, and only for questions with names.
  Lazy<std::shared_ptr<const KnowledgeBase>> knowledge_;
  Lazy<GroundedQuestions> grounded_;
};

}  // namespace assay::cfq
