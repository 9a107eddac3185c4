#include "assay/core/stamp.h"

#include "assay/base/hash.h"
#include "assay/base/json.h"

namespace assay {

namespace {

std::string meaning_of(const ParamSpec& spec, const std::string& value) {
  return spec.content ? sha256_hex(spec.content(value)) : value;
}

}  // namespace

std::string identity_of(const TaskInfo& info, const Params& params, std::string_view version) {
  std::string text = "[";
  append_json_string(text, info.name);
  text += ',';
  append_json_string(text, version.substr(0, version.find('.')));
  for (const auto& [name, value] : params.all()) {  // in the order of their names
    const ParamSpec& spec = find_spec(info.params, name);
    if (value == spec.default_text) continue;
    const std::string meaning = meaning_of(spec, value);
    if (spec.content && meaning == meaning_of(spec, spec.default_text)) continue;
    text += ',';
    append_json_string(text, name);
    text += ',';
    append_json_string(text, meaning);
  }
  return sha256_hex(text + ']');
}

std::string stamp_of(const Task& task, std::string_view version) {
  return identity_of(task.info(), task.params(), version).substr(0, kStampDigits);
}

std::string stamp_of(const Task& task) { return stamp_of(task, task.info().version); }

}  // namespace assay
