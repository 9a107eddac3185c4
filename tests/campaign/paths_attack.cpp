// Hostile names of splits, parts and files: nothing outside the data set is touched or read.
//
// A job's folder lies beside another one, the canary, whose files hold a secret. Whatever name is
// used where, the canary stays as it was, nothing of it is opened or printed, and nothing new
// appears outside the folders that the command names.
#include <algorithm>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "assay/base/hash.h"
#include "attack.h"

namespace assay::campaign {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kSecret = "canary-4f1d9b";

// A folder as a job finds it, with the canary beside it.
struct Surroundings {
  Trial& trial;
  std::string outside;  // holds both

  std::string inside(const std::string& name = "") const { return trial.folder() + "/" + name; }
  std::string canary() const { return outside + "/canary"; }
};

// Names that try to leave; {canary} is its absolute path.
std::vector<std::string> hostile_names() {
  std::vector<std::string> names = {
      "..",
      ".",
      "",
      "/",
      "../canary/secret",
      "../canary/secret.json",
      "../../canary/secret",
      "../../../canary/secret",
      "x/../../../canary/secret",
      "./../../canary/secret",
      "..//..//canary/secret",
      "../canary/new",
      "../../canary/new",
      "{canary}/secret",
      "{canary}/new",
      "{canary}/secret.json",
      "/proc/self/root{canary}/secret",
      "/proc/self/cwd/../canary/secret",
      "/dev/stdout",
      "/dev/null",
      "~/secret",
      "~root/secret",
      "$HOME/secret",
      "C:\\canary\\secret",
      "\\\\host\\canary\\secret",
      "..\\..\\canary\\secret",
      "%2e%2e%2fcanary%2fsecret",
      "..%2fcanary",
      "%252e%252e%252f",
      "\xE2\x80\xA4\xE2\x80\xA4/canary/secret",   // one-dot leaders
      "\xEF\xBC\x8E\xEF\xBC\x8E\xEF\xBC\x8Fnew",  // full-width dots and slash
      "\xC0\xAE\xC0\xAE/canary/secret",           // overlong dots
      "a\nb",
      "a\x1b[31mb",
      "a\x7f",
      "-rf",
      "--force",
      "--out=../canary",
      "*",
      "a b; touch ../canary/new",
      "$(touch ../canary/new)",
      "`touch ../canary/new`",
      "|touch ../canary/new",
      ".assay",
      ".assay/lock",
      "../manifest",
      "../manifest.json",
      "../data/all-00000-of-00002.jsonl",
      "con",
      "nul.json",
      "a:b",
      "..;/canary",
      "canary/../../canary/secret",
      "link/secret",
      "link",
  };
  names.push_back(std::string(300, 'a'));
  names.push_back(std::string(5000, 'b'));
  std::string deep;
  for (int i = 0; i < 200; ++i) deep += "../";
  names.push_back(deep + "canary/secret");
  names.push_back(std::string("a\0b", 3));  // only where a name is read from a file
  return names;
}

std::string toml_text(const std::string& text) {
  return Json(text).dump(-1, ' ', true, Json::error_handler_t::replace);
}

// A manifest with something changed and its hash made right again.
void mend_manifest(const std::string& path, const std::function<void(Json&)>& change) {
  Json json = Json::parse(read_file(path));
  json.erase("sha256");
  change(json);
  json["sha256"] = sha256_hex(json.dump(1, ' ', false, Json::error_handler_t::replace));
  write_file(path, json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

void replace_by_link(const std::string& path, const std::string& target) {
  fs::remove_all(path);
  fs::create_symlink(target, path);
}

// A place where a hostile name is used: prepares the folder and says what to run.
struct Place {
  const char* name;
  std::function<Words(const Surroundings&, const std::string& hostile)> prepare;
};

Words recipe_words(const Surroundings& around, const std::string& text) {
  write_file(around.inside("recipe.toml"), text);
  return {"generate", "-C", "recipe.toml", "-q", "-j", "1", "--out", "out"};
}

Words with_hostile_path(const Surroundings& around, const std::string& hostile, const char* verb) {
  mend_manifest(around.inside("set/manifest.json"),
                [&](Json& json) { json["files"][0]["path"] = hostile; });
  if (std::string(verb) == "export") return {"export", "set", "--format", "jsonl"};
  return {verb, "set"};
}

const std::vector<Place>& places() {
  static const std::vector<Place> kPlaces = {
      {"split-name",
       [](const Surroundings&, const std::string& hostile) {
         return Words{"split", "set", "-q", "--method", "random", "--name", hostile};
       }},
      {"shown-split",
       [](const Surroundings&, const std::string& hostile) {
         return Words{"show", "set", "--split", hostile};
       }},
      {"exported-split",
       [](const Surroundings&, const std::string& hostile) {
         return Words{"export", "set", "--format", "jsonl", "--split", hostile};
       }},
      {"recipe-split",
       [](const Surroundings& around, const std::string& hostile) {
         return recipe_words(around,
                             "task = \"scan\"\nrows = 5\n[[split]]\nmethod = \"random\"\nname = " +
                                 toml_text(hostile) + "\n");
       }},
      {"recipe-part",
       [](const Surroundings& around, const std::string& hostile) {
         return recipe_words(around, "task = \"scan\"\nrows = 5\n[[part]]\nshare = 1\nname = " +
                                         toml_text(hostile) + "\n");
       }},
      {"manifest-path-verify",
       [](const Surroundings& around, const std::string& hostile) {
         return with_hostile_path(around, hostile, "verify");
       }},
      {"manifest-path-show",
       [](const Surroundings& around, const std::string& hostile) {
         return with_hostile_path(around, hostile, "show");
       }},
      {"manifest-path-export",
       [](const Surroundings& around, const std::string& hostile) {
         return with_hostile_path(around, hostile, "export");
       }},
      {"manifest-part",
       [](const Surroundings& around, const std::string& hostile) {
         mend_manifest(around.inside("set/manifest.json"), [&](Json& json) {
           json["parts"][0]["name"] = hostile;
           for (Json& file : json["files"]) file["part"] = hostile;
         });
         return Words{"export", "set", "-q", "--split", "a", "--format", "jsonl", "--out", "out"};
       }},
  };
  return kPlaces;
}

// Links where folders or files are expected; {canary} is outside.
const std::vector<Place>& link_places() {
  static const std::vector<Place> kPlaces = {
      {"link-in-set",
       [](const Surroundings& around, const std::string& name) {
         replace_by_link(around.inside("set/" + name), around.canary() + "/secret");
         return Words{"verify", "set"};
       }},
      {"folder-link-in-set",
       [](const Surroundings& around, const std::string& name) {
         replace_by_link(around.inside("set/" + name), around.canary());
         return Words{"split", "set", "-q", "--method", "random", "--name", "new", "--force"};
       }},
      {"out",
       [](const Surroundings& around, const std::string& name) {
         fs::create_symlink(around.canary(), around.inside("out"));
         return Words{"export", "set", "-q", "--split", "a", "--out", name};
       }},
      {"out-of-format",
       [](const Surroundings& around, const std::string& name) {
         fs::create_symlink(around.canary(), around.inside("out"));
         return Words{"export", "set", "-q", "--split", "a", "--format", "jsonl", "--out", name};
       }},
      {"svg",
       [](const Surroundings& around, const std::string&) {
         fs::create_symlink(around.canary() + "/secret", around.inside("out"));
         return Words{"measure", "set", "-q", "--split", "a", "--svg", "out"};
       }},
  };
  return kPlaces;
}

std::vector<std::string> points(Stage& stage, const Job& job, const Scope&) {
  std::vector<std::string> all;
  for (const Place& place : places()) {
    const bool is_argument = std::string(place.name).find("split") != std::string::npos &&
                             std::string(place.name) != "recipe-split";
    for (std::size_t i = 0; i < hostile_names().size(); ++i) {
      if (is_argument && hostile_names()[i].find('\0') != std::string::npos) continue;
      all.push_back(std::string(place.name) + ":" + std::to_string(i));
    }
  }
  for (const auto& [path, bytes] : stage.reference(job).before) {
    if (!path.starts_with("set/") || path == "set/") continue;
    const bool is_folder = path.ends_with('/');
    const std::string name = path.substr(4, path.size() - 4 - (is_folder ? 1 : 0));
    all.push_back("link-in-set:" + name);
    all.push_back("folder-link-in-set:" + name);
  }
  for (const char* name : {"out", "out/", "out/.", "../canary", "../canary/secret"}) {
    all.push_back("out:" + std::string(name));
    all.push_back("out-of-format:" + std::string(name));
  }
  all.emplace_back("svg:out");
  return all;
}

Words prepared_words(const Surroundings& around, const std::vector<std::string>& parts) {
  const auto links = std::ranges::find(link_places(), parts.at(0), &Place::name);
  if (links != link_places().end()) return links->prepare(around, parts.at(1));
  const auto place = std::ranges::find(places(), parts.at(0), &Place::name);
  if (place == places().end()) throw std::runtime_error("there is no place " + parts[0]);
  std::string name = hostile_names().at(number(parts.at(1)));
  if (const std::size_t at = name.find("{canary}"); at != std::string::npos) {
    name.replace(at, 8, around.canary());
  }
  return place->prepare(around, name);
}

// New names beside the data set, but for the folder that the command may write.
std::string intruder(const Tree& before, const Tree& after) {
  for (const auto& [name, bytes] : after) {
    const bool may_be = name.starts_with("set/") || name.starts_with("out/") || name == "out";
    if (!may_be && !before.contains(name)) return name;
  }
  return "";
}

std::string run_between(Trial& trial, const std::string& outside, const std::string& point) {
  const Surroundings around{trial, outside};
  const Words words = prepared_words(around, point_parts(point, 2));
  const Tree canary = read_tree(around.canary());
  const Tree before = read_tree(trial.folder());
  Link link = trial.new_link();
  std::copy_n(around.canary().begin(), std::min<std::size_t>(around.canary().size(), 511),
              link.orders().canary.begin());
  Command command = trial.command(words);
  command.link = link.path();
  const Outcome outcome = run(command);
  if (std::string problem = unclean_end(outcome); !problem.empty()) return problem;
  if (std::string changed = difference(canary, read_tree(around.canary())); !changed.empty()) {
    return "outside the folder: " + changed;
  }
  if ((outcome.out + outcome.err).find(kSecret) != std::string::npos)
    return "printed what lies outside";
  if (link.counts().canary_opened != 0) return "opened what lies outside";
  const std::string name = intruder(before, read_tree(trial.folder()));
  return name.empty() ? "" : "made " + one_line(name);
}

std::string run_point(Stage& stage, const Job& job, const std::string& point) {
  const std::string outside = stage.new_name();
  write_file(outside + "/canary/secret", kSecret);
  write_file(outside + "/canary/secret.json", std::string("{\"canary\":\"") + kSecret + "\"}");
  std::string problem;
  {
    Trial trial(stage, job, outside + "/inside");
    fs::create_symlink("../canary", trial.folder() + "/link");
    problem = run_between(trial, outside, point);
  }
  remove_tree(outside);
  return problem;
}

}  // namespace

Attack paths_attack() {
  return {.name = "paths",
          .summary = "hostile names; points PLACE:NUMBER_OF_NAME, link-in-set:FILE, out:PATH ...",
          .wanted = 2000,
          .fast = 90,
          .fits =
              [](const Job& job) {
                return job.verb() == "verify" && job.needs.front().starts_with("resplit");
              },
          .points = points,
          .run = run_point};
}

}  // namespace assay::campaign
