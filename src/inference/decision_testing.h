// For tests only: a second way to decide, by trying every model.
//
// Things differ only in which predicates hold of them, so a model is a set of such types that is
// not empty, a type of it for each constant, and the truth of the propositions. The last are tried
// all at once: one bit of a word for each.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "assay/base/error.h"
#include "assay/inference/decision.h"
#include "assay/logic/formula.h"

namespace assay::logic::witness {

class Models {
 public:
  explicit Models(const FormulaStore& store) : store_(store) {}

  // Is there one in which all of `truths` are true and `untruth`, if any, is not?
  bool any(std::span<const FormulaId> truths, FormulaId untruth = kNoFormula) {
    truths_.assign(truths.begin(), truths.end());
    untruth_ = untruth;
    propositions_.clear();
    predicates_.clear();
    constants_.clear();
    for (const FormulaId id : truths_) note_symbols(id);
    if (untruth_ != kNoFormula) note_symbols(untruth_);
    ASSAY_CHECK(propositions_.size() <= 6 && predicates_.size() <= 4);
    const std::uint32_t types = 1U << predicates_.size();
    for (std::uint32_t set = 1; set < 1ULL << types; ++set) {
      things_.clear();
      for (std::uint32_t type = 0; type < types; ++type) {
        if ((set >> type & 1U) != 0) things_.push_back(type);
      }
      if (any_for_constants(constants_.begin())) return true;
    }
    return false;
  }

  Standing standing(std::span<const FormulaId> premises, FormulaId asked) {
    if (!any(premises)) return Standing::kContradictory;
    if (!any(premises, asked)) return Standing::kEntailed;
    std::vector<FormulaId> all(premises.begin(), premises.end());
    all.push_back(asked);
    return any(all) ? Standing::kOpen : Standing::kRefuted;
  }

 private:
  using Numbers = std::map<std::uint32_t, std::uint32_t>;
  using Worlds = std::uint64_t;  // a bit for each truth of the propositions

  void note_symbols(FormulaId id) {
    const Formula formula = store_[id];
    if (formula.op == Op::kProposition) {
      propositions_.emplace(formula.first, propositions_.size());
    } else if (formula.op == Op::kPredicate) {
      predicates_.emplace(formula.first, predicates_.size());
      if (formula.second != kVariable) constants_.emplace(formula.second, 0);
    } else {
      note_symbols(formula.first);
      if (is_binary(formula.op)) note_symbols(formula.second);
    }
  }

  bool any_for_constants(Numbers::iterator at) {
    if (at == constants_.end()) return any_world();
    for (const std::uint32_t type : things_) {
      at->second = type;
      if (any_for_constants(std::next(at))) return true;
    }
    return false;
  }

  bool any_world() const {
    Worlds worlds = untruth_ == kNoFormula ? ~Worlds{0} : ~truth(untruth_, 0);
    for (const FormulaId id : truths_) worlds &= truth(id, 0);
    return worlds != 0;
  }

  Worlds truth(FormulaId id, std::uint32_t thing) const {
    constexpr std::array<Worlds, 6> kTrue{0xAAAA'AAAA'AAAA'AAAA, 0xCCCC'CCCC'CCCC'CCCC,
                                          0xF0F0'F0F0'F0F0'F0F0, 0xFF00'FF00'FF00'FF00,
                                          0xFFFF'0000'FFFF'0000, 0xFFFF'FFFF'0000'0000};
    const Formula formula = store_[id];
    const auto left = [&] { return truth(formula.first, thing); };
    const auto right = [&] { return truth(formula.second, thing); };
    switch (formula.op) {
      case Op::kProposition:
        return kTrue.at(propositions_.at(formula.first));
      case Op::kPredicate: {
        const std::uint32_t type =
            formula.second == kVariable ? thing : constants_.at(formula.second);
        return (type >> predicates_.at(formula.first) & 1U) != 0 ? ~Worlds{0} : Worlds{0};
      }
      case Op::kNot:
        return ~left();
      case Op::kImplies:
        return ~left() | right();
      case Op::kIff:
        return ~(left() ^ right());
      case Op::kAnd:
        return left() & right();
      case Op::kOr:
        return left() | right();
      case Op::kForAll:
      case Op::kExists:
        break;
    }
    const bool all = formula.op == Op::kForAll;
    Worlds worlds = all ? ~Worlds{0} : Worlds{0};
    for (const std::uint32_t other : things_) {
      const Worlds here = truth(formula.first, other);
      worlds = all ? worlds & here : worlds | here;
    }
    return worlds;
  }

  const FormulaStore& store_;
  std::vector<FormulaId> truths_;
  FormulaId untruth_ = kNoFormula;
  Numbers propositions_;  // the bit of each
  Numbers predicates_;    // likewise
  Numbers constants_;     // the type of each
  std::vector<std::uint32_t> things_;
};

}  // namespace assay::logic::witness
