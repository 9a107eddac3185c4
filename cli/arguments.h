// The words after a verb. A command declares what it takes, then parses; help comes for free.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/base/progress.h"
#include "assay/core/task.h"

namespace assay {

class Arguments {
 public:
  Arguments(std::string verb, std::string summary, std::vector<std::string> words);
  ~Arguments();

  // Names and what they mean, under a title of their own in the help.
  void glossary(std::string title, std::vector<std::pair<std::string, std::string>> entries);
  // Shown first in the help.
  void example(std::string command, std::string what);
  void positional(const std::string& name, const std::string& help, std::string& target,
                  bool required = true);
  void positionals(const std::string& name, const std::string& help,
                   std::vector<std::string>& target, bool required = true);
  void text(const std::string& flags, const std::string& value, const std::string& help,
            std::string& target);
  // Any number of times; each is one text or several between commas. None is kept twice.
  void texts(const std::string& flags, const std::string& value, const std::string& help,
             std::vector<std::string>& target);
  void number(const std::string& flags, const std::string& value, const std::string& help,
              std::optional<std::uint64_t>& target);
  void real(const std::string& flags, const std::string& value, const std::string& help,
            std::optional<double>& target);
  void flag(const std::string& flags, const std::string& help, bool& target);
  // --set key=value, any number of times, and --difficulty, which is one key of them.
  void settings(const std::string& help, std::map<std::string, std::string>& target);
  // The same under another name.
  void settings(const std::string& flag, const std::string& help,
                std::map<std::string, std::string>& target);
  // NAME=VALUE, any number of times, in their order.
  void pairs(const std::string& flag, const std::string& value, const std::string& help,
             std::vector<std::pair<std::string, std::string>>& target);
  // --jobs, --progress and --quiet.
  void work();
  // --cache.
  void cache();
  // --json.
  void json(bool& target);

  // False when help was asked for and shown. Throws Error(kUsage).
  bool parse();

  // What work() declared, or all cores, with progress on standard error and Ctrl-C answered.
  Control control() const;
  // Where a task may keep what it prepares, as cache() declared, with control().
  Workplace workplace() const;
  bool quiet() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace assay
