#include "assay/verbs/selftest.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>

#include "assay/base/child_process.h"
#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/parallel.h"
#include "assay/base/random.h"
#include "assay/base/text.h"
#include "assay/verbs/generate.h"
#include "assay/verbs/merge.h"
#include "assay/verbs/verify.h"

namespace assay::verbs {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kSeed = 2026;
constexpr std::size_t kNamedFailures = 5;
constexpr std::uint64_t kKills = 60;  // of full effort, as all below
constexpr std::uint64_t kFlips = 600;

// Rows of every task and edition, and the content hash that all machines must find.
struct Pinned {
  const char* task;
  std::uint64_t rows;
  std::map<std::string, std::string> params;
  RowOrder order;
  const char* content_hash;
};

const std::vector<Pinned>& pinned_sets() {
  const std::map<std::string, std::string> published = {{"edition", "published"}};
  const std::map<std::string, std::string> small = {{"draws", "2000"}, {"scenes", "300"}};
  std::map<std::string, std::string> small_published = small;
  small_published.insert(published.begin(), published.end());
  constexpr RowOrder kSpread = RowOrder::kSpread;
  constexpr RowOrder kBlocks = RowOrder::kBlocks;
  static const std::vector<Pinned> kSets = {
      {"scan", 1000, {}, kSpread, "b4579713d3dd7d0f344e4c0a5d3cea92"},
      {"scan", 500, {{"conjunctions", "3"}}, kSpread, "6c8e7c31e25ecd0388f1b24974d9aa1b"},
      {"cfq", 500, {}, kSpread, "daca0bdc18abd0bd5a98c7577f2d7ae2"},
      {"cscan", 300, {}, kBlocks, "7aa19be58d54603e2d84dcf2531cfa9f"},
      {"curi", 200, small, kSpread, "231a9f4b2cb924c4e11d665d046bb154"},
      {"curi", 200, small_published, kSpread, "fa10e7a649f8f19cecc1ee18514c366b"},
      {"gscan", 500, {}, kSpread, "56a11d239cf556ae67253b49f4eed0e6"},
      {"reascan", 300, {}, kSpread, "af78aea89eecb3712947b6382cbedbb1"},
      {"reascan", 300, published, kSpread, "e038142dd613fbf30163f2452d2d3836"},
      {"arc", 300, {}, kSpread, "ccf740f5d1c6fffd753173d3bc664f4c"},
      {"logic", 500, {}, kSpread, "416f6c3d3cf41c4185e3da471138101e"},
      {"logic", 500, published, kSpread, "231d28d0b8dcf9523836f57ef18a7dfb"},
  };
  return kSets;
}

std::string name_of(const Pinned& set) {
  std::string name = set.task;
  for (const auto& [key, value] : set.params) name += fmt::format(" {}={}", key, value);
  return name;
}

// A folder that is gone in the end.
class Scratch {
 public:
  explicit Scratch(const std::string& wanted) {
    fs::path parent = wanted;
    if (wanted.empty()) parent = fs::temp_directory_path();
    std::string name = (parent / "assay-selftest-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
      fail(ErrorKind::kIo, "{}: cannot make a folder there; --in names another place",
           printable(parent.string()));
    }
    path_ = name;
  }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  std::string of(const std::string& name) const { return (path_ / name).string(); }
  void clear(const std::string& name) const { fs::remove_all(path_ / name); }

 private:
  fs::path path_;
};

// Every file below a folder, but for what a data set keeps while it is made.
std::map<std::string, std::string> files_of(const std::string& path) {
  const Folder folder = Folder::open(path);
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(path)) {
    const std::string name = fs::relative(entry.path(), path).string();
    if (entry.is_regular_file() && !name.starts_with('.')) files[name] = folder.read(name);
  }
  return files;
}

class Selftest {
 public:
  Selftest(const SelftestRequest& request, const Workplace& workplace)
      : request_(request), workplace_(workplace), scratch_(request.folder) {
    workplace_.cache_folder.clear();  // what others prepared would hide what this machine makes
  }

  SelftestReport run() {
    look_at_digests();
    look_at_kills();
    look_at_flipped_bits();
    look_at_shards();
    return std::move(report_);
  }

 private:
  std::uint64_t times(std::uint64_t full) const {
    return std::max<std::uint64_t>(
        1, static_cast<std::uint64_t>(static_cast<double>(full) * request_.effort));
  }

  void begin(std::string name, std::uint64_t total) {
    report_.steps.push_back({std::move(name), 0, {}, 0});
    total_ = total;
  }
  void note(bool held, const std::function<std::string()>& failure) {
    SelftestStep& step = report_.steps.back();
    ++step.tried;
    if (!held) {
      ++step.failed;
      if (step.failures.size() < kNamedFailures) step.failures.push_back(failure());
    }
    workplace_.control.report({step.name, step.tried, total_, 0});
    if (workplace_.control.cancelled()) throw Interrupted("selftest was stopped");
  }

  MadeSet make(const Pinned& set, const std::string& out, unsigned jobs) const {
    Workplace place = workplace_;
    place.control = {};
    place.control.cancel = workplace_.control.cancel;
    place.control.jobs = jobs;
    const MergedRecipe merged = merged_recipe({.task = set.task,
                                               .seed = kSeed,
                                               .rows = set.rows,
                                               .order = set.order,
                                               .params = set.params},
                                              place);
    return generate({.recipe = merged.recipe, .out = out}, place);
  }

  // Also that an independent solver or check confirms the rows.
  bool verifies(const std::string& path) const {
    Workplace place = workplace_;
    place.control = {};
    place.control.jobs = 1;
    try {
      return verify({path}, place).holds();
    } catch (const Error&) {
      return false;
    }
  }

  void look_at_digests() {
    begin("same bytes as everywhere", 2 * pinned_sets().size());
    for (const Pinned& set : pinned_sets()) {
      for (const unsigned jobs : {1U, 3U}) {
        const std::string out = scratch_.of("set");
        const std::string found = make(set, out, jobs).manifest.content_hash;
        const bool right = found == set.content_hash && (jobs > 1 || verifies(out));
        note(right, [&] {
          return fmt::format("{} with {} has content hash {}, not {}, or is not confirmed",
                             name_of(set), counted(jobs, "thread"), found, set.content_hash);
        });
        scratch_.clear("set");
      }
    }
  }

  // The program is started, killed after a moment and started again until it ends by itself.
  void look_at_kills() {
    const std::uint64_t kills = times(kKills);
    begin("kills lose nothing", kills);
    const auto words = [&](const std::string& out) {
      return std::vector<std::string>{request_.program, "generate", "scan",  "-n", "20000",
                                      "--seed",         "5",        "--out", out};
    };
    if (ChildProcess(words(scratch_.of("whole"))).wait() != 0) {
      note(false, [] { return "the program could not be run at all"; });
      return;
    }
    const auto whole = files_of(scratch_.of("whole"));
    const std::string out = scratch_.of("killed");
    for (std::uint64_t done = 0; done < kills;) {
      std::uint64_t chain = 0;
      int code = -1;
      while (code != 0) {
        ChildProcess child(words(out));
        std::this_thread::sleep_for(std::chrono::microseconds(delay(done + chain)));
        std::optional<int> end = child.poll();
        const bool kill_now = !end && done + chain < kills;
        if (kill_now) {
          child.kill();
          ++chain;
        }
        code = end ? *end : child.wait();
        if (!kill_now && code != 0) break;
      }
      const bool equal = code == 0 && files_of(out) == whole;
      for (std::uint64_t i = 0; i < std::max<std::uint64_t>(chain, 1); ++i, ++done) {
        note(equal, [&] {
          return fmt::format("after {} and a restart the data differ or cannot be made (exit {})",
                             counted(chain, "kill"), code);
        });
      }
      scratch_.clear("killed");
    }
  }
  std::uint64_t delay(std::uint64_t number) const {
    constexpr std::uint64_t kMostMicroseconds = 200'000;
    Stream stream(key_, {Purpose::kItem, number});
    return 500 + stream.below(kMostMicroseconds);
  }

  void look_at_flipped_bits() {
    const std::uint64_t flips = times(kFlips);
    begin("flipped bits are noticed", flips);
    const std::string out = scratch_.of("bits");
    make({"scan", 200, {}, RowOrder::kSpread, ""}, out, 1);
    const auto files = files_of(out);
    for (std::uint64_t i = 0; i < flips; ++i) {
      Stream stream(key_, {Purpose::kSelect, i});
      const auto& [name, whole] =
          *std::next(files.begin(), static_cast<std::ptrdiff_t>(stream.below(files.size())));
      std::string spoiled = whole;
      const std::uint64_t bit = stream.below(8 * spoiled.size());
      spoiled[bit / 8] = static_cast<char>(spoiled[bit / 8] ^ (1 << bit % 8));
      const Folder folder = Folder::open(out);
      folder.write(name, spoiled);
      const bool noticed = !verifies(out);
      folder.write(name, whole);
      note(noticed, [&, &file = name] { return fmt::format("bit {} of {}", bit, file); });
    }
  }

  void look_at_shards() {
    begin("shards make the whole", 1);
    const Pinned set = {"logic", 3000, {}, RowOrder::kSpread, ""};
    const auto whole = make(set, scratch_.of("all"), 2).manifest.content_hash;
    std::vector<std::string> parts;
    for (std::uint32_t index = 0; index < 3; ++index) {
      const MergedRecipe merged =
          merged_recipe({.task = set.task, .seed = kSeed, .rows = set.rows}, workplace_);
      parts.push_back(scratch_.of(fmt::format("shard{}", index)));
      Workplace quiet = workplace_;
      quiet.control.progress = {};
      generate({.recipe = merged.recipe, .shard = ShardEntry{index, 3}, .out = parts.back()},
               quiet);
    }
    std::ranges::reverse(parts);
    Workplace quiet = workplace_;
    quiet.control.progress = {};
    const MadeSet merged = merge({.shards = parts, .out = scratch_.of("merged")}, quiet);
    note(merged.manifest.content_hash == whole, [] { return "three shards of logic"; });
  }

  const SelftestRequest& request_;
  Workplace workplace_;
  Scratch scratch_;
  Key key_ = stream_key(kSeed, "selftest");
  SelftestReport report_;
  std::uint64_t total_ = 0;
};

}  // namespace

bool SelftestReport::holds() const {
  return std::ranges::all_of(steps, [](const SelftestStep& step) { return step.failed == 0; });
}

SelftestReport selftest(const SelftestRequest& request, const Workplace& workplace) {
  return Selftest(request, workplace).run();
}

nlohmann::ordered_json to_json(const SelftestReport& report) {
  nlohmann::ordered_json json = {{"holds", report.holds()},
                                 {"steps", nlohmann::ordered_json::array()}};
  for (const SelftestStep& step : report.steps) {
    json["steps"].push_back({{"name", step.name},
                             {"tried", step.tried},
                             {"failed", step.failed},
                             {"failures", step.failures}});
  }
  return json;
}

}  // namespace assay::verbs
