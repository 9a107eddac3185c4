// A metric: what can be said of a set of answers as a whole and of no row alone, such as whether
// answers in one context contradict each other.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "assay/base/progress.h"
#include "assay/core/example.h"
#include "assay/core/params.h"
#include "assay/core/verdict.h"

namespace assay {

// A count, a share or a word; nothing when it is undefined, such as a share of nothing. Finite.
using Figure = std::variant<std::monostate, std::int64_t, double, std::string>;

struct MetricReport {
  std::optional<double> value;                          // absent when undefined
  std::vector<std::pair<std::string, Figure>> figures;  // what it is made of, in order
  struct Table {
    std::string name;
    std::vector<std::string> columns;
    std::vector<std::vector<Figure>> rows;  // each as long as `columns`
  };
  std::vector<Table> tables;
  std::vector<std::string> notes;  // one line each, such as that a cap was reached
};

class Metric {
 public:
  virtual ~Metric() = default;
  // Rows in the order of the data, by one thread at a time; those without an answer are not shown.
  // Needs only the fields of a row. Nothing may be referred to afterwards: the row is gone.
  virtual void see(const Example& row, std::string_view answer, const Verdict& verdict) = 0;
  // Once, after all rows; may work on control.jobs threads. The same for any number of them.
  virtual MetricReport report(const Control& control) = 0;
  // After report(): what its figures count, one JSON text a call and without its newline.
  virtual void list(const std::function<void(std::string_view line)>& /*write*/) const {}
};

struct MetricSpec {
  std::string name;
  std::string summary;
  std::vector<ParamSpec> params;
  std::function<std::unique_ptr<Metric>(const Params&)> make;
  std::string listed = {};  // what list() writes, such as "contradictions"; empty: nothing
};

}  // namespace assay
