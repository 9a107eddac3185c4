#include "assay/rules_engine/feature_parser.h"

#include <algorithm>

namespace assay::rules {

void FeatureParser::SpanTable::clear() {
  used_ = 0;
  if (++stamp_ != 0) return;
  entries_.assign(entries_.size(), {});
  stamp_ = 1;
}

std::uint32_t& FeatureParser::SpanTable::at(std::uint64_t key) {
  if (used_ * 2 >= entries_.size()) grow();
  const std::size_t mask = entries_.size() - 1;
  for (std::size_t i = (key * 0x9E37'79B9'7F4A'7C15ULL) >> 40U;; ++i) {
    Entry& entry = entries_[i & mask];
    if (entry.stamp != stamp_) {
      entry = {key, kEnd, stamp_};
      ++used_;
      return entry.value;
    }
    if (entry.key == key) return entry.value;
  }
}

void FeatureParser::SpanTable::grow() {
  std::vector<Entry> old = std::move(entries_);
  entries_.assign(old.size() * 2, {});
  const std::uint32_t stamp = stamp_;
  stamp_ = 1;
  used_ = 0;
  for (const Entry& entry : old) {
    if (entry.stamp == stamp) at(entry.key) = entry.value;
  }
}

bool FeatureParser::parse(std::span<const WordId> words) {
  words_ = static_cast<std::uint32_t>(words.size());
  active_.clear();
  links_.clear();
  passive_.clear();
  makers_.clear();
  roots_.clear();
  alternatives_.clear();
  agenda_.clear();
  const std::size_t categories = grammar_.category_count();
  waiting_.assign((words.size() + 1) * categories, kEnd);
  waiting_word_.assign(words.size() + 1, kEnd);
  may_begin_.assign((words.size() + 1) * grammar_.corner_words(), 0);
  for (place_ = 1; place_ <= words_; ++place_) {
    const std::uint32_t from = place_ - 1;
    open_place(from);
    active_table_.clear();
    passive_table_.clear();
    const WordId word = words[from];
    if (word == kNothing) return false;
    for (std::uint32_t e = waiting_word_[from]; e != kEnd; e = active_[e].next) {
      const Active edge = active_[e];
      const FeatureGrammar::Item& item = grammar_.item(edge.item);
      if (item.word == word) add_active(item.after_word, edge.begin, {e, kEnd, kEnd});
    }
    for (const ItemId item : grammar_.begun_by(word)) {
      if (may_begin(grammar_.item(item).left, from)) add_active(item, from, {kEnd, kEnd, kEnd});
    }
    while (!agenda_.empty()) {
      const std::uint32_t passive = agenda_.back();
      agenda_.pop_back();
      spread(passive);
    }
  }
  place_ = words_;
  for (std::uint32_t p = 0; p < passive_.size() && words_ > 0; ++p) {
    const Passive& edge = passive_[p];
    if (edge.begin != 0 || grammar_.state(edge.state).category != grammar_.start()) continue;
    if (passive_table_.at((std::uint64_t{edge.state} << 32U)) == p) roots_.push_back(p);
  }
  return !roots_.empty();
}

// What may begin at a place: what edges that end there wait for, and what that may begin with.
void FeatureParser::open_place(std::uint32_t place) {
  const std::size_t width = grammar_.corner_words();
  std::uint64_t* bits = may_begin_.data() + place * width;
  const auto add = [&](CategoryId category) {
    const auto corners = grammar_.corners(category);
    for (std::size_t i = 0; i < width; ++i) bits[i] |= corners[i];
  };
  if (place == 0) add(grammar_.start());
  const std::size_t categories = grammar_.category_count();
  for (std::size_t c = 0; c < categories; ++c) {
    if (waiting_[place * categories + c] != kEnd) add(static_cast<CategoryId>(c));
  }
}

bool FeatureParser::may_begin(CategoryId category, std::uint32_t place) const {
  return (may_begin_[place * grammar_.corner_words() + category / 64] >> (category % 64) & 1U) != 0;
}

void FeatureParser::add_active(ItemId item_id, std::uint32_t begin, Link link) {
  std::uint32_t& known = active_table_.at((std::uint64_t{item_id} << 32U) | begin);
  const bool is_new = known == kEnd;
  if (is_new) {
    known = static_cast<std::uint32_t>(active_.size());
    active_.push_back({item_id, begin, kEnd, kEnd});
  }
  const std::uint32_t at = known;
  link.next = active_[at].links;
  active_[at].links = static_cast<std::uint32_t>(links_.size());
  links_.push_back(link);
  if (!is_new) return;
  const FeatureGrammar::Item& item = grammar_.item(item_id);
  if (item.made != kNothing) {
    add_passive(item.made, begin, at);
  } else {
    std::uint32_t& head = item.word != kNothing
                              ? waiting_word_[place_]
                              : waiting_[place_ * grammar_.category_count() + item.wanted];
    active_[at].next = head;
    head = at;
  }
}

void FeatureParser::add_passive(StateId state, std::uint32_t begin, std::uint32_t active) {
  std::uint32_t& known = passive_table_.at((std::uint64_t{state} << 32U) | begin);
  if (known == kEnd) {
    known = static_cast<std::uint32_t>(passive_.size());
    passive_.push_back({state, begin, kEnd, kEnd, 0});
    agenda_.push_back(known);
  }
  makers_.push_back({active, passive_[known].makers});
  passive_[known].makers = static_cast<std::uint32_t>(makers_.size() - 1);
}

void FeatureParser::spread(std::uint32_t passive) {
  const Passive edge = passive_[passive];
  const FeatureGrammar::State& state = grammar_.state(edge.state);
  for (const ItemId item : state.begins) {
    if (may_begin(grammar_.item(item).left, edge.begin)) {
      add_active(item, edge.begin, {kEnd, passive, kEnd});
    }
  }
  const std::size_t slot = edge.begin * grammar_.category_count() + state.category;
  for (std::uint32_t e = waiting_[slot]; e != kEnd; e = active_[e].next) {
    const Active waiting = active_[e];
    const ItemId next = grammar_.follow(grammar_.item(waiting.item), edge.state);
    if (next != kNothing) add_active(next, waiting.begin, {e, passive, kEnd});
  }
}

// One way to make each edge that the root needs.
bool FeatureParser::is_unambiguous() {
  if (roots_.size() != 1) return false;
  agenda_ = roots_;
  while (!agenda_.empty()) {
    const Passive& edge = passive_[agenda_.back()];
    agenda_.pop_back();
    if (makers_[edge.makers].next != kEnd) return false;
    for (std::uint32_t at = makers_[edge.makers].active; at != kEnd;) {
      const Link& link = links_[active_[at].links];
      if (link.next != kEnd) return false;
      if (link.passive != kEnd) agenda_.push_back(link.passive);
      at = link.before;
    }
  }
  return true;
}

std::vector<std::uint32_t> FeatureParser::derivations(std::size_t most, DerivationTree& trees) {
  std::vector<std::uint32_t> roots;
  for (const auto root : roots_) {
    work_out(root, most, trees);
    const Passive& edge = passive_[root];
    for (std::uint32_t i = 0; i < edge.trees_count && roots.size() < most; ++i) {
      roots.push_back(alternatives_[edge.trees_first + i]);
    }
  }
  return roots;
}

// All trees of an edge: for each way it was made, all combinations of those of its constituents.
void FeatureParser::work_out(std::uint32_t passive, std::size_t most, DerivationTree& trees) {
  if (passive_[passive].trees_first != kEnd) return;
  std::vector<std::uint32_t> made;
  std::vector<std::uint32_t> chain;  // constituents, last first
  const auto combine = [&](const auto& self, std::uint32_t rule, std::size_t left,
                           std::vector<std::uint32_t>& chosen) -> void {
    if (made.size() >= most) return;
    if (left == 0) {
      made.push_back(trees.add(rule, chosen, passive_[passive].begin));
      return;
    }
    const std::uint32_t part = chain[left - 1];
    for (std::uint32_t i = 0; i < passive_[part].trees_count; ++i) {
      chosen.push_back(alternatives_[passive_[part].trees_first + i]);
      self(self, rule, left - 1, chosen);
      chosen.pop_back();
    }
  };
  const auto walk = [&](const auto& self, std::uint32_t active, std::uint32_t rule) -> void {
    for (std::uint32_t l = active_[active].links; l != kEnd && made.size() < most;
         l = links_[l].next) {
      const Link link = links_[l];
      if (link.passive != kEnd) {
        work_out(link.passive, most, trees);
        chain.push_back(link.passive);
      }
      if (link.before != kEnd) {
        self(self, link.before, rule);
      } else {
        std::vector<std::uint32_t> chosen;
        combine(combine, rule, chain.size(), chosen);
      }
      if (link.passive != kEnd) chain.pop_back();
    }
  };
  for (std::uint32_t m = passive_[passive].makers; m != kEnd; m = makers_[m].next) {
    walk(walk, makers_[m].active, grammar_.item(active_[makers_[m].active].item).rule);
  }
  passive_[passive].trees_first = static_cast<std::uint32_t>(alternatives_.size());
  passive_[passive].trees_count = static_cast<std::uint32_t>(made.size());
  alternatives_.insert(alternatives_.end(), made.begin(), made.end());
}

std::size_t FeatureParser::stuck_at() const {
  std::size_t place = 0;
  const std::size_t categories = grammar_.category_count();
  for (std::size_t p = 0; p <= words_; ++p) {
    bool alive = p == 0 || waiting_word_[p] != kEnd;
    for (std::size_t c = 0; c < categories && !alive; ++c) {
      alive = waiting_[p * categories + c] != kEnd;
    }
    if (alive) place = p;
  }
  return place;
}

std::vector<std::string> FeatureParser::expected() const {
  const std::size_t place = stuck_at();
  std::vector<std::uint64_t> bits(grammar_.corner_words(), 0);
  const auto add = [&](CategoryId category) {
    const auto corners = grammar_.corners(category);
    for (std::size_t i = 0; i < bits.size(); ++i) bits[i] |= corners[i];
  };
  if (place == 0) add(grammar_.start());
  const std::size_t categories = grammar_.category_count();
  for (std::size_t c = 0; c < categories; ++c) {
    if (waiting_[place * categories + c] != kEnd) add(static_cast<CategoryId>(c));
  }
  std::vector<std::string> words;
  for (WordId w = 0; w < grammar_.word_count(); ++w) {
    bool fits = false;
    for (std::uint32_t e = waiting_word_[place]; e != kEnd && !fits; e = active_[e].next) {
      fits = grammar_.item(active_[e].item).word == w;
    }
    for (const ItemId item : grammar_.begun_by(w)) {
      const CategoryId left = grammar_.item(item).left;
      fits = fits || (bits[left / 64] >> (left % 64) & 1U) != 0;
    }
    if (fits) words.emplace_back(grammar_.word(w));
  }
  std::sort(words.begin(), words.end());
  return words;
}

}  // namespace assay::rules
