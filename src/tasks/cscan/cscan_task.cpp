#include "assay/tasks/cscan/cscan_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/hash.h"
#include "assay/base/json.h"
#include "assay/base/text.h"
#include "assay/tasks/cscan/consistency/consistency_sum.h"
#include "assay/tasks/cscan/consistency_metric.h"
#include "assay/tasks/cscan/judge.h"
#include "assay/tasks/cscan/row.h"
#include "assay/tasks/cscan/source.h"

namespace assay::cscan {

namespace {

constexpr std::uint64_t kMostWeight = 1'000'000;
constexpr std::uint64_t kCertified = 1200;  // contexts whose answers are compared with each other

// "edit*7 exchange borrow": names of falsehoods with weights.
std::array<std::uint64_t, kFalsehoods> read_falsehoods(const std::string& text) {
  std::array<std::uint64_t, kFalsehoods> weights{};
  std::vector<std::string> names;
  for (std::size_t i = 1; i < kFalsehoods; ++i) {
    names.emplace_back(name_of(static_cast<Falsehood>(i)));
  }
  std::uint64_t total = 0;
  for (const std::string_view word : split_words(text)) {
    const auto star = word.find('*');
    const std::string_view name = word.substr(0, star);
    const auto weight = star == std::string_view::npos ? std::optional<std::uint64_t>(1)
                                                       : parse_number(word.substr(star + 1));
    const auto at = std::ranges::find(names, name);
    if (at == names.end()) {
      fail(ErrorKind::kUsage, "task cscan: negatives: there is no way \"{}\"{}", printable(name),
           did_you_mean(name, names));
    }
    if (!weight || *weight > kMostWeight) {
      fail(ErrorKind::kUsage, "task cscan: negatives: \"{}\" needs a whole weight, as in edit*7",
           printable(word));
    }
    weights[static_cast<std::size_t>(at - names.begin()) + 1] += *weight;
    total += *weight;
  }
  if (total == 0) {
    fail(ErrorKind::kUsage,
         "task cscan: negatives names no way to make a false rule; there are: {}",
         fmt::join(names, ", "));
  }
  return weights;
}

// Eight numbers, the classes in order; of 10,000 examples.
std::array<std::uint32_t, kClasses> read_shares(const std::string& text) {
  std::array<std::uint32_t, kClasses> shares{};
  const auto words = split_words(text);
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < words.size() && i < kClasses; ++i) {
    const auto number = parse_number(words[i]);
    if (!number || *number > 10'000) {
      fail(ErrorKind::kUsage, "task cscan: shares: \"{}\" is not a number from 0 to 10000",
           printable(words[i]));
    }
    shares[i] = static_cast<std::uint32_t>(*number);
    total += *number;
  }
  if (words.size() != kClasses || total == 0) {
    fail(ErrorKind::kUsage, "task cscan: shares needs {} numbers that are not all 0, not {}",
         kClasses, words.size());
  }
  return shares;
}

ParamSpec text_param(const char* name, const char* default_text, const char* summary,
                     std::function<std::string(const std::string&)> content = {}) {
  return {name, default_text, summary, {}, {}, {}, std::move(content)};
}

ParamSpec space_param() {
  ParamSpec spec = text_param("space", "b", "the rule space: b, x, scan, or a file of your own",
                              rule_space_text);
  spec.known = own_space_names();
  return spec;
}

// "S=T_and_T": the levels and words of a production.
std::string rule_name(const Production& production, const RuleSpace& space) {
  std::string name = space.levels[production.result] + "=";
  std::size_t slot = 0;
  for (const std::string& word : production.pattern) {
    if (!name.ends_with('=')) name += '_';
    name += word.empty() ? space.levels[production.slots[slot++]] : word;
  }
  return name;
}

// Words of the lowest levels by the name of their level: "W around X thrice".
std::string pattern_of(std::string_view text, const RuleSpace& space) {
  std::string pattern;
  for (const std::string_view word : split_words(text)) {
    if (!pattern.empty()) pattern += ' ';
    const auto production = std::ranges::find_if(space.productions, [&](const Production& each) {
      return each.slots.empty() && each.name == word;
    });
    if (production != space.productions.end()) {
      pattern += space.levels[production->result];
    } else {
      pattern += variable_of(word) ? std::string_view("x") : word;
    }
  }
  return pattern;
}

// Replies up to renaming of actions: "A A B A".
std::string reply_pattern(std::string_view reply) {
  std::vector<std::string_view> seen;
  std::string pattern;
  for (const std::string_view word : split_words(reply)) {
    const auto at = std::ranges::find(seen, word);
    if (!pattern.empty()) pattern += ' ';
    fmt::format_to(std::back_inserter(pattern), "{}", at - seen.begin());
    if (at == seen.end()) seen.push_back(word);
  }
  return pattern;
}

std::string_view left_side(std::string_view request) {
  if (!request.starts_with('[')) return request;
  return request.substr(1, request.find(']') - 1);
}

}  // namespace

const TaskInfo& CscanTask::static_info() {
  static const TaskInfo kInfo{
      .name = "cscan",
      .version = "1.0.0",
      .title = "Conceptual SCAN: learning with and about rules",
      .summary =
          "A context of rules and examples, different each time, and a request: what does a "
          "command mean, or does a rule hold? The answer says whether it follows from the context "
          "(Monotonic) or only from what the context lets one assume (Defeasible); what cannot be "
          "known is answered with a question mark. Rule spaces are files: b and x are those of the "
          "paper, scan has the meaning of SCAN.",
      .unit = "context",
      .params =
          {space_param(),
           ParamSpec::number("contexts", 0, 0, 100'000'000, "of training; 0: without end"),
           ParamSpec::number("examples", 100, 1, 100'000, "of each context"),
           ParamSpec::number("held_out", 0, 0, 10'000'000,
                             "further contexts for dev, and as many for test; needs contexts"),
           ParamSpec::number("held_out_examples", 1000, 1, 100'000, "of each of those"),
           ParamSpec::number("siblings", 0, 0, 4,
                             "pairs of examples made for each, from which it follows"),
           ParamSpec::number("contradicted", 1, 0, 16,
                             "rules of a context that its examples contradict"),
           ParamSpec::number("insufficient", 0, 0, 16,
                             "rules of a context that it shows too rarely"),
           ParamSpec::number("least_commands", 0, 0, 1'000'000,
                             "commands that every context must settle without induction"),
           text_param("vocabulary", "",
                      "a SentencePiece model: the limits of the space count its pieces, not words",
                      [](const std::string& path) {
                        return path.empty() ? std::string() : read_user_file(path);
                      }),
           text_param("negatives", "edit*7 exchange borrow basis",
                      "ways to make a false rule, with weights"),
           text_param("shares", "2170 2170 660 1090 1090 1085 1085 650",
                      "of 10,000 examples: commands (monotonic, defeasible, unknown), true rules "
                      "(m, d), false rules (m, d), unknown rules")},
      .compounds = {"cscan: productions of the request", 4, 0, true, 0, 0, false},
      .citation =
          "@article{conceptualscan2022,\n"
          "  title={Conceptual SCAN: Learning With and About Rules},\n"
          "  author={Anonymous},\n"
          "  journal={Submission to ICLR 2023, OpenReview 2iu9NhxX23},\n"
          "  year={2022}\n}",
      .licence = "Apache-2.0",
      .notes = {"No code or data of the paper were released; what it leaves open is decided in the "
                "card.",
                "Answers follow the paper's axioms; six of the 22 labels printed in its Figure 8 "
                "contradict them."},
      .one_answer = true,
  };
  return kInfo;
}

CscanTask::CscanTask(Params given, Workplace workplace)
    : Task(std::move(given), std::move(workplace)),
      space_(read_rule_space(params().text("space"))),
      phrases_(space_),
      reader_(phrases_),
      tokens_(params().text("vocabulary")),
      solver_(space_),
      contexts_([this] { return std::make_unique<ContextReading>(space_); }) {
  read_falsehoods(params().text("negatives"));
  read_shares(params().text("shares"));
  if (params().number("held_out") > 0 && params().number("contexts") == 0) {
    fail(ErrorKind::kUsage,
         "task cscan: held_out needs contexts: training without end leaves no context over");
  }
  for (const Production& production : space_.productions) {
    rules_.add(rule_name(production, space_), RuleKind::kGrammar, "[" + production.name + "]");
  }
}

const Schema& CscanTask::schema() const { return cscan_schema(); }

std::unique_ptr<Source> CscanTask::open(std::uint64_t seed) const {
  const auto number = [&](const char* name) {
    return static_cast<std::uint32_t>(params().number(name));
  };
  SourceSettings settings;
  settings.context = {number("contradicted"), number("insufficient"), number("least_commands")};
  settings.examples.falsehoods = read_falsehoods(params().text("negatives"));
  settings.examples.shares = read_shares(params().text("shares"));
  settings.examples.siblings = number("siblings");
  settings.contexts = number("contexts");
  settings.items = number("examples");
  settings.held_out = number("held_out");
  settings.held_out_items = number("held_out_examples");
  return open_cscan(space_, tokens_, settings, seed);
}

std::string CscanTask::solve(std::string_view input) const { return solver_.solve(input); }

Verdict CscanTask::judge(const Example& row, std::string_view answer) const {
  return cscan::judge(row.target(), answer, reader_);
}

std::string CscanTask::defect(const Example& row) const {
  ObjectPool<ContextReading>::Loan reading(contexts_);
  reading->read(context_in(row.input()));
  if (!reading->problem().empty()) return reading->problem();
  const auto request = reader_.request(request_in(row.input()));
  if (!request) return "the request cannot be read";
  if (text_of(row, kRequest) != request_in(row.input())) {
    return "the field \"request\" is not the first line of the input";
  }
  const auto answer = reader_.answer(row.target());
  if (!answer) return "the target cannot be read";
  std::string target = text_of(row, kReply);
  fmt::format_to(std::back_inserter(target), " (Reasoning: {})", text_of(row, kQualifier));
  if (target != row.target()) return "reply and qualifier are not those of the target";
  if (name_of(class_of(*request, *answer)) != text_of(row, kClass)) {
    return fmt::format("the class is {}", name_of(class_of(*request, *answer)));
  }
  const RequestFigures figures = figures_of(*request, phrases_, reading->told());
  const bool figures_agree =
      figures.rules == number_of(row, kRules) && figures.variables == number_of(row, kVariables) &&
      figures.level == number_of(row, kLevel) &&
      std::popcount(reading->told()) == number_of(row, kContextRules) &&
      std::abs(figures.explicit_share - std::get<double>(row.fields[kExplicitShare])) < 1e-9;
  if (!figures_agree) return "the figures of the request are not what the texts say";
  const auto length = static_cast<std::int64_t>(tokens_.count(row.input()));
  if (length != number_of(row, kInputLength)) {
    return fmt::format("the input has {} tokens", length);
  }
  if (length > space_.limits.most_input ||
      tokens_.count(row.target()) > space_.limits.most_output) {
    return "the example is longer than its rule space allows";
  }
  return {};
}

std::string CscanTask::canonical(const Example& row) const {
  auto lines = split_text(context_in(row.input()), '\n');
  std::ranges::sort(lines);
  std::string form(request_in(row.input()));
  for (const std::string_view line : lines) {
    form += '\n';
    form += line;
  }
  return form;
}

Features CscanTask::features(const Example& row) const {
  const std::string_view request = request_in(row.input());
  return {fmt::format("{:016x}", hash64(context_in(row.input()))),
          pattern_of(left_side(request), space_),
          reply_pattern(text_of(row, kReply)),
          static_cast<std::uint32_t>(number_of(row, kInputLength)),
          static_cast<std::uint32_t>(count_words(text_of(row, kReply))),
          number_of(row, kLeader) < 0
              ? std::nullopt
              : std::optional(static_cast<std::uint32_t>(number_of(row, kLeader)))};
}

// Appendix D.6 of the paper: the answers of a context must not contradict each other, nor one of
// them be less sure than what it follows from.
std::vector<Finding> CscanTask::certify(std::uint64_t seed) const {
  const auto source = open(seed);
  const std::uint64_t contexts = std::min(source->unit_count().value_or(kCertified), kCertified);
  ConsistencySum sum(phrases_, reader_, ConsistencyReading::kPaper);
  Example row;
  for (std::uint64_t number = 0; number < contexts; ++number) {
    const auto unit = source->unit(number);
    for (std::uint32_t item = 0; item < source->items_per_unit(); ++item) {
      if (!unit->make(item, {.rules = false}, row)) continue;
      sum.add(context_in(row.input()), id_of(info().name, row), request_in(row.input()),
              row.target());
    }
    workplace().control.report({"certify contexts", number + 1, contexts, 0});
  }
  const ConsistencyCounts counts = sum.report(workplace().control).counts;
  return {{"consistency",
           fmt::format("the answers of the first {} imply each other in {} ways and contradict "
                       "each other in {}",
                       counted(contexts, "context"), with_commas(counts.implications),
                       with_commas(counts.contradictions())),
           counts.contradictions() > 0}};
}

std::vector<Holdout> CscanTask::holdouts() const {
  const auto contexts = static_cast<std::uint64_t>(params().number("contexts"));
  const auto held_out = static_cast<std::uint64_t>(params().number("held_out"));
  Holdout further{
      "contexts",
      "the contexts of held_out: the first half for dev, the second for test",
      {},
      [contexts, held_out](const Params&) -> Predicate {
        return [contexts, held_out](const Example& row) {
          const std::uint64_t context = row.address.unit;
          if (held_out == 0 || context < contexts) return Deal{Place::kTrain, false, false};
          return Deal{context < contexts + held_out ? Place::kDev : Place::kTest, false, false};
        };
      }};
  if (held_out == 0) further.vacant = "held_out is 0, so every context trains";
  return {further};
}

std::vector<Format> CscanTask::formats() const {
  const auto append = [](std::string& out, std::string_view input, std::string_view target) {
    out += "{\"inputs\": ";
    append_json_string(out, input);
    out += ", \"targets\": ";
    append_json_string(out, target);
    out += "}\n";
  };
  const auto append_whole = [append](const Example& row, std::string& out) {
    append(out, row.input(), row.target());
  };
  const auto append_request = [append](const Example& row, std::string& out) {
    append(out, request_in(row.input()), row.target());
  };
  return {{.name = "t5",
           .summary = "inputs and targets as the paper's models had them, one JSON object a line",
           .files = {RowFile{"{part}.jsonl", append_whole}}},
          {.name = "without_context",
           .summary = "the same with nothing but the request as input",
           .files = {RowFile{"{part}.jsonl", append_request}}}};
}

Abilities CscanTask::abilities() const {
  return {.auditor = this, .metrics = {consistency_metric(phrases_, reader_)}};
}

}  // namespace assay::cscan
