#include "assay/store/card.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "assay/base/hash.h"
#include "assay/base/json.h"
#include "assay/base/random.h"
#include "assay/base/text.h"
#include "assay/store/layout.h"
#include "assay/store/selection_json.h"
#include "assay/store/split_json.h"

namespace assay {

namespace {

std::string two_decimals(std::uint64_t sum, std::uint64_t count) {
  if (count == 0) return "-";
  const std::uint64_t hundredths = (sum * 100 + count / 2) / count;
  return fmt::format("{}.{:02}", hundredths / 100, hundredths % 100);
}

std::string front_matter(const Manifest& manifest, const TaskInfo& info) {
  std::string out = "---\n";
  out += "pretty_name: ";
  append_json_string(out, info.title);
  out += '\n';
  out += "language:\n- en\ntags:\n- compositional-generalization\n- synthetic\n";
  out += "configs:\n- config_name: default\n  data_files:\n";
  for (const PartEntry& part : manifest.parts) {
    // The word "all" is taken in huggingface/datasets: it means the union of all splits.
    out += fmt::format("  - split: {}\n    path:\n", part.name == "all" ? "full" : part.name);
    for (const FileEntry& file : manifest.files) {
      if (file.part == part.name) out += fmt::format("    - {}\n", file.path);
    }
  }
  return out + "---\n";
}

std::string numbers_table(const Manifest& manifest) {
  std::string out =
      "| part | rows | words in input, mean | most | words in target, mean | most |\n"
      "|---|---|---|---|---|---|\n";
  for (const PartEntry& part : manifest.parts) {
    out += fmt::format("| {} | {} | {} | {} | {} | {} |\n", part.name, with_commas(part.rows),
                       two_decimals(part.lengths.input_sum, part.rows), part.lengths.input_most,
                       two_decimals(part.lengths.target_sum, part.rows), part.lengths.target_most);
  }
  return out;
}

}  // namespace

std::string card_text(const Manifest& manifest, const Task& task) {
  const TaskInfo& info = task.info();
  std::string out = front_matter(manifest, info);
  out += fmt::format("\n# {}\n\n{}\n\n", info.title, info.summary);
  if (manifest.units) {
    out += fmt::format("{} of {}.\n\n", counted(manifest.rows(), "row"),
                       counted(*manifest.units, info.unit));
  }
  out += numbers_table(manifest);
  if (manifest.empty > 0) {
    out += fmt::format("\n{} addresses are empty: no example can stand there.\n",
                       with_commas(manifest.empty));
  }
  out += "\n## Columns\n\n| name | type | role | what |\n|---|---|---|---|\n";
  out +=
      "| id | text | metadata | task:stamp:seed:unit:item, the address of the example; the stamp "
      "names "
      "task, version and parameters |\n";
  for (const Field& field : task.schema().fields) {
    out += fmt::format("| {} | {} | {} | {} |\n", field.name, name_of(field.type),
                       name_of(field.role), field.summary);
  }
  if (manifest.recipe.with_rules) {
    out +=
        "| rules | list of texts | metadata | the rule graph, one node each, inputs before users, "
        "root last |\n";
  }
  if (manifest.selection) {
    out += fmt::format(
        "\n## Selected\n\n{} rows of a larger data set, chosen for diverse rule combinations and "
        "an "
        "even spread over levels\n(`assay select`): {}\n",
        with_commas(manifest.selection->rows), to_json(*manifest.selection).dump());
  }
  if (manifest.claim) {
    out += fmt::format(
        "\n## Made by\n\nassay {} ({}) dealt the rows of another data set into these parts: {}\n",
        manifest.tool_version, manifest.tool_commit, to_json(*manifest.claim).dump());
  }
  out += manifest.claim ? "\nThe data set it was dealt from:\n" : "\n## Made by\n";
  if (manifest.selection) out += "\nThe data set it was selected from:\n";
  out += fmt::format(
      "\nassay {} ({}), task {} {}, random numbers {}. The recipe below gives the "
      "same bytes on any number of\nthreads, shards and interruptions: `assay generate -C "
      "recipe.toml --out DIR`.\n\n```toml\n{}```\n\ncontent hash `{}`\n",
      manifest.tool_version, manifest.tool_commit, info.name, manifest.task_version, kRandomId,
      recipe_toml(manifest.recipe), manifest.content_hash);
  if (!info.notes.empty()) {
    out += "\n## Differences from the original\n\n";
    for (const std::string& note : info.notes) out += fmt::format("- {}\n", note);
  }
  out += fmt::format("\n## Citation\n\n```bibtex\n{}\n```\n", info.citation);
  return out;
}

std::vector<HashedFile> write_documents(const Folder& folder, const Manifest& manifest,
                                        const Task& task) {
  std::vector<HashedFile> documents;
  const auto write = [&](const char* name, const std::string& text) {
    folder.write(name, text);
    documents.push_back({name, text.size(), sha256_hex(text)});
  };
  write(kCardName, card_text(manifest, task));
  write(kRecipeName, recipe_toml(manifest.recipe));
  return documents;
}

}  // namespace assay
