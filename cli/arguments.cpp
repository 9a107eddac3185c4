#include "arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "assay/base/cache_folder.h"
#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/core/difficulty.h"
#include "help_page.h"
#include "interrupt.h"
#include "parse_count.h"
#include "progress_display.h"

namespace assay {

struct Arguments::State {
  HelpPage page;
  std::vector<std::string> words;
  CLI::App app;
  std::optional<std::uint64_t> jobs;
  std::string progress = "auto";
  bool quiet = false;
  bool has_work = false;
  std::optional<std::string> cache;

  void add_pairs(const std::string& flag, const std::string& form,
                 std::function<void(std::string, std::string)> take);
};

// An option that may be given many times; `form` is what it takes, for the message.
void Arguments::State::add_pairs(const std::string& flag, const std::string& form,
                                 std::function<void(std::string, std::string)> take) {
  app.add_option_function<std::vector<std::string>>(
         flag,
         [flag, form, take = std::move(take), this](const std::vector<std::string>& pairs) {
           for (const std::string& pair : pairs) {
             const std::size_t equals = pair.find('=');
             if (equals == std::string::npos || equals == 0) {
               fail(ErrorKind::kUsage, "{}: {} takes {}, not \"{}\"", page.verb, flag, form,
                    printable(pair));
             }
             take(pair.substr(0, equals), pair.substr(equals + 1));
           }
         })
      ->expected(1)
      ->take_all();
}

Arguments::Arguments(std::string verb, std::string summary, std::vector<std::string> words)
    : state_(std::make_unique<State>()) {
  state_->page.verb = std::move(verb);
  state_->page.summary = std::move(summary);
  state_->words = std::move(words);
  state_->app.set_help_flag();
}

Arguments::~Arguments() = default;

void Arguments::glossary(std::string title,
                         std::vector<std::pair<std::string, std::string>> entries) {
  state_->page.glossary_title = std::move(title);
  state_->page.glossary = std::move(entries);
}

void Arguments::example(std::string command, std::string what) {
  state_->page.examples.emplace_back(std::move(command), std::move(what));
}

void Arguments::positional(const std::string& name, const std::string& help, std::string& target,
                           bool required) {
  state_->app.add_option(name, target)->required(required);
  state_->page.usage += required ? " " + name : " [" + name + "]";
  state_->page.positionals.emplace_back(name, help);
}

void Arguments::positionals(const std::string& name, const std::string& help,
                            std::vector<std::string>& target, bool required) {
  state_->app.add_option(name, target)->required(required);
  state_->page.usage += required ? " " + name + "..." : " [" + name + "...]";
  state_->page.positionals.emplace_back(name, help);
}

void Arguments::text(const std::string& flags, const std::string& value, const std::string& help,
                     std::string& target) {
  state_->app.add_option(flags, target);
  state_->page.options.emplace_back(flags + " " + value, help);
}

void Arguments::texts(const std::string& flags, const std::string& value, const std::string& help,
                      std::vector<std::string>& target) {
  state_->app
      .add_option_function<std::vector<std::string>>(
          flags,
          [&target](const std::vector<std::string>& words) {
            for (const std::string& word : words) {
              for (const std::string_view text : split_text(word, ',')) {
                if (std::ranges::find(target, text) == target.end()) target.emplace_back(text);
              }
            }
          })
      ->expected(1)
      ->take_all();
  state_->page.options.emplace_back(flags + " " + value, help);
}

void Arguments::number(const std::string& flags, const std::string& value, const std::string& help,
                       std::optional<std::uint64_t>& target) {
  const std::string verb = state_->page.verb;
  state_->app.add_option_function<std::string>(
      flags, [&target, flags, verb](const std::string& word) {
        target = parse_count(word);
        if (!target) {
          fail(ErrorKind::kUsage, "{}: {} takes a whole number such as 500, 10k or 1e6, not \"{}\"",
               verb, flags, printable(word));
        }
      });
  state_->page.options.emplace_back(flags + " " + value, help);
}

void Arguments::real(const std::string& flags, const std::string& value, const std::string& help,
                     std::optional<double>& target) {
  const std::string verb = state_->page.verb;
  state_->app.add_option_function<std::string>(
      flags, [&target, flags, verb](const std::string& word) {
        target = parse_real(word);
        if (!target) {
          fail(ErrorKind::kUsage, "{}: {} takes a number such as 0.02, not \"{}\"", verb, flags,
               printable(word));
        }
      });
  state_->page.options.emplace_back(flags + " " + value, help);
}

void Arguments::flag(const std::string& flags, const std::string& help, bool& target) {
  state_->app.add_flag(flags, target);
  state_->page.options.emplace_back(flags, help);
}

void Arguments::settings(const std::string& help, std::map<std::string, std::string>& target) {
  settings("--set", help, target);
  state_->app.add_option_function<std::string>("--difficulty", [&target](const std::string& level) {
    target[std::string(kDifficulty)] = level;
  });
  state_->page.options.emplace_back(
      "--difficulty LEVEL",
      "0 (easy) to 9 (hard) sets parameters as assay describe TASK lists them; --set wins");
}

void Arguments::settings(const std::string& flag, const std::string& help,
                         std::map<std::string, std::string>& target) {
  state_->add_pairs(flag, "key=value", [&target](std::string key, std::string value) {
    target[std::move(key)] = std::move(value);
  });
  state_->page.options.emplace_back(flag + " KEY=VALUE", help);
}

void Arguments::pairs(const std::string& flag, const std::string& value, const std::string& help,
                      std::vector<std::pair<std::string, std::string>>& target) {
  state_->add_pairs(flag, value, [&target](std::string key, std::string text) {
    target.emplace_back(std::move(key), std::move(text));
  });
  state_->page.options.emplace_back(flag + " " + value, help);
}

void Arguments::work() {
  state_->has_work = true;
  number("-j,--jobs", "J", "threads; the result is the same for any number (default: all cores)",
         state_->jobs);
  text("--progress", "HOW", "auto, bar, plain, json or none", state_->progress);
  flag("-q,--quiet", "say nothing but results and errors", state_->quiet);
}

void Arguments::cache() {
  state_->app.add_option("--cache", state_->cache);
  state_->page.options.emplace_back(
      "--cache DIR",
      "cache folder for prepared data; none disables it (default: ASSAY_CACHE or ~/.cache/assay)");
}

void Arguments::json(bool& target) {
  flag("--json", "one JSON document on standard output and nothing else", target);
}

namespace {

std::vector<std::string> flag_names(const std::vector<HelpPage::Row>& options) {
  std::vector<std::string> names = {"--help"};
  for (const auto& [row, help] : options) {
    for (std::string& name : option_words(row).names) names.push_back(std::move(name));
  }
  return names;
}

}  // namespace

bool Arguments::parse() {
  State& state = *state_;
  for (const std::string& word : state.words) {
    if (word == "--help" || word == "-h" || word.starts_with("--help=")) {
      const std::size_t equals = word.find('=');
      fmt::print("{}", help_text(state.page, equals == std::string::npos
                                                 ? "text"
                                                 : std::string_view(word).substr(equals + 1)));
      return false;
    }
    if (word == "--") break;
    const std::string name = word.substr(0, word.find('='));
    if (word.size() > 2 && word.starts_with("--")) {
      const auto names = flag_names(state.page.options);
      if (std::find(names.begin(), names.end(), name) == names.end()) {
        fail(ErrorKind::kUsage, "{}: unknown option \"{}\"{}", state.page.verb, printable(name),
             did_you_mean(name, names));
      }
    }
  }
  try {
    std::vector<std::string> reversed(state.words.rbegin(), state.words.rend());
    state.app.parse(reversed);
  } catch (const CLI::ParseError& problem) {
    fail(ErrorKind::kUsage, "{}: {}; see assay {} --help", state.page.verb,
         printable(problem.what()), state.page.verb);
  }
  return true;
}

namespace {

unsigned all_cores() { return std::max(1U, std::thread::hardware_concurrency()); }

}  // namespace

Control Arguments::control() const {
  Control control;
  control.jobs = state_->jobs ? static_cast<unsigned>(std::min<std::uint64_t>(*state_->jobs, 256))
                              : all_cores();
  if (control.jobs == 0) {
    fail(ErrorKind::kUsage, "{}: --jobs must be at least 1", state_->page.verb);
  }
  control.progress = progress_display(state_->quiet ? "none" : state_->progress);
  control.cancel = interrupt_flag();
  return control;
}

Workplace Arguments::workplace() const {
  Workplace workplace;
  workplace.cache_folder = cache_folder(state_->cache, [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  });
  workplace.control = control();
  return workplace;
}

bool Arguments::quiet() const { return state_->quiet; }

}  // namespace assay
