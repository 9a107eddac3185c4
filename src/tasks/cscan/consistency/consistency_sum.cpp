#include "assay/tasks/cscan/consistency/consistency_sum.h"

#include <algorithm>

#include "assay/base/json.h"
#include "assay/base/parallel.h"

namespace assay::cscan {

std::optional<double> ConsistencyCounts::consistency() const {
  const std::uint64_t all = implications + contradictions();
  if (all == 0) return std::nullopt;
  return 100.0 * static_cast<double>(implications) / static_cast<double>(all);
}

void ConsistencyCounts::add(const ContextSets& context) {
  capped_contexts += context.is_capped ? 1 : 0;
  repeated += context.repeated;
  for (const ConsistencySet& set : context.sets) {
    const std::size_t size = set.members.size();
    if (set.kind == SetKind::kImplication) {
      ++implications;
      ++implication_sizes[size];
      continue;
    }
    ++(set.kind == SetKind::kReplyContradiction ? reply_contradictions : qualifier_contradictions);
    ++contradiction_sizes[size];
    ++contradiction_types[{size, set.about}];
  }
}

void ConsistencyCounts::add(const ConsistencyCounts& other) {
  implications += other.implications;
  reply_contradictions += other.reply_contradictions;
  qualifier_contradictions += other.qualifier_contradictions;
  capped_contexts += other.capped_contexts;
  repeated += other.repeated;
  for (const auto& [size, count] : other.implication_sizes) implication_sizes[size] += count;
  for (const auto& [size, count] : other.contradiction_sizes) contradiction_sizes[size] += count;
  for (const auto& [type, count] : other.contradiction_types) contradiction_types[type] += count;
}

ConsistencySum::ConsistencySum(const PhraseTable& phrases, const Reader& reader,
                               ConsistencyReading reading, const ConsistencyLimits& limits)
    : phrases_(phrases), reader_(reader), reading_(reading), limits_(limits) {}

void ConsistencySum::add(std::string_view context, std::string_view id, std::string_view request,
                         std::string_view answer) {
  ++predictions_;
  auto place = places_.find(context);
  if (place == places_.end()) {
    place = places_.emplace(context, contexts_.size()).first;
    contexts_.emplace_back();
  }
  const auto said = reader_.answer(answer);
  const bool is_silent =
      said && (said->reply.kind == Reply::Kind::kNo || said->reply.kind == Reply::Kind::kUnknown);
  if (is_silent) return;
  const auto asked = said ? reader_.request(request) : std::nullopt;
  if (!asked) {
    ++unread_;
    return;
  }
  auto assertion = asserted_by(*asked, *said);
  if (!assertion) return;
  contexts_[place->second].assertions.push_back(std::move(*assertion));
  contexts_[place->second].ids.emplace_back(id);
}

ConsistencyReport ConsistencySum::report(const Control& control) const {
  ConsistencyReport report;
  report.predictions = predictions_;
  report.unread = unread_;
  report.contexts = contexts_.size();
  for (const Context& context : contexts_) report.assertions += context.assertions.size();
  ordered_parallel<ConsistencyCounts>(
      0, contexts_.size(), control,
      [&](std::uint64_t at, ConsistencyCounts& counts) {
        counts = {};
        counts.add(find_consistency_sets(phrases_, contexts_[at].assertions, reading_, limits_));
      },
      [&](std::uint64_t at, const ConsistencyCounts& counts) {
        report.counts.add(counts);
        control.report({"consistency", at + 1, contexts_.size()});
      });
  return report;
}

void ConsistencySum::list(const std::function<void(std::string_view line)>& write) const {
  std::string line;
  for (const Context& context : contexts_) {
    const auto found = find_consistency_sets(phrases_, context.assertions, reading_, limits_);
    for (const ConsistencySet& set : found.sets) {
      line.clear();
      append_set(line, context, set);
      write(line);
    }
  }
}

void ConsistencySum::append_set(std::string& out, const Context& context,
                                const ConsistencySet& set) const {
  const auto append_field = [&](std::string_view key, std::string_view text) {
    out += ",\"";
    out += key;
    out += "\":";
    append_json_string(out, text);
  };
  out += set.is_contradiction() ? R"({"kind":"contradiction")" : R"({"kind":"implication")";
  if (set.is_contradiction()) {
    append_field("of", set.kind == SetKind::kReplyContradiction ? "reply" : "qualifier");
  }
  out += ",\"size\":";
  append_json_number(out, std::uint64_t{set.members.size()});
  append_field("about", name_of(set.about));
  const auto type = published_type(set.members.size(), set.about);
  if (set.is_contradiction() && type) {
    out += ",\"type\":";
    append_json_number(out, std::int64_t{*type});
  }
  if (set.conclusion) append_field("conclusion", context.ids[*set.conclusion]);
  out += ",\"members\":[";
  std::string text;
  for (const std::uint32_t member : set.members) {
    if (out.back() != '[') out += ',';
    out += "{\"id\":";
    append_json_string(out, context.ids[member]);
    const Assertion& assertion = context.assertions[member];
    text.clear();
    append_request(text, {assertion.rule, assertion.form}, phrases_);
    append_field("request", text);
    text.clear();
    const bool is_rule = assertion.form == Form::kRule;
    append_answer(text,
                  {{is_rule ? Reply::Kind::kYes : Reply::Kind::kActions,
                    is_rule ? Output() : assertion.rule.right},
                   assertion.qualifier},
                  phrases_.space());
    append_field("answer", text);
    out += '}';
  }
  out += "]}";
}

}  // namespace assay::cscan
