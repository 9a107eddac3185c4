#include "assay/learners/training/checkpoint.h"

#include <cstring>
#include <nlohmann/json.hpp>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/input_file.h"
#include "assay/base/text.h"

namespace assay::learners {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kTitle = "assay checkpoint 2 ";

Json to_json(const RunIdentity& identity) {
  Json json{{"content_hash", identity.content_hash},
            {"split", identity.split},
            {"split_hash", identity.split_hash},
            {"vocabulary", identity.vocabulary},
            {"recipe", identity.recipe},
            {"seed", identity.seed},
            {"layout", identity.layout}};
  if (!identity.stream.empty()) json["stream"] = identity.stream;
  return json;
}

// Real numbers of the position decide nothing but what is reported, yet go on exactly.
Json to_json(const RunPosition& position) {
  return {{"step", position.step},
          {"epoch", position.epoch},
          {"batch", position.batch},
          {"tokens", position.tokens},
          {"cpu_seconds", position.cpu_seconds},
          {"feeding_seconds", position.feeding_seconds},
          {"seconds", position.seconds},
          {"metrics_bytes", position.metrics_bytes},
          {"loss_sum", position.loss_sum},
          {"loss_steps", position.loss_steps}};
}

RunIdentity identity_of(const Json& json) {
  return {.content_hash = json.at("content_hash"),
          .split = json.at("split"),
          .split_hash = json.at("split_hash"),
          .vocabulary = json.at("vocabulary"),
          .recipe = json.at("recipe"),
          .seed = json.at("seed"),
          .layout = json.at("layout"),
          .stream = json.value("stream", "")};
}

RunPosition position_of(const Json& json) {
  return {.step = json.at("step"),
          .epoch = json.at("epoch"),
          .batch = json.at("batch"),
          .tokens = json.at("tokens"),
          .cpu_seconds = json.at("cpu_seconds"),
          .feeding_seconds = json.value("feeding_seconds", 0.0),
          .seconds = json.at("seconds"),
          .metrics_bytes = json.at("metrics_bytes"),
          .loss_sum = json.at("loss_sum"),
          .loss_steps = json.at("loss_steps")};
}

void append_floats(std::string& out, const std::vector<float>& values) {
  out.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
}

std::vector<float> take_floats(std::string_view& bytes, std::size_t count) {
  std::vector<float> values(count);
  std::memcpy(values.data(), bytes.data(), count * sizeof(float));
  bytes.remove_prefix(count * sizeof(float));
  return values;
}

// The rest of the file, once its first line has vouched for it.
std::string_view checked_rest(std::string_view file, const std::string& where) {
  const std::size_t end = file.find('\n');
  if (!file.starts_with(kTitle) || end == std::string_view::npos)
    fail(ErrorKind::kInput,
         "{}: is not a checkpoint of assay-train; remove it, or choose another --out", where);
  const std::string_view rest = file.substr(end + 1);
  if (file.substr(0, end) != fmt::format("{}{} {:016x}", kTitle, rest.size(), hash64(rest))) {
    fail(ErrorKind::kInput,
         "{}: the checkpoint is damaged; remove it to train again from the start", where);
  }
  return rest;
}

void check_same_run(const RunIdentity& found, const RunIdentity& expected,
                    const std::string& where) {
  const auto other = [&](const char* what) {
    fail(ErrorKind::kInput,
         "{}: the run there has another {}; give what it began with, or choose another --out",
         where, what);
  };
  if (found.content_hash != expected.content_hash) other("data set");
  if (found.split != expected.split || found.split_hash != expected.split_hash) other("split");
  if (found.recipe != expected.recipe) other("recipe");
  if (found.seed != expected.seed) other("seed");
  if (found.vocabulary != expected.vocabulary) other("vocabulary");
  if (found.layout != expected.layout) other("layout of parameters");
  if (found.stream != expected.stream) other("stream");
}

}  // namespace

void write_checkpoint(const Folder& folder, const Checkpoint& checkpoint) {
  const std::size_t count = checkpoint.parameters.size();
  ASSAY_CHECK(checkpoint.first.size() == count && checkpoint.second.size() == count);
  Json header{{"identity", to_json(checkpoint.identity)},
              {"position", to_json(checkpoint.position)},
              {"parameters", count}};
  if (!checkpoint.kept.empty()) header["kept"] = checkpoint.kept.size();
  std::string rest = header.dump();
  rest += '\n';
  for (const auto* values :
       {&checkpoint.parameters, &checkpoint.first, &checkpoint.second, &checkpoint.kept})
    append_floats(rest, *values);
  NewFile file(folder, kCheckpointName);
  file.write(fmt::format("{}{} {:016x}\n", kTitle, rest.size(), hash64(rest)));
  file.write(rest);
  file.commit();
}

Checkpoint read_checkpoint(const Folder& folder, const RunIdentity& expected) {
  const std::string where = folder.path_of(kCheckpointName);
  const std::string bytes = InputFile(folder, kCheckpointName).read_all();
  std::string_view rest = checked_rest(bytes, where);
  const std::size_t end = rest.find('\n');
  const Json header = Json::parse(rest.substr(0, end));
  rest.remove_prefix(end + 1);
  Checkpoint read;
  read.identity = identity_of(header.at("identity"));
  check_same_run(read.identity, expected, where);
  read.position = position_of(header.at("position"));
  const std::size_t count = header.at("parameters");
  const std::size_t kept = header.value("kept", std::size_t{0});
  ASSAY_CHECK(rest.size() == (3 * count + kept) * sizeof(float));
  read.parameters = take_floats(rest, count);
  read.first = take_floats(rest, count);
  read.second = take_floats(rest, count);
  read.kept = take_floats(rest, kept);
  return read;
}

}  // namespace assay::learners
