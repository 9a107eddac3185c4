// The flags of `assay split`, made from the parameters of the split methods.
#pragma once

#include <list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arguments.h"
#include "assay/core/split_spec.h"

namespace assay {

class SplitFlags {
 public:
  explicit SplitFlags(std::vector<SplitForm> methods);

  // A flag for each parameter; methods share those of one name.
  void declare(Arguments& arguments);

  // Whether the user gave a flag such as "--import".
  bool is_given(std::string_view flag) const;

  bool is_any_given() const;

  // What was given for the parameters of the spec's method. Throws Error(kUsage) when a needed flag
  // is missing, or one is for other methods.
  void take_values(SplitSpec& spec) const;

 private:
  // What was said. Which member counts depends on the kind of the parameter.
  struct Given {
    std::string text;
    std::optional<std::uint64_t> number;
    std::optional<double> real;
    bool on = false;
    ParamTable table;
  };
  struct Flag {
    const SplitParam* param = nullptr;  // of the first method
    std::vector<std::string> methods;
    std::vector<std::string> defaults;  // of each
    Given given;

    std::string names() const;  // "-s,--seed"
    std::string name() const;   // "--seed"
    std::string help() const;
    std::string defaults_text() const;
    void declare(Arguments& arguments);
    std::optional<ParamValue> value() const;
  };

  std::vector<SplitForm> methods_;
  std::list<Flag> flags_;  // stay where they are: arguments refer to them
};

}  // namespace assay
