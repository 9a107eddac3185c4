// How long the consistency of cSCAN's predictions takes, for made-up models.
//
//   cscan_consistency [CONTEXTS [JOBS]]        (100 and 2)
//
// A context has 1000 requests of the task. A model answers all of them rightly; or 30 % wrongly,
// edited actions for a command, the opposite for a rule; or takes every rule for true. "with basis"
// are other requests, of trees drawn evenly by somebody who knows all rules, and further rules of
// single productions, from which nearly everything follows; "wild", a tenth of the contexts, has
// many of these and most of them edited.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

#include "assay/tasks/cscan/consistency/consistency_sum.h"
#include "assay/tasks/cscan/consistency/random_predictions_testing.h"
#include "assay/tasks/cscan/cscan_task.h"
#include "assay/tasks/cscan/row.h"

namespace assay::cscan {
namespace {

struct Text {
  std::string context;
  std::string request;
  std::string answer;
};

class Clock {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

struct Model {
  std::uint64_t wrong = 0;    // in a hundred answers
  bool believes_all = false;  // every rule is true
};

void mislead(const Request& request, Answer& answer, const RuleSpace& space, Stream& stream) {
  if (request.form == Form::kCommand) {
    answer.reply.kind = Reply::Kind::kActions;
    samples::edit(answer.reply.actions, 0, space.actions.size(), stream);
  } else {
    const bool is_yes = answer.reply.kind == Reply::Kind::kYes;
    answer.reply.kind = is_yes ? Reply::Kind::kNo : Reply::Kind::kYes;
  }
  if (stream.below(4) != 0) return;
  const bool is_monotonic = answer.qualifier == Qualifier::kMonotonic;
  answer.qualifier = is_monotonic ? Qualifier::kDefeasible : Qualifier::kMonotonic;
}

std::vector<Text> asked(const std::string& name, const Reader& reader, const RuleSpace& space,
                        std::uint64_t contexts, const Model& model) {
  const CscanTask task(
      Params(CscanTask::static_info().params, {{"space", name}, {"examples", "1000"}}, "cscan"));
  const auto source = task.open(1);
  const Key key = stream_key(1, "cscan_consistency");
  std::vector<Text> texts;
  Example row;
  for (std::uint64_t context = 0; context < contexts; ++context) {
    const auto unit = source->unit(context);
    for (std::uint32_t item = 0; item < source->items_per_unit(); ++item) {
      if (!unit->make(item, {false}, row)) continue;
      Text& text = texts.emplace_back();
      text.context = fmt::format("{}", context);
      text.request = request_in(row.input());
      const Request request = reader.request(text.request).value();
      Answer answer = reader.answer(row.target()).value();
      Stream stream(key, {Purpose::kItem, context, item, 0});
      if (stream.below(100) < model.wrong) mislead(request, answer, space, stream);
      if (model.believes_all && request.form == Form::kRule) {
        answer.reply.kind = Reply::Kind::kYes;
      }
      append_answer(text.answer, answer, space);
    }
  }
  return texts;
}

std::vector<Text> sampled(const PhraseTable& phrases, const samples::Mix& mix,
                          std::uint64_t contexts) {
  const samples::TreeDraw trees(phrases);
  const Key key = stream_key(1, "cscan_consistency samples");
  std::vector<Text> texts;
  for (std::uint64_t context = 0; context < contexts; ++context) {
    Stream stream(key, {Purpose::kUnit, context, 0, 0});
    for (const auto& one : samples::predictions(phrases, trees, mix, stream)) {
      Text& text = texts.emplace_back();
      text.context = fmt::format("{}", context);
      append_request(text.request, one.request, phrases);
      append_answer(text.answer, one.answer, phrases.space());
    }
  }
  return texts;
}

void measure(const char* name, const PhraseTable& phrases, const Reader& reader,
             const std::vector<Text>& texts, unsigned jobs) {
  for (const auto reading : {ConsistencyReading::kPaper, ConsistencyReading::kFull}) {
    const Clock adding;
    ConsistencySum sum(phrases, reader, reading);
    for (const Text& text : texts) sum.add(text.context, "", text.request, text.answer);
    const double added = adding.seconds();
    const Clock counting;
    Control control;
    control.jobs = jobs;
    const ConsistencyReport report = sum.report(control);
    const double counted = counting.seconds();
    const ConsistencyCounts& counts = report.counts;
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    fmt::print(
        "{:20} {:5} {:6} assert  read {:5.2f} s  found {:5.2f} s {:6} impl. {:7} cont.  "
        "C = {:6.2f}  capped {:3}  peak {:3} MB\n",
        name, name_of(reading), report.assertions, added, counted, counts.implications,
        counts.contradictions(), counts.consistency().value_or(0), counts.capped_contexts,
        usage.ru_maxrss / 1024);
  }
}

void measure_all(std::uint64_t contexts, unsigned jobs) {
  for (const char* name : {"b", "x"}) {
    const RuleSpace space = read_rule_space(name);
    const PhraseTable phrases(space);
    const Reader reader(phrases);
    const auto ask = [&](const char* model_name, const Model& model) {
      measure(fmt::format("{}: {}", name, model_name).c_str(), phrases, reader,
              asked(name, reader, space, contexts, model), jobs);
    };
    ask("right", {});
    ask("30 % wrong", {.wrong = 30});
    ask("every rule true", {.believes_all = true});
  }
  const RuleSpace space = read_rule_space("b");
  const PhraseTable phrases(space);
  const Reader reader(phrases);
  const auto sample = [&](const char* name, const samples::Mix& mix, std::uint64_t count) {
    measure(name, phrases, reader, sampled(phrases, mix, count), jobs);
  };
  sample("b: right, basis", {.basis = 14}, contexts);
  sample("b: 30 % wrong, basis", {.basis = 28, .wrong = 30}, contexts);
  sample("b: wild, a tenth", {.basis = 100, .wrong = 80}, contexts / 10);
}

}  // namespace
}  // namespace assay::cscan

int main(int count, char** arguments) {
  const auto number = [&](int at, unsigned long otherwise) {
    return count > at ? std::strtoul(arguments[at], nullptr, 10) : otherwise;
  };
  assay::cscan::measure_all(number(1, 100), static_cast<unsigned>(number(2, 2)));
  return 0;
}
