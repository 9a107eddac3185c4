#include "assay/catalog/catalog.h"

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/core/difficulty.h"
#include "assay/tasks/all.h"  // written by cmake/layers.cmake

namespace assay {

namespace {

template <typename Type>
CatalogEntry entry_of() {
  return {&Type::static_info(),
          [](Params params, const Workplace& workplace) -> std::unique_ptr<Task> {
            return std::make_unique<Type>(std::move(params), workplace);
          }};
}

template <typename... Types>
std::vector<CatalogEntry> entries_of(TaskList<Types...> /*tasks*/) {
  return {entry_of<Types>()...};
}

}  // namespace

const std::vector<CatalogEntry>& catalog() {
  static const std::vector<CatalogEntry> kEntries = entries_of(AllTasks());
  return kEntries;
}

std::vector<std::string> task_names() {
  std::vector<std::string> names;
  for (const CatalogEntry& each : catalog()) names.push_back(each.info->name);
  return names;
}

std::unique_ptr<Task> make_task(std::string_view name,
                                const std::map<std::string, std::string>& params,
                                const Workplace& workplace) {
  for (const CatalogEntry& each : catalog()) {
    if (each.info->name == name) {
      return each.make(Params(each.info->params, with_difficulty(*each.info, params),
                              fmt::format("task {}", name)),
                       workplace);
    }
  }
  fail(ErrorKind::kUsage, "there is no task \"{}\"{}", printable(name),
       did_you_mean(name, task_names()));
}

std::map<std::string, std::string> without_difficulty(std::string_view task,
                                                      std::map<std::string, std::string> params) {
  for (const CatalogEntry& each : catalog()) {
    if (each.info->name == task) return with_difficulty(*each.info, std::move(params));
  }
  return params;
}

}  // namespace assay
