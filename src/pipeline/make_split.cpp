#include "assay/pipeline/make_split.h"

#include <fmt/ranges.h>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/store/recipe.h"

namespace assay {

namespace {

// With every parameter spelled out.
SplitSpec completed(const SplitMethod& method, const Task* task, SplitSpec spec) {
  for (const SplitParam& param : method.form.params) {
    const bool is_size = param.spec.kind == ParamKind::kSize;
    if (!is_size && param.recorded != Recorded::kAlways) continue;
    if (auto value = default_value(param.spec)) {
      spec.set_default(param.spec.name, std::move(*value));
    }
  }
  if (method.complete) method.complete(task, spec);
  return spec;
}

// What `deal` makes of the spelled-out values.
template <typename Rows, typename Dealing>
SplitFile dealt(const SplitMethod& method, const SplitSpec& spec, const Task* task, Rows& rows,
                const Dealing& deal) {
  const SplitSpec whole = completed(method, task, spec);
  SplitFile file;
  file.claim = recorded(method.form, whole);
  file.subject = rows.subject();
  deal(whole, rows, file);
  return file;
}

const SplitMethod& checked_method(const SplitSpec& spec) {
  check_split_name(spec.name);
  return find_split_method(spec.method);
}

}  // namespace

SplitSpec claim_of(const SplitSpec& spec, const Task& task) {
  const SplitMethod& method = checked_method(spec);
  check_values(method.form, spec);
  return recorded(method.form, completed(method, &task, spec));
}

SplitFile make_split(SplitSession& rows, const SplitSpec& spec) {
  const SplitMethod& method = checked_method(spec);
  check_values(method.form, spec);
  return method.deal ? dealt(method, spec, &rows.task(), rows, method.deal)
                     : dealt(method, spec, &rows.task(), rows, method.deal_data_set);
}

SplitFile make_split(ForeignSession& rows, const SplitSpec& spec) {
  const SplitMethod& method = checked_method(spec);
  if (!method.deal) {
    std::vector<std::string> able;
    for (const SplitMethod& each : split_methods()) {
      if (each.deal) able.push_back(each.form.name);
    }
    fail(ErrorKind::kUsage, "{} is a file, which can be split by: {}; \"{}\" needs a data set",
         printable(rows.path()), fmt::join(able, ", "), printable(spec.method));
  }
  check_values(method.form, spec);
  return dealt(method, spec, nullptr, rows, method.deal);
}

}  // namespace assay
