#include "assay/capi/verb_table.h"

#include <vector>

#include "assay/base/error.h"
#include "assay/base/text.h"

namespace assay::capi {

std::string run_verb(std::string_view verb, std::string_view request, const Workplace& workplace) {
  std::vector<std::string> names;
  for (const auto verbs : {task_verbs(), data_verbs(), answer_verbs()}) {
    for (const VerbEntry& entry : verbs) {
      if (entry.name == verb) {
        Request asked(std::string(verb), request);
        return entry.run(asked, workplace)
            .dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
      }
      names.emplace_back(entry.name);
    }
  }
  fail(ErrorKind::kUsage, "there is no verb \"{}\"{}", printable(verb), did_you_mean(verb, names));
}

}  // namespace assay::capi
