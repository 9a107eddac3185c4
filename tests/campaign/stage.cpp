#include "stage.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

namespace assay::campaign {

namespace fs = std::filesystem;

namespace {

constexpr double kPatience = 120;  // seconds for jobs that are not light

// Where nothing can be kept in a cache, a job does without; whoever finds half of it makes it
// again.
Tree without_cache(Tree tree) {
  std::erase_if(tree, [](const auto& entry) { return entry.first.starts_with("cache/"); });
  return tree;
}

}  // namespace

Stage::Stage(Paths paths, std::vector<Job> jobs)
    : paths_(std::move(paths)), jobs_(std::move(jobs)) {
  fs::create_directories(paths_.work);
  for (std::string* path : {&paths_.program, &paths_.shims, &paths_.work}) {
    *path = fs::canonical(*path).string();
  }
  for (const Job& job : jobs_) kept_[job.name] = std::make_unique<Kept>();
}

const Job& Stage::job(const std::string& name) const {
  const auto found = std::ranges::find(jobs_, name, &Job::name);
  if (found == jobs_.end()) throw std::runtime_error("there is no job " + name + "; see --list");
  return *found;
}

std::string Stage::new_name() { return paths_.work + "/" + std::to_string(++names_); }

const Reference& Stage::reference(const Job& job) {
  Kept& kept = *kept_.at(job.name);
  std::call_once(kept.once, [&] { make(job, kept); });
  return kept.reference;
}

// The results of what the job needs, one over the other, and its further files.
void Stage::lay_out(const Job& job, const std::string& folder) {
  fs::create_directories(folder);
  for (const std::string& need : job.needs) {
    reference(this->job(need));
    copy_tree(kept_.at(need)->folder, folder);
  }
  for (const auto& [name, text] : job.files) write_file(fmt::format("{}/{}", folder, name), text);
}

void Stage::make(const Job& job, Kept& kept) {
  kept.folder = paths_.work + "/undisturbed/" + job.name;
  remove_tree(kept.folder);
  Trial trial(*this, job, kept.folder);
  Reference& reference = kept.reference;
  reference.before = read_tree(kept.folder);
  Link link = trial.new_link();
  reference.outcome = trial.run_under(link, true);
  const Counts& counts = link.counts();
  reference.calls = counts.calls;
  reference.allocations = counts.allocations;
  std::ranges::copy(counts.of_kind, reference.of_kind.begin());
  if (reference.outcome.exit_code != 0) {
    throw std::runtime_error("the undisturbed job ends with exit code " +
                             std::to_string(reference.outcome.exit_code) + ": " +
                             one_line(reference.outcome.err));
  }
  reference.after = read_tree(kept.folder);
  if (!job.printed_to.empty())
    write_file(kept.folder + "/" + job.printed_to, reference.outcome.out);
}

Trial::Trial(Stage& stage, const Job& job)
    : stage_(stage), job_(job), folder_(stage.new_name()), is_own_(true) {
  stage_.lay_out(job_, folder_);
}

Trial::Trial(Stage& stage, const Job& job, std::string folder)
    : stage_(stage), job_(job), folder_(std::move(folder)), is_own_(false) {
  stage_.lay_out(job_, folder_);
}

Trial::~Trial() {
  if (is_own_) remove_tree(folder_);
}

Command Trial::command(const Words& words) const {
  Command command;
  command.words = words;
  command.words.insert(command.words.begin(), stage_.paths().program);
  command.folder = folder_;
  command.preload = stage_.calls_shim();
  if (job_.weight != Weight::kLight) command.limits.seconds = kPatience;
  return command;
}

Link Trial::new_link() { return Link(stage_.new_name() + ".link"); }

Outcome Trial::run_under(Link& link, bool with_memory) const {
  Command command = own_command();
  command.link = link.path();
  if (with_memory) command.preload += ":" + stage_.memory_shim();
  return run(command);
}

std::string Trial::compare(const Outcome& outcome) {
  const Reference& wanted = reference();
  if (job_.makes.empty() && outcome.out != wanted.outcome.out) return "other output";
  return difference(without_cache(wanted.after), without_cache(read_tree(folder_)));
}

std::string Trial::look_at_final_names() {
  if (job_.makes.empty() || !fs::exists(folder_ + "/" + job_.makes + "/manifest.json")) return "";
  const Outcome verified = run(command({"verify", job_.makes, "-j", "1"}));
  if (verified.exit_code == 0) return "";
  return "a manifest is there and verify refuses the folder: " +
         one_line(verified.out + verified.err);
}

std::string Trial::finish_again() {
  const Outcome again = run(own_command());
  if (std::string problem = unclean_end(again); !problem.empty()) {
    return "the same command again: " + problem;
  }
  if (again.exit_code != 0) {
    return "the same command again: exit " + std::to_string(again.exit_code) + ": " +
           one_line(again.err);
  }
  const std::string problem = compare(again);
  return problem.empty() ? "" : "after the same command again: " + problem;
}

std::string unclean_end(const Outcome& outcome) {
  if (outcome.was_too_slow) return "did not end in time";
  if (outcome.exit_code >= 128) return "ended by signal " + std::to_string(outcome.exit_code - 128);
  if (outcome.exit_code == 70) return "exit 70: " + one_line(outcome.err);
  return "";
}

std::string one_line(const std::string& text) {
  constexpr std::size_t kMost = 160;
  std::string line = text.substr(0, std::min(text.find('\n'), kMost));
  for (char& letter : line) {
    if (static_cast<unsigned char>(letter) < 0x20 || letter == 0x7F) letter = '?';
  }
  return line;
}

}  // namespace assay::campaign
