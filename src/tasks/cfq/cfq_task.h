// CFQ as a Task: endless question patterns, with placeholders or with entities of a knowledge base.
#pragma once

#include <memory>

#include "assay/base/lazy.h"
#include "assay/core/task.h"
#include "assay/tasks/cfq/grounded_questions.h"
#include "assay/tasks/cfq/kb/endpoint_knowledge.h"
#include "assay/tasks/cfq/knowledge_base.h"
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
  const Knowledge& knowledge() const;
  // The same where it is embedded.
  const KnowledgeBase& stored() const { return **stored_; }
  const GroundedQuestions& grounded() const { return *grounded_; }

 private:
  bool has_names() const { return settings_.target != Target::kPattern; }
  const std::string& pattern_of(const Example& row) const;
  std::string text_of(const Query& query) const;
  bool gives_answers_of(const Example& row, const KnownAnswer& answered) const;
  bool asks_endpoint() const { return is_endpoint(settings_.knowledge.kb); }

  TaskInfo info_;
  Settings settings_;
  Language language_;
  // Made when first needed, and only for questions with names.
  Lazy<std::shared_ptr<const KnowledgeBase>> stored_;
  Lazy<std::shared_ptr<const EndpointKnowledge>> endpoint_;
  Lazy<GroundedQuestions> grounded_;
};

}  // namespace assay::cfq
