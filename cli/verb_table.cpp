#include "verb_table.h"

#include <array>

#include "assay/base/error.h"
#include "assay/base/text.h"

namespace assay {

namespace {

constexpr std::array kVerbs = {
    Verb{"list", list_command, "the tasks, their parameters, splits and papers"},
    Verb{"describe", describe_command, "one task in full: parameters, columns, rules, holdouts"},
    Verb{"generate", generate_command, "make a data set, or rows on standard output"},
    Verb{"select", select_command, "choose diverse rows of a larger data set"},
    Verb{"split", split_command, "split a data set into train, dev and test"},
    Verb{"measure", measure_command, "how different the parts of a split are"},
    Verb{"verify", verify_command,
         "check a data set and the claims of its splits, or a published file"},
    Verb{"show", show_command, "look at a few examples"},
    Verb{"explain", explain_command,
         "the rules that made one example, and what of it was seen in training"},
    Verb{"render", render_command, "examples as pictures"},
    Verb{"prompt", prompt_command, "the prompts that a model gets"},
    Verb{"solve", solve_command, "answer inputs with the reference solver"},
    Verb{"baseline", baseline_command, "reference points: accuracy without understanding"},
    Verb{"score", score_command, "judge files of answers"},
    Verb{"judge", judge_command, "judge answers line by line, for other programs"},
    Verb{"compare", compare_command, "is one file of answers better than another, or is it noise?"},
    Verb{"report", report_command, "one HTML page: the data set, its splits, the scores of runs"},
    Verb{"export", export_command, "write rows in another format, or a split as files"},
    Verb{"merge", merge_command, "put shards together"},
    Verb{"train", train_command, "train a learner on a data set"},
    Verb{"sweep", sweep_command, "train learners on many splits: a table and a plot"},
    Verb{"selftest", selftest_command, "does this installation keep its promises?"},
    Verb{"manual", manual_command, "the manual page of a verb, or of all"},
    Verb{"completion", completion_command, "tab completion for bash, zsh or fish"},
};

}  // namespace

std::span<const Verb> all_verbs() { return kVerbs; }

const Verb& verb_called(const std::string& name) {
  std::vector<std::string> names;
  for (const Verb& verb : kVerbs) {
    if (name == verb.name) return verb;
    names.emplace_back(verb.name);
  }
  fail(ErrorKind::kUsage, "there is no verb \"{}\"{}", printable(name), did_you_mean(name, names));
}

std::vector<HelpPage::Row> verb_rows() {
  std::vector<HelpPage::Row> rows;
  for (const Verb& verb : kVerbs) rows.emplace_back(verb.name, verb.summary);
  return rows;
}

}  // namespace assay
