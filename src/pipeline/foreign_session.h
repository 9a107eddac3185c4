// Reads what splits need of a file of JSON lines.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "assay/pipeline/methods/split_rows.h"

namespace assay {

// `folder`, that of the file, must outlive it.
class ForeignSession final : public SplitRows {
 public:
  ForeignSession(std::string path, const Folder& folder, const Control& control);

  const std::string& path() const { return path_; }
  const SplitSubject& subject() const override { return subject_; }
  const Folder& folder() const override { return folder_; }
  const Control& control() const override { return control_; }
  Key key(std::uint64_t seed) const override;
  // Throws Error(kInput) for rows that lack what lengths and patterns are taken from.
  std::vector<std::uint64_t> facts(RowFact which) override;
  Forms forms() override;
  const DivergencePool& pool(const ParamTable& define) override;

 private:
  std::string path_;
  const Folder& folder_;
  Control control_;
  std::string text_;
  SplitSubject subject_;
  std::vector<std::uint64_t> forms_;
  ParamTable define_;
  std::unique_ptr<DivergencePool> pool_;
};

}  // namespace assay
