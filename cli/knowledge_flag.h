// --kb: the knowledge base of a task, short for two of its parameters.
#pragma once

#include <fmt/format.h>

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "arguments.h"

namespace assay {

class KnowledgeFlag {
 public:
  // The target is what rows ask for, unless --set says so.
  explicit KnowledgeFlag(std::string target) : target_(std::move(target)) {}

  // `what` begins the help: what is done with which knowledge base.
  void declare(Arguments& arguments, std::string_view what) {
    arguments.text("--kb", "KB",
                   fmt::format("cfq: {}, a file of N-Triples, a folder with FB15k-237 or a SPARQL "
                               "endpoint (http://...); the same as --set target={} --set kb=KB",
                               what, target_),
                   knowledge_);
  }

  void take_values(std::map<std::string, std::string>& params) const {
    if (knowledge_.empty()) return;
    params["kb"] = knowledge_;
    params.try_emplace("target", target_);
  }

 private:
  std::string target_;
  std::string knowledge_;
};

}  // namespace assay
