#include "assay/tasks/curi/row.h"

#include <initializer_list>

#include "assay/base/error.h"

namespace assay::curi {

namespace {

class Fit {
 public:
  explicit Fit(const Example& row) : row_(row) {}

  void expect_below(Column column, std::int64_t value, std::uint64_t bound) const {
    if (value >= 0 && static_cast<std::uint64_t>(value) < bound) return;
    fail(ErrorKind::kInput, "{}: {} has {}, and there are {}; verify says what else was changed",
         id_of("curi", row_), name_of(column), value, bound);
  }
  void expect_below(Column column, std::uint64_t bound) const {
    for (const std::int64_t value : numbers_at(row_, column)) expect_below(column, value, bound);
  }
  void expect_size(Column column, std::size_t size, std::size_t wanted) const {
    if (size == wanted) return;
    fail(ErrorKind::kInput, "{}: {} has {} values, not {}; verify says what else was changed",
         id_of("curi", row_), name_of(column), size, wanted);
  }

 private:
  static std::string name_of(Column column) { return curi_schema().fields[column].name; }

  const Example& row_;
};

}  // namespace

void expect_fit(const Example& row, const ConceptSpace& space) {
  const Fit fit(row);
  fit.expect_below(kNumberColumn, number_at(row, kNumberColumn), space.concepts().size());
  for (const Column column : {kAlternatesColumn, kValidColumn}) {
    fit.expect_below(column, space.concepts().size());
  }
  for (const Column column : {kSupportScenesColumn, kQueryScenesColumn}) {
    fit.expect_below(column, space.settings().scenes);
  }
  for (const Column column : {kSupportScenesColumn, kSupportLabelsColumn, kQueryScenesColumn,
                              kQueryLabelsColumn, kOptimisticColumn}) {
    fit.expect_size(column, numbers_at(row, column).size(), kSetScenes);
  }
  fit.expect_size(kPosteriorColumn, reals_at(row, kPosteriorColumn).size(),
                  numbers_at(row, kValidColumn).size());
}

Schema curi_schema() {
  using Type = ValueType;
  return {{
      {"input", Type::kText, Role::kInput, "25 labelled scenes, then 25 to be labelled", {}},
      {"target", Type::kText, Role::kTarget, "yes or no for each scene that is asked about", {}},
      {"concept", Type::kText, Role::kMetadata, "the rule, in postfix order", {"hypothesis"}},
      {"prefix", Type::kText, Role::kMetadata, "the rule as the paper prints it", {}},
      {"gloss", Type::kText, Role::kMetadata, "the rule in English", {}},
      {"number",
       Type::kInteger,
       Role::kMetadata,
       "of the concept in its space",
       {"hypothesis_index"}},
      {"meaning",
       Type::kInteger,
       Role::kMetadata,
       "number of its first synonym, itself included",
       {}},
      {"length", Type::kInteger, Role::kMetadata, "tokens of the rule", {"hypothesis_length"}},
      {"set",
       Type::kText,
       Role::kMetadata,
       "train, dev or test of the parameter split; or all",
       {}},
      {"support_scenes", Type::kIntegers, Role::kMetadata, "numbers of the labelled scenes", {}},
      {"support_labels", Type::kIntegers, Role::kMetadata, "1: the rule holds", {}},
      {"support_behind",
       Type::kIntegers,
       Role::kMetadata,
       "for each hard negative the likeliest other concept that explains it, else -1",
       {}},
      {"query_scenes", Type::kIntegers, Role::kMetadata, "numbers of the scenes asked about", {}},
      {"query_labels", Type::kIntegers, Role::kMetadata, "1: the rule holds", {}},
      {"query_behind", Type::kIntegers, Role::kMetadata, "as support_behind", {}},
      {"alternates",
       Type::kIntegers,
       Role::kMetadata,
       "numbers of the other concepts that hold in all positives of the support",
       {}},
      {"valid",
       Type::kIntegers,
       Role::kMetadata,
       "numbers of the concepts that explain the whole support, its own included",
       {}},
      {"posterior",
       Type::kReals,
       Role::kMetadata,
       "natural logarithm of what the strong learner believes of each valid concept",
       {}},
      {"optimistic_labels",
       Type::kIntegers,
       Role::kMetadata,
       "1: some valid concept holds in the scene asked about",
       {}},
  }};
}

}  // namespace assay::curi
