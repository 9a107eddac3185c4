#include "assay/tasks/cscan/source.h"

#include <algorithm>
#include <atomic>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/tasks/cscan/row.h"

namespace assay::cscan {

namespace {

// One item a line, each after a line break.
std::string text_of(const Context& context) {
  std::string text;
  for (const Item& item : context.items) {
    text += '\n';
    append_item(text, item, *context.phrases);
  }
  return text;
}

class CscanSource : public Source {
 public:
  CscanSource(const RuleSpace& space, const TokenCounter& tokens, const SourceSettings& settings,
              std::uint64_t seed, const Control& control)
      : space_(space),
        tokens_(tokens),
        settings_(settings),
        seed_(seed),
        key_(stream_key(seed, "cscan")),
        contexts_(space, with_limit(settings.context), key_),
        control_(control) {}

  std::optional<std::uint64_t> unit_count() const override {
    if (settings_.contexts == 0) return std::nullopt;
    return settings_.contexts + 2 * settings_.held_out;
  }
  std::uint32_t items_per_unit() const override {
    const std::uint32_t most = settings_.held_out > 0
                                   ? std::max(settings_.items, settings_.held_out_items)
                                   : settings_.items;
    return most * (1 + 2 * settings_.examples.siblings);
  }
  std::uint32_t items_of(std::uint64_t unit) const override {
    return examples_of(unit) * (1 + 2 * settings_.examples.siblings);
  }
  std::unique_ptr<Unit> unit(std::uint64_t index) const override;

  // Without siblings.
  std::uint32_t examples_of(std::uint64_t unit) const {
    const bool is_held_out = settings_.contexts > 0 && unit >= settings_.contexts;
    return is_held_out ? settings_.held_out_items : settings_.items;
  }

  const RuleSpace& space() const { return space_; }
  const TokenCounter& tokens() const { return tokens_; }
  const SourceSettings& settings() const { return settings_; }
  std::uint64_t seed() const { return seed_; }
  Key key() const { return key_; }
  Context context(std::uint64_t number) const { return contexts_.make(number); }

  // Called before each example of a context: stops on request, and tells of contexts so large that
  // nothing else is heard meanwhile.
  void watch(std::uint32_t tried) const {
    constexpr std::uint32_t kPause = 2000;
    if (control_.cancelled()) throw Interrupted("stopped on request");
    if (tried == 0 || tried % kPause != 0) return;
    const std::uint64_t all = tried_ += kPause;
    control_.report({.what = "make large contexts", .done = all, .note = "examples"});
  }

 private:
  // Requests need some room, too.
  ContextSettings with_limit(ContextSettings settings) const {
    settings.is_wanted = [this](const Context& context) {
      return 4 * tokens_.count(text_of(context)) <= std::size_t{3} * space_.limits.most_input;
    };
    return settings;
  }

  const RuleSpace& space_;
  const TokenCounter& tokens_;
  SourceSettings settings_;
  std::uint64_t seed_;
  Key key_;
  ContextMaker contexts_;
  Control control_;
  mutable std::atomic<std::uint64_t> tried_ = 0;  // examples of large contexts, by all threads
};

class CscanUnit : public Unit {
 public:
  CscanUnit(const CscanSource& source, std::uint64_t index)
      : source_(source),
        index_(index),
        items_(source.examples_of(index)),
        context_(source.context(index)),
        told_(context_.told(Telling::kExplicit)),
        context_text_(text_of(context_)),
        context_words_(count_words(context_text_)) {
    made_ = make_examples(
        context_, source.settings().examples, items_, source.key(), index,
        [this](const Made& made) { return is_short(made); },
        [this](std::uint32_t tried) { source_.watch(tried); });
  }

  bool make(std::uint32_t item, Wanted want, Example& out) const override {
    std::int64_t leader = -1;
    const Made* made = find(item, leader);
    if (made == nullptr) return false;
    write(*made, leader, want, out);
    out.seed = source_.seed();
    out.address = {index_, item};
    return true;
  }

 private:
  const Made* find(std::uint32_t item, std::int64_t& leader) const {
    if (item < items_) return item < made_.examples.size() ? &made_.examples[item] : nullptr;
    const std::size_t sibling = item - items_;
    if (sibling >= made_.siblings.size() || !made_.siblings[sibling]) return nullptr;
    leader = static_cast<std::int64_t>(sibling /
                                       (std::size_t{2} * source_.settings().examples.siblings));
    return &*made_.siblings[sibling];
  }

  std::size_t input_tokens(const std::string& request) const {
    const TokenCounter& tokens = source_.tokens();
    if (tokens.counts_words()) return context_words_ + count_words(request);
    return tokens.count(request + context_text_);
  }

  bool is_short(const Made& made) const {
    const Limits& limits = source_.space().limits;
    std::string text;
    append_answer(text, made.answer, source_.space());
    if (source_.tokens().count(text) > limits.most_output) return false;
    text.clear();
    append_request(text, made.request, *context_.phrases);
    return input_tokens(text) <= limits.most_input;
  }

  void write(const Made& made, std::int64_t leader, Wanted want, Example& out) const {
    reset(out, cscan_schema());
    const auto text = [&](Column column) -> std::string& {
      return std::get<std::string>(out.fields[column]);
    };
    append_request(text(kRequest), made.request, *context_.phrases);
    text(kInput) += text(kRequest);
    text(kInput) += context_text_;
    write_columns(made.request, made.answer, *context_.phrases, told_, out);
    text(kFalsehood) += name_of(made.falsehood);
    out.fields[kInputLength] = static_cast<std::int64_t>(input_tokens(text(kRequest)));
    out.fields[kLeader] = leader;
    if (want.rules) write_rules(made.request.rule.left, *context_.phrases, out.rules);
  }

  const CscanSource& source_;
  std::uint64_t index_;
  std::uint32_t items_;
  Context context_;
  ProductionSet told_;
  std::string context_text_;
  std::size_t context_words_;
  MadeSet made_;
};

std::unique_ptr<Unit> CscanSource::unit(std::uint64_t index) const {
  return std::make_unique<CscanUnit>(*this, index);
}

}  // namespace

std::unique_ptr<Source> open_cscan(const RuleSpace& space, const TokenCounter& tokens,
                                   const SourceSettings& settings, std::uint64_t seed,
                                   const Control& control) {
  return std::make_unique<CscanSource>(space, tokens, settings, seed, control);
}

}  // namespace assay::cscan
