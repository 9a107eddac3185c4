#include "help_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/verbs/version.h"

namespace assay {

namespace {

using Row = HelpPage::Row;

constexpr std::size_t kScreenColumns = 100;

void append_rows(std::string& out, const std::vector<Row>& rows) {
  std::size_t width = 0;
  for (const auto& [name, help] : rows) width = std::max(width, name.size());
  for (const auto& [name, help] : rows) {
    if (width + help.size() + 4 <= kScreenColumns) {
      out += fmt::format("  {:<{}}  {}\n", name, width, help);
    } else {
      out += fmt::format("  {}\n      {}\n", name, help);
    }
  }
}

std::string terminal_text(const HelpPage& page) {
  std::string out = page.summary + "\n\nExamples:\n";
  for (const auto& [command, what] : page.examples) {
    out += fmt::format("  {}\n      {}\n", command, what);
  }
  out += fmt::format("\nUsage: assay {}{} [options]\n\n", page.verb, page.usage);
  append_rows(out, page.positionals);
  append_rows(out, page.options);
  if (!page.glossary.empty()) out += fmt::format("\n{}\n", page.glossary_title);
  append_rows(out, page.glossary);
  return out;
}

// Text that roff takes for nothing but text.
std::string roff(std::string_view text) {
  std::string out;
  if (text.starts_with('.') || text.starts_with('\'')) out += "\\&";
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
  }
  return out;
}

std::string upper_case(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return out;
}

void append_roff_rows(std::string& out, const std::vector<Row>& rows) {
  for (const auto& [name, help] : rows) {
    out += fmt::format(".TP\n.B {}\n{}\n", roff(name), roff(help));
  }
}

std::string roff_title(std::string_view name, std::string_view version) {
  return fmt::format(".TH {} 1 \"\" \"assay {}\" \"assay\"\n", upper_case(name), version);
}

std::string manual_text(const HelpPage& page) {
  std::string out = roff_title("assay-" + page.verb, kVersion);
  std::string name = page.summary.substr(0, page.summary.find(". "));
  if (name.ends_with('.')) name.pop_back();
  out += fmt::format(".SH NAME\nassay\\-{} \\- {}\n", page.verb, roff(name));
  out += fmt::format(".SH SYNOPSIS\n.B assay {}\n{} [\\fIoptions\\fR]\n", page.verb,
                     roff(page.usage.empty() ? page.usage : page.usage.substr(1)));
  out += fmt::format(".SH DESCRIPTION\n{}\n", roff(page.summary));
  append_roff_rows(out, page.positionals);
  out += ".SH OPTIONS\n";
  append_roff_rows(out, page.options);
  append_roff_rows(out, {{"-h,--help", "what it takes, and examples"}});
  if (!page.glossary.empty()) {
    out += fmt::format(".SH {}\n", roff(upper_case(page.glossary_title)));
    append_roff_rows(out, page.glossary);
  }
  out += ".SH EXAMPLES\n";
  append_roff_rows(out, page.examples);
  out += ".SH SEE ALSO\n.BR assay (1)\n";
  return out;
}

// Between single quotes of any of the three shells.
std::string quoted(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out;
}

bool takes_task(const HelpPage& page) {
  return !page.positionals.empty() && page.positionals[0].first.find("TASK") != std::string::npos;
}

std::string bash_text(const HelpPage& page) {
  std::vector<std::string> flags = {"--help"};
  std::vector<std::string> with_value;
  for (const auto& [row, help] : page.options) {
    const OptionWords option = option_words(row);
    flags.insert(flags.end(), option.names.begin(), option.names.end());
    if (option.value.empty()) continue;
    with_value.insert(with_value.end(), option.names.begin(), option.names.end());
  }
  return fmt::format("    {}) flags='{}' valued=' {} ' tasked={} ;;\n", page.verb,
                     fmt::join(flags, " "), fmt::join(with_value, " "),
                     takes_task(page) ? "yes" : "no");
}

// Inside '...[...]' of _arguments.
std::string zsh_words(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return quoted(out);
}

std::string zsh_text(const HelpPage& page) {
  std::string out = fmt::format("    {})\n      _arguments \\\n", page.verb);
  for (const auto& [row, help] : page.options) {
    const OptionWords option = option_words(row);
    for (const std::string& name : option.names) {
      out += fmt::format("        '*{}[{}]{}' \\\n", name, zsh_words(help),
                         option.value.empty() ? "" : ":" + zsh_words(option.value) + ":_files");
    }
  }
  out += takes_task(page) ? "        '1:task or folder:_assay_tasks_or_files' \\\n" : "";
  return out + "        '*:file:_files' ;;\n";
}

std::string fish_text(const HelpPage& page) {
  std::string out;
  for (const auto& [row, help] : page.options) {
    const OptionWords option = option_words(row);
    out += fmt::format("complete -c assay -n '__fish_seen_subcommand_from {}'", page.verb);
    for (const std::string& name : option.names) {
      out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    }
    out += fmt::format("{} -d '{}'\n", option.value.empty() ? "" : " -r", quoted(help));
  }
  if (takes_task(page)) {
    out += fmt::format(
        "complete -c assay -n '__fish_seen_subcommand_from {}' -a \"$__assay_tasks\"\n", page.verb);
  }
  return out;
}

[[noreturn]] void fail_form(std::string_view form) {
  fail(ErrorKind::kUsage, "there is no help as \"{}\"; there are: text, man, bash, zsh, fish",
       printable(form));
}

}  // namespace

OptionWords option_words(std::string_view row) {
  OptionWords words;
  const std::size_t end = row.find(' ');
  for (const std::string_view name : split_text(row.substr(0, end), ',')) {
    words.names.emplace_back(name);
  }
  if (end != std::string_view::npos) words.value = row.substr(end + 1);
  return words;
}

std::string help_text(const HelpPage& page, std::string_view form) {
  if (form == "text") return terminal_text(page);
  if (form == "man") return manual_text(page);
  if (form == "bash") return bash_text(page);
  if (form == "zsh") return zsh_text(page);
  if (form == "fish") return fish_text(page);
  fail_form(form);
}

std::string completion_beginning(std::string_view shell, const std::vector<Row>& verbs,
                                 const std::vector<std::string>& tasks) {
  std::vector<std::string> names;
  for (const auto& [name, summary] : verbs) names.push_back(name);
  if (shell == "bash") {
    return fmt::format(R"(# bash completion of assay
_assay() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
  local verbs='{}' tasks='{}' flags= valued= tasked=no
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W "$verbs help --help --version" -- "$current"))
    return
  fi
  case ${{COMP_WORDS[1]}} in
    help | manual) COMPREPLY=($(compgen -W "$verbs" -- "$current")) && return ;;
    completion) COMPREPLY=($(compgen -W 'bash zsh fish' -- "$current")) && return ;;
)",
                       fmt::join(names, " "), fmt::join(tasks, " "));
  }
  if (shell == "zsh") {
    std::string out = "#compdef assay\n# zsh completion of assay\n\n_assay_tasks_or_files() {\n";
    out += fmt::format("  compadd -- {}\n  _files\n}}\n\n", fmt::join(tasks, " "));
    out += "_assay() {\n  local -a verbs=(\n";
    for (const auto& [name, summary] : verbs) {
      out += fmt::format("    '{}:{}'\n", name, zsh_words(summary));
    }
    return out +
           "  )\n  if (( CURRENT == 2 )); then\n    _describe verb verbs\n    return\n  fi\n"
           "  local verb=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $verb in\n";
  }
  if (shell == "fish") {
    std::string out = "# fish completion of assay\n";
    out += fmt::format("set -g __assay_tasks '{}'\n", fmt::join(tasks, " "));
    for (const auto& [name, summary] : verbs) {
      out += fmt::format("complete -c assay -n __fish_use_subcommand -f -a {} -d '{}'\n", name,
                         quoted(summary));
    }
    return out;
  }
  fail(ErrorKind::kUsage, "completion: no script for \"{}\"; there are: bash, zsh, fish",
       printable(shell));
}

std::string completion_end(std::string_view shell) {
  if (shell == "bash") {
    return R"(  esac
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$current"))
  elif [[ $valued == *" $before "* || $tasked == no || $COMP_CWORD -gt 2 ]]; then
    COMPREPLY=($(compgen -f -- "$current"))
  else
    COMPREPLY=($(compgen -W "$tasks" -- "$current") $(compgen -f -- "$current"))
  fi
}
complete -o filenames -F _assay assay
)";
  }
  if (shell == "zsh") {
    return "    *) _files ;;\n  esac\n}\n\n_assay \"$@\"\n";
  }
  return "";
}

std::string manual_overview(const std::vector<Row>& verbs, std::string_view version) {
  std::string out = roff_title("assay", version);
  out +=
      ".SH NAME\nassay \\- tests of compositional generalisation: make, split, verify, judge\n"
      ".SH SYNOPSIS\n.B assay\n\\fIverb\\fR [\\fIwords\\fR]\n"
      ".SH DESCRIPTION\nCan a model recombine what it knows? assay makes the data of SCAN, CFQ, "
      "Conceptual SCAN, CURI, gSCAN, ReaSCAN and LogicInference, splits and measures it, checks it "
      "again from the files, and judges answers. Each verb has a page of its own.\n"
      ".SH VERBS\n";
  for (const auto& [name, summary] : verbs) {
    out += fmt::format(".TP\n.BR assay\\-{} (1)\n{}\n", name, roff(summary));
  }
  out += ".SH EXIT STATUS\n";
  append_roff_rows(out, {{"0", "all is well"},
                         {"1", "a check failed"},
                         {"2", "the command asks for something that does not exist"},
                         {"3", "a file that was read is damaged, or is about other data"},
                         {"4", "the disk or its rights: full, denied, in use; or no memory"},
                         {"5", "a remote service failed"},
                         {"70", "a mistake of assay's own"},
                         {"130, 143", "stopped by Ctrl-C or SIGTERM; the same command goes on"}});
  out += ".SH ENVIRONMENT\n";
  append_roff_rows(
      out, {{"ASSAY_CACHE",
             "cache folder for prepared data; none disables it (default: ~/.cache/assay)"}});
  return out;
}

}  // namespace assay
